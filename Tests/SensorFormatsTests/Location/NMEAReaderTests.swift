import Sensors
import Testing
import Timeline

@testable import Files
@testable import SensorFormats

struct NMEAReaderTests {
  private let rmc = "GPRMC,120000.00,A,3730.0000,N,12700.0000,E,10.0,90.0,010524,,,A"

  /// RMC of some second of the day, with a date.
  private func rmc(_ time: String, _ date: String, minutes: String = "30.0000") -> String {
    sentence("GPRMC,\(time),A,37\(minutes),N,12700.0000,E,1.0,90.0,\(date),,,A")
  }

  @Test("The sentences of an epoch, from any talkers, make one fix")
  func epoch() throws {
    let text =
      sentence(rmc)
      + sentence("GNGGA,120000.00,3730.0000,N,12700.0000,E,2,08,1.5,38.5,M,20.0,M,,")
      + sentence("GLGSA,A,3,01,02,03,,,,,,,,,,2.0,1.5,2.5")
      + sentence("GNVTG,91.5,T,,M,11.0,N,20.4,K,D")
      + sentence("GNGST,120000.00,1.0,,,,3.0,4.0,6.0")
    let fixes = try locations(text)
    #expect(fixes.count == 1)
    let fix = try #require(fixes.first)
    #expect(fix.coordinate == Coordinate(latitude: 37.5, longitude: 127))
    #expect(fix.time == "2024-05-01T12:00:00.000Z")
    #expect(fix.altitude == 38.5)
    #expect(fix.speed.map { abs($0 - 11 * 1852 / 3600) < 1e-12 } == true)
    #expect(fix.course == 91.5)
    #expect(fix.horizontalAccuracy == 5 && fix.verticalAccuracy == 6)
    #expect(fix.source == .differential)
  }

  @Test("South and west are negative, and minutes keep seven decimals")
  func hemispheres() throws {
    let fixes = try locations(
      sentence("GPGLL,3351.1234567,S,15112.7654321,W,010203.04,A,A"))
    #expect(fixes.first?.coordinate.latitude == -(33 + 51.1234567 / 60))
    #expect(fixes.first?.coordinate.longitude == -(151 + 12.7654321 / 60))
    #expect(fixes.first?.isDateKnown == false)
  }

  @Test(
    "Invalid positions and times are skipped",
    arguments: [
      "GPGGA,120000,3767.0000,N,12700.0000,E,1,8,1,1,M,,M,,",
      "GPGGA,120000,9100.0000,N,12700.0000,E,1,8,1,1,M,,M,,",
      "GPGGA,120000,9000.0001,N,12700.0000,E,1,8,1,1,M,,M,,",
      "GPGGA,120000,3730.0000,N,18100.0000,E,1,8,1,1,M,,M,,",
      "GPGGA,120000,3730.0000,X,12700.0000,E,1,8,1,1,M,,M,,",
      "GPGGA,120000,37a0.0000,N,12700.0000,E,1,8,1,1,M,,M,,",
      "GPGGA,126000,3730.0000,N,12700.0000,E,1,8,1,1,M,,M,,",
      "GPGGA,240000,3730.0000,N,12700.0000,E,1,8,1,1,M,,M,,",
      "GPGGA,120000,,,,,1,8,1,1,M,,M,,",
      "GPGGA,120000,3730.0000,N,12700.0000,E,0,8,1,1,M,,M,,",
      "GPRMC,120000,V,3730.0000,N,12700.0000,E,1,1,010524,,,N",
      "GNGNS,120000,3730.0000,N,12700.0000,E,NN,8,1,1,,,",
    ])
  func impossible(text: String) throws {
    #expect(try locations(sentence(text)).isEmpty)
  }

  @Test(
    "Deviations of receivers from the standard are read",
    arguments: [
      "GPRMC,120000,A,-3730.0000,N,12700.0000,E,1,361.5,010524,,,A",
      "GPRMC,120000,A,3730.0000,s,12700.0000,e,1,-358.5,010524,,,A",
      "GPRMC,120000,D,3730.0000,S, 12700.0000,E, 1 ,1.5,010524,,,",
    ])
  func lenient(text: String) throws {
    let fix = try #require(try locations(sentence(text)).first)
    #expect(fix.coordinate == Coordinate(latitude: -37.5, longitude: 127))
    #expect(fix.course == 1.5 && fix.speed == 1852.0 / 3600)
  }

  @Test("Quality 0 with a position does not undo the fix of RMC; without a position it does")
  func contradiction() throws {
    let time = sentence(rmc)
    let position = "3730.0000,N,12700.0000,E"
    #expect(try locations(time + sentence("GPGGA,120000.00,\(position),0,8,1,1,M,,M,,")).count == 1)
    #expect(try locations(time + sentence("GPGGA,120000.00,,,,,0,0,,,M,,M,,")).isEmpty)
    #expect(try locations(time + sentence("GPGLL,\(position),120000.00,V,N")).isEmpty)
    #expect(try locations(sentence("GPGLL,\(position),120000.00,V,N") + time).count == 1)
  }

