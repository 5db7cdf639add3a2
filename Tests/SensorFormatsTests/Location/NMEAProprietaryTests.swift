import Sensors
import Testing
import Timeline

/// Sentences that makers of receivers defined.
struct NMEAProprietaryTests {
  private let position = "3730.0000,N,12700.0000,E"

  private func fix(_ text: String) throws -> Location {
    try #require(try locations(sentence(text)).first)
  }

  @Test("SkyTraq's PSTI,030 has a date, an altitude and velocities")
  func sti030() throws {
    let fix = try fix("PSTI,030,120000.000,A,\(position),94.6,-3.00,4.00,0.04,010524,R,0.9,3.7")
    #expect(fix.time == "2024-05-01T12:00:00.000Z")
    #expect(fix.coordinate == Coordinate(latitude: 37.5, longitude: 127))
    #expect(fix.altitude == 94.6 && fix.speed == 5 && fix.source == .kinematicFixed)
    #expect(fix.course.map { abs($0 - 323.130_102_354) < 1e-6 } == true)
    #expect(try locations(sentence("PSTI,030,120000,V,\(position),9,0,0,0,010524,N,,")).isEmpty)
    #expect(try locations(sentence("PSTI,032,120000,010524,A,R,1,2,3,4,5,,,,,")).isEmpty)
    let slow = try self.fix("PSTI,030,120000,A,\(position),94.6,0.01,0.01,0.04,010524,A,,")
    #expect(slow.speed != nil && slow.course == nil)
  }

  @Test("The speed of RMC and VTG counts more than that of a proprietary sentence")
  func speeds() throws {
    let rmc = sentence("GNRMC,120000,A,\(position),10.0,90.0,010524,,,A")
    let own = sentence("PSTI,030,120000,A,\(position),94.6,-3.00,4.00,0.04,010524,A,,")
    let ubx = sentence("PUBX,00,120000,\(position),50,G3,2.1,3.0,36,7,0.1,,0.9,1.2,0.7,9,0,0")
    for text in [rmc + own, own + rmc, rmc + ubx, ubx + rmc] {
      let fixes = try locations(text)
      #expect(fixes.count == 1)
      #expect(fixes.first?.speed == 18520.0 / 3600 && fixes.first?.course == 90)
    }
  }

  @Test("u-blox's PUBX,00 has accuracies, and is a fix unless its status is NF or TT")
  func ubx00() throws {
    func text(_ status: String) -> String {
      "PUBX,00,120000.00,\(position),50.1,\(status),2.1,3.0,36.0,77.5,0.1,,0.9,1.2,0.7,9,0,0"
    }
    let fix = try fix(text("D3"))
    #expect(fix.speed == 10 && fix.course == 77.5 && fix.horizontalAccuracy == 2.1)
    // The altitude is above the ellipsoid, not above mean sea level.
    #expect(fix.altitude == nil && fix.source == .differential && !fix.isDateKnown)
    #expect(try self.fix(text("DR")).source == .estimated)
    for status in ["NF", "TT", ""] { #expect(try locations(sentence(text(status))).isEmpty) }
    #expect(try locations(sentence("PUBX,03,11,23,-,,,45,010")).isEmpty)
  }

  @Test("Ashtech's PASHR,POS has a course, a speed and dilutions")
  func pos() throws {
    let fix = try fix(
      "PASHR,POS,3,10,120000.00,\(position),131.5,1.0,77.5,10.0,-0.001,2.0,1.1,1.7,1.0,GG02")
    #expect(fix.speed == 18520.0 / 3600 && fix.course == 77.5)
    #expect(fix.source == .kinematicFixed && fix.horizontalDilution == 1.1)
    #expect(fix.satellites == 10)
    #expect(try locations(sentence("PASHR,POS,,00,120000,,,,,,,,,,,,,,,")).isEmpty)
    // Attitudes have the same address.
    #expect(try locations(sentence("PASHR,120000.00,77.5,T,0.1,0.2,0.3,0.1,0.1,0.1,1,0")).isEmpty)
  }

  @Test("Trimble's PTNL,GGK is a fix with a quality above 0")
  func ggk() throws {
    let fix = try fix("PTNL,GGK,172814.00,071296,\(position),3,06,1.7,EHT-6.777,M")
    #expect(fix.coordinate.latitude == 37.5 && fix.source == .kinematicFixed)
    #expect(fix.satellites == 6 && !fix.isDateKnown)
    #expect(
      try locations(sentence("PTNL,GGK,172814.00,071296,\(position),0,06,1.7,EHT-6,M")).isEmpty)
  }
}

