import Sensors
import Timeline

/// The combined values of the sentences of one epoch.
///
/// Sentences with the same time of day belong together, in any order; sentences without a time
/// belong to the epoch before them. If several report the same value, the last one counts.
struct NMEAEpoch {
  /// The time of day in microseconds; nil until a sentence reports it.
  var time: Int64?
  /// Whether the next sentence with a time begins another epoch, even at the same time.
  var isOver = false
  /// The sentences that reported a position or the lack of one, as bits of
  /// `ReceiverLogReader.Kind`.
  var kinds: UInt8 = 0
  var coordinate: Coordinate?
  /// Whether there is a fix, by the last sentence that reports one or its lack.
  var hasFix = false
  /// Whether a GGA has a position but too few satellites, so that GSA or a later sentence decides.
  var isDoubtful = false
  /// Whether a sentence other than GGA reported that there is no fix.
  var isRefused = false
  /// The report of gpsd on this epoch.
  var report: Location?
  var altitude: Double?
  var speed: Double?
  var course: Double?
  /// The speed and course that the epoch's RMC reports.
  var ownMotion: NMEAMotion?
  /// The speed and course of a VTG after the last sentence with a time; it may belong to the next
  /// epoch.
  var motion: NMEAMotion?
  var satellites: Double?
  var hdop: Double?
  var vdop: Double?
  /// The standard deviations in metres.
  var horizontalError: Double?
  var verticalError: Double?
  var source = LocationSource.unknown
  /// Whether the fix is two-dimensional, without an altitude.
  var isFlat = false

  /// The standard deviation in metres for a dilution of 1: rules of thumb for single-frequency
  /// receivers (GPS Standard Positioning Service Performance Standard, 5th edition, appendix B),
  /// for receivers with corrections, and for carrier phases.
  private var rangeError: Double {
    switch source {
    case .differential: 1.5
    case .precise: 0.3
    case .kinematicFixed: 0.02
    case .kinematicFloat: 0.3
    default: 5
    }
  }

  /// The epoch's fix; nil if it has none.
  func location(_ date: NMEADate, stated: StatedDate?) -> Location? {
    guard hasFix, let location = received(date, stated: stated) else { return report }
    return report.map { location.filled(from: $0) } ?? location
  }

  /// The fix that the sentences report.
  private func received(_ date: NMEADate, stated: StatedDate?) -> Location? {
    guard let coordinate else { return nil }
    var location = Location(coordinate: coordinate)
    location.source = source == .unknown ? .satellites : source
    location.horizontalAccuracy = horizontalError ?? hdop.map { $0 * rangeError }
    if let altitude, !isFlat {
      location.altitude = altitude
      location.verticalAccuracy = verticalError ?? vdop.map { $0 * rangeError }
    }
    location.satellites = satellites.flatMap { Int(exactly: $0) }
    location.horizontalDilution = hdop
    location.speed = speed
    location.course = course
    guard let time else { return location }
    location.isDateKnown = date.day != nil
    let day = date.day ?? date.undatedDays
    let reported = Timestamp(microseconds: Int64(day) * CalendarTime.dayLength + time)
    location.timestamp = date.day == nil ? reported : stated?.corrected(reported) ?? reported
    return location
  }
}

extension LocationSource {
  /// The source that a mode letter denotes (NMEA 0183, version 2.3 and later).
  init(nmeaMode mode: UInt8?) {
    switch mode {
    case UInt8(ascii: "A"): self = .satellites
    case UInt8(ascii: "D"): self = .differential
    case UInt8(ascii: "P"): self = .precise
    case UInt8(ascii: "R"): self = .kinematicFixed
    case UInt8(ascii: "F"): self = .kinematicFloat
    case UInt8(ascii: "E"): self = .estimated
    case UInt8(ascii: "M"): self = .manual
    case UInt8(ascii: "S"): self = .simulated
    default: self = .unknown
    }
  }

  /// The source that the quality of a GGA denotes.
  init(nmeaQuality quality: Double?) {
    switch quality {
    case 1: self = .satellites
    case 2: self = .differential
    case 3: self = .precise
    case 4: self = .kinematicFixed
    case 5: self = .kinematicFloat
    case 6: self = .estimated
    case 7: self = .manual
    case 8: self = .simulated
    default: self = .unknown
    }
  }
}
