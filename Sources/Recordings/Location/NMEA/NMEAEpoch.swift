import Sensors
import Timeline

/// What the sentences of one moment told together.
///
/// Sentences with the same time of day belong together, whatever their order; those without a time
/// belong to the moment that they came after. Where several tell the same thing, the last one counts.
struct NMEAEpoch {
  /// Microseconds from midnight; nil before a sentence told.
  var time: Int64?
  /// Whether the next sentence with a time begins another moment, even at the same time.
  var isOver = false
  /// The kinds of sentences that told a position, or that there is none.
  var kinds: UInt8 = 0
  var coordinate: Coordinate?
  /// Whether the last sentence that says so says that there is a fix.
  var hasFix = false
  /// Whether a GGA gave a position by too few satellites: what GSA or a later sentence says decides.
  var isDoubtful = false
  /// Whether a sentence other than GGA said that there is no fix.
  var isRefused = false
  var altitude: Double?
  var speed: Double?
  var course: Double?
  var hdop: Double?
  var vdop: Double?
  /// Standard deviations in metres.
  var horizontalError: Double?
  var verticalError: Double?
  var source = LocationSource.unknown
  /// Whether the satellites were too few for an altitude.
  var isFlat = false

  /// What a source's fix is off by in metres for a dilution of 1, one standard deviation: rules of
  /// thumb for single-frequency receivers (GPS Standard Positioning Service Performance Standard,
  /// 5th edition, appendix B), with corrections, and for carrier phases.
  private var rangeError: Double {
    switch source {
    case .differential: 1.5
    case .precise: 0.3
    case .kinematicFixed: 0.02
    case .kinematicFloat: 0.3
    default: 5
    }
  }

  /// The fix, if there is one.
  func location(day: Int?, stated: StatedDate?) -> Location? {
    guard hasFix, let coordinate else { return nil }
    var location = Location(coordinate: coordinate)
    location.source = source == .unknown ? .satellites : source
    location.horizontalAccuracy = horizontalError ?? hdop.map { $0 * rangeError }
    if let altitude, !isFlat {
      location.altitude = altitude
      location.verticalAccuracy = verticalError ?? vdop.map { $0 * rangeError }
    }
    location.speed = speed
    location.course = course
    guard let time else { return location }
    location.isDateKnown = day != nil
    let told = Timestamp(microseconds: Int64(day ?? 0) * CalendarTime.dayLength + time)
    location.timestamp = day == nil ? told : stated?.corrected(told) ?? told
    return location
  }
}
