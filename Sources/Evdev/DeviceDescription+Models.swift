/// How a made-up device reports its touches.
public enum TouchReporting: Hashable, Sendable {
  /// Multitouch protocol B with so many slots (1 to ``SlotTracker/slotLimit``).
  case slots(Int)
  /// Multitouch protocol A, with or without tracking ids.
  case packets(hasTrackingIDs: Bool)
  /// `BTN_TOUCH` with `ABS_X` and `ABS_Y`.
  case single
  /// Two slots, and a count of all fingers: `INPUT_PROP_SEMI_MT`.
  case semiMultitouch
}

extension DeviceDescription {
  /// A touchpad of a size in mm and with a resolution in units per mm.
  public static func touchpad(
    width: Double, height: Double, resolution: Int32 = 40, reporting: TouchReporting = .slots(5),
    name: String = "Touchstone Touchpad"
  ) -> DeviceDescription {
    var device = DeviceDescription(
      name: name, identity: .virtual, properties: [InputProperty.pointer])
    device.addKeys([
      KeyCode.left, KeyCode.toolFinger, KeyCode.touch, KeyCode.toolDoubleTap,
      KeyCode.toolTripleTap, KeyCode.toolQuadrupleTap, KeyCode.toolQuintupleTap,
    ])
    device.addAxes(width: width, height: height, resolution: resolution, reporting: reporting)
    return device
  }

  /// A touchscreen of a size in mm and with a resolution in units per mm.
  public static func touchscreen(
    width: Double, height: Double, resolution: Int32 = 20, reporting: TouchReporting = .slots(10),
    name: String = "Touchstone Touchscreen"
  ) -> DeviceDescription {
    var device = DeviceDescription(
      name: name, identity: .virtual, properties: [InputProperty.direct])
    device.addKeys([KeyCode.touch])
    device.addAxes(width: width, height: height, resolution: resolution, reporting: reporting)
    return device
  }

  private mutating func addKeys(_ keys: [UInt16]) {
    codes[EventType.key.rawValue, default: []].formUnion(keys)
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
    // The long axis of a touch is at most the surface's diagonal; that of its longer side will do.
    let major = Axis(minimum: 0, maximum: max(x.maximum, y.maximum), resolution: scale)
    axes[AbsoluteCode.touchMajor] = major
    axes[AbsoluteCode.touchMinor] = major
    if reporting != .packets(hasTrackingIDs: false) {
      axes[AbsoluteCode.trackingID] = Axis(minimum: 0, maximum: SlotEncoder.lastTrackingID)
    }
    if let count = reporting.slotCount {
      axes[AbsoluteCode.slot] = Axis(minimum: 0, maximum: Int32(count - 1))
    }
    if reporting == .semiMultitouch { properties.insert(InputProperty.semiMultitouch) }
  }
}

extension TouchReporting {
  fileprivate var slotCount: Int? {
    switch self {
    case .slots(let count): max(1, min(SlotTracker.slotLimit, count))
    case .semiMultitouch: 2
    case .packets, .single: nil
    }
  }
}

extension DeviceDescription.Identity {
  /// `BUS_VIRTUAL`, without vendor and product.
  fileprivate static let virtual = Self(bus: 0x06)
}

extension DeviceDescription.Axis {
  /// The largest coordinate of an axis from 0 that is so many mm long; at least 1.
  fileprivate static func last(_ length: Double, _ resolution: Int32) -> Int32 {
    let units = (length * Double(resolution)).rounded()
    return units > 2 ? Int32(min(units - 1, Double(Int32.max))) : 1
  }
}
