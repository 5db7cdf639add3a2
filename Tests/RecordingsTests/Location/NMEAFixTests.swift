import Sensors
import Testing
import Timeline

@testable import Recordings

/// When sentences are a fix, and of which moment.
struct NMEAFixTests {
  private let place = "3730.0000,N,12700.0000,E"

  private func rmc(_ time: String, _ status: String = "A", mode: String = "A") -> String {
    sentence("GPRMC,\(time),\(status),\(place),10.0,90.0,010524,,,\(mode)")
  }

  private func gga(_ time: String, quality: String = "1", satellites: String) -> String {
    sentence("GPGGA,\(time),\(place),\(quality),\(satellites),1.1,38.5,M,20.0,M,,")
  }

  private func gsa(_ mode: Int) -> String {
    sentence("GPGSA,A,\(mode),01,02,03,,,,,,,,,,2.0,1.5,2.5")
  }

  @Test("A GGA with fewer than three satellites is a fix only if GSA or a later sentence says so")
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
    #expect(try locations(gga("120000", satellites: "")).count == 1, "not told is not too few")
  }

  @Test("Places that are estimated, typed in or simulated need no satellites", arguments: 6...8)
  func withoutSatellites(quality: Int) throws {
    #expect(try locations(gga("120000", quality: "\(quality)", satellites: "00")).count == 1)
  }

  @Test("The status of RMC decides, not the mode behind it")
  func statusAndMode() throws {
    let fix = try #require(try locations(rmc("120000", "A", mode: "N")).first)
    #expect(fix.speed == 18520.0 / 3600 && fix.course == 90)
    #expect(try locations(rmc("120000", "V", mode: "A")).isEmpty)
  }

  @Test("What stands behind an empty position is read where it stands")
  func emptyPosition() throws {
    let text =
      sentence("GPRMC,120000,A,,,,,10.0,90.0,010524,,,A") + gga("120001", satellites: "08")
    #expect(try locations(text).map(\.time) == ["2024-05-01T12:00:01.000Z"])
  }

  @Test("The date of a receiver that has no fix yet is not believed")
  func dateOfWarning() throws {
    let text =
      sentence("GPRMC,120000,V,,,,,,,060180,,,N") + gga("120000", satellites: "08")
      + rmc("120001")
    #expect(try locations(text).map(\.time) == ["-", "2024-05-01T12:00:01.000Z"])
  }

  @Test("A hundred fixes a second are a hundred moments")
  func hundredHertz() throws {
    let text = (0..<100).map { rmc("120000.\($0 < 10 ? "0" : "")\($0)") }.joined()
    let fixes = try locations(text)
    #expect(fixes.count == 100)
    #expect(fixes.last?.time == "2024-05-01T12:00:00.990Z")
    let rounded = rmc("120000.994") + gga("120000.99", satellites: "08")
    #expect(try locations(rounded).count == 1)
  }

  @Test("A position without a time belongs to the moment of the ZDA before it")
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

  @Test("A manufacturer's own sentence is none of a talker")
  func proprietary() throws {
    let text = gga("120000", satellites: "08") + sentence("PGRMC,,A,\(place),1,1,010524") + gsa(3)
    #expect(try locations(text).count == 1)
  }

  @Test(
    "VTG with letters, without them, and before there were any",
    arguments: [
      "GPVTG,54.7,T,34.4,M,10.0,N,18.5,K,A", "GPVTG,54.7,T,,,10.0,N,,",
      "GPVTG,54.7,,34.4,,10.0,,18.5,,A", "GPVTG,54.7,34.4,10.0,18.5", "GPVTG,54.7,,10.0,18.5",
    ])
  func speeds(text: String) throws {
    let fix = try #require(try locations(gga("120000", satellites: "08") + sentence(text)).first)
    #expect(fix.speed == 18520.0 / 3600 && fix.course == 54.7)
  }

  @Test("What is written tells as many satellites as a fix takes")
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

  @Test("A course of 360 degrees is one of 0")
  func north() throws {
    let text = "GPRMC,120000,A,\(place),1,360.0,010524,,,A"
    #expect(try locations(sentence(text)).first?.course == 0)
  }
}
