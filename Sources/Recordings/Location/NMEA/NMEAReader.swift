public import Sensors
import Timeline

/// Reads the fixes of an NMEA 0183 receiver, one for each moment that it reported.
///
/// Taken are RMC, GGA, GLL, GNS, VTG, GSA, GST, GBS and ZDA of any talker, and Garmin's PGRME.
/// Everything else, binary protocols and broken sentences are passed over.
public final class NMEAReader: LocationReader {
  public let format = LocationFormat.nmea

  private let framer: NMEAFramer
  @exclusivity(unchecked) private var epoch = NMEAEpoch()
  @exclusivity(unchecked) private var date = NMEADate()
  private var stated: StatedDate?
  /// A date that was given counts more than one in the log.
  private let isDateGiven: Bool
  /// The last fix that was made: sentences only tell whether it is new, since it is large.
  @exclusivity(unchecked) private var finished: Location?
  @exclusivity(unchecked) private var isAtEnd = false
  /// Whether the last sentence with a time was GLL, and whether that is what ends the cycles.
  @exclusivity(unchecked) private var wasGLL = false
  @exclusivity(unchecked) private var endsWithGLL = false
  @exclusivity(unchecked) private var malformed = 0
  private var datelessFixes = 0
  private var correctedFixes = 0

  /// - Parameter date: a day near that of the recording, to correct a rolled-over week by and to
  ///   complete times without a date. Without it the recording's own `# Date:` line serves for the
  ///   former.
  public init(
    _ source: ByteSource, policy: NMEAChecksumPolicy = .ifPresent, date: StatedDate? = nil
  ) {
    framer = NMEAFramer(source, policy: policy)
    stated = date
    isDateGiven = date != nil
    if let date { self.date = NMEADate(assumed: date.day) }
  }

  public func readAll(
    _ body: (Location) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    while let location = try next() { try body(location) }
  }

  /// The next fix; nil at the end.
  public func next() throws(RecordingError) -> Location? {
    while !isAtEnd {
      guard let piece = try framer.nextPiece() else {
        isAtEnd = true
        return epoch.hasFix && close() ? finished : nil
      }
      switch piece {
      case .comment(let text):
        if !isDateGiven, stated == nil { stated = StatedDate(comment: text) }
      case .sentence(let text):
        if take(text) { return finished }
      }
    }
    return nil
  }

  public var remarks: [LocationRemark] {
    [
      LocationRemark("sentences with a wrong checksum", framer.wrongChecksums),
      LocationRemark("sentences cut short", framer.incomplete),
      LocationRemark("sentences that are too long", framer.overlong),
      LocationRemark("sentences with impossible positions or times", malformed),
      LocationRemark("fixes without a date (--date gives one)", datelessFixes),
      LocationRemark("fixes with a GPS week that has rolled over, corrected", correctedFixes),
    ].compactMap { $0 }
  }

  /// Makes the fix of the moment that is over, if it had one.
  private func close() -> Bool {
    finished = epoch.location(day: date.day, stated: stated)
    guard let location = finished else { return false }
    if !location.isDateKnown { datelessFixes += 1 }
    if location.isDateKnown, let time = epoch.time, let stamp = location.timestamp,
      stamp.microseconds != Int64(date.day ?? 0) * CalendarTime.dayLength + time
    {
      correctedFixes += 1
    }
    return true
  }
}

// MARK: - Moments

extension NMEAReader {
  /// Less is the same moment: some receivers round the time differently in different sentences.
  private static let tolerance: Int64 = 10_000
  /// A GLL sentence that ends a cycle is up to so much ahead of the sentences before it: seen of
  /// Garmin 48 and B&G Zeus, which round its time up.
  private static let longestLead: Int64 = 1_000_000

  /// Sentences that tell a position, as bits.
  private enum Kind: UInt8 {
    case rmc = 1
    case gga = 2
    case gll = 4
    case gns = 8
  }

