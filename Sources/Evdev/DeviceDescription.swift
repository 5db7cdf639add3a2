/// A device's own description: its name, its axes and the events that it can send.
public struct DeviceDescription: Hashable, Codable, Sendable {
  /// `struct input_id`.
  public struct Identity: Hashable, Codable, Sendable {
    public var bus: UInt16
    public var vendor: UInt16
    public var product: UInt16
    public var version: UInt16

    public init(bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0) {
      self.bus = bus
      self.vendor = vendor
      self.product = product
      self.version = version
    }
  }

  /// `struct input_absinfo`.
  public struct Axis: Hashable, Codable, Sendable {
    /// The axis's value when the description was made.
    public var value: Int32
    public var minimum: Int32
    public var maximum: Int32
    public var fuzz: Int32
    public var flat: Int32
    /// Units per millimetre (per radian for angles); 0 if unknown.
    public var resolution: Int32

    public init(
      value: Int32 = 0, minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0,
      resolution: Int32 = 0
    ) {
      self.value = value
      self.minimum = minimum
      self.maximum = maximum
      self.fuzz = fuzz
      self.flat = flat
      self.resolution = resolution
    }
  }

  public var name: String
  public var identity: Identity
  /// The numbers of its ``InputProperty`` values (`INPUT_PROP_*`).
  public var properties: Set<Int>
  /// Absolute axes by code.
  public var axes: [UInt16: Axis]
  /// Supported codes by event type. The axes in ``axes`` are supported whether or not they are
  /// listed here; if no keys are listed, the device's keys are unknown.
  public var codes: [UInt16: Set<UInt16>]

  public init(
    name: String = "", identity: Identity = Identity(), properties: Set<Int> = [],
    axes: [UInt16: Axis] = [:], codes: [UInt16: Set<UInt16>] = [:]
  ) {
    self.name = name
    self.identity = identity
    self.properties = properties
    self.axes = axes
    self.codes = codes
  }

  /// Whether the device can send a code.
  public func supports(_ type: EventType, _ code: UInt16) -> Bool {
    if type == .absolute, axes[code] != nil { return true }
    return codes[type.rawValue]?.contains(code) ?? false
  }

  /// Whether the description lists any keys; if not, the device's keys are unknown.
  public var listsKeys: Bool { !(codes[EventType.key.rawValue] ?? []).isEmpty }

  /// Whether it is the pen of a graphics tablet, whose fingers are another device.
  package var isPen: Bool {
    supports(.key, KeyCode.toolPen) && !supports(.key, KeyCode.toolFinger)
      && axes[AbsoluteCode.positionX] == nil
  }
}

/// How a virtual device reports its touches.
public enum TouchReporting: Hashable, Sendable {
  /// Multitouch protocol B with the given number of slots, from 1 to ``SlotTracker/slotLimit``.
  case slots(Int)
  /// Multitouch protocol A, with or without tracking ids.
  case packets(hasTrackingIDs: Bool)
  /// `BTN_TOUCH` with `ABS_X` and `ABS_Y`.
  case single
  /// Two slots and a count of all fingers: `INPUT_PROP_SEMI_MT`.
  case semiMultitouch
}

extension DeviceDescription {
  /// A touchpad of the given size in mm, with a resolution in units per mm.
  public static func touchpad(
    width: Double, height: Double, resolution: Int32 = 40, reporting: TouchReporting = .slots(5),
    name: String = "Touchstone Touchpad"
  ) -> DeviceDescription {
    var device = DeviceDescription(
      name: name, identity: .virtual, properties: [InputProperty.pointer],
      codes: [EventType.key.rawValue: Set([KeyCode.left, KeyCode.touch] + KeyCode.fingerTools)])
    device.addAxes(width: width, height: height, resolution: resolution, reporting: reporting)
    return device
  }

  /// A touchscreen of the given size in mm, with a resolution in units per mm.
  public static func touchscreen(
    width: Double, height: Double, resolution: Int32 = 20, reporting: TouchReporting = .slots(10),
    name: String = "Touchstone Touchscreen"
  ) -> DeviceDescription {
    var device = DeviceDescription(
      name: name, identity: .virtual, properties: [InputProperty.direct],
      codes: [EventType.key.rawValue: [KeyCode.touch]])
    device.addAxes(width: width, height: height, resolution: resolution, reporting: reporting)
    return device
  }

  private mutating func addAxes(
    width: Double, height: Double, resolution: Int32, reporting: TouchReporting
  ) {
    let scale = max(1, resolution)
    let x = Axis(minimum: 0, maximum: Axis.last(width, scale), resolution: scale)
    let y = Axis(minimum: 0, maximum: Axis.last(height, scale), resolution: scale)
    let pressure = Axis(minimum: 0, maximum: AttributeScale.usualPressureMaximum)
    axes[AbsoluteCode.x] = x
    axes[AbsoluteCode.y] = y
    axes[AbsoluteCode.pressure] = pressure
    if reporting == .single { return }
    axes[AbsoluteCode.positionX] = x
    axes[AbsoluteCode.positionY] = y
    axes[AbsoluteCode.multitouchPressure] = pressure
    axes[AbsoluteCode.toolType] = Axis(minimum: 0, maximum: ToolType.palm)
    // A touch may be as long as the touch area's diagonal; the longer side is long enough.
    let major = Axis(minimum: 0, maximum: max(x.maximum, y.maximum), resolution: scale)
    axes[AbsoluteCode.touchMajor] = major
    axes[AbsoluteCode.touchMinor] = major
    if reporting != .packets(hasTrackingIDs: false) {
      axes[AbsoluteCode.trackingID] = Axis(minimum: 0, maximum: SlotEncoder.lastTrackingID)
    }
    switch reporting {
    case .slots(let count):
      let last = max(1, min(SlotTracker.slotLimit, count)) - 1
      axes[AbsoluteCode.slot] = Axis(minimum: 0, maximum: Int32(last))
    case .semiMultitouch:
      axes[AbsoluteCode.slot] = Axis(minimum: 0, maximum: 1)
      properties.insert(InputProperty.semiMultitouch)
    case .packets, .single: break
    }
  }
}

extension DeviceDescription.Identity {
  /// `BUS_VIRTUAL`, without vendor and product.
  fileprivate static let virtual = Self(bus: 0x06)
}

extension DeviceDescription.Axis {
  /// The largest coordinate of an axis that begins at 0 and has the given length in mm; at least 1.
  fileprivate static func last(_ length: Double, _ resolution: Int32) -> Int32 {
    let units = (length * Double(resolution)).rounded()
    return units > 2 ? Int32(min(units - 1, Double(Int32.max))) : 1
  }
}
