// The fields of each sentence.
extension ReceiverLogReader {
  /// Reads a sentence; returns whether an epoch ended and has a fix.
  func read(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // P marks proprietary sentences: Garmin's PGRMC is not the RMC of a talker PG.
    if text.first == UInt8(ascii: "P") { return readProprietary(text) }
    // An address has two letters for the talker and three for the sentence.
    guard text.count > 6, text[5] == UInt8(ascii: ",") else { return false }
    var fields = NMEAFields(UnsafeBufferPointer(rebasing: text[6...]))
    // The three letters as a number.
    switch UInt32(text[2]) << 16 | UInt32(text[3]) << 8 | UInt32(text[4]) {
    case 0x52_4d_43: return readRMC(&fields)
    case 0x47_47_41: return readGGA(&fields)
    case 0x47_4c_4c: return readGLL(&fields)
    case 0x47_4e_53: return readGNS(&fields)
    case 0x5a_44_41: return readZDA(&fields)
    case 0x47_53_54: return readErrors(&fields, skipping: 4)  // GST
    case 0x47_42_53: return readErrors(&fields, skipping: 0)  // GBS
    case 0x56_54_47: readVTG(&fields)
    case 0x47_53_41: readGSA(&fields)
    default: break
    }
    return false
  }

  /// The fewest satellites of a fix.
  private static let minimumSatellites = 3.0

  /// A knot in m/s.
  static let knot = 1852.0 / 3600

  /// A course from 0 to less than 360 degrees; some receivers send slightly more.
  static func normalized(_ course: Double) -> Double {
    if (0..<360).contains(course) { return course }
    let rest = course.truncatingRemainder(dividingBy: 360)
    return rest < 0 ? rest + 360 : rest
  }

  /// RMC: time, status, position, speed, course, date, variation, mode.
  private func readRMC(_ fields: inout NMEAFields) -> Bool {
    var report = Report()
    report.readTime(&fields)
    guard let status = fields.letter() else { return false }
    report.readPosition(&fields)
    report.values.speed = fields.number().map { $0 * ReceiverLogReader.knot }
    report.values.course = fields.number().map(ReceiverLogReader.normalized)
    let dateField = fields.next()
    fields.skip(2)
    report.values.source = LocationSource(nmeaMode: fields.letter())
    // Older versions have no mode, and status D means a fix with corrections. The status decides,
    // since some receivers leave the mode at N.
    report.isFix = status == UInt8(ascii: "A") || status == UInt8(ascii: "D")
    // Receivers may send an arbitrary date before their first fix.
    let day = report.isFix ? date.day(ddmmyy: dateField) : nil
    // The same time of day on another day, as of trackers that wake once a day.
    if let day, let other = epoch.day, day != other { epoch.isOver = true }
    let isFinished = add(.rmc, report)
    if report.isFix {
      if let day {
        date.set(day)
        epoch.day = day
      }
      epoch.ownMotion = NMEAMotion(speed: report.values.speed, course: report.values.course)
    }
    return isFinished
  }

  /// GGA: time, position, quality, satellites, dilution, altitude.
  private func readGGA(_ fields: inout NMEAFields) -> Bool {
    var report = Report()
    report.readTime(&fields)
    report.readPosition(&fields)
    let quality = fields.number()
    let satellites = fields.number()
    report.values.horizontalDilution = fields.number()
    report.values.altitude = fields.number()
    // Some receivers omit the quality although they have a position.
    report.isFix = quality.map { $0 != 0 } ?? report.hasPosition
    // A fix needs three satellites unless it is estimated (6), entered by hand or simulated.
    report.isDoubtful =
      report.isFix && (quality ?? 1) < 6
      && (satellites ?? ReceiverLogReader.minimumSatellites) < ReceiverLogReader.minimumSatellites
    let isFinished = add(.gga, report)
    if report.isFix {
      epoch.values.source = LocationSource(nmeaQuality: quality)
      epoch.values.satellites = satellites.flatMap { Int(exactly: $0) }
    }
    return isFinished
  }

  /// GLL: position, time, status, mode.
  private func readGLL(_ fields: inout NMEAFields) -> Bool {
    var report = Report()
    report.readPosition(&fields)
    report.readTime(&fields)
    // GLL before version 2.0 had neither time nor status.
    guard let status = fields.letter() else { return false }
    let mode = fields.letter()
    report.isFix = status == UInt8(ascii: "A") && mode != UInt8(ascii: "N")
    return add(.gll, report)
  }

  /// GNS: time, position, a mode for each satellite system, satellites, dilution, altitude.
  private func readGNS(_ fields: inout NMEAFields) -> Bool {
    var report = Report()
    report.readTime(&fields)
    report.readPosition(&fields)
    let modes = fields.next()
    fields.skip(1)
    report.values.horizontalDilution = fields.number()
    report.values.altitude = fields.number()
    // One satellite system with a fix is enough.
    let mode = modes.first { $0 != UInt8(ascii: "N") }
    report.isFix = mode != nil
    report.values.source = LocationSource(nmeaMode: mode)
    return add(.gns, report)
  }

  /// ZDA: time, day, month, year.
  private func readZDA(_ fields: inout NMEAFields) -> Bool {
    guard let time = fields.timeOfDay() else { return false }
    let day = fields.number()
    let month = fields.number()
    let year = fields.number()
    let isFinished = move(to: time)
    date.set(year: year, month: month, day: day)
    return isFinished
  }

  /// GBS: time, errors of latitude, longitude and altitude. GST has four other fields between.
  private func readErrors(_ fields: inout NMEAFields, skipping others: Int) -> Bool {
    guard let time = fields.timeOfDay() else { return false }
    fields.skip(others)
    let north = fields.number()
    let east = fields.number()
    let up = fields.number()
    let isFinished = move(to: time)
    if let north, let east, north >= 0, east >= 0 {
      epoch.values.horizontalAccuracy = (north * north + east * east).squareRoot()
    }
    if let up, up >= 0 { epoch.values.verticalAccuracy = up }
    return isFinished
  }

  /// VTG: course from true and magnetic north, speed in knots and in km/h.
  private func readVTG(_ fields: inout NMEAFields) {
    let course = fields.number()
    // VTG before version 2.0 had four numbers without letters. Some receivers leave the letters
    // empty, but not their fields.
    let hasUnits = fields.letter() == UInt8(ascii: "T") || fields.remaining > 2
    fields.skip(hasUnits ? 2 : 0)
    let knots = fields.number()
    if hasUnits { fields.skip(1) }
    let kilometres = fields.number()
    if hasUnits {
      fields.skip(1)
      if fields.letter() == UInt8(ascii: "N") { return }
    }
    let metresPerSecond = knots.map { $0 * ReceiverLogReader.knot } ?? kilometres.map { $0 / 3.6 }
    epoch.add(NMEAMotion(speed: metresPerSecond, course: course.map(ReceiverLogReader.normalized)))
  }

  /// GSA: selection of the mode, mode, twelve satellites, three dilutions.
  private func readGSA(_ fields: inout NMEAFields) {
    fields.skip(1)
    let mode = fields.letter()
    fields.skip(13)
    epoch.values.horizontalDilution = fields.number() ?? epoch.values.horizontalDilution
    epoch.vdop = fields.number() ?? epoch.vdop
    epoch.isFlat = mode == UInt8(ascii: "2")
    isSolved = epoch.isFlat || mode == UInt8(ascii: "3")
    if isSolved, epoch.isDoubtful, !epoch.isRefused { epoch.hasFix = true }
  }
}
