/// The kind of a number, which decides its unit in the Swift API and outside of it.
///
/// Lengths are points of 1/163 inch in the Swift API, as in UIKit, and millimetres in files,
/// tables, JSON and messages. Everything else has the same unit in both.
public enum Quantity: Sendable, CaseIterable {
  /// Points; millimetres outside.
  case length
  /// Seconds.
  case duration
  /// Degrees.
  case angle
  /// A ratio, a share or a count.
  case number

  /// Millimetres in a point of 1/163 inch: 25.4 / 163, about 0.156.
  public static let millimetresPerPoint = 25.4 / 163

  /// The unit outside of the Swift API: `mm`, `s`, `degrees`, or empty for a plain number.
  public var unit: String {
    switch self {
    case .length: "mm"
    case .duration: "s"
    case .angle: "degrees"
    case .number: ""
    }
  }

  /// The value in the unit that is used outside of the Swift API.
  public func outside(_ value: Double) -> Double {
    self == .length ? value * Quantity.millimetresPerPoint : value
  }

  /// The value in the unit of the Swift API.
  public func inside(_ value: Double) -> Double {
    self == .length ? value / Quantity.millimetresPerPoint : value
  }
}
