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
      let located = try Program.run(["locate", "--json", path])
      #expect(located.exitCode == 0)
      #expect(located.lines.count == 11)
      #expect(
        located.lines.last?.contains(
          "\"time_utc\":\"2024-05-01T09:00:10.000Z\",\"latitude\":0.000000000")
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
      {"v":2,"file":"\#(path)","time_utc":"2024-05-01T12:00:00.000Z","latitude":37.500000000,\#
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
      $GPRMC,120000,A,3730.0000,N,12700.0000,E,0.5,9,010524,,,A\r
      $GPRMC,120001,A,3730.0000,N,12800.0000,E,0.5,9,010524,,,A\r
      $GPRMC,120002,A,3730.0001,N,12700.0000,E,0.5,9,010524,,,A\r

      """)
    let result = try Program.run(["locate", "--filter", "other", path])
    #expect(result.exitCode == 0)
    #expect(result.lines.count == 4)
    #expect(result.lines[2].hasSuffix("speed") && result.lines[3].hasSuffix("stationary"))
    #expect(result.remarks.contains("nmea, 3 fixes, 1 delivered, dropped: 1 speed, 1 stationary"))
  }

  @Test(
    "Every fix is delivered, whatever its time, position and speed, unless a filter is asked for")
  func unfiltered() throws {
    let points = (0..<184).map { index in
      "<trkpt lat=\"46.5\" lon=\"14.\(index % 3)\"><time>2009-10-17T18:37:\(index % 2)0Z</time></trkpt>"
    }
    let path = try folder.write(
      "bad.gpx", "<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>")
    let all = try Program.run(["locate", path])
    #expect(all.lines.count == 185 && all.remarks.contains("184 fixes, 184 delivered,"))
    #expect(!all.lines[0].contains("DROPPED"))
    let plausible = try Program.run(["locate", "--filter", "plausible", path])
    #expect(plausible.remarks.contains("dropped:") && plausible.lines[0].contains("DROPPED"))
  }

  @Test(
    "Smoothing is suggested where it shortens a path that is mostly noise",
    arguments: [(60, true), (5, false)])
  func noise(seconds: Int, isSuggested: Bool) throws {
    // With few fixes, errors and movements look alike, and nothing is smoothed.
    let script = try folder.write("rest.location", "at 0 0\nnoise 3\nwait \(seconds)\n")
    let path = folder.file("rest.csv")
    _ = try Program.run(["simulate", "location", script, "-o", path])
    let result = try Program.run(["locate", path])
    #expect(result.remarks.contains(", mostly noise between fixes"), "\(result.remarks)")
    #expect(result.remarks.contains("--smooth") == isSuggested, "\(result.remarks)")
  }

  @Test("A path across a gap without fixes is no noise")
  func gap() throws {
    let rows = (0..<20).map { "\($0 < 10 ? $0 : $0 + 60),0,\($0 < 10 ? 0 : 0.01),0.5\n" }
    let table = try folder.write("gap.csv", "time (s),lat,lon,speed (m/s)\n" + rows.joined())
    let result = try Program.run(["locate", table])
    #expect(result.exitCode == 0 && !result.remarks.contains("noise"), "\(result.remarks)")
  }

  @Test("Times from the start of a table are seconds, and NMEA does not have them")
  func elapsed() throws {
    let table = try folder.write("a.csv", "time (s),lat,lon\n0,1,2\n61.25,1,2.001\n")
    let result = try Program.run(["locate", table])
    #expect(result.lines[2].hasPrefix("           61.250 s  "), "\(result.output)")
    let json = try Program.run(["locate", "--json", table])
    #expect(json.lines[1].contains("\"time_s\":61.25,\"latitude\""), "\(json.output)")
    let copy = folder.file("a.nmea")
    let written = try Program.run(["locate", table, "-o", copy])
    #expect(written.remarks.contains("2 times left out, since nmea cannot contain"))
    #expect(try folder.text("a.nmea").hasPrefix("$GPRMC,,A,"))
  }

  @Test("Times of day of a receiver remain such in a table")
  func timesOfDay() throws {
    let log = try folder.write("g.nmea", "$GPGGA,120000.000,0100.0,N,00200.0,E,1,5,1.0,5,M,,,,\r\n")
    let table = folder.file("g.csv")
    #expect(try Program.run(["locate", log, "-o", table]).exitCode == 0)
    #expect(try folder.text("g.csv").hasPrefix("time_of_day_s,"))
    let json = try Program.run(["locate", "--json", table])
    #expect(json.output.contains("\"time_of_day\":\"12:00:00.000\""), "\(json.output)")
  }

  @Test(
    "Dates that NMEA does not have are noted",
    arguments: [["locate", "a.csv"], ["simulate", "location", "a.location"]])
  func otherYears(command: [String]) throws {
    _ = try folder.write("a.csv", "time,lat,lon\n2080-05-01T09:00:00Z,1,2\n")
    _ = try folder.write("a.location", "start 2080-05-01T09:00:00Z\nat 1 2\n")
    let input = folder.file(try #require(command.last))
    let result = try Program.run(
      Array(command.dropLast()) + [input, "-o", folder.file("a.nmea")])
    let note = "1 date left out, since nmea has the years from 1980 to 2079"
    #expect(result.remarks.contains("note: \(input): \(note)"), "\(result.remarks)")
  }

  @Test("A GPX that is rewritten has the segments that it had", arguments: [[], ["--smooth"]])
  func rewrittenSegments(options: [String]) throws {
    func point(_ longitude: Double) -> String { "<trkpt lat=\"1\" lon=\"\(longitude)\"/>" }
    let track = "<trk><trkseg>\(point(1))\(point(2))</trkseg></trk>"
    let path = try folder.write("a.gpx", "<gpx>\(track)\(track)</gpx>")
    let copy = folder.file("b.gpx")
    #expect(try Program.run(["locate", path, "-o", copy] + options).exitCode == 0)
    let segments = try folder.text("b.gpx").components(separatedBy: "<trkseg>")
    #expect(segments.dropFirst().map { $0.components(separatedBy: "<trkpt").count - 1 } == [2, 2])
  }

  @Test("Rest is dropped where updates may pause")
  func pauses() throws {
    let script = try folder.write("still.txt", "at 0 0\nnoise 3\nwait 60\n")
    let path = folder.path + "/still.gpx"
    _ = try Program.run(["simulate", "location", script, "-o", path])
    let all = try Program.run(["locate", path])
    #expect(all.remarks.contains("61 fixes, 61 delivered,"))
    let paused = try Program.run(["locate", "--pauses-location-updates-automatically", path])
    #expect(paused.remarks.contains("1 delivered, dropped: 60 stationary"))
  }

  @Test(
    "Less accurate fixes are dropped by metres or by Core Location's constants",
    arguments: [
      ("5.5", true), ("5.4", false), ("nearestTenMeters", true), ("best", true),
      ("kCLLocationAccuracyThreeKilometers", true), ("0", false),
    ])
  func desiredAccuracy(value: String, isDelivered: Bool) throws {
    let path = try folder.write(
      "log.nmea", "$GPGGA,120000,3730.0000,N,12700.0000,E,1,08,1.1,38.5,M,20.0,M,,\r\n")
    for option in ["--accuracy", "--desired-accuracy"] {
      let result = try Program.run(["locate", "--json", option, value, path])
      #expect(result.output.contains("\"delivered\":\(isDelivered)"), "\(option) \(value)")
    }
  }

  @Test("The table has satellites, HDOP and the mode of the fix, and times of day without dates")
  func details() throws {
    let path = try folder.write(
      "log.nmea", "$GPGGA,123519,3730.0000,N,12700.0000,E,4,08,1.1,38.5,M,20.0,M,,\r\n")
    let result = try Program.run(["locate", path])
    #expect(result.lines[0].hasSuffix("SATS  HDOP  FIX"))
    #expect(result.lines[1].hasSuffix("8   1.1  3D RTK"))
    #expect(result.lines[1].hasPrefix("           12:35:19  "))
    let json = try Program.run(["locate", "--json", path])
    #expect(json.output.contains("\"time_of_day\":\"12:35:19.000\""))
  }

  @Test("Filters, smoothing and drawing can be selected")
  func options() throws {
    let script = try folder.write("walk.txt", walk)
    let path = folder.path + "/walk.gpx"
    _ = try Program.run(["simulate", "location", script, "-o", path])
    let drawing = folder.path + "/walk.svg"
    let result = try Program.run([
      "locate", "--json", "--distance-filter", "25", "--accuracy", "4",
      path,
    ])
    #expect(result.exitCode == 0)
    let drawn = try Program.run(["locate", "--distance-filter", "25", "-o", drawing, path])
    #expect(drawn.exitCode == 0 && drawn.output.isEmpty)
    #expect(result.lines.count { $0.contains("\"delivered\":true") } < 6)
    #expect(result.lines.contains { $0.contains("\"dropped\":\"distance\"") })
    let smooth = try Program.run(["locate", "--json", "--smooth", path])
    #expect(smooth.lines.count == 11 && smooth.output != result.output)
    let svg = try folder.text("walk.svg")
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n") && svg.contains("<polyline"))
    let strict = try Program.run(["locate", "--json", "--accuracy", "3.9", path])
    #expect(strict.lines.allSatisfy { $0.contains("\"dropped\":\"accuracy\"") })
  }

  @Test("Tracks are written by the name of the file, and read back with the same fixes")
  func tracks() throws {
    let script = try folder.write("walk.txt", walk)
    let path = folder.path + "/walk.gpx"
    _ = try Program.run(["simulate", "location", script, "-o", path])
    let fixes = try Program.run(["locate", "--json", path]).lines
    for name in ["a.gpx", "a.nmea", "a.csv"] {
      let copy = folder.path + "/" + name
      let written = try Program.run(["locate", "-o", copy, path, path])
      #expect(written.exitCode == 0 && written.output.isEmpty, "\(name)")
      let read = try Program.run(["locate", "--json", copy]).lines
      #expect(read.count == 22, "\(name)")
      for (line, fix) in zip(read, fixes) {
        for key in ["latitude", "longitude", "altitude_m", "horizontal_accuracy_m"] {
          func value(_ line: Substring) -> Double? {
            line.split(separator: "\"\(key)\":").last?.split { $0 == "," || $0 == "}" }.first
              .flatMap { Double($0) }
          }
          let difference = try #require(value(line)) - #require(value(fix))
          #expect(abs(difference) < 2e-9 + (key.hasSuffix("_m") ? 2e-3 : 0), "\(name), \(key)")
        }
      }
    }
    for (name, part) in [("a.kml", "<gx:Track>"), ("a.geojson", "\"LineString\"")] {
      _ = try Program.run(["locate", "-o", folder.path + "/" + name, path, path])
      let text = try folder.text(name)
      #expect(text.components(separatedBy: part).count == 3, "\(name)")
    }
    let piped = try Program.run(["locate", "-o", "-", "--to-format", "nmea", path])
    let sentences = piped.output.split(whereSeparator: \.isNewline)
    #expect(sentences.count == 33 && sentences[0].hasPrefix("$GPRMC,"))
    let thin = try Program.run([
      "locate", "--distance-filter", "25", "-o", "-", "--to-format", "csv", path,
    ])
    #expect(thin.lines.count == 5)
  }

  @Test("After an error no track is left")
  func noTrack() throws {
    let bad = try folder.write("bad.gpx", "<gpx><wpt lat=\"99\" lon=\"0\"/></gpx>")
    let path = folder.path + "/out.kml"
    #expect(try Program.run(["locate", "-o", path, bad]).exitCode == 65)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("Errors against a true track are printed, of recorded and of smoothed fixes")
  func truth() throws {
    let script = try folder.write("walk.txt", walk + "\nnoise 4\ngo 90 for 900 m\n")
    let (path, truth) = (folder.path + "/walk.gpx", folder.path + "/truth.nmea")
    _ = try Program.run(["simulate", "location", script, "-o", path])
    _ = try Program.run(["simulate", "location", script, "--truth", "-o", truth])
    let result = try Program.run(["locate", "--smooth", "--truth", truth, path])
    #expect(result.lines[0] == "ERROR      RECORDED   DELIVERED")
    #expect(result.lines.count == 9 && result.lines[7].hasPrefix("largest"))
    let json = try Program.run(["locate", "--truth", truth, "--json", path])
    #expect(json.output.contains("\"fixes\":101,\"recorded_m\":{\"rms\":"))
    let none = try Program.run(["locate", "--truth", folder.path + "/none", path])
    #expect(none.exitCode == 66)
    let untimed = try folder.write("untimed.gpx", "<gpx><wpt lat=\"9\" lon=\"0\"/></gpx>")
    let invalid = try Program.run(["locate", "--truth", untimed, path])
    #expect(
      invalid.exitCode == 65 && invalid.remarks.contains("expected true positions with times"))
  }

  @Test("Two recordings are two tracks in a drawing, in a panel each if they are far apart")
  func drawnTracks() throws {
    let near = try folder.write("near.txt", walk)
    let far = try folder.write("far.txt", walk.replacingOccurrences(of: "at 0 0", with: "at 50 9"))
    let paths = [folder.path + "/near.gpx", folder.path + "/far.gpx"]
    _ = try Program.run(["simulate", "location", near, "-o", paths[0]])
    _ = try Program.run(["simulate", "location", far, "-o", paths[1]])
    for (inputs, panels) in [([paths[0], paths[0]], 1), (paths, 2)] {
      let drawing = folder.path + "/x.svg"
      #expect(try Program.run(["locate", "-o", drawing] + inputs).exitCode == 0)
      let svg = try folder.text("x.svg")
      func count(_ part: String) -> Int { svg.components(separatedBy: part).count - 1 }
      #expect(count(" start</text>") == 2 && count(" end</text>") == 2)
      // A map has an arrow to the north, and a scale bar.
      #expect(count(">N</text>") == panels && count("20 m</text>") == panels)
    }
  }

  @Test("Dropped fixes are inside the drawing, wherever they were")
  func drawnDrops() throws {
    let path = try folder.write(
      "log.nmea",
      (0..<20).map { second in
        let minutes =
          [5: "0.0500", 9: "59.9999"][second] ?? "0.00\(second < 10 ? "0" : "")\(second)"
        let padded = minutes.count < 7 ? "0" + minutes : minutes
        return
          "$GPRMC,1200\(second < 10 ? "0" : "")\(second),A,37\(padded),N,12700.0000,E,,,010524,,,A\r\n"
      }.joined())
    let drawing = folder.path + "/x.svg"
    let result = try Program.run(["locate", "--filter", "fitness", "-o", drawing, path])
    #expect(result.remarks.contains("speed"))
    let svg = try folder.text("x.svg")
    let sizes = try #require(svg.firstMatch(of: /viewBox="0 0 ([0-9.]+) ([0-9.]+)"/))
    let crosses = svg.matches(of: /points="([0-9.-]+),([0-9.-]+) [^"]*" stroke="#b3261e"/)
    #expect(crosses.count > 1)
    for cross in crosses {
      let (x, y) = (try #require(Double(cross.1)), try #require(Double(cross.2)))
      #expect(x > 0 && x < Double(sizes.1) ?? 0 && y > 0 && y < Double(sizes.2) ?? 0)
    }
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
      ["locate"], ["locate", "--accuracy", "-1", "x"], ["locate", "--accuracy", "good", "x"],
      ["locate", "--filter", "walking", "x"], ["locate", "--to-format", "shp", "x"],
      ["locate", "--json", "-o", "x.gpx", "y"], ["locate", "--truth", "t", "-o", "x.gpx", "y"],
      ["locate", "--date", "soon", "x"],
      ["locate", "-", "-"], ["simulate", "location", "x"],
      ["simulate", "location", "x", "-o", "y.csv", "--to-format", "shp"],
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