  @Test("GNS has a fix if one satellite system has")
  func gns() throws {
    let fixes = try locations(
      sentence("GNGNS,120213.000,5957.0062,N,01100.6429,E,NDD,11,1.3,168.9,39.5,,,V"))
    #expect(fixes.first?.altitude == 168.9)
    #expect(fixes.first?.source == .differential)
  }

  @Test("The date advances at midnight before a sentence reports it, and steps back with the time")
  func midnight() throws {
    func gga(_ time: String) -> String {
      sentence("GPGGA,\(time),3730.0000,N,12700.0000,E,1,8,1,1,M,,M,,")
    }
    let text =
      rmc("235959.00", "311223") + gga("235959.50") + gga("000000.00")
      + rmc("000000.00", "010124") + gga("235959.90") + gga("000001.00")
    #expect(
      try locations(text).map(\.time) == [
        "2023-12-31T23:59:59.000Z", "2023-12-31T23:59:59.500Z", "2024-01-01T00:00:00.000Z",
        "2023-12-31T23:59:59.900Z", "2024-01-01T00:00:01.000Z",
      ])
  }

  @Test("Times of day without a date cross midnight, too, forward and backward")
  func datelessMidnight() throws {
    let text = ["235959.00", "000000.00", "000001.00", "235959.50"].map {
      sentence("GPGGA,\($0),3730.0000,N,12700.0000,E,1,8,1,1,M,,M,,")
    }.joined()
    let fixes = try locations(text)
    #expect(fixes.allSatisfy { !$0.isDateKnown })
    let first = try #require(fixes.first?.timestamp)
    #expect(fixes.compactMap { $0.timestamp?.seconds(since: first) } == [0, 1, 2, 0.5])
  }

  @Test("A leap second is the first second of the next day")
  func leapSecond() throws {
    let text = rmc("235959.00", "311216") + rmc("235960.00", "311216") + rmc("000001.00", "010117")
    #expect(
      try locations(text).map(\.time) == [
        "2016-12-31T23:59:59.000Z", "2017-01-01T00:00:00.000Z", "2017-01-01T00:00:01.000Z",
      ])
  }

  @Test("A GPS week that rolled over is corrected only against a stated date")
  func rollover() throws {
    let old = rmc("120000.00", "160902")  // 1024 weeks before 2022-05-02
    #expect(try locations(old).first?.time == "2002-09-16T12:00:00.000Z")
    #expect(try locations(old, date: "2022-06-01").first?.time == "2022-05-02T12:00:00.000Z")
    #expect(try locations("# Date: 2022-06-01\n" + old).first?.time == "2022-05-02T12:00:00.000Z")
    #expect(try locations("# Date = 2022-6-1\r\n" + old).first?.time == "2022-05-02T12:00:00.000Z")
    // Less than half an era away is right as it is.
    #expect(try locations(old, date: "2012-06-01").first?.time == "2002-09-16T12:00:00.000Z")
    // An option counts more than the log's own line.
    #expect(
      try locations("# Date: 2022-06-01\n" + old, date: "2002-01-01").first?.time
        == "2002-09-16T12:00:00.000Z")
  }

  @Test("Without a date, a fix has only a time of day; a stated date completes it")
  func dateless() throws {
    let text = sentence("GPGGA,120000,3730.0000,N,12700.0000,E,1,8,1,1,M,,M,,")
    let fix = try #require(try locations(text).first)
    #expect(!fix.isDateKnown && fix.timestamp == Timestamp(seconds: 43200))
    #expect(try locations(text, date: "2024-05-01").first?.time == "2024-05-01T12:00:00.000Z")
  }

  @Test("Two-digit years begin in 1980")
  func years() throws {
    #expect(try locations(rmc("120000", "010180")).first?.time == "1980-01-01T12:00:00.000Z")
    #expect(try locations(rmc("120000", "311279")).first?.time == "2079-12-31T12:00:00.000Z")
  }

  @Test("A GLL at the end of an epoch belongs to it although its time is ahead")
  func leadingGLL() throws {
    // As Garmin 48 sends: RMC and GGA at even seconds, GLL a second later with the same position.
    var text = ""
    for second in stride(from: 10, to: 18, by: 2) {
      text += rmc("1200\(second)", "010524", minutes: "30.00\(second)")
      text += sentence("GPGSA,A,3,01,,,,13,20,22,,,,28,,3.1,2.1,2.0")
      text += sentence("GPGLL,3730.00\(second),N,12700.0000,E,1200\(second + 1),A")
    }
    let fixes = try locations(text)
    // What GLL does is known after its first cycle.
    #expect(
      fixes.map { Int(($0.timestamp?.seconds ?? 0).truncatingRemainder(dividingBy: 60)) }
        == [10, 11, 13, 15, 17])
    #expect(fixes.dropFirst(2).allSatisfy { $0.speed != nil })
  }

  @Test("A GLL at the beginning of an epoch does not belong to the previous one")
  func firstGLL() throws {
    var text = ""
    for second in 10..<14 {
      text += sentence("GPGLL,3730.00\(second),N,12700.0000,E,1200\(second),A")
      text += rmc("1200\(second)", "010524", minutes: "30.00\(second)")
    }
    let fixes = try locations(text)
    #expect(fixes.count == 4 && fixes.allSatisfy { $0.speed != nil })
  }

  @Test("A wrong checksum is never accepted, a missing one only if the policy allows it")
  func checksums() throws {
    let good = sentence(rmc)
    let bare = "$\(rmc)\r\n"
    let wrong = "$\(rmc)*00\r\n"
    var options = LocationReadingOptions()
    options.format = .nmea
    func counts(_ policy: NMEAChecksumPolicy) throws -> [Int] {
      options.checksums = policy
      return try [good, bare, wrong].map { try locations(Array($0.utf8), options).count }
    }
    #expect(try counts(.required) == [1, 0, 0])
    #expect(try counts(.ifPresent) == [1, 1, 0])
    #expect(try counts(.ignored) == [1, 1, 1])
  }

  @Test("Sentences are found if joined, truncated, overlong or among binary data")
  func framing() throws {
    let good = sentence(rmc)
    let cut = "$GPGGA,115959,3730.0"
    #expect(try locations(cut + good).count == 1, "cut short by the next dollar sign")
    #expect(try locations(String(good.dropLast()) + good).count == 1, "joined, same epoch")
    let glued = String(sentence(rmc).dropLast(1)) + rmc("120001.00", "010524")
    #expect(try locations(glued).count == 2)
    #expect(
      try locations("$GPTXT," + String(repeating: "x", count: 5000) + "\r\n" + good).count == 1)
    var binary: [UInt8] = [0xb5, 0x62, 0x24, 0x00, 0x24, 0x47, 0x50, 0xff, 0x23, 0x01]
    binary += Array(good.utf8)
    binary += (0...255).map { UInt8($0) }
    binary += Array(rmc("120001.00", "010524").utf8)
    #expect(try locations(binary).count == 2)
    #expect(try locations("\\s:1,c:2*00\\" + good).count == 1, "behind a tag block")
    #expect(try locations("\u{feff}" + good).count == 1)
    #expect(
      try locations(String(good.dropLast())).count == 1, "no end of the line, but a checksum")
    #expect(try locations(sentence(rmc) + "$GPGGA,120001,3730,N").count == 1)
  }

  @Test("Sentences may be split between buffers anywhere")
  func bufferEnds() throws {
    var text = ""
    for second in 0..<6000 {
      let time = String(100_000 + second / 3600 * 10_000 + second / 60 % 60 * 100 + second % 60)
      text += rmc(time, "010524") + sentence("GPGSV,1,1,01,\(second)")
    }
    #expect(text.utf8.count > 500_000)
    #expect(try locations(text).count == 6000)
  }
}