  /// Makes a time the current one; returns whether the moment before is over and had a fix.
  private func move(to time: Int64, isGLL: Bool = false) -> Bool {
    defer {
      epoch.time = time
      wasGLL = isGLL
    }
    guard let old = epoch.time else {
      guard epoch.kinds != 0 else { return false }
      // What came before without a time was another moment's, if it told a position.
      return startEpoch()
    }
    let isSame = abs(time - old) <= NMEAReader.tolerance
    if wasGLL, !isGLL, !isSame { endsWithGLL = true }
    if isGLL, leads(old, time) {
      epoch.isOver = true
      return false
    }
    guard !isSame || epoch.isOver else { return false }
    let isFinished = startEpoch()
    date.pass(from: old, to: time)
    return isFinished
  }

  /// Whether a GLL sentence belongs to the running moment though its time is another.
  private func leads(_ old: Int64, _ time: Int64) -> Bool {
    endsWithGLL && epoch.kinds != 0 && epoch.kinds & Kind.gll.rawValue == 0
      && time - old > NMEAReader.tolerance && time - old <= NMEAReader.longestLead
  }

  /// Begins a moment for a sentence that tells no time, unless the current one has none either.
  private func moveToUntimed(_ kind: Kind) -> Bool {
    guard epoch.time != nil || epoch.kinds & kind.rawValue != 0 else { return false }
    return startEpoch()
  }

  /// Returns whether the moment that is over had a fix; it is in ``finished`` then.
  private func startEpoch() -> Bool {
    let hasFix = epoch.hasFix && close()
    epoch = NMEAEpoch()
    return hasFix
  }

  /// What all sentences with a position have.
  private struct Report {
    var time: Int64?
    var hasTimeField = false
    var isFix = false
    var coordinate: Coordinate?
    var hasPosition = false
  }

  /// Puts a position into its moment; returns whether the moment before is over and had a fix.
  private func take(_ kind: Kind, _ report: Report) -> Bool {
    let isTimeWrong = report.hasTimeField && report.time == nil
    if isTimeWrong || report.hasPosition && report.coordinate == nil { malformed += 1 }
    // It would be put into a moment that is not its own.
    if isTimeWrong { return false }
    let isFinished = report.time.map { move(to: $0, isGLL: kind == .gll) } ?? moveToUntimed(kind)
    epoch.kinds |= kind.rawValue
    if report.isFix, let coordinate = report.coordinate {
      epoch.hasFix = true
      epoch.coordinate = coordinate
    } else if kind != .gga || !report.hasPosition {
      // A GGA that gives a position and quality 0 does not undo the fix of another sentence: some
      // receivers never fill the quality in.
      epoch.hasFix = false
    }
    return isFinished
  }
}

// MARK: - Sentences

extension NMEAReader {
  /// Takes a sentence; returns whether the moment before is over and had a fix.
  private func take(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // Two letters of the talker, three of the sentence, a comma.
    guard text.count > 6, text[5] == UInt8(ascii: ",") else { return false }
    var fields = NMEAFields(UnsafeBufferPointer(rebasing: text[6...]))
    switch NMEAReader.code(text[2], text[3], text[4]) {
    case NMEAReader.rmc: return takeRMC(&fields)
    case NMEAReader.gga: return takeGGA(&fields)
    case NMEAReader.gll: return takeGLL(&fields)
    case NMEAReader.gns: return takeGNS(&fields)
    case NMEAReader.zda: return takeZDA(&fields)
    case NMEAReader.gst: return takeGST(&fields)
    case NMEAReader.gbs: return takeGBS(&fields)
    case NMEAReader.vtg: takeVTG(&fields)
    case NMEAReader.gsa: takeGSA(&fields)
    case NMEAReader.rme where text[0] == UInt8(ascii: "P") && text[1] == UInt8(ascii: "G"):
      takeRME(&fields)
    default: break
    }
    return false
  }

