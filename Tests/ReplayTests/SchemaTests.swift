import Foundation
import TestSupport
import Testing

/// A command with the schema in `docs/schemas/` that each line of its output conforms to.
struct SchemaCase: Sendable, CustomTestStringConvertible {
  var schemas: [String]
  var arguments: [String]
  /// Written to `sample` in a temporary folder, whose path replaces `SAMPLE` in the arguments.
  var sample: String?

  init(_ schemas: String..., arguments: String, sample: String? = nil) {
    self.schemas = schemas
    self.arguments = arguments.split(separator: " ").map(String.init)
    self.sample = sample
  }

  var testDescription: String { "replay \(arguments.joined(separator: " "))" }

  /// Two shapes that are near to each other, and one with a tolerance, a threshold and a
  /// counter-example.
  fileprivate static let shapes = #"""
    {"v":2,"shapes":[{"name":"line","examples":[{"svg":"M0 0h9"},{"svg":"M0 0L9 1"}]},
    {"name":"dash","examples":[{"svg":"M0 0L9 .1"}]},
    {"name":"v","threshold":0.4,"tolerance":{"rotation_deg":20,"reversal":true,"scale":2},
    "examples":[{"svg":"M0 0L5 9L9 0"}],"counter_examples":[{"strokes":[[[0,0],[9,1,7]],[]]}]}]}
    """#

  /// A tick that is nearly a letter v.
  private static let nearTick = [
    ("down", 0, 100, 100), ("move", 100, 164, 177), ("move", 300, 262, 62), ("up", 310, 262, 62),
  ].map { event, time, x, y in
    #"{"type":"pointer\#(event)","pointerId":1,"pointerType":"touch","timeStamp":\#(time),"#
      + #""clientX":\#(x),"clientY":\#(y)}"#
  }.joined(separator: "\n")

  #if Library
    private static let library = [
      SchemaCase("library", arguments: "library list --json --library LIBRARY"),
      SchemaCase("library", arguments: "library show --json --library LIBRARY Traces"),
      SchemaCase("library-list", arguments: "library list devices --json --library LIBRARY"),
      SchemaCase(
        "library-compare", arguments: "library compare standard uikit --json --library LIBRARY"),
    ]
  #else
    private static let library: [SchemaCase] = []
  #endif

  /// Paths are relative to the package.
  static let all =
    library + [
      SchemaCase("run", arguments: "run --json Traces"),
      SchemaCase("run", arguments: "run --json --events Traces"),
      SchemaCase("run", arguments: "run --json --profile textbook Traces"),
      SchemaCase("run", arguments: "run --json --profile uikit Traces"),
      SchemaCase("run", arguments: "run --json --name-devices Traces"),
      SchemaCase("run", "error", arguments: "run --json --error-records Traces"),
      SchemaCase("run", "run-recording", arguments: "run --json --each Traces"),
      SchemaCase(
        "score-recording", arguments: "score --json --each --strict SAMPLES/labels.jsonl"),
      SchemaCase(
        "tune-recording",
        arguments: "tune --each SAMPLES/labels.jsonl --vary tap.slop=2..6 --steps 2"),
      SchemaCase("touches", arguments: "run --json --touches Traces"),
      SchemaCase("explain", arguments: "run --json --trace-states Traces"),
      SchemaCase(
        "explain", "touches", arguments: "explain --json Traces/pan.evemu Traces/palm.evemu"),
      SchemaCase("explain", "touches", arguments: "explain --json SAMPLE", sample: nearTick),
      SchemaCase(
        "verdict", "explain", "touches",
        arguments: "explain --json --expected swipe,touches=1 Traces/pan.evemu Traces/palm.evemu"),
      SchemaCase(
        "verdict", "explain", "touches",
        arguments: "explain --json --expected tap Traces/tap.evemu"),
      SchemaCase(
        "verdict", "explain", "touches", "side-effect",
        arguments: "explain --json --expected swipe --against Traces Traces/pan.evemu"),
      SchemaCase("libinput", arguments: "libinput --json Traces"),
      SchemaCase("libinput", arguments: "libinput --json -v --log Traces"),
      SchemaCase("libinput", arguments: "libinput --json --beside Traces"),
      SchemaCase("touchpad-analyze", arguments: "touchpad analyze --json Traces/tap.evemu"),
      SchemaCase(
        "touchpad-setting", arguments: "touchpad suggest --json --fingers Traces/tap.evemu"),
      SchemaCase(
        "touchpad-setting",
        arguments: "touchpad test --json SAMPLES/palms.yml --fingers Traces/tap.evemu"),
      SchemaCase("info", arguments: "info --json Traces"),
      SchemaCase("score", arguments: "score --json SAMPLES/labels.jsonl"),
      SchemaCase("score", arguments: "score --json --group-by folder SAMPLES/labels.jsonl"),
      SchemaCase("score", arguments: "score --json --group-by person SAMPLES/labels.jsonl"),
      SchemaCase("score", arguments: "score --json --strict --against uikit SAMPLES/labels.jsonl"),
      SchemaCase(
        "tune",
        arguments:
          "tune --json SAMPLES/labels.jsonl --vary tap.maximumDuration=0.05..0.5 --steps 3 --group-by folder"
      ),
      SchemaCase(
        "tune",
        arguments:
          "tune --json SAMPLES/labels.jsonl --vary tap.maximumDuration=0.05..0.5 --steps 3 --folds 2"
      ),
      SchemaCase("check", arguments: "check --json Traces"),
      SchemaCase(
        "stress", arguments: "stress --json --draws 2 Traces/swipe-up-three-fingers.evemu"),
      SchemaCase("stress", arguments: "stress --json --seed 3 Traces/tap.evemu"),
      SchemaCase(
        "stress",
        arguments: "stress --json --only stagger,rate --fail-below rate=90Hz Traces/tap.evemu"),
      SchemaCase(
        "shrink",
        arguments: "shrink --json --expected tap Traces/double-tap.getevent FOLDER/small.evemu"),
      SchemaCase("info", arguments: "info --json -", sample: ""),
      SchemaCase("shake", arguments: "shake --json Examples/Samples/shakes.csv"),
      SchemaCase("shake", arguments: "shake --json --range 4 Examples/Samples/shakes.csv"),
      SchemaCase("shake", arguments: "shake --json --rule threshold Examples/Samples/shakes.csv"),
      SchemaCase("ball", arguments: "ball --json Examples/Samples/shakes.csv"),
      SchemaCase("ball", arguments: "ball --json --textbook Examples/Samples/shakes.csv"),
      SchemaCase("locate", arguments: "locate --json Examples/Samples/walk.nmea"),
      SchemaCase(
        "locate",
        arguments: "locate --json --smooth --distance-filter 20 Examples/Samples/walk.gpx"),
      SchemaCase(
        "locate", arguments: "locate --json SAMPLE",
        sample: "$GPGGA,123519,3730.0000,N,12700.0000,E,1,08,1.1,38.5,M,20.0,M,,\r\n"),
      SchemaCase(
        "locate-errors",
        arguments:
          "locate --json --smooth --truth Examples/Samples/walk.gpx Examples/Samples/walk.nmea"),
      SchemaCase("distance", arguments: "distance --json 37.5665,126.9780 -33.8568,151.2153"),
      SchemaCase("shapes-show", arguments: "shapes show --json standard"),
      SchemaCase("shapes-show", arguments: "shapes show --json SAMPLE", sample: shapes),
      SchemaCase(
        "shapes-classify",
        arguments: "shapes classify --json standard Examples/Samples/drawings.ndjson"
      ),
      SchemaCase(
        "shapes-classify",
        arguments: "shapes classify --json SAMPLE Examples/Samples/drawings.ndjson",
        sample: #"{"v":2,"shapes":[{"name":"a","examples":[{"svg":"M0 0h1"}]}]}"#),
      SchemaCase(
        "shapes-classify", arguments: "shapes classify --json standard SAMPLE",
        sample: #"{"strokes":[]}"# + "\n"),
    ]
}

/// The lines of every command's JSON conform to its schema, validated by Python's `jsonschema`.
@Suite(
  .enabled("Python's jsonschema is not installed (Debian's python3-jsonschema)") {
    try Validator.isInstalled
  })
struct SchemaTests {
  @Test("Every line conforms to the schema of its command", arguments: SchemaCase.all)
  func conformance(sample: SchemaCase) throws {
    let folder = try TemporaryFolder()
    var arguments = sample.arguments.map { argument in
      argument.hasPrefix("Traces") || argument.hasPrefix("Examples")
        ? packageFolder.appending(path: argument).path : argument
    }
    .map {
      $0.replacing("SAMPLES", with: packageFolder.appending(path: "Examples/Samples").path)
        .replacing("FOLDER", with: folder.path)
    }
    if let index = arguments.firstIndex(of: "LIBRARY") {
      arguments[index] = folder.file("library.sqlite")
      let traces = packageFolder.appending(path: "Traces").path
      _ = try Program.run(["library", "add", "-q", "--library", arguments[index], traces])
    }
    if let text = sample.sample {
      let path = try folder.write("sample", text)
      arguments = arguments.map { $0 == "SAMPLE" ? path : $0 }
    }
    let result = try Program.run(arguments)
    #expect(result.exitCode == 0, "\(result.remarks)")
    #expect(!result.lines.isEmpty)
    let output = try folder.write("output.jsonl", result.output)
    let verdict = try Validator.run(schemas: sample.schemas, [output])
    #expect(verdict.exitCode == 0, "\(verdict.output)\(verdict.remarks)")
  }

  @Test(
    "Records of recordings, without file and device, conform to the schema of live",
    arguments: ["--json", "--events", "--touches", "--trace-states"])
  func live(option: String) throws {
    // Live devices are printed as recordings are.
    let traces = packageFolder.appending(path: "Traces").path
    let result = try Program.run(["run", "--json", option, traces])
    let records = try result.lines.map { line in
      var record = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      record["file"] = nil
      record["device"] = nil
      let bytes = try JSONSerialization.data(withJSONObject: record)
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(!records.isEmpty, "\(result.remarks)")
    let folder = try TemporaryFolder()
    let output = try folder.write("output.jsonl", records.joined(separator: "\n"))
    let verdict = try Validator.run(schemas: ["live"], [output])
    #expect(verdict.exitCode == 0, "\(verdict.output)\(verdict.remarks)")
  }

  @Test("Every record in docs/Records.md conforms to a schema")
  func documentedRecords() throws {
    let page = try String(
      contentsOf: packageFolder.appending(path: "docs/Records.md"), encoding: .utf8)
    let records = page.split(separator: "\n").filter { $0.hasPrefix(#"{"v":2,"#) }
    #expect(records.count > 5)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: packageFolder.appending(path: "docs/schemas").path)
    let schemas = names.map { $0.replacing(".schema.json", with: "") }.sorted()
    let folder = try TemporaryFolder()
    let path = try folder.write("records.jsonl", records.joined(separator: "\n"))
    let verdict = try Validator.run(schemas: schemas, [path])
    #expect(verdict.exitCode == 0, "\(verdict.output)\(verdict.remarks)")
  }

  @Test("A score that falls below a baseline conforms to the schema of scores")
  func regression() throws {
    let folder = try TemporaryFolder()
    let labels = packageFolder.appending(path: "Examples/Samples/labels.jsonl").path
    let old = try folder.write("old.json", try Program.run(["score", "--json", labels]).output)
    let result = try Program.run([
      "score", "--json", "--baseline", old, "--profile", "textbook", labels,
    ])
    #expect(result.exitCode == 1 && result.output.contains(#""falls":[{"#), "\(result.output)")
    let output = try folder.write("output.jsonl", result.output)
    let verdict = try Validator.run(schemas: ["score"], [output])
    #expect(verdict.exitCode == 0, "\(verdict.output)\(verdict.remarks)")
  }

  @Test("Every expected gesture of the traces conforms to the schema of expectations")
  func expectations() throws {
    let folder = packageFolder.appending(path: "Traces").path
    let paths = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".gestures.jsonl") }.map { "\(folder)/\($0)" }
    #expect(paths.count > 50)
    let verdict = try Validator.run(schemas: ["expectation"], paths)
    #expect(verdict.exitCode == 0, "\(verdict.output)\(verdict.remarks)")
  }

  @Test("A file of shapes conforms to its schema")
  func shapes() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("shapes.json", SchemaCase.shapes)
    let added = try Program.run(
      ["shapes", "learn", "--svg-path", "x=M0 0L9 9M0 9L9 0", "--add", "-o", path])
    #expect(added.exitCode == 0, "\(added.remarks)")
    for text in [SchemaCase.shapes, try folder.text("shapes.json")] {
      let line = try folder.write("line", text.replacing("\n", with: "") + "\n")
      let verdict = try Validator.run(schemas: ["shapes"], [line])
      #expect(verdict.exitCode == 0, "\(verdict.output)\(verdict.remarks)")
    }
    let bad = try folder.write(
      "bad", SchemaCase.shapes.replacing("\n", with: "").replacing("svg", with: "d"))
    #expect(try Validator.run(schemas: ["shapes"], [bad]).exitCode == 1)
  }

  @Test("A line with an unknown key, or without a required one, does not conform")
  func violations() throws {
    let folder = try TemporaryFolder()
    for line in [#"{"v":2}"#, #"{"v":2,"file":"a","odd":1}"#, #"{"v":1}"#] {
      let path = try folder.write("bad.jsonl", line + "\n")
      #expect(try Validator.run(schemas: ["run"], [path]).exitCode == 1, "\(line)")
    }
  }
}
