/// A place on the earth in degrees of WGS 84, as Core Location's `CLLocationCoordinate2D`.
///
/// Any two numbers make one; what computes with it throws ``GeodesyError`` where they are none
/// of the earth.
public struct Coordinate: Hashable, Sendable {
  /// Degrees, -90 to 90, positive to the north.
  public var latitude: Double
  /// Degrees, -180 to 180, positive to the east.
  public var longitude: Double

  @inlinable
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether both numbers are finite and in their ranges; 180° is a longitude as -180° is.
  @inlinable
  public var isValid: Bool {
    // Comparisons with not-a-number are false.
    abs(latitude) <= 90 && abs(longitude) <= 180
  }

  /// Throws unless the coordinate is valid.
  @inlinable
  public func check() throws(GeodesyError) {
    if !isValid { throw .invalidCoordinate(self) }
  }
}