/// The epoch to which a VTG belongs, which has no time.
struct NMEAMotionTests {
  private let position = "3730.0000,N,12700.0000,E"

  private func vtg(_ speed: Int) -> String {
    sentence("GPVTG,\(speed).0,T,,M,\(speed).0,N,,K,A")
  }

  private func gga(_ second: Int, quality: Int = 1) -> String {
    sentence("GPGGA,1200\(second),\(position),\(quality),8,1.1,38.5,M,20.0,M,,")
  }

  private func rmc(_ second: Int) -> String {
    sentence("GPRMC,1200\(second),A,\(position),\(second).0,\(second).0,010524,,,A")
  }

  private func knots(_ text: String) throws -> [Int?] {
    try locations(text).map { $0.speed.map { Int(($0 * 3600 / 1852).rounded()) } }
  }

  @Test("VTG at the end of each epoch belongs to it")
  func last() throws {
    #expect(try knots((10..<14).map { gga($0) + vtg($0) }.joined()) == [10, 11, 12, 13])
    #expect(try knots((10..<14).map { rmc($0) + vtg($0) }.joined()) == [10, 11, 12, 13])
    #expect(
      try knots((10..<14).map { rmc($0) + vtg($0) + gga($0) }.joined()) == [10, 11, 12, 13])
  }

  @Test("VTG at the beginning of each epoch belongs to it")
  func first() throws {
    #expect(try knots((10..<14).map { vtg($0) + gga($0) }.joined()) == [10, 11, 12, 13])
    #expect(
      try knots((10..<14).map { vtg($0) + gga($0) + rmc($0) }.joined()) == [10, 11, 12, 13])
    // The log begins within an epoch, and RMC tells.
    let cut = gga(9) + (10..<14).map { vtg($0) + rmc($0) + gga($0) }.joined()
    #expect(try knots(cut).suffix(4) == [10, 11, 12, 13])
    // A speed without a fix before it belongs to the next fix.
    let silent = gga(10, quality: 0) + vtg(0) + gga(11, quality: 0)
    #expect(try knots(silent + (12..<15).map { vtg($0) + gga($0) }.joined()) == [12, 13, 14])
  }

  @Test("A receiver that repeats its speed while it has no fix still sends VTG last")
  func repeated() throws {
    let lost = (12..<14).map { gga($0, quality: 0) + vtg(11) }.joined()
    let text = (10..<12).map { gga($0) + vtg($0) }.joined() + lost + gga(14) + vtg(14) + gga(15)
    #expect(try knots(text) == [10, 11, 14, nil])
  }

  @Test("Rounding is no difference, and the last VTG of an epoch counts")
  func rounding() throws {
    let fine = sentence("GPVTG,10.4,T,,M,10.06,N,,K,A")
    let fix = try #require(try locations(rmc(10) + fine).first)
    #expect(fix.course == 10.4)
    #expect(fix.speed == 10.06 * 1852 / 3600)
    let far = sentence("GPVTG,10.4,T,,M,10.2,N,,K,A")
    #expect(try locations(rmc(10) + far + rmc(11)).first?.speed == 18520.0 / 3600)
  }

  @Test("A course on both sides of north is the same course")
  func north() throws {
    let rmc = sentence("GPRMC,120000,A,\(position),5.0,359.9,010524,,,A")
    let vtg = sentence("GPVTG,0.2,T,,M,5.0,N,,K,A")
    #expect(try locations(rmc + vtg + self.rmc(10)).first?.course == 0.2)
  }
}