  @inline(__always) private static func code(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> UInt32 {
    UInt32(a) << 16 | UInt32(b) << 8 | UInt32(c)
  }

  private static let rmc: UInt32 = 0x524d43
  private static let gga: UInt32 = 0x474741
  private static let gll: UInt32 = 0x474c4c
  private static let gns: UInt32 = 0x474e53
  private static let zda: UInt32 = 0x5a4441
  private static let gst: UInt32 = 0x475354
  private static let gbs: UInt32 = 0x474253
  private static let vtg: UInt32 = 0x565447
  private static let gsa: UInt32 = 0x475341
  private static let rme: UInt32 = 0x524d45

  /// A knot is 1852 m an hour.
  private static let knot = 1852.0 / 3600

  /// A course from 0 to 360 degrees: some receivers go a little beyond.
  private static func turned(_ course: Double) -> Double {
    if (0...360).contains(course) { return course }
    let rest = course.truncatingRemainder(dividingBy: 360)
    return rest < 0 ? rest + 360 : rest
  }

  private func time(_ fields: inout NMEAFields, _ report: inout Report) {
    var copy = fields
    report.hasTimeField = !copy.next().isEmpty
    report.time = fields.timeOfDay()
  }

  private func position(_ fields: inout NMEAFields, _ report: inout Report) {
    var copy = fields
    report.hasPosition = !copy.next().isEmpty
    let latitude = fields.angle(
      positive: UInt8(ascii: "N"), negative: UInt8(ascii: "S"), most: 90)
    let longitude = fields.angle(
      positive: UInt8(ascii: "E"), negative: UInt8(ascii: "W"), most: 180)
    if let latitude, let longitude {
      report.coordinate = Coordinate(latitude: latitude, longitude: longitude)
    }
  }

  /// Time, status, position, speed, course, date, variation, mode.
  private func takeRMC(_ fields: inout NMEAFields) -> Bool {
    var report = Report()
    time(&fields, &report)
    guard let status = fields.letter() else { return false }
    position(&fields, &report)
    let speed = fields.number()
    let course = fields.number()
    let day = fields.next()
    fields.skip(2)
    let mode = fields.letter()
    // D was valid with corrections before there was a mode.
    report.isFix =
      (status == UInt8(ascii: "A") || status == UInt8(ascii: "D")) && mode != UInt8(ascii: "N")
    let isFinished = take(.rmc, report)
    _ = date.take(ddmmyy: day)
    guard report.isFix else { return isFinished }
    if let speed { epoch.speed = speed * NMEAReader.knot }
    if let course { epoch.course = NMEAReader.turned(course) }
    if epoch.source == .unknown { epoch.source = NMEAReader.source(mode: mode) }
    return isFinished
  }

  /// Time, position, quality, satellites, dilution, altitude.
  private func takeGGA(_ fields: inout NMEAFields) -> Bool {
    var report = Report()
    time(&fields, &report)
    position(&fields, &report)
    let quality = fields.number()
    fields.skip(1)
    let hdop = fields.number()
    let altitude = fields.number()
    // Some receivers leave the quality out and give a position all the same.
    report.isFix = quality.map { $0 != 0 } ?? report.hasPosition
    let isFinished = take(.gga, report)
    guard report.isFix else { return isFinished }
    epoch.source = NMEAReader.source(quality: quality)
    if let hdop { epoch.hdop = hdop }
    if let altitude { epoch.altitude = altitude }
    return isFinished
  }

  /// Position, time, status, mode.
  private func takeGLL(_ fields: inout NMEAFields) -> Bool {
    var report = Report()
    position(&fields, &report)
    time(&fields, &report)
    // Before version 2.0 it had no time and no status.
    guard let status = fields.letter() else { return false }
    let mode = fields.letter()
    report.isFix = status == UInt8(ascii: "A") && mode != UInt8(ascii: "N")
    return take(.gll, report)
  }

  /// Time, position, a mode for each system, satellites, dilution, altitude.
  private func takeGNS(_ fields: inout NMEAFields) -> Bool {
    var report = Report()
    time(&fields, &report)
    position(&fields, &report)
    let modes = fields.next()
    fields.skip(1)
    let hdop = fields.number()
    let altitude = fields.number()
    // One system with a fix is enough.
    let mode = modes.first { $0 != UInt8(ascii: "N") }
    report.isFix = mode != nil
    let isFinished = take(.gns, report)
    guard report.isFix else { return isFinished }
    if epoch.source == .unknown { epoch.source = NMEAReader.source(mode: mode) }
    if let hdop { epoch.hdop = hdop }
    if let altitude { epoch.altitude = altitude }
    return isFinished
  }

  /// Time, day, month, year.
  private func takeZDA(_ fields: inout NMEAFields) -> Bool {
    guard let time = fields.timeOfDay() else { return false }
    let day = fields.number()
    let month = fields.number()
    let year = fields.number()
    let isFinished = move(to: time)
    _ = date.take(year: year, month: month, day: day)
    return isFinished
  }

  /// Time, residuals, the error ellipse, and the errors of latitude, longitude and altitude.
  private func takeGST(_ fields: inout NMEAFields) -> Bool {
    guard let time = fields.timeOfDay() else { return false }
    fields.skip(4)
    let north = fields.number()
    let east = fields.number()
    let up = fields.number()
    let isFinished = move(to: time)
    takeErrors(north, east, up)
    return isFinished
  }

  /// Time, and the expected errors of latitude, longitude and altitude.
  private func takeGBS(_ fields: inout NMEAFields) -> Bool {
    guard let time = fields.timeOfDay() else { return false }
    let north = fields.number()
    let east = fields.number()
    let up = fields.number()
    let isFinished = move(to: time)
    takeErrors(north, east, up)
    return isFinished
  }

  private func takeErrors(_ north: Double?, _ east: Double?, _ up: Double?) {
    if let north, let east, north >= 0, east >= 0 {
      epoch.horizontalError = (north * north + east * east).squareRoot()
    }
    if let up, up >= 0 { epoch.verticalError = up }
  }

  /// Course by true and magnetic north, speed in knots and kilometres an hour.
  private func takeVTG(_ fields: inout NMEAFields) {
    let course = fields.number()
    let hasUnits = fields.letter() == UInt8(ascii: "T")
    // Before version 2.3 there were no letters between the numbers.
    fields.skip(hasUnits ? 2 : 0)
    let knots = fields.number()
    if hasUnits { fields.skip(1) }
    let kilometres = fields.number()
    if hasUnits {
      fields.skip(1)
      if fields.letter() == UInt8(ascii: "N") { return }
    }
    if let course { epoch.course = NMEAReader.turned(course) }
    if let knots {
      epoch.speed = knots * NMEAReader.knot
    } else if let kilometres {
      epoch.speed = kilometres / 3.6
    }
  }

  /// Choice of the mode, the mode, twelve satellites, three dilutions.
  private func takeGSA(_ fields: inout NMEAFields) {
    fields.skip(1)
    let mode = fields.letter()
    fields.skip(12)
    fields.skip(1)
    let hdop = fields.number()
    let vdop = fields.number()
    epoch.isFlat = mode == UInt8(ascii: "2")
    if let hdop { epoch.hdop = hdop }
    if let vdop { epoch.vdop = vdop }
  }

  /// Horizontal, vertical and spherical error in metres, each with its unit.
  private func takeRME(_ fields: inout NMEAFields) {
    let horizontal = fields.number()
    fields.skip(1)
    let vertical = fields.number()
    if let horizontal { epoch.horizontalError = horizontal }
    if let vertical { epoch.verticalError = vertical }
  }

  private static func source(mode: UInt8?) -> LocationSource {
    switch mode {
    case UInt8(ascii: "A"): .satellites
    case UInt8(ascii: "D"): .differential
    case UInt8(ascii: "P"): .precise
    case UInt8(ascii: "R"): .kinematicFixed
    case UInt8(ascii: "F"): .kinematicFloat
    case UInt8(ascii: "E"): .estimated
    case UInt8(ascii: "M"): .manual
    case UInt8(ascii: "S"): .simulated
    default: .unknown
    }
  }

  private static func source(quality: Double?) -> LocationSource {
    switch quality {
    case 1: .satellites
    case 2: .differential
    case 3: .precise
    case 4: .kinematicFixed
    case 5: .kinematicFloat
    case 6: .estimated
    case 7: .manual
    case 8: .simulated
    default: .unknown
    }
  }
}
