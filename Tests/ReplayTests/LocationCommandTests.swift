import Foundation
import TestSupport
import Testing

struct LocationCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private let walk = """
    start 2024-05-01T09:00:00Z
    at 0 0 30
    speed 10
    accuracy 4
    go 90 for 100 m
    """

  @Test("A simulated recording has the fixes of its script")
  func simulateAndLocate() throws {
    let script = try folder.write("walk.txt", walk)
    for ending in ["gpx", "nmea", "json"] {
      let path = folder.path + "/walk.\(ending)"
      let made = try Program.run(["simulate", "location", script, "-o", path])
      #expect(made.exitCode == 0 && made.remarks.contains("11 fixes"))
      let located = try Program.run(["locate", "--json", "--keep-stationary", path])
      #expect(located.exitCode == 0)
      #expect(located.lines.count == 11)
      #expect(
        located.lines.last?.contains(
          "\"time\":\"2024-05-01T09:00:10.000Z\",\"latitude\":0.000000000")
          == true)
      let total = located.lines.last?.split(separator: "\"total_m\":").last?.dropLast()
      #expect(total.flatMap { Double($0) }.map { abs($0 - 100) < 0.01 } == true)
    }
  }

  @Test("A record has all that is known about its fix, with units in the keys")
  func record() throws {
    let path = try folder.write(
      "log.nmea",
      """
      $GPRMC,120000,A,3730.0000,N,12700.0000,E,1.0,9,010524,,,A\r
      $GPGGA,120000,3730.0000,N,12700.0000,E,1,08,1.1,38.5,M,20.0,M,,\r

      """)
    let result = try Program.run(["locate", "--json", path])
    let expected = #"""
      {"v":2,"file":"\#(path)","time":"2024-05-01T12:00:00.000Z","latitude":37.500000000,\#
      "longitude":127.000000000,"altitude_m":38.5,"speed_m_s":0.5144,"course_deg":9.0,\#
      "horizontal_accuracy_m":5.5,"satellites":8,"hdop":1.1,"mode":"satellites",\#
      "delivered":true,"total_m":0.0}
      """#
    #expect(result.lines == [expected[...]])
  }

  @Test("The table shows why each fix was dropped, and the summary how often")
  func table() throws {
    let path = try folder.write(
      "log.nmea",
      """
      $GPRMC,120000,A,3730.0000,N,12700.0000,E,1.0,9,010524,,,A\r
      $GPRMC,120001,A,3730.0000,N,12800.0000,E,1.0,9,010524,,,A\r
      $GPRMC,120002,A,3730.0001,N,12700.0000,E,1.0,9,010524,,,A\r

      """)
    let result = try Program.run(["locate", path])
    #expect(result.exitCode == 0)
    #expect(result.lines.count == 4)
    #expect(result.lines[2].hasSuffix("speed") && result.lines[3].hasSuffix("stationary"))
    #expect(result.remarks.contains("nmea, 3 fixes, 1 delivered, dropped: 1 speed, 1 stationary"))
  }

  @Test("Filters, smoothing and drawing can be selected")
  func options() throws {
    let script = try folder.write("walk.txt", walk)
    let path = folder.path + "/walk.gpx"
    _ = try Program.run(["simulate", "location", script, "-o", path])
    let drawing = folder.path + "/walk.svg"
    let result = try Program.run([
      "locate", "--json", "--keep-stationary", "--distance-filter", "25", "--accuracy", "4",
      path,
    ])
    #expect(result.exitCode == 0)
    let drawn = try Program.run(["locate", "--distance-filter", "25", "-o", drawing, path])
    #expect(drawn.exitCode == 0 && drawn.output.isEmpty)
    #expect(result.lines.count { $0.contains("\"delivered\":true") } < 6)
    #expect(result.lines.contains { $0.contains("\"dropped\":\"distance\"") })
    let smooth = try Program.run(["locate", "--json", "--keep-stationary", "--smooth", path])
    #expect(smooth.lines.count == 11 && smooth.output != result.output)
    let svg = try folder.text("walk.svg")
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n") && svg.contains("<polyline"))
    let strict = try Program.run(["locate", "--json", "--accuracy", "3.9", path])
    #expect(strict.lines.allSatisfy { $0.contains("\"dropped\":\"accuracy\"") })
  }

  @Test("Distances are printed as text or JSON, for two locations or for each line of input")
  func distance() throws {
    let words = try Program.run(["distance", "37.5665,126.9780", "35.1796,129.0756"])
    #expect(words.output.contains("great circle  325111.708 m\ngeodesic      324915.297 m"))
    let careful = try Program.run(["distance", "--", "37.5665,126.9780", "35.1796,129.0756"])
    #expect(careful.exitCode == 0 && careful.lines == words.lines)
    let south = try Program.run(["distance", "--json", "-33.8,151.2", "-33.8,151.2"])
    #expect(
      south.output
        == "{\"v\":2,\"great_circle_m\":0.0,\"geodesic_m\":0.0,\"azimuth1_deg\":0.0,\"azimuth2_deg\":0.0}\n"
    )
    let lines = try Program.run(
      ["distance", "--json", "-"], input: "0 0 0 180\n\nx 0 0 0\n91 0 0 0\n0 0 0 1\n")
    #expect(lines.exitCode == 65)
    #expect(lines.lines.count == 2)
    #expect(lines.output.contains("\"geodesic_m\":20003931.4586"))
    #expect(lines.remarks.contains("-:3:1: expected a number, found \"x\""))
    #expect(lines.remarks.contains("-:4:1: expected a latitude"))
  }

  @Test(
    "Usage errors end with 64",
    arguments: [
      ["distance", "1,2"], ["distance", "91,0", "0,0"], ["distance", "a", "b"],
      ["locate"], ["locate", "--accuracy", "-1", "x"], ["locate", "--date", "soon", "x"],
      ["locate", "-", "-"], ["simulate", "location", "x"],
      ["simulate", "location", "x", "-o", "y.csv", "--to-format", "csv"],
      ["simulate", "location", "x", "-o", "y"], ["locate", "x", "--svg", "a.svg"],
    ])
  func usage(arguments: [String]) throws {
    let result = try Program.run(arguments)
    #expect(result.exitCode == 64, "\(arguments)")
    #expect(result.output.isEmpty)
  }

  @Test("Bad data ends with 65 and a position, a missing file with 66; other files are read")
  func errors() throws {
    let bad = try folder.write("bad.gpx", "<gpx><wpt lat=\"99\" lon=\"0\"/></gpx>")
    let good = try folder.write("good.gpx", "<gpx><wpt lat=\"9\" lon=\"0\"/></gpx>")
    let result = try Program.run(["locate", "--json", bad, good])
    #expect(result.exitCode == 65)
    #expect(result.remarks.contains("bad.gpx:1:"))
    #expect(result.lines.count == 1)
    #expect(try Program.run(["locate", folder.path + "/none"]).exitCode == 66)
    let script = try folder.write("bad.txt", "at 0 0\nfly\n")
    let simulated = try Program.run([
      "simulate", "location", script, "-o", "-", "--to-format", "gpx",
    ])
    #expect(simulated.exitCode == 65 && simulated.remarks.contains("bad.txt:2:1: expected"))
  }

  @Test("Every command has examples in its help", arguments: [["locate"], ["distance"]])
  func help(command: [String]) throws {
    let result = try Program.run(command + ["--help"])
    #expect(result.output.contains("EXAMPLES\n  replay \(command[0]) "))
  }
}