/// Which sentences make a fix, and to which epoch they belong.
struct NMEAFixTests {
  private let position = "3730.0000,N,12700.0000,E"

  private func rmc(_ time: String, _ status: String = "A", mode: String = "A") -> String {
    sentence("GPRMC,\(time),\(status),\(position),10.0,90.0,010524,,,\(mode)")
  }

  private func gga(_ time: String, quality: String = "1", satellites: String) -> String {
    sentence("GPGGA,\(time),\(position),\(quality),\(satellites),1.1,38.5,M,20.0,M,,")
  }

  private func gsa(_ mode: Int) -> String {
    sentence("GPGSA,A,\(mode),01,02,03,,,,,,,,,,2.0,1.5,2.5")
  }

  @Test(
    "A GGA with fewer than three satellites is a fix only if GSA or a later sentence confirms it")
  func tooFewSatellites() throws {
    for count in ["00", "0", "1", "02"] {
      let thin = gga("120000", satellites: count)
      #expect(try locations(thin).isEmpty)
      #expect(try locations(rmc("120000") + thin).isEmpty)
      #expect(try locations(rmc("120000") + thin + gsa(3)).first?.altitude == 38.5)
      #expect(try locations(thin + rmc("120000")).first?.altitude == 38.5)
      #expect(try locations(thin + gsa(3)).count == 1)
      #expect(try locations(gsa(2) + thin).count == 1)
      #expect(try locations(thin + gsa(1)).isEmpty)
      #expect(try locations(rmc("120000", "V", mode: "N") + thin).isEmpty)
      #expect(try locations(thin + rmc("120000", "V", mode: "N") + gsa(3)).isEmpty)
      #expect(try locations(rmc("120000", "V", mode: "N") + thin + gsa(3)).isEmpty)
    }
    #expect(try locations(gga("120000", satellites: "03")).count == 1)
    #expect(
      try locations(gga("120000", satellites: "")).count == 1, "an unknown number is not too small")
  }

  @Test(
    "Positions that are estimated, entered by hand or simulated need no satellites",
    arguments: 6...8)
  func withoutSatellites(quality: Int) throws {
    #expect(try locations(gga("120000", quality: "\(quality)", satellites: "00")).count == 1)
  }

  @Test("The status of RMC decides, not its mode")
  func statusAndMode() throws {
    let fix = try #require(try locations(rmc("120000", "A", mode: "N")).first)
    #expect(fix.speed == 18520.0 / 3600 && fix.course == 90)
    #expect(try locations(rmc("120000", "V", mode: "A")).isEmpty)
  }

  @Test("Fields after an empty position are read")
  func emptyPosition() throws {
    let text =
      sentence("GPRMC,120000,A,,,,,10.0,90.0,010524,,,A") + gga("120001", satellites: "08")
    #expect(try locations(text).map(\.time) == ["2024-05-01T12:00:01.000Z"])
  }

  @Test("The date of a receiver without a fix is ignored")
  func dateOfWarning() throws {
    let text =
      sentence("GPRMC,120000,V,,,,,,,060180,,,N") + gga("120000", satellites: "08")
      + rmc("120001")
    #expect(try locations(text).map(\.time) == ["-", "2024-05-01T12:00:01.000Z"])
  }

  @Test("A hundred fixes per second are a hundred epochs")
  func hundredHertz() throws {
    let text = (0..<100).map { rmc("120000.\($0 < 10 ? "0" : "")\($0)") }.joined()
    let fixes = try locations(text)
    #expect(fixes.count == 100)
    #expect(fixes.last?.time == "2024-05-01T12:00:00.990Z")
    let rounded = rmc("120000.994") + gga("120000.99", satellites: "08")
    #expect(try locations(rounded).count == 1)
  }

  @Test("A position without a time belongs to the epoch of the ZDA before it")
  func untimed() throws {
    let text = (10..<13).map { second in
      sentence("GPZDA,1200\(second),01,05,2024,00,00")
        + sentence("GPGLL,3730.00\(second),N,12700.0000,E,,A")
    }
    #expect(
      try locations(text.joined()).map(\.time) == [
        "2024-05-01T12:00:10.000Z", "2024-05-01T12:00:11.000Z", "2024-05-01T12:00:12.000Z",
      ])
  }

  @Test("Proprietary sentences are not those of a talker")
  func proprietary() throws {
    let text =
      gga("120000", satellites: "08") + sentence("PGRMC,,A,\(position),1,1,010524") + gsa(3)
    #expect(try locations(text).count == 1)
  }

  @Test(
    "VTG is read with letters, with empty ones, and without them as before version 2.0",
    arguments: [
      "GPVTG,54.7,T,34.4,M,10.0,N,18.5,K,A", "GPVTG,54.7,T,,,10.0,N,,",
      "GPVTG,54.7,,34.4,,10.0,,18.5,,A", "GPVTG,54.7,34.4,10.0,18.5", "GPVTG,54.7,,10.0,18.5",
    ])
  func speeds(text: String) throws {
    let fix = try #require(try locations(gga("120000", satellites: "08") + sentence(text)).first)
    #expect(fix.speed == 18520.0 / 3600 && fix.course == 54.7)
  }

  @Test("Written sentences have as many satellites as a fix needs")
  func writtenSatellites() throws {
    var location = Location(coordinate: Coordinate(latitude: 37.5, longitude: 127))
    func satellites() throws -> String {
      let sink = ByteSink()
      let writer = NMEAWriter(sink)
      try writer.write(location)
      try writer.finish()
      let text = String(decoding: sink.bytes, as: UTF8.self)
      let line = try #require(text.split(separator: "\r\n").first { $0.hasPrefix("$GPGGA") })
      return String(line.split(separator: ",", omittingEmptySubsequences: false)[7])
    }
    #expect(try satellites() == "03")
    location.altitude = 40
    #expect(try satellites() == "04")
    location.horizontalAccuracy = -1
    #expect(try satellites() == "")
  }

  @Test("A course of 360 degrees is read as 0")
  func north() throws {
    let text = "GPRMC,120000,A,\(position),1,360.0,010524,,,A"
    #expect(try locations(sentence(text)).first?.course == 0)
  }
}
