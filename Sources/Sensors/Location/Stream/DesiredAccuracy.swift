/// How accurate locations should be, with Core Location's constants: metres, or negative for the
/// best there is.
public struct DesiredAccuracy: RawRepresentable, Hashable, Sendable {
  public var rawValue: Double

  public init(rawValue: Double) { self.rawValue = rawValue }

  /// `kCLLocationAccuracyBestForNavigation`.
  public static let bestForNavigation = DesiredAccuracy(rawValue: -2)
  /// `kCLLocationAccuracyBest`.
  public static let best = DesiredAccuracy(rawValue: -1)
  public static let nearestTenMeters = DesiredAccuracy(rawValue: 10)
  public static let hundredMeters = DesiredAccuracy(rawValue: 100)
  public static let kilometer = DesiredAccuracy(rawValue: 1000)
  public static let threeKilometers = DesiredAccuracy(rawValue: 3000)

  /// Whether a fix is as accurate; of the best there is nobody knows.
  public func isMet(by location: Location) -> Bool {
    guard location.isValid, let accuracy = location.horizontalAccuracy else { return false }
    return rawValue > 0 && accuracy <= rawValue
  }
}
