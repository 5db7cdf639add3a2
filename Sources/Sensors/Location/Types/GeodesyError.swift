/// What can't be computed with.
public enum GeodesyError: Error, Hashable, Sendable {
  /// A latitude beyond ±90°, a longitude beyond ±180°, or a number that is not finite.
  case invalidCoordinate(Coordinate)
  /// An azimuth or a distance that is infinite or not a number.
  case notFinite(Double)
  /// A radius that is not positive.
  case invalidRadius(Double)
  /// A polygon of fewer than three corners.
  case tooFewCorners(Int)
}

extension GeodesyError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidCoordinate(let place):
      """
      expected a latitude of -90 to 90 and a longitude of -180 to 180 degrees, \
      found \(place.latitude), \(place.longitude)
      """
    case .notFinite(let number): "expected a finite number, found \(number)"
    case .invalidRadius(let radius): "expected a radius above 0, found \(radius)"
    case .tooFewCorners(let count): "expected three corners or more, found \(count)"
    }
  }
}

extension GeodesyError {
  /// Throws unless a number is finite.
  static func check(_ number: Double) throws(GeodesyError) {
    if !number.isFinite { throw .notFinite(number) }
  }
}
