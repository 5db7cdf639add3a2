import Foundation
import TestSupport
import Testing

@Suite("Commands for accelerometers")
struct SensorCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private let script = "rate 50\n1 shake 0.8 4 3 x\n3 turn landscapeRight 0.5\nend 6\n"

  @Test("The shake of a script is found in the simulated table")
  func simulate() throws {
    let path = try folder.write("shake.motion", script)
    let table = folder.path + "/shake.csv"
    #expect(try Program.run(["simulate", "motion", path, "-o", table]).exitCode == 0)
    let text = try folder.text("shake.csv")
    #expect(text.hasPrefix("time(s),acceleration_x(g)"))
    #expect(text.split(separator: "\n").count == 302)
    let piped = try Program.run(["simulate", "motion", "-"], input: script)
    #expect(piped.output == text)

    let json = try Program.run(["shake", "--json", table])
    #expect(json.exitCode == 0)
    #expect(json.lines.count == 1)
    let line = try #require(json.lines.first)
    #expect(line.hasPrefix("{\"v\":2,\"file\":\"\(table)\",\"gesture\":\"shake\",\"time_s\":1."))
    #expect(line.contains("\"start_s\":1.0"))
    #expect(line.contains("\"strength_g\":3.0"))
    #expect(!line.contains("at_least"))

    let people = try Program.run(["shake", table])
    #expect(people.lines.count == 2)
    #expect(people.lines.first?.contains("STRENGTH") ?? false)
    let firings = try Program.run(["shake", "--rule", "threshold", table])
    #expect(firings.lines.count > 5)
  }

  @Test("A ball rolls to the right when the screen is rotated, and its path is drawn")
  func ball() throws {
    let script = try folder.write("turn.motion", "pose faceUp\n1 turn landscapeRight 0.2\nend 4\n")
    let table = folder.path + "/turn.csv"
    #expect(try Program.run(["simulate", "motion", script, "-o", table]).exitCode == 0)
    let result = try Program.run(["ball", "--json", table])
    #expect(result.lines.count == 240)
    #expect(result.lines.first == "{\"v\":2,\"time_s\":0.016667,\"x_px\":160.0,\"y_px\":230.0}")
    #expect(result.lines.last?.contains("\"x_px\":295.0") ?? false)
    let textbook = try Program.run(["ball", "--textbook", table])
    #expect(textbook.lines.count == 241)
    let svg = folder.path + "/path.svg"
    let drawn = try Program.run(["ball", table, "--size", "200x100", "--ball", "10", "-o", svg])
    #expect(drawn.exitCode == 0)
    #expect(drawn.output.isEmpty)
    #expect(try folder.text("path.svg").hasPrefix("<svg "))
  }

  @Test(
    "An invalid command line ends with 64",
    arguments: [
      ["ball", "x", "--size", "3"], ["ball", "x", "--ball", "500"], ["shake", "-", "-"],
      ["shake", "x", "--rule", "hard"], ["shake", "x", "--range", "0"], ["simulate", "motion"],
      ["shake", "x", "--rate", "0"], ["ball", "x", "--svg", "a.svg"],
      ["shake", "x", "--labels", "y", "-o", "a.svg"], ["shake", "x", "--labels", "-"],
      ["shake", "x", "--class", "2"], ["shake", "x", "--tune"],
      ["shake", "x", "--sensitivity", "0.2"], ["shake", "x", "--sensitivity", "4.1"],
      ["shake", "x", "--sensitivity", "2", "--rule", "break"],
      ["shake", "x", "--tune", "--labels", "y", "--sensitivity", "2"],
      ["shake", "x", "y", "--labels", "z"], ["shake", "x", "--labels", "z", "--json"],
      ["shake", "x", "--labels", "z", "-o", "a.csv"],
      ["shake", "x", "--labels", "z", "-o", "a.tsv"],
      ["shake", "x", "--labels", "z", "--tune", "-o", "a.csv"],
    ])
  func usage(arguments: [String]) throws {
    #expect(try Program.run(arguments).exitCode == 64)
  }

  @Test("An invalid table ends with 65, a missing one with 66; other tables are read")
  func errors() throws {
    let bad = try folder.write("bad.csv", "x,y,z\n1,2,three\n")
    let good = try folder.write("good.csv", "x,y,z\n0,0,-1\n0,0,-1\n")
    let result = try Program.run(["shake", bad, good])
    #expect(result.exitCode == 65)
    #expect(result.remarks.contains("bad.csv:2:5: expected a number"))
    #expect(result.remarks.contains("26 samples a second"))
    #expect(result.remarks.contains("2 samples in 0.038 s, 0 shakes"))
    #expect(try Program.run(["shake", folder.path + "/none.csv"]).exitCode == 66)
    #expect(try Program.run(["ball", folder.path + "/none.csv"]).exitCode == 66)
    let script = try folder.write("bad.motion", "1 jump\n")
    let simulated = try Program.run(["simulate", "motion", script])
    #expect(simulated.exitCode == 65)
    #expect(simulated.remarks.contains("bad.motion:1:3"))
  }

  @Test("A table without shakes has a note of what its strongest motion lacks")
  func explained() throws {
    let table = folder.path + "/push.csv"
    // A period of 4 Hz is a movement: it has two lobes, which are three strokes.
    let path = try folder.write("push.motion", "rate 100\n2 shake 0.25 4 3 x\nend 4\n")
    #expect(try Program.run(["simulate", "motion", path, "-o", table]).exitCode == 0)
    let result = try Program.run(["shake", table, "--verbose"])
    #expect(result.remarks.contains("no shake: the strongest motion, at 2."))
    #expect(result.remarks.contains(" g, limit 5.50 g"), "\(result.remarks)")
    #expect(!result.remarks.contains("deviation"))
    #expect(try !Program.run(["shake", table]).remarks.contains("no shake:"))
  }

  @Test("A weak shake is found with a higher sensitivity")
  func sensitivity() throws {
    let table = folder.path + "/weak.csv"
    let path = try folder.write("weak.motion", "rate 100\n2 shake 1 4 1 x\nend 4\n")
    #expect(try Program.run(["simulate", "motion", path, "-o", table]).exitCode == 0)
    for (sensitivity, count) in [("1", "0 shakes"), ("2", "1 shake")] {
      let result = try Program.run(["shake", table, "--sensitivity", sensitivity])
      #expect(result.remarks.contains(", \(count)"), "\(result.remarks)")
    }
  }

  @Test("Sensitivities are compared on labels and drawn, and one is chosen")
  func tuning() throws {
    let table = folder.path + "/shakes.csv"
    let strong = (0..<6).map { "\(2 + 4 * $0) shake 1 4 1 x" }.joined(separator: "\n")
    let path = try folder.write("shakes.motion", "rate 100\n\(strong)\nend 26\n")
    #expect(try Program.run(["simulate", "motion", path, "-o", table]).exitCode == 0)
    let rows = (0..<6).map { "\(2 + 4 * $0),\(3 + 4 * $0)\n" }.joined()
    let labels = try folder.write("labels.csv", "start (s),end (s)\n" + rows)
    let result = try Program.run(["shake", table, "--labels", labels, "--tune"])
    #expect(result.exitCode == 0)
    let row = try #require(result.lines.first { $0.contains("best") })
    #expect(row.split(separator: " ").prefix(4).dropFirst() == ["6", "0", "0"], "\(row)")
    let usual = try #require(result.lines.first { $0.contains("default") })
    #expect(usual.split(separator: " ").prefix(4) == ["1.00", "0", "6", "0"], "\(usual)")
    #expect(result.output.contains("left out: F1 1.000"))

    let picture = folder.file("curve.svg")
    let drawn = try Program.run(["shake", table, "--labels", labels, "--tune", "-o", picture])
    #expect(drawn.exitCode == 0 && drawn.output.isEmpty, "\(drawn.remarks)")
    let text = try folder.text("curve.svg")
    #expect(text.contains("false shakes") && text.contains("all 6 labels"))
    #expect(text.contains(">1: 0 found, 0 false<"))
  }

  @Test(
    "Times that run backward are counted, and a table without samples is remarked",
    arguments: [
      (["shake"], "warning"), (["ball"], "warning"), (["plot", "-o", "OUT.svg"], "note"),
      (["export", "-o", "OUT.csv"], "warning"),
    ])
  func faultsOfTables(words: [String], label: String) throws {
    let command = words.map { $0.replacing("OUT", with: folder.file("out")) }
    let rows = (0..<20).map { "\($0 == 7 ? 0.2 : Double($0) * 0.1),0,0,-1\n" }.joined()
    let log = try folder.write("log.csv", "time (s),x,y,z\n" + rows)
    let result = try Program.run(command + [log])
    #expect(result.exitCode == 0)
    #expect(result.remarks.contains("\(label): \(log): 1 of 20 times run backward\n"))
    let empty = try folder.write("empty.csv", "time (s),x,y,z\n")
    let other = try Program.run(command + [empty])
    #expect(other.exitCode == 0)
    #expect(other.remarks.contains("\(label): \(empty): no samples\n"), "\(other.remarks)")
  }

  @Test(
    "Tables with the same remark share a line, unless output is verbose",
    arguments: [([], 1), (["--verbose"], 3)])
  func sharedRemarks(options: [String], count: Int) throws {
    for name in ["a", "b", "c"] {
      _ = try folder.write("\(name).csv", "x,y,z\n0,0,9.8\n0,0,9.8\n")
    }
    let result = try Program.run(["shake", folder.path] + options)
    let lines = result.remarks.split(separator: "\n")
    #expect(lines.count { $0.contains("no unit: assuming m/s²") } == count, "\(result.remarks)")
    #expect(lines.contains { $0.hasPrefix("note: 3 recordings: no times") } == (count == 1))
  }

  @Test("The rate of a log with gaps is that between them")
  func gaps() throws {
    func log(_ interval: Double) throws -> String {
      let rows = (0..<20).map { index in
        "\(Double(index) * interval + (index < 10 ? 0 : 600)),0,0,-1\n"
      }
      return try folder.write("log.csv", "time (s),x,y,z\n" + rows.joined())
    }
    #expect(try !Program.run(["shake", log(0.1)]).remarks.contains("a second"))
    let slow = try Program.run(["shake", log(0.25)])
    #expect(slow.remarks.contains("4.0 samples a second; shakes need 8"), "\(slow.remarks)")
  }

  @Test("Shakes are compared with labels of either kind")
  func labels() throws {
    let table = folder.path + "/shake.csv"
    let path = try folder.write("shake.motion", script + "4 shake 0.8 4 3 y\n")
    #expect(try Program.run(["simulate", "motion", path, "-o", table]).exitCode == 0)
    // The second of class 2 is not in the table, and the shake at 4 s has no label of class 2.
    let labels = try folder.write(
      "labels.csv", "start (s),end (s),class (2 is a shake)\n1,1.8,2\n2.8,2.9,2\n4,4.8,7\n")
    let result = try Program.run(["shake", table, "--labels", labels, "--class", "2"])
    #expect(result.exitCode == 0)
    #expect(result.lines.contains("missed: labels from 2.800 s"))
    #expect(result.output.contains("false: shakes at 4."))
    #expect(
      result.output.contains(
        """
        1 of 2 labels found, 1 missed, 1 false
        precision 0.500 (0.095-0.905), recall 0.500 (0.095-0.905)
        F1 0.500 (0.095-0.905); in brackets: 95 % confidence
        """))
    let pressed = try folder.write(
      "pressed.csv", "timestamp(ms),label (0=start 1=end 2=cancel)\n900,0\n1900,1\n2500,0\n2600,2\n"
    )
    let other = try Program.run(["shake", table, "--labels", pressed])
    #expect(other.output.contains("1 of 1 labels found, 0 missed, 1 false\nprecision 0.500 (0.095"))
  }

  @Test(
    "A bad table of labels is an error with its position",
    arguments: [
      ("", "1:1"), ("from,to\n", "1:1"), ("start,end\n1\n", "2:2"), ("start,end\n1,x\n", "2:3"),
      ("start (days),end (days)\n1,2\n", "1:1"),
      ("start,end\n2,1\n", "2:3"), ("start,end\nnan,1\n", "2:1"),
      ("start,end\n1e300,1e301\n", "2:1"),
    ])
  func badLabels(text: String, position: String) throws {
    let table = try folder.write("good.csv", "x,y,z\n0,0,-1\n0,0,-1\n")
    let labels = try folder.write("labels.csv", text)
    let result = try Program.run(["shake", table, "--labels", labels])
    #expect(result.exitCode == 65)
    #expect(result.remarks.contains("labels.csv:\(position): expected"), "\(result.remarks)")
  }

  @Test(
    "A class needs a column of classes", arguments: ["start,end\n1,2\n", "time,label\n1,0\n2,1\n"])
  func missingClasses(text: String) throws {
    let table = try folder.write("good.csv", "x,y,z\n0,0,-1\n0,0,-1\n")
    let labels = try folder.write("labels.csv", text)
    let result = try Program.run(["shake", table, "--labels", labels, "--class", "2"])
    #expect(result.exitCode == 65)
    #expect(result.remarks.contains("labels.csv:1:1: expected columns start, end and class"))
  }

  @Test("A class that no label has is a warning", arguments: [(2, false), (3, true)])
  func unusedClass(movement: Int, isWarned: Bool) throws {
    let table = try folder.write("good.csv", "t,x,y,z\n1,0,0,-1\n2,0,0,-1\n")
    let labels = try folder.write("labels.csv", "start,end,class\n1,2,2\n")
    let result = try Program.run(["shake", table, "--labels", labels, "--class", "\(movement)"])
    let warning = "warning: \(labels): no label of class \(movement)"
    #expect(result.remarks.contains(warning) == isWarned, "\(result.remarks)")
  }

  @Test("Labels that are all outside of the recording are a warning with both ranges")
  func labelsOutside() throws {
    let table = try folder.write("good.csv", "t,x,y,z\n1,0,0,-1\n2,0,0,-1\n")
    for (rows, isOutside) in [("1500,1900\n2000,2100\n", true), ("0.5,1\n3,4\n", false)] {
      let labels = try folder.write("labels.csv", "start,end\n\(rows)")
      for options in [[], ["--tune"]] {
        let result = try Program.run(["shake", table, "--labels", labels] + options)
        let warning =
          "warning: \(labels): no label is within the recording: labels from 1500.000 s to "
          + "2100.000 s, samples from 1.000 s to 2.000 s; likely another unit or origin"
        #expect(result.remarks.contains(warning) == isOutside, "\(result.remarks)")
      }
    }
  }

  @Test("In a folder, files that are not tables of accelerations are skipped")
  func folderOfTables() throws {
    _ = try folder.write("README.md", "# Recordings\n\nTwo samples.\n")
    _ = try folder.write("labels.csv", "start (s),end (s)\n1,2\n")
    _ = try folder.write("walk.nmea", "$GPRMC,120000,A,3730.0,N,12700.0,E,1.0,9,010524,,,A\r\n")
    _ = try folder.write("walk.gpx", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx/>\n")
    _ = try folder.write("good.csv", "x,y,z\n0,0,-1\n0,0,-1\n")
    let result = try Program.run(["shake", folder.path, "--verbose"])
    #expect(result.exitCode == 0)
    for name in ["README.md", "labels.csv", "walk.gpx", "walk.nmea"] {
      #expect(result.remarks.contains("\(name): skipped, not a table of accelerations"))
    }
    #expect(result.remarks.contains("2 samples in 0.038 s, 0 shakes"))
    _ = try folder.write("bad.csv", "x,y,z\n1,2,three\n")
    #expect(try Program.run(["shake", folder.path]).exitCode == 65)
  }

  @Test(
    "Without a unit, rows as long as gravity in m/s² decide", arguments: [6.9, 7, 13, 13.1])
  func unit(length: Double) throws {
    let table = try folder.write("table.csv", "x,y,z\n0,0,\(length)\n0,0,\(length)\n0,0,9\n")
    let result = try Program.run(["shake", table])
    #expect(result.exitCode == 0)
    #expect(result.remarks.contains("assuming m/s²") == (7...13).contains(length))
    let named = try folder.write("named.csv", "x (g),y (g),z (g)\n0,0,\(length)\n0,0,9.8\n")
    #expect(try !Program.run(["shake", named]).remarks.contains("assuming m/s²"))
  }

  @Test(
    "A table has the times of fixes with a date, or of those without, and says which are left out")
  func mixedDates() throws {
    let log = try folder.write(
      "a.nmea",
      "$GPGGA,235958,3730.0,N,12700.0,E,1,05,1.0,10,M,,M,,\r\n"
        + "$GPRMC,000000,A,3730.0020,N,12700.0,E,1.0,9,020524,,,A\r\n"
        + "$GPRMC,000001,A,3730.0030,N,12700.0,E,1.0,9,020524,,,A\r\n")
    let result = try Program.run(["locate", log, "-o", folder.file("a.csv")])
    let reason = "the table has times without dates"
    #expect(result.remarks.contains("2 of 3 times left out, since \(reason)"), "\(result.remarks)")
  }

  @Test("Fixes that a track leaves out as invalid are noted")
  func invalidFixes() throws {
    let table = try folder.write("a.csv", "lat,lon,accuracy\n10,17,-1\n10,17.001,5\n")
    let result = try Program.run(["locate", table, "-o", folder.file("a.gpx")])
    #expect(result.remarks.contains("note: \(table): 1 invalid fix left out"), "\(result.remarks)")
  }

  @Test("After an error a drawing has the recordings that were read, and a track is not written")
  func outputAfterError() throws {
    let good = try folder.write("good.csv", "lat,lon\n1,2\n1,2.001\n")
    let bad = try folder.write("bad.csv", "lat,lon\n50,60\nx,4\n")
    let (drawing, track) = (folder.file("a.svg"), folder.file("a.gpx"))
    let drawn = try Program.run(["locate", bad, good, "-o", drawing])
    #expect(drawn.exitCode == 65 && drawn.remarks.contains("wrote \(drawing)"), "\(drawn.remarks)")
    let text = try folder.text("a.svg")
    #expect(text.contains("good.csv") && !text.contains("bad.csv"))
    #expect(try Program.run(["locate", bad, "-o", folder.file("b.svg")]).exitCode == 65)
    #expect(!FileManager.default.fileExists(atPath: folder.file("b.svg")))
    let tracked = try Program.run(["locate", good, bad, "-o", track])
    #expect(tracked.remarks.contains("\(track): not written, after an error"), "\(tracked.remarks)")
    #expect(!FileManager.default.fileExists(atPath: track))
  }

  @Test("Labels are those of one table, in any order of their rows")
  func labelsOfOneTable() throws {
    let script = try folder.write(
      "a.motion", "rate 100\nseed 3\n2 shake 1.2 4 3 x\n3.6 shake 1.2 4 3 x\n")
    let table = folder.file("a.csv")
    #expect(try Program.run(["simulate", "motion", script, "-o", table]).exitCode == 0)
    for labels in ["2.0,2.6\n2.7,3.9\n", "2.7,3.9\n2.0,2.6\n"] {
      let labels = try folder.write("labels.csv", "start,end\n" + labels)
      let result = try Program.run(["shake", "-q", "--labels", labels, table])
      #expect(result.output.contains("2 of 2 labels found, 0 missed, 0 false"), "\(result.output)")
      _ = try folder.write("both/a.csv", folder.text("a.csv"))
      _ = try folder.write("both/b.csv", folder.text("a.csv"))
      let both = try Program.run(["shake", "--labels", labels, folder.file("both")])
      #expect(both.exitCode == 64 && both.remarks.contains("--labels takes one table"))
    }
  }

  @Test("Compressed tables are named", arguments: ["shake", "ball", "locate"])
  func compressed(command: String) throws {
    let path = try folder.write("a.csv.gz", [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0])
    let result = try Program.run([command, path])
    #expect(result.exitCode == 65 && result.remarks.contains("found compressed data (gzip -dc"))
  }

  @Test("Without speed, a direction for a time is a pause")
  func pause() throws {
    let script = try folder.write("a.location", "at 0 180\nspeed 0\ngo 90 for 30 s\n")
    let result = try Program.run(["simulate", "location", script, "-", "--to-format", "gpx"])
    #expect(result.output.split(separator: "<trkpt").count == 32)
    #expect(result.output.contains("lon=\"-180.000000000\""))
  }

  @Test(
    "The samples are what their scripts make",
    arguments: [
      ("location walk.location", "walk.nmea"), ("location walk.location", "walk.gpx"),
      ("motion shakes.motion", "shakes.csv"),
    ])
  func samples(script: String, sample: String) throws {
    let samples = packageFolder.appending(path: "Examples/Samples").path
    let words = script.split(separator: " ").map(String.init)
    let made = folder.file(sample)
    #expect(
      try Program.run(["simulate", words[0], "\(samples)/\(words[1])", "-o", made]).exitCode == 0)
    #expect(
      try String(contentsOfFile: "\(samples)/\(sample)", encoding: .utf8) == folder.text(sample))
  }
}
