import Contacts

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
    epoch.values.horizontalAccuracy = fields.number() ?? epoch.values.horizontalAccuracy
    fields.skip(1)
    epoch.values.verticalAccuracy = fields.number() ?? epoch.values.verticalAccuracy
  }

  /// PSTI,030: time, status, position, altitude above mean sea level, velocity to the east, to the
  /// north and up in m/s, date, mode.
  private func readSTI030(_ fields: inout NMEAFields) -> Bool {
    var report = Report()
    report.readTime(&fields)
    report.isFix = fields.letter() == UInt8(ascii: "A")
    report.readPosition(&fields)
    report.values.altitude = fields.number()
    let east = fields.number()
    let north = fields.number()
    fields.skip(1)
    let dateField = fields.next()
    report.values.source = LocationSource(nmeaMode: fields.letter())
    let isFinished = add(.proprietary, report)
    guard report.isFix else { return isFinished }
    if let day = date.day(ddmmyy: dateField) { date.set(day) }
    guard let east, let north, epoch.ownMotion == nil, epoch.values.speed == nil else {
      return isFinished
    }
    let speed = (east * east + north * north).squareRoot()
    epoch.values.speed = speed
    if speed >= ReceiverLogReader.slowest, epoch.values.course == nil {
      let course = Trigonometry.degrees(from: Vector(dx: 1, dy: 0), to: Vector(dx: north, dy: east))
      epoch.values.course = ReceiverLogReader.normalized(course)
    }
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
    report.values.horizontalAccuracy = fields.number()
    report.values.verticalAccuracy = fields.number()
    report.values.speed = fields.number().map { $0 / 3.6 }
    report.values.course = fields.number().map(ReceiverLogReader.normalized)
    // NF is no fix, and TT only a time.
    report.isFix = status.count == 2 && status.first != UInt8(ascii: "N") && status[0] != status[1]
    if report.isFix, status[0] == UInt8(ascii: "D") {
      report.values.source = status[1] == UInt8(ascii: "R") ? .estimated : .differential
    }
    return add(.proprietary, report)
  }

  /// PASHR,POS: mode, satellites, time, position, altitude above the ellipsoid, age, course, speed
  /// in knots, vertical velocity, and the dilutions of position, horizontally and vertically.
  private func readASHRPOS(_ fields: inout NMEAFields) -> Bool {
    var report = Report()
    let mode = fields.number()
    report.values.source = ReceiverLogReader.source(ashtechMode: mode)
    report.values.satellites = fields.number().flatMap { Int(exactly: $0) }
    report.readTime(&fields)
    report.readPosition(&fields)
    fields.skip(2)
    report.values.course = fields.number().map(ReceiverLogReader.normalized)
    report.values.speed = fields.number().map { $0 * ReceiverLogReader.knot }
    fields.skip(2)
    report.values.horizontalDilution = fields.number()
    let vdop = fields.number()
    report.isFix = mode != nil && report.hasPosition
    let isFinished = add(.proprietary, report)
    if report.isFix { epoch.vdop = epoch.vdop ?? vdop }
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
    report.isFix = quality ?? 0 > 0
    report.values.source = ReceiverLogReader.source(trimbleQuality: quality)
    report.values.satellites = fields.number().flatMap { Int(exactly: $0) }
    return add(.proprietary, report)
  }

  private static func source(trimbleQuality quality: Double?) -> LocationSource {
    switch quality {
    case 2, 6: .kinematicFloat
    case 3, 7: .kinematicFixed
    case 4, 5: .differential
    default: .satellites
    }
  }
}
