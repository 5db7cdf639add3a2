import Sensors
import Testing
import Timeline

@testable import Recordings

struct NMEAReaderTests {
  private let rmc = "GPRMC,120000.00,A,3730.0000,N,12700.0000,E,10.0,90.0,010524,,,A"

  /// RMC of some second of the day, with a date.
  private func rmc(_ time: String, _ date: String, minutes: String = "30.0000") -> String {
    sentence("GPRMC,\(time),A,37\(minutes),N,12700.0000,E,1.0,90.0,\(date),,,A")
  }

  @Test("One moment, put together from several sentences of any talker")
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

  @Test("South and west are negative; minutes keep seven decimals")
  func hemispheres() throws {
    let fixes = try locations(
      sentence("GPGLL,3351.1234567,S,15112.7654321,W,010203.04,A,A"))
    #expect(fixes.first?.coordinate.latitude == -(33 + 51.1234567 / 60))
    #expect(fixes.first?.coordinate.longitude == -(151 + 12.7654321 / 60))
    #expect(fixes.first?.isDateKnown == false)
  }

  @Test(
    "Positions and times that do not exist are passed over",
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
    "What receivers write beside the standard",
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

  @Test("A quality of 0 beside a position does not undo the fix of RMC; without a position it does")
  func contradiction() throws {
    let time = sentence(rmc)
    let place = "3730.0000,N,12700.0000,E"
    #expect(try locations(time + sentence("GPGGA,120000.00,\(place),0,8,1,1,M,,M,,")).count == 1)
    #expect(try locations(time + sentence("GPGGA,120000.00,,,,,0,0,,,M,,M,,")).isEmpty)
    #expect(try locations(time + sentence("GPGLL,\(place),120000.00,V,N")).isEmpty)
    #expect(try locations(sentence("GPGLL,\(place),120000.00,V,N") + time).count == 1)
  }

  @Test("GNS: one system with a fix is enough; gpsd looks at the first only")
  func gns() throws {
    let fixes = try locations(
      sentence("GNGNS,120213.000,5957.0062,N,01100.6429,E,NDD,11,1.3,168.9,39.5,,,V"))
    #expect(fixes.first?.altitude == 168.9)
    #expect(fixes.first?.source == .differential)
  }

  @Test("Midnight turns the date, also before a sentence tells it, and back")
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

  @Test("A leap second is the first moment of the next day, as everywhere")
  func leapSecond() throws {
    let text = rmc("235959.00", "311216") + rmc("235960.00", "311216") + rmc("000001.00", "010117")
    #expect(
      try locations(text).map(\.time) == [
        "2016-12-31T23:59:59.000Z", "2017-01-01T00:00:00.000Z", "2017-01-01T00:00:01.000Z",
      ])
  }

  @Test("A week that rolled over is corrected against a stated date only")
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

  @Test("Without a date a fix has the time of day only; a stated date completes it")
  func dateless() throws {
    let text = sentence("GPGGA,120000,3730.0000,N,12700.0000,E,1,8,1,1,M,,M,,")
    let fix = try #require(try locations(text).first)
    #expect(!fix.isDateKnown && fix.timestamp == Timestamp(seconds: 43200))
    #expect(try locations(text, date: "2024-05-01").first?.time == "2024-05-01T12:00:00.000Z")
  }

  @Test("Years of two digits begin in 1980")
  func years() throws {
    #expect(try locations(rmc("120000", "010180")).first?.time == "1980-01-01T12:00:00.000Z")
    #expect(try locations(rmc("120000", "311279")).first?.time == "2079-12-31T12:00:00.000Z")
  }

  @Test("A GLL that runs ahead at the end of its cycle belongs to the cycle")
  func leadingGLL() throws {
    // As Garmin 48 sends: RMC and GGA at even seconds, GLL a second later with the same place.
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

  @Test("A GLL that begins its cycle is no end of the one before")
  func firstGLL() throws {
    var text = ""
    for second in 10..<14 {
      text += sentence("GPGLL,3730.00\(second),N,12700.0000,E,1200\(second),A")
      text += rmc("1200\(second)", "010524", minutes: "30.00\(second)")
    }
    let fixes = try locations(text)
    #expect(fixes.count == 4 && fixes.allSatisfy { $0.speed != nil })
  }

  @Test("Checksums: a wrong one is never taken, a missing one only if that is allowed")
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

  @Test("Sentences that are glued, cut, too long, or stand among binary data")
  func framing() throws {
    let good = sentence(rmc)
    let cut = "$GPGGA,115959,3730.0"
    #expect(try locations(cut + good).count == 1, "cut short by the next dollar sign")
    #expect(try locations(String(good.dropLast()) + good).count == 1, "glued, same moment")
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

  @Test("A buffer's end in the middle of a sentence changes nothing")
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
