/// A point on the earth in degrees of WGS 84, as Core Location's `CLLocationCoordinate2D`;
/// calculations throw ``GeodesyError`` for invalid ones.
public struct Coordinate: Hashable, Sendable, Codable {
  /// The latitude in degrees, -90 to 90, positive to the north.
  public var latitude: Double
  /// The longitude in degrees, -180 to 180, positive to the east.
  public var longitude: Double

  @inlinable public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether both numbers are finite and in their ranges; both 180° and -180° are longitudes.
  @inlinable public var isValid: Bool {
    // Comparisons with not-a-number are false.
    abs(latitude) <= 90 && abs(longitude) <= 180
  }

  /// Throws unless the coordinate is valid.
  @inlinable public func check() throws(GeodesyError) {
    if !isValid { throw .invalidCoordinate(self) }
  }
}

/// An invalid argument of a calculation.
public enum GeodesyError: Error, Hashable, Sendable {
  /// A coordinate out of its range, or one that is not finite.
  case invalidCoordinate(Coordinate)
  /// An azimuth or a distance that is infinite or not a number.
  case notFinite(Double)
}

extension GeodesyError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidCoordinate(let coordinate):
      """
      expected a latitude of -90 to 90 and a longitude of -180 to 180 degrees, \
      found \(coordinate.latitude), \(coordinate.longitude)
      """
    case .notFinite(let number): "expected a finite number, found \(number)"
    }
  }

  /// Throws unless a number is finite.
  static func check(_ number: Double) throws(GeodesyError) {
    if !number.isFinite { throw .notFinite(number) }
  }
}
