public import Timeline

/// A fix: the position of a receiver at a time, with Core Location's names.
///
/// Values that a source did not provide are nil. An accuracy is the radius that contains the true
/// position with a probability of about 68 %; a negative one means that the value it belongs to is
/// invalid.
public struct Location: Hashable, Sendable {
  public var coordinate: Coordinate
  /// In metres; negative if the coordinate is invalid.
  public var horizontalAccuracy: Double?
  /// In metres above mean sea level.
  public var altitude: Double?
  /// In metres; negative if the altitude is invalid.
  public var verticalAccuracy: Double?
  /// In m/s; negative if it is invalid.
  public var speed: Double?
  /// In m/s.
  public var speedAccuracy: Double?
  /// In degrees clockwise from true north, 0 to 360; negative if it is invalid.
  public var course: Double?
  /// In degrees.
  public var courseAccuracy: Double?
  /// Microseconds since the beginning of 1970, UTC, without leap seconds.
  public var timestamp: Timestamp?
  /// False if the source provides only the time of day: ``timestamp`` then counts from a midnight.
  public var isDateKnown: Bool
  public var source: LocationSource
  /// The number of satellites used; nil if unknown.
  public var satellites: Int?
  /// The horizontal dilution of precision (HDOP); nil if unknown.
  public var horizontalDilution: Double?

  public init(
    coordinate: Coordinate, horizontalAccuracy: Double? = nil, altitude: Double? = nil,
    verticalAccuracy: Double? = nil, speed: Double? = nil, speedAccuracy: Double? = nil,
    course: Double? = nil, courseAccuracy: Double? = nil, timestamp: Timestamp? = nil,
    isDateKnown: Bool = true, source: LocationSource = .unknown
  ) {
    self.coordinate = coordinate
    self.horizontalAccuracy = horizontalAccuracy
    self.altitude = altitude
    self.verticalAccuracy = verticalAccuracy
    self.speed = speed
    self.speedAccuracy = speedAccuracy
    self.course = course
    self.courseAccuracy = courseAccuracy
    self.timestamp = timestamp
    self.isDateKnown = isDateKnown
    self.source = source
  }
}

/// The source of a fix.
public enum LocationSource: String, Hashable, Sendable, CaseIterable {
  case unknown
  /// Satellites alone.
  case satellites
  /// Satellites with corrections (DGPS, SBAS).
  case differential
  /// Precise point positioning.
  case precise
  /// Carrier phases with resolved, and with estimated, ambiguities.
  case kinematicFixed
  case kinematicFloat
  /// Dead reckoning.
  case estimated
  /// Entered by hand.
  case manual
  case simulated
  /// Cells or Wi-Fi.
  case network
}

extension Location {
  /// Whether the coordinate is valid and its accuracy is not negative.
  public var isValid: Bool {
    coordinate.isValid && (horizontalAccuracy.map { $0 >= 0 } ?? true)
  }

  /// The altitude, if it is valid.
  public var validAltitude: Double? {
    guard let altitude, altitude.isFinite, verticalAccuracy.map({ $0 >= 0 }) ?? true else {
      return nil
    }
    return altitude
  }

  /// The speed, if it is valid.
  public var validSpeed: Double? { speed.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil } }

  /// The course, if it is valid.
  public var validCourse: Double? { course.flatMap { (0...360).contains($0) ? $0 : nil } }

  /// Returns the length of the shortest path from another location in metres, on WGS 84, ignoring
  /// altitudes.
  public func distance(from other: Location) throws(GeodesyError) -> Double {
    try Ellipsoid.wgs84.distance(from: other.coordinate, to: coordinate)
  }
}
