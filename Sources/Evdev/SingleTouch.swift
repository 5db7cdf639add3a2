import Contacts

/// Single touch: one touch on `ABS_X` and `ABS_Y`, in slot 0 of the table.
///
/// Multitouch devices send these axes, too, for old programs. Then they are only remembered: for a
/// contact's missing coordinates, and for the total pressure of all fingers.
struct SingleTouch: Sendable {
  private enum TouchSign: Sendable {
    /// `BTN_TOUCH`.
    case button
    /// `ABS_PRESSURE` above 0.
    case pressure
    /// Any position.
    case position
  }

  private let sign: TouchSign
  /// Whether a recording without `BTN_TOUCH` begins during a touch.
  private let startsTouched: Bool
  /// The latest values of `ABS_X` and `ABS_Y`, or before any event those of the description.
  private(set) var x: Int32?
  private(set) var y: Int32?
  private(set) var pressure: Int32?
  /// Whether `ABS_X` or `ABS_Y` came since the last frame.
  var hasMoved = false
  /// The state of `BTN_TOUCH`; nil until the key is seen.
  var touchKey: Bool?

  init(description: DeviceDescription?, observed: ObservedDevice?) {
    sign = SingleTouch.sign(description: description, observed: observed)
    let hasToolKeys = observed?.hasToolKeys ?? true
    startsTouched = observed.map { $0.firstTouch.map { $0 == 0 } ?? !hasToolKeys } ?? false
    x = description?.axes[AbsoluteCode.x]?.knownValue
    y = description?.axes[AbsoluteCode.y]?.knownValue
  }

  private static func sign(
    description: DeviceDescription?, observed: ObservedDevice?
  ) -> TouchSign {
    if observed?.firstTouch != nil { return .button }
    if let description, description.listsKeys {
      if description.supports(.key, KeyCode.touch) { return .button }
      return description.axes[AbsoluteCode.pressure] == nil ? .position : .pressure
    }
    guard let observed, observed.events > 0 else { return .button }
    return observed.singlePressure == nil ? .position : .pressure
  }

  /// Remembers `ABS_X`, `ABS_Y` or `ABS_PRESSURE`.
  @inline(__always) mutating func remember(_ code: UInt16, _ value: Int32) {
    switch code {
    case AbsoluteCode.x:
      x = value
      hasMoved = true
    case AbsoluteCode.y:
      y = value
      hasMoved = true
    default:
      pressure = value
    }
  }

  /// Applies `ABS_X`, `ABS_Y` or `ABS_PRESSURE` to the touch.
  @inline(never) func process(_ code: UInt16, _ value: Int32, in table: inout SlotTable) {
    switch code {
    case AbsoluteCode.x: table.setX(0, value)
    case AbsoluteCode.y: table.setY(0, value)
    default:
      table.slots[0].pressure = value
      table.slots[0].isDirty = true
    }
  }

  /// Applies `BTN_TOUCH` to the touch.
  func processTouchKey(_ isDown: Bool, in table: inout SlotTable) {
    if isDown {
      if table.slots[0].occupancy != .touched { table.touchDown(0) }
    } else {
      table.slots[0].isConfirmed = true
      table.touchUp(0)
    }
  }

  /// Changes the touch's tool to a pen or a finger.
  func setTool(isPen: Bool, in table: inout SlotTable) {
    let tool: Contact.Tool = isPen ? .pen : .finger
    if table.slots[0].tool != tool {
      table.slots[0].tool = tool
      table.slots[0].isDirty = true
    }
  }

  /// Takes over from protocol B, with the values remembered so far.
  mutating func takeOver(_ table: inout SlotTable, isPen: Bool) {
    if let x { table.setX(0, x) }
    if let y { table.setY(0, y) }
    if let pressure { table.slots[0].pressure = pressure }
    if let touchKey { processTouchKey(touchKey, in: &table) }
    setTool(isPen: isPen, in: &table)
    updateTouch(in: &table)
  }

  /// Processes `SYN_REPORT`.
  mutating func completeFrame(in table: inout SlotTable) {
    table.endResynchronizing()
    updateTouch(in: &table)
  }

  /// Begins or ends the touch of a device without `BTN_TOUCH`.
  private mutating func updateTouch(in table: inout SlotTable) {
    defer { hasMoved = false }
    let isTouched: Bool
    switch sign {
    case .button:
      // Positions before the first `BTN_TOUCH` belong to a touch only if that event is a release.
      if table.slots[0].occupancy == .unknown, !(touchKey ?? startsTouched) {
        table.slots[0].isEvident = false
      }
      return
    case .pressure: isTouched = (pressure ?? 0) > 0
    case .position: isTouched = hasMoved || table.slots[0].occupancy == .touched
    }
    if isTouched, table.slots[0].occupancy != .touched {
      table.touchDown(0)
    } else if !isTouched {
      table.slots[0].touchUp()
    }
  }
}

extension DeviceDescription.Axis {
  /// The axis's value; nil if it is 0, as in descriptions that omit it.
  var knownValue: Int32? { value == 0 ? nil : value }
}
