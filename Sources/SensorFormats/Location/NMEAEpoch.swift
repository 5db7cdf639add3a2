/// The combined values of the sentences of one epoch, the last one of each: those with the same
/// time of day, and those without a time after them.
struct NMEAEpoch {
  /// The time of day in microseconds; nil until a sentence reports it.
  var time: Int64?
  /// The day that an RMC reports.
  var day: Int?
  /// Whether the next sentence with a time begins another epoch, even at the same time.
  var isOver = false
  /// The sentences with a position or the lack of one, as bits of `ReceiverLogReader.Kind`.
  var kinds: UInt8 = 0
  var coordinate: Coordinate?
  /// Whether there is a fix, by the last sentence that reports one or its lack.
  var hasFix = false
  /// Whether a GGA has a position but too few satellites, so that another sentence decides.
  var isDoubtful = false
  /// Whether a sentence other than GGA reported that there is no fix.
  var isRefused = false
  /// The report of gpsd on this epoch, and the device that it is of.
  var report: Location?
  var device: String?
  /// The values of the fix beside its position and time, as reported.
  var values = Location.unplaced
  /// The speed and course that the epoch's RMC reports.
  var ownMotion: NMEAMotion?
  /// The speed and course of a VTG that may belong to the next epoch.
  var motion: NMEAMotion?
  var vdop: Double?
  /// Whether the fix is two-dimensional, without an altitude.
  var isFlat = false

  /// The standard deviation in metres for a dilution of 1, a rule of thumb for single-frequency
  /// receivers (GPS Standard Positioning Service Performance Standard, 5th edition, appendix B).
  static let rangeError = 5.0

  /// The same deviation, also of receivers with corrections and of those of carrier phases.
  private var rangeError: Double {
    switch values.source {
    case .differential: 1.5
    case .precise, .kinematicFloat: 0.3
    case .kinematicFixed: 0.02
    default: NMEAEpoch.rangeError
    }
  }

  /// What later reports of gpsd on the epoch have in common with it.
  struct Identity {
    var time: Int64?
    var reportTime: Timestamp?
    var device: String?
  }

  var identity: Identity {
    Identity(time: time, reportTime: report?.timestamp, device: device)
  }

  /// Whether sentences or gpsd report a fix.
  var isReported: Bool { hasFix || report != nil }

  /// The epoch's fix; nil if it has none.
  func location(_ date: NMEADate, stated: StatedDate?) -> Location? {
    guard hasFix, let coordinate else { return report }
    var location = values
    location.coordinate = coordinate
    if location.source == .unknown { location.source = .satellites }
    let hdop = values.horizontalDilution
    location.horizontalAccuracy = values.horizontalAccuracy ?? hdop.map { $0 * rangeError }
    if isFlat { location.altitude = nil }
    let vertical = values.verticalAccuracy ?? vdop.map { $0 * rangeError }
    location.verticalAccuracy = location.altitude == nil ? nil : vertical
    if let time {
      location.isDateKnown = date.day != nil
      let day = date.day ?? date.undatedDays
      let reported = Timestamp(microseconds: Int64(day) * CalendarTime.dayLength + time)
      location.timestamp = date.day == nil ? reported : stated?.corrected(reported) ?? reported
    }
    return report.map { location.filled(from: $0) } ?? location
  }
}

extension Location {
  /// The values of a sentence or an epoch without its position, which is separate.
  static var unplaced: Location { Location(coordinate: Coordinate(latitude: 0, longitude: 0)) }
}

extension LocationSource {
  /// The sources by the quality of a GGA, from 1, and their modes (NMEA 0183, version 2.3).
  private static let nmeaSources: [LocationSource] = [
    .satellites, .differential, .precise, .kinematicFixed, .kinematicFloat, .estimated, .manual,
    .simulated,
  ]
  private static let nmeaModes: [UInt8] = Array("ADPRFEMS".utf8)

  /// The source that a mode letter denotes.
  init(nmeaMode mode: UInt8?) {
    let index = LocationSource.nmeaModes.firstIndex { $0 == mode }
    self = index.map { LocationSource.nmeaSources[$0] } ?? .unknown
  }

  /// The source that the quality of a GGA denotes.
  init(nmeaQuality quality: Double?) {
    let index = quality.flatMap { Int(exactly: $0 - 1) } ?? -1
    let sources = LocationSource.nmeaSources
    self = sources.indices.contains(index) ? sources[index] : .unknown
  }

  /// The quality in a GGA; 1 for sources without a quality.
  var nmeaQuality: Int { (LocationSource.nmeaSources.firstIndex(of: self) ?? 0) + 1 }

  /// The mode letter in an RMC.
  var nmeaMode: UInt8 { LocationSource.nmeaModes[nmeaQuality - 1] }
}
