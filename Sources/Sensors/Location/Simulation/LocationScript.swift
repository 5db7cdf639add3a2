public import Timeline

/// What a simulated receiver goes through: ways, pauses, and what it sees of the sky.
///
/// ```
/// start 2024-05-01T09:00:00Z
/// at 37.5665 126.9780 38      # latitude, longitude, altitude
/// noise 4                     # metres, each axis
/// speed 5 km/h
/// to 37.5700 126.9770         # on the shortest way
/// wait 60 s
/// tunnel 300 m                # no fixes on the next 300 metres
/// go 90 for 1 km              # due east
/// ```
///
/// The same script gives the same fixes, noise included.
public struct LocationScript: Hashable, Sendable {
  /// One line of a script.
  public enum Step: Hashable, Sendable {
    /// Goes to a place at the current speed; climbs evenly where it has an altitude.
    case go(Coordinate, altitude: Double?)
    /// Goes into a direction in degrees for so many metres.
    case head(Double, metres: Double)
    /// Goes into a direction in degrees for so many seconds.
    case headFor(Double, seconds: Double)
    /// Stays for so many seconds.
    case wait(Double)
    /// Metres a second from here on.
    case speed(Double)
    /// Metres: what fixes claim to be accurate to; nil for what the noise is.
    case accuracy(Double?)
    /// Metres: the standard deviation of each axis, anew for each fix.
    case noise(Double)
    /// Metres of a noise that wanders, and the seconds in which it forgets.
    case drift(Double, seconds: Double)
    /// No fixes for so many seconds.
    case outage(Double)
    /// No fixes on so many metres.
    case tunnel(Double)
  }

  public var start: Timestamp
  public var seed: UInt64
  /// Fixes a second.
  public var rate: Double
  public var place: Coordinate
  public var altitude: Double?
  public var steps: [Step]

  public init(
    start: Timestamp = Timestamp(microseconds: 1_704_067_200_000_000), seed: UInt64 = 1,
    rate: Double = 1, place: Coordinate, altitude: Double? = nil, steps: [Step] = []
  ) {
    self.start = start
    self.seed = seed
    self.rate = rate
    self.place = place
    self.altitude = altitude
    self.steps = steps
  }
}
