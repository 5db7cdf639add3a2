import TestSupport
import Testing

/// What commands say about input that they leave out.
struct SkippedInputTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private let fix = "$GPRMC,120000,A,3730.0000,N,12700.0000,E,1.0,9,010524,,,A\r\n"

  @Test("A log without fixes is a warning that says what it contains, unless output is quiet")
  func withoutFixes() throws {
    let path = try folder.write(
      "void.nmea", "$GPRMC,120000,V,,,,,,,010524,,,N\r\n$GPGSV,1,1,00\r\n")
    let result = try Program.run(["locate", path])
    #expect(result.exitCode == 0)
    #expect(
      result.remarks.contains(
        "warning: \(path): no fixes: 2 sentences (1 GPGSV, 1 GPRMC), 1 of them without a fix\n"))
    #expect(!(try Program.run(["locate", "-q", path]).remarks.contains("warning")))
    let found = try folder.write("found.nmea", fix)
    #expect(!(try Program.run(["locate", found]).remarks.contains("warning")))
  }

  @Test("Skipped sentences are noted with and without --json")
  func sentences() throws {
    let path = try folder.write(
      "log.nmea",
      "{\"class\":\"VERSION\",\"release\":\"3.25\"}\n" + fix + "$GPGGA,120000,,,,,0*00\r\n")
    for options in [[], ["--json"]] {
      let result = try Program.run(["locate", path] + options)
      #expect(result.output.contains("37.5"))
      #expect(
        result.remarks.contains(
          "note: \(path): 1 of 2 sentences skipped: wrong checksum; likely bytes lost or changed"))
    }
  }

  @Test(
    "Times of day that a format cannot hold are noted",
    arguments: [
      ("gpx", "1 of 2 times"), ("gpsd", "1 of 2 times"), ("kml", "2 of 2 times"),
      ("geojson", "2 of 2 times"), ("nmea", nil),
    ])
  func timesOfDay(format: String, count: String?) throws {
    let path = try folder.write(
      "log.nmea", "$GPGLL,3730.0000,N,12700.0000,E,115959,A,A*44\r\n" + fix)
    let result = try Program.run(["locate", path, "--to-format", format])
    #expect(result.exitCode == 0)
    if let count {
      #expect(
        result.remarks.contains(
          "note: \(path): \(count) left out, since \(format) has none without a date"),
        "\(result.remarks)")
    } else {
      #expect(!result.remarks.contains("left out"), "\(result.remarks)")
    }
  }

  @Test("Skipped rows and an assumed rate are noted by each command that reads a table")
  func rows() throws {
    let rows = (0..<60).map { _ in "0,0,-1\n" }.joined()
    let path = try folder.write("table.csv", "x,y,z\n0,,-1\n" + rows)
    for command in ["shake", "ball"] {
      let result = try Program.run([command, path])
      #expect(
        result.remarks.contains(
          "1 of 61 rows skipped: empty cells; likely rows of other sensors"), "\(command)")
      #expect(result.remarks.contains("no times: assuming 26 samples a second"), "\(command)")
    }
    let empty = try folder.write("empty.csv", "x,y,z\n,,\n")
    #expect(try Program.run(["shake", empty]).remarks.contains("warning: \(empty): no samples\n"))
  }

  @Test("A recording of locations is named as one where touches are expected")
  func otherKind() throws {
    let path = try folder.write("log.nmea", fix)
    let result = try Program.run(["info", path])
    #expect(result.exitCode == 65)
    #expect(result.remarks.contains("found a recording of locations (nmea)"))
  }

  @Test(
    "A file of other content is named by that, whichever content a command reads",
    arguments: [
      ("shake", "tap.evemu", "a table of accelerations", "a recording of touches"),
      ("ball", "tap.evemu", "a table of accelerations", "a recording of touches"),
      ("locate", "tap.evemu", "a recording of locations", "a recording of touches"),
      ("shake", "log.nmea", "a table of accelerations", "a recording of locations"),
      ("locate", "table.csv", "a recording of locations", "a table of accelerations"),
      ("ball", "empty.csv", "a table of accelerations", "an empty file"),
      ("locate", "empty.csv", "a recording of locations", "an empty file"),
    ])
  func otherContent(command: String, name: String, expected: String, found: String) throws {
    try folder.write("tap.evemu", "# EVEMU 1.3\nN: Pad\n")
    try folder.write("log.nmea", fix)
    try folder.write("empty.csv", "")
    try folder.write("table.csv", "time (s),x (g),y (g),z (g)\n0,0,0,1\n")
    let path = folder.path + "/" + name
    let result = try Program.run([command, path])
    #expect(result.exitCode == 65)
    #expect(result.remarks == "error: \(path): expected \(expected), found \(found)\n")
  }

  @Test("A table of accelerations is named as one where touches are expected")
  func accelerations() throws {
    let path = try folder.write("table.csv", "time (s),x (g),y (g),z (g)\n0,0,0,1\n")
    let result = try Program.run(["run", path])
    #expect(result.exitCode == 65)
    #expect(result.remarks.hasSuffix("raw input events, found a table of accelerations\n"))
  }

  @Test("Binary protocols of receivers are named")
  func binary() throws {
    let path = folder.path + "/log.ubx"
    // UBX-MON-VER without a payload.
    try folder.write("log.ubx", [0xb5, 0x62, 0x0a, 0x04, 0, 0, 0x0e, 0x34] as [UInt8])
    let result = try Program.run(["locate", path])
    #expect(result.exitCode == 65)
    #expect(
      result.remarks.contains(
        "found 1 message of u-blox UBX, which is not decoded: record NMEA 0183 instead"))
  }
}
