import Contacts

/// Converts pressure and touch size between a device's units and those of a `Contact`.
struct AttributeScale: Sendable {
  let pressureMinimum: Double
  let pressureScale: Double
  let millimetresPerUnit: Double

  /// The largest pressure that is assumed for a device that announces no range: 255, as in most
  /// touch controllers. If larger values were observed, the next power of two less one is assumed.
  static let usualPressureMaximum: Int32 = 255

  /// The plausible sizes of a touch in mm. Smaller or larger values are in custom units of the
  /// controller, which many drivers report.
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
      while maximum < Double(seen?.upperBound ?? 0) { maximum = maximum * 2 + 1 }
      pressureMinimum = 0
      pressureScale = 1 / maximum
    }
    let resolution = description?.axes[AbsoluteCode.touchMajor]?.resolution ?? 0
    millimetresPerUnit = resolution > 0 ? 1 / Double(resolution) : touchArea.meanMillimetresPerUnit
  }

  /// The pressure as a share of the range, 0 to 1; nil if the device has not reported any.
  func pressure(_ raw: Int32) -> Double? {
    if raw == .min { return nil }
    return max(0, min(1, (Double(raw) - pressureMinimum) * pressureScale))
  }

  /// The long and the short axis in mm; nil if unreported or implausible.
  func size(_ slot: Slot) -> Size? {
    let major = Double(slot.major) * millimetresPerUnit
    guard AttributeScale.plausibleSizes.contains(major) else { return nil }
    let minor = slot.minor > 0 ? Double(slot.minor) * millimetresPerUnit : major
    return Size(width: max(major, minor), height: min(major, minor))
  }

  /// A pressure from 0 to 1 in the device's units.
  func rawPressure(_ share: Double) -> Int32 {
    if share.isNaN { return 0 }
    return Int32(
      clamping: Int64((max(0, min(1, share)) / pressureScale + pressureMinimum).rounded()))
  }

  /// A length in mm in the device's units.
  func rawLength(_ millimetres: Double) -> Int32 {
    let value = (millimetres / millimetresPerUnit).rounded()
    return value.isNaN ? 0 : Int32(max(0, min(Double(Int32.max), value)))
  }
}
