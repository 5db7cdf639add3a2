/// What to take for values that a recording never told.
struct SlotDefaults: Sendable {
  /// The slot of events that come before any `ABS_MT_SLOT`.
  let initialSlot: Int
  /// How many slots the device announced; nil if nobody knows.
  let announcedSlots: Int?
  /// How many touches the device can locate at a time; nil if there is no telling.
  let usableSlots: Int?
  /// Where `ABS_X` and `ABS_Y` stood when the device was described.
  let singleX: Int32?
  let singleY: Int32?
  /// How a single-touch device tells that it is touched.
  let singleSign: SingleTouch.Sign
  /// Whether a recording of single touch begins in a touch.
  let startsTouched: Bool
  /// Whether protocol A ends a touch by a size of 0, unless the device knows no other size.
  let zeroSizeLifts: Bool
  private let observed: ObservedDevice?
  private let multitouchX: Int32?
  private let multitouchY: Int32?

  init(description: DeviceDescription?, observed: ObservedDevice?) {
    self.observed = observed
    let axis = description?.axes[AbsoluteCode.slot]
    let announced = axis.map { Int64($0.maximum) + 1 }
    let limit = Int64(SlotTracker.slotLimit)
    announcedSlots = announced.map { Int(max(1, min(limit, $0))) }
    let described = axis.map { Int64($0.value) }.flatMap { $0 > 0 && $0 < limit ? Int($0) : nil }
    initialSlot = described ?? observed?.initialSlot ?? 0
    let isSlotted = observed.map { $0.hasMultitouchPositions && !$0.hasMultitouchReports } ?? false
    usableSlots = announcedSlots ?? (isSlotted ? (observed?.highestSlot ?? 0) + 1 : nil)
    singleSign = SlotDefaults.singleSign(description: description, observed: observed)
    let hasToolKeys = observed?.hasToolKeys ?? true
    startsTouched = observed.map { $0.firstTouch.map { $0 == 0 } ?? !hasToolKeys } ?? false
    zeroSizeLifts = observed?.touchMajor?.largest != 0
    singleX = SlotDefaults.told(description?.axes[AbsoluteCode.x])
    singleY = SlotDefaults.told(description?.axes[AbsoluteCode.y])
    multitouchX = SlotDefaults.told(description?.axes[AbsoluteCode.positionX])
    multitouchY = SlotDefaults.told(description?.axes[AbsoluteCode.positionY])
  }

  /// A value of 0 says nothing: most descriptions leave it out, or are older than the recording.
  private static func told(_ axis: DeviceDescription.Axis?) -> Int32? {
    axis.flatMap { $0.value == 0 ? nil : $0.value }
  }

  private static func singleSign(
    description: DeviceDescription?, observed: ObservedDevice?
  ) -> SingleTouch.Sign {
    if observed?.firstTouch != nil { return .button }
    if let description, description.listsKeys {
      if description.supports(.key, KeyCode.touch) { return .button }
      return description.axes[AbsoluteCode.pressure] == nil ? .position : .pressure
    }
    guard let observed, observed.events > 0 else { return .button }
    return observed.singlePressure == nil ? .position : .pressure
  }

  /// The first coordinate that the recording tells of a slot, or that of the description.
  func x(_ slot: Int) -> Int32? {
    guard let observed, observed.firstX.indices.contains(slot) else { return multitouchX }
    return observed.firstX[slot] ?? multitouchX
  }

  func y(_ slot: Int) -> Int32? {
    guard let observed, observed.firstY.indices.contains(slot) else { return multitouchY }
    return observed.firstY[slot] ?? multitouchY
  }
}
