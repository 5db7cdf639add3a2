import Contacts
import Files
import Sensors
import Timeline

// The sentences that makers of receivers defined: Garmin (PGRM), SkyTraq (PSTI), u-blox (PUBX),
// Ashtech (PASHR) and Trimble (PTNL). Their fields follow the makers' manuals.
extension ReceiverLogReader {
  /// Reads a sentence that begins with P; returns whether an epoch ended and has a fix.
  func readProprietary(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    func fields(after start: StaticString) -> NMEAFields? {
      guard text.starts(with: start) else { return nil }
      return NMEAFields(UnsafeBufferPointer(rebasing: text[start.utf8CodeUnitCount...]))
    }
    if var fields = fields(after: "PGRME,") { readRME(&fields) }
    if var fields = fields(after: "PSTI,030,") { return readSTI030(&fields) }
    if var fields = fields(after: "PUBX,00,") { return readUBX00(&fields) }
    if var fields = fields(after: "PASHR,POS,") { return readASHRPOS(&fields) }
    if var fields = fields(after: "PTNL,GGK,") { return readGGK(&fields) }
    return false
  }

  /// PGRME: horizontal, vertical and spherical error in metres, each with its unit.
  private func readRME(_ fields: inout NMEAFields) {
    epoch.horizontalError = fields.number() ?? epoch.horizontalError
    fields.skip(1)
    epoch.verticalError = fields.number() ?? epoch.verticalError
  }

  /// PSTI,030: time, status, position, altitude above mean sea level, velocity to the east, to the
  /// north and up in m/s, date, mode.
  private func readSTI030(_ fields: inout NMEAFields) -> Bool {
    var report = Report()
    report.readTime(&fields)
    report.isFix = fields.letter() == UInt8(ascii: "A")
    report.readPosition(&fields)
    let altitude = fields.number()
    let east = fields.number()
    let north = fields.number()
    fields.skip(1)
    let day = fields.next()
    let mode = fields.letter()
    let isFinished = add(.proprietary, report)
    guard report.isFix else { return isFinished }
    _ = date.set(ddmmyy: day)
    epoch.altitude = epoch.altitude ?? altitude
    if epoch.source == .unknown { epoch.source = LocationSource(nmeaMode: mode) }
    guard let east, let north, epoch.ownMotion == nil, epoch.speed == nil else { return isFinished }
    let speed = (east * east + north * north).squareRoot()
    let course = Trigonometry.degrees(from: Vector(dx: 1, dy: 0), to: Vector(dx: north, dy: east))
    addMotion(speed: speed, course: speed < ReceiverLogReader.slowest ? nil : course)
    return isFinished
  }

  /// The least speed in m/s with a meaningful course: the velocities have two decimals.
  private static let slowest = 0.05

  /// PUBX,00: time, position, altitude above the ellipsoid, status, horizontal and vertical
  /// accuracy, speed in km/h, course.
  private func readUBX00(_ fields: inout NMEAFields) -> Bool {
    var report = Report()
    report.readTime(&fields)
    report.readPosition(&fields)
    fields.skip(1)
    let status = fields.next()
    let horizontal = fields.number()
    let vertical = fields.number()
    let speed = fields.number()
    let course = fields.number()
    // NF is no fix, and TT only a time.
    report.isFix = status.count == 2 && status.first != UInt8(ascii: "N") && status[0] != status[1]
    let isFinished = add(.proprietary, report)
    guard report.isFix else { return isFinished }
    addMotion(speed: speed.map { $0 / 3.6 }, course: course)
    epoch.horizontalError = epoch.horizontalError ?? horizontal
    epoch.verticalError = epoch.verticalError ?? vertical
    if epoch.source == .unknown, status[0] == UInt8(ascii: "D") {
      epoch.source = status[1] == UInt8(ascii: "R") ? .estimated : .differential
    }
    return isFinished
  }

  /// PASHR,POS: mode, satellites, time, position, altitude above the ellipsoid, age, course, speed
  /// in knots, vertical velocity, and the dilutions of position, horizontally and vertically.
  private func readASHRPOS(_ fields: inout NMEAFields) -> Bool {
    var report = Report()
    let mode = fields.number()
    let satellites = fields.number()
    report.readTime(&fields)
    report.readPosition(&fields)
    fields.skip(2)
    let course = fields.number()
    let speed = fields.number()
    fields.skip(2)
    let hdop = fields.number()
    let vdop = fields.number()
    report.isFix = mode != nil && report.hasPosition
    let isFinished = add(.proprietary, report)
    guard report.isFix else { return isFinished }
    addMotion(speed: speed.map { $0 * ReceiverLogReader.knot }, course: course)
    epoch.satellites = epoch.satellites ?? satellites
    epoch.hdop = epoch.hdop ?? hdop
    epoch.vdop = epoch.vdop ?? vdop
    if epoch.source == .unknown { epoch.source = ReceiverLogReader.source(ashtechMode: mode) }
    return isFinished
  }

  private static func source(ashtechMode mode: Double?) -> LocationSource {
    switch mode {
    case 1, 9: .differential
    case 2: .kinematicFloat
    case 3: .kinematicFixed
    case 5: .estimated
    default: .satellites
    }
  }

  /// PTNL,GGK: time, date, position, quality, satellites, dilution of position, altitude above the
  /// ellipsoid. The date is skipped: the maker's manuals disagree on the order of day and month.
  private func readGGK(_ fields: inout NMEAFields) -> Bool {
    var report = Report()
    report.readTime(&fields)
    fields.skip(1)
    report.readPosition(&fields)
    let quality = fields.number()
    let satellites = fields.number()
    report.isFix = quality ?? 0 > 0
    let isFinished = add(.proprietary, report)
    guard report.isFix else { return isFinished }
    epoch.satellites = epoch.satellites ?? satellites
    if epoch.source == .unknown { epoch.source = ReceiverLogReader.source(trimbleQuality: quality) }
    return isFinished
  }

  private static func source(trimbleQuality quality: Double?) -> LocationSource {
    switch quality {
    case 2, 6: .kinematicFloat
    case 3, 7: .kinematicFixed
    case 4, 5: .differential
    default: .satellites
    }
  }

  /// Adds a speed in m/s and a course, unless another sentence has reported them.
  private func addMotion(speed: Double?, course: Double?) {
    epoch.speed = epoch.speed ?? speed
    epoch.course = epoch.course ?? course.map(ReceiverLogReader.normalized)
  }
}
