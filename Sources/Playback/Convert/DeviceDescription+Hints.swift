import Evdev

extension DeviceDescription {
  /// A description of a device that nobody described, from what its recording shows: one that
  /// sends what was seen, with ranges as they were assumed.
  init(touchArea: TouchArea, observed: ObservedDevice?) {
    let isTouchpad = touchArea.kind == .touchpad
    self.init(properties: [isTouchpad ? InputProperty.pointer : InputProperty.direct])
    var keys: Set<UInt16> = [KeyCode.touch]
    if isTouchpad {
      keys.formUnion([
        KeyCode.left, KeyCode.toolFinger, KeyCode.toolDoubleTap, KeyCode.toolTripleTap,
        KeyCode.toolQuadrupleTap, KeyCode.toolQuintupleTap,
      ])
    }
    codes[EventType.key.rawValue] = keys
    let x = Axis(minimum: touchArea.x.minimum, maximum: touchArea.x.maximum)
    let y = Axis(minimum: touchArea.y.minimum, maximum: touchArea.y.maximum)
    axes[AbsoluteCode.x] = x
    axes[AbsoluteCode.y] = y
    addPressure(AbsoluteCode.pressure, observed?.singlePressure)
    guard observed?.hasMultitouchPositions ?? true else { return }
    axes[AbsoluteCode.positionX] = x
    axes[AbsoluteCode.positionY] = y
    // Ten fingers, or more where more were seen.
    let lastSlot = max(9, observed?.highestSlot ?? 0)
    axes[AbsoluteCode.slot] = Axis(minimum: 0, maximum: Int32(lastSlot))
    axes[AbsoluteCode.trackingID] = Axis(minimum: 0, maximum: SlotEncoder.lastTrackingID)
    addPressure(AbsoluteCode.multitouchPressure, observed?.multitouchPressure)
    if let largest = observed?.touchMajor?.largest, largest > 0 {
      axes[AbsoluteCode.touchMajor] = Axis(minimum: 0, maximum: largest)
      axes[AbsoluteCode.touchMinor] = Axis(minimum: 0, maximum: largest)
    }
  }

  /// An axis of pressure that counts as far as one that announces no range is taken to.
  private mutating func addPressure(_ code: UInt16, _ seen: ObservedDevice.Extent?) {
    guard let seen else { return }
    var maximum: Int32 = 255
    while maximum < seen.largest, maximum < Int32.max / 2 { maximum = maximum * 2 + 1 }
    axes[code] = Axis(minimum: 0, maximum: max(maximum, seen.largest))
  }
}
