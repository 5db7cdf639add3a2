public import Timeline

/// A fix: where a receiver was at a moment, under Core Location's names.
///
/// What a source did not tell is nil. An accuracy is the radius within which the truth lies with a
/// probability of about 68 %; a negative one says that what it belongs to is invalid.
public struct Location: Hashable, Sendable {
  public var coordinate: Coordinate
  /// Metres; negative when the coordinate is invalid.
  public var horizontalAccuracy: Double?
  /// Metres above mean sea level.
  public var altitude: Double?
  /// Metres; negative when the altitude is invalid.
  public var verticalAccuracy: Double?
  /// Metres a second; negative when it is invalid.
  public var speed: Double?
  /// Metres a second.
  public var speedAccuracy: Double?
  /// Degrees clockwise from true north, 0 to 360; negative when it is invalid.
  public var course: Double?
  /// Degrees.
  public var courseAccuracy: Double?
  /// Microseconds since the beginning of 1970, UTC, without leap seconds.
  public var timestamp: Timestamp?
  /// False where a source told the time of day only: ``timestamp`` then counts from a midnight.
  public var isDateKnown: Bool
  public var source: LocationSource

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

/// How a fix was made.
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
  /// Whether the coordinate is one of the earth and its accuracy is not negative.
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

  /// The length of the shortest way from another place in metres, on WGS 84, altitudes ignored.
  public func distance(from other: Location) throws(GeodesyError) -> Double {
    try Ellipsoid.wgs84.distance(from: other.coordinate, to: coordinate)
  }
}
