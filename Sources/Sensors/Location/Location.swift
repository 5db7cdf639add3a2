public import Timeline

/// A fix: the position of a receiver at a time, with Core Location's names.
///
/// Unknown values are nil. An accuracy is the radius that contains the true position with a
/// probability of about 68 %; a negative one marks its value as invalid.
public struct Location: Hashable, Sendable {
  public var coordinate: Coordinate
  /// The accuracy of the coordinate in metres; negative if the coordinate is invalid.
  public var horizontalAccuracy: Double?
  /// The altitude in metres above mean sea level.
  public var altitude: Double?
  /// The accuracy of the altitude in metres; negative if the altitude is invalid.
  public var verticalAccuracy: Double?
  /// The speed in m/s; negative if it is invalid.
  public var speed: Double?
  /// The accuracy of the speed in m/s.
  public var speedAccuracy: Double?
  /// The course in degrees clockwise from true north, 0 to 360; negative if it is invalid.
  public var course: Double?
  /// The accuracy of the course in degrees.
  public var courseAccuracy: Double?
  /// The time in microseconds since the beginning of 1970, UTC, without leap seconds.
  public var timestamp: Timestamp?
  /// Whether ``timestamp`` includes the date; otherwise it counts from some midnight.
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

  /// Returns the distance from another location in metres on WGS 84, ignoring altitudes.
  public func distance(from other: Location) throws(GeodesyError) -> Double {
    try Ellipsoid.wgs84.distance(from: other.coordinate, to: coordinate)
  }
}

/// The source of a fix.
public enum LocationSource: String, Hashable, Sendable, CaseIterable {
  case unknown
  /// A fix by satellites alone.
  case satellites
  /// A fix by satellites with corrections (DGPS, SBAS).
  case differential
  /// A fix by precise point positioning.
  case precise
  /// A fix by carrier phases, with resolved ambiguities or, in the next case, estimated ones.
  case kinematicFixed
  case kinematicFloat
  /// A position by dead reckoning.
  case estimated
  /// A position entered by hand.
  case manual
  case simulated
  /// A position by cells or Wi-Fi.
  case network
}
