import Sensors
import Timeline

extension NMEAReader {
  /// Takes a sentence; returns whether the moment before is over and had a fix.
  func take(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // Two letters of the talker, three of the sentence, a comma.
    guard text.count > 6, text[5] == UInt8(ascii: ",") else { return false }
    var fields = NMEAFields(UnsafeBufferPointer(rebasing: text[6...]))
    // P is a manufacturer's own: Garmin's PGRMC is not the RMC of a talker PG.
    if text[0] == UInt8(ascii: "P") {
      if text[1] == UInt8(ascii: "G"), NMEAReader.code(text[2], text[3], text[4]) == NMEAReader.rme
      {
        takeRME(&fields)
      }
      return false
    }
    switch NMEAReader.code(text[2], text[3], text[4]) {
    case NMEAReader.rmc: return takeRMC(&fields)
    case NMEAReader.gga: return takeGGA(&fields)
    case NMEAReader.gll: return takeGLL(&fields)
    case NMEAReader.gns: return takeGNS(&fields)
    case NMEAReader.zda: return takeZDA(&fields)
    case NMEAReader.gst: return takeErrors(&fields, skipping: 4)
    case NMEAReader.gbs: return takeErrors(&fields, skipping: 0)
    case NMEAReader.vtg: takeVTG(&fields)
    case NMEAReader.gsa: takeGSA(&fields)
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

  /// Satellites that a place takes.
  private static let fewest = 3.0

  /// A knot is 1852 m an hour.
  private static let knot = 1852.0 / 3600

  /// A course from 0 to less than 360 degrees: some receivers go a little beyond.
  private static func turned(_ course: Double) -> Double {
    if (0..<360).contains(course) { return course }
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
    // D was valid with corrections before there was a mode. The status decides: what came later is
    // left at N by some receivers.
    report.isFix = status == UInt8(ascii: "A") || status == UInt8(ascii: "D")
    let isFinished = take(.rmc, report)
    guard report.isFix else { return isFinished }
    // Before their first fix receivers tell dates of their own making.
    _ = date.take(ddmmyy: day)
    if let speed { epoch.speed = speed * NMEAReader.knot }
    if let course { epoch.course = NMEAReader.turned(course) }
    if epoch.source == .unknown { epoch.source = LocationSource(nmeaMode: mode) }
    return isFinished
  }

  /// Time, position, quality, satellites, dilution, altitude.
  private func takeGGA(_ fields: inout NMEAFields) -> Bool {
    var report = Report()
    time(&fields, &report)
    position(&fields, &report)
    let quality = fields.number()
    let satellites = fields.number()
    let hdop = fields.number()
    let altitude = fields.number()
    // Some receivers leave the quality out and give a position all the same.
    report.isFix = quality.map { $0 != 0 } ?? report.hasPosition
    // A place takes three satellites, but for one that is estimated (6), typed in or simulated.
    report.isDoubtful =
      report.isFix && (quality ?? 1) < 6 && (satellites ?? NMEAReader.fewest) < NMEAReader.fewest
    let isFinished = take(.gga, report)
    guard report.isFix else { return isFinished }
    epoch.source = LocationSource(nmeaQuality: quality)
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
    if epoch.source == .unknown { epoch.source = LocationSource(nmeaMode: mode) }
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

  /// Time and the errors of latitude, longitude and altitude: of GBS, and of GST behind its residuals
  /// and the error ellipse.
  private func takeErrors(_ fields: inout NMEAFields, skipping others: Int) -> Bool {
    guard let time = fields.timeOfDay() else { return false }
    fields.skip(others)
    let north = fields.number()
    let east = fields.number()
    let up = fields.number()
    let isFinished = move(to: time)
    if let north, let east, north >= 0, east >= 0 {
      epoch.horizontalError = (north * north + east * east).squareRoot()
    }
    if let up, up >= 0 { epoch.verticalError = up }
    return isFinished
  }

  /// Course by true and magnetic north, speed in knots and kilometres an hour.
  private func takeVTG(_ fields: inout NMEAFields) {
    let course = fields.number()
    // Before version 2.0 there were four numbers and no letters. Some receivers leave the letters
    // out, but not the places where they stand.
    let hasUnits = fields.letter() == UInt8(ascii: "T") || fields.remaining > 2
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
    isSolved = epoch.isFlat || mode == UInt8(ascii: "3")
    if isSolved, epoch.isDoubtful, !epoch.isRefused { epoch.hasFix = true }
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
}
