import Contacts

/// Turns pressure and touch size from units into what a ``Contact`` holds.
struct AttributeScale: Sendable {
  let pressureMinimum: Double
  let pressureScale: Double
  let millimetresPerUnit: Double

  /// The range of pressure that is assumed for a device that announces none: most touch controllers
  /// count to 255. If larger values were seen, it is the next power of two, less one.
  static let usualPressureMaximum: Int32 = 255

  /// The sizes, in mm, that are believed: what is smaller or larger is in units of the
  /// controller's own, as many drivers have it.
  static let plausibleSizes = 2.0...150.0

  init(description: DeviceDescription?, observed: ObservedDevice?, touchArea: TouchArea) {
    let axis =
      description?.axes[AbsoluteCode.multitouchPressure]
      ?? description?.axes[AbsoluteCode.pressure]
    if let axis, axis.maximum > axis.minimum {
      pressureMinimum = Double(axis.minimum)
      pressureScale = 1 / (Double(axis.maximum) - Double(axis.minimum))
    } else {
      let seen = observed?.multitouchPressure ?? observed?.singlePressure
      var maximum = Double(AttributeScale.usualPressureMaximum)
      while maximum < Double(seen?.largest ?? 0) { maximum = maximum * 2 + 1 }
      pressureMinimum = 0
      pressureScale = 1 / maximum
    }
    let resolution = description?.axes[AbsoluteCode.touchMajor]?.resolution ?? 0
    millimetresPerUnit = resolution > 0 ? 1 / Double(resolution) : touchArea.meanMillimetresPerUnit
  }

  /// Pressure as a share of the range; nil where none was told.
  func pressure(_ raw: Int32) -> Double? {
    if raw == .min { return nil }
    return max(0, min(1, (Double(raw) - pressureMinimum) * pressureScale))
  }

  /// The long and the short axis in mm; nil where they are not told or not believable.
  func size(_ slot: Slot) -> Size? {
    let major = Double(slot.major) * millimetresPerUnit
    guard AttributeScale.plausibleSizes.contains(major) else { return nil }
    let minor = slot.minor > 0 ? Double(slot.minor) * millimetresPerUnit : major
    return Size(width: max(major, minor), height: min(major, minor))
  }
}
