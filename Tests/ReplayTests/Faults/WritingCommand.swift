import Files
import Foundation
import TestSupport
import Testing

/// A command that writes a file.
struct WritingCommand: Sendable, CustomTestStringConvertible {
  /// With `IN` for the input, and `OUT` for the output or `FOLDER` for the folder that it is in.
  let text: String
  /// The path of the input in the package; nil if the command takes none, or only a whole folder.
  let input: String?
  /// The name of the output.
  let output: String
  /// Whether the command takes a library with the input instead of the input itself.
  let takesLibrary: Bool

  var testDescription: String { text }

  private init(
    _ text: String, _ input: String?, _ output: String, takesLibrary: Bool = false
  ) {
    self.text = text
    self.input = input
    self.output = output
    self.takesLibrary = takesLibrary
  }

  /// Every command that writes, with each kind of output.
  static let all: [WritingCommand] =
    [
      .init("convert IN OUT", tap, "out.evemu"),
      .init("convert IN OUT --from 0", tap, "out.yml"),
      .init("convert IN - --to-format evemu --description OUT", tap, "out.desc"),
      .init("export IN -o OUT", tap, "out.json"),
      .init("export IN --table gestures -o OUT", tap, "out.csv"),
      .init("export IN --to-format cdp -o OUT", tap, "out.jsonl"),
      .init("export IN -o OUT", samples + "shakes.csv", "out.json"),
      .init("export IN -o OUT", samples + "walk.gpx", "out.geojson"),
      .init("plot IN -o OUT", tap, "out.svg"),
      .init("plot IN -o OUT", tap, "out.html"),
      .init("report IN -o OUT", tap, "out.html"),
      .init("report IN --expected swipe -o OUT", tap, "out.md"),
      .init("run IN -o OUT", tap, "out.jsonl"),
      .init("info IN -o OUT", tap, "out.txt"),
      .init("explain IN -o OUT", tap, "out.txt"),
      .init("libinput IN -o OUT", tap, "out.txt"),
      .init("touchpad analyze IN -o OUT", tap, "out.txt"),
      .init("touchpad suggest --fingers IN -o OUT", tap, "out.txt"),
      .init("touchpad test SAMPLES/palms.yml --fingers IN -o OUT", tap, "out.txt"),
      .init("check IN --tap -o OUT", tap, "out.tap"),
      .init("check IN --junit OUT", tap, "out.xml"),
      .init("stress IN --only rate --draws 1 --jobs 1 -o OUT", tap, "out.txt"),
      .init("stress IN --only smaller=0.9 --jobs 1 -o OUT", tap, "out.svg"),
      .init("score SAMPLES/labels.jsonl --jobs 1 -o OUT", nil, "out.html"),
      .init("shake IN -o OUT", samples + "shakes.csv", "out.svg"),
      .init("shrink IN OUT --expected tap", tap, "out.evemu"),
      .init("score SAMPLES/labels.jsonl --jobs 1 -o OUT", nil, "out.txt"),
      .init(
        "tune SAMPLES/labels.jsonl --vary tap.slop=2..6 --steps 2 --folds 2 --jobs 1 -o OUT", nil,
        "out.yml"),
      .init("profile -o OUT", nil, "out.yml"),
      .init("script IN OUT", samples + "session.touch", "out.evemu"),
      .init("script IN OUT --count 2", samples + "session.touch", "out.tar"),
      .init("shake IN -o OUT", samples + "shakes.csv", "out.jsonl"),
      .init("ball IN -o OUT", samples + "shakes.csv", "out.txt"),
      .init("ball IN -o OUT", samples + "shakes.csv", "out.svg"),
      .init("locate IN -o OUT", samples + "walk.gpx", "out.jsonl"),
      .init("locate IN -o OUT", samples + "walk.gpx", "out.kml"),
      .init("locate IN -o OUT", samples + "walk.gpx", "out.svg"),
      .init("plot IN -o OUT", samples + "shakes.csv", "out.svg"),
      .init("plot IN -o OUT", samples + "walk.nmea", "out.html"),
      .init("distance 37.5,126.9 35.1,129.0 -o OUT", nil, "out.txt"),
      .init("shapes learn --strokes IN -o OUT", samples + "drawings.ndjson", "out.json"),
      .init(
        "shapes classify SAMPLES/marks.shapes.json IN -o OUT", samples + "drawings.ndjson",
        "out.jsonl"),
      .init("shapes show IN -o OUT", samples + "marks.shapes.json", "out.txt"),
      .init("shapes show IN --svg OUT", samples + "marks.shapes.json", "out.svg"),
      .init("simulate motion IN OUT", samples + "tilt.motion", "out.csv"),
      .init("simulate location IN -o OUT", samples + "walk.location", "out.gpx"),
    ] + library

  #if Library
    private static let library: [WritingCommand] = [
      .init("library export --library IN -o OUT", tap, "out.csv", takesLibrary: true),
      .init(
        "library export --table gestures --library IN -o OUT", tap, "out.jsonl", takesLibrary: true),
      .init("library list --library IN -o OUT", tap, "out.txt", takesLibrary: true),
      .init(
        "library search --expected tap --library IN -o OUT", tap, "out.jsonl", takesLibrary: true),
      .init(
        "library compare standard uikit --library IN -o FOLDER", drag, page(of: drag),
        takesLibrary: true),
    ]

    /// A recording that the two profiles answer differently.
    private static let drag = "Traces/tap-and-drag.evemu"

    /// The name of the page of a recording.
    private static func page(of recording: String) -> String {
      let file = packageFolder.appending(path: recording)
      let hash = (try? Data(contentsOf: file)).map { SHA256.hexadecimal($0) } ?? ""
      return "\(file.deletingPathExtension().lastPathComponent)-\(hash.prefix(8)).html"
    }
  #else
    private static let library: [WritingCommand] = []
  #endif

  /// One command for each way of writing; with `NIGHTLY` in the environment, every command.
  ///
  /// Commands of one way share the code that faults reach, so most tests need one of them.
  static let ways =
    ProcessInfo.processInfo.environment["NIGHTLY"] == nil
    ? all.filter { wayTexts.contains("\($0.text) \($0.output)") || $0.choosesName } : all

  /// The command and the output of each way: a converted recording, a second output, an export, a
  /// picture, a page, a table, a test report, a file that is rewritten, an archive, a profile,
  /// shapes, a database. Those that choose a name, for a page in a folder, are a way as well.
  private static let wayTexts: Set = [
    "convert IN OUT out.evemu",
    "convert IN - --to-format evemu --description OUT out.desc",
    "export IN -o OUT out.json",
    "plot IN -o OUT out.svg",
    "report IN -o OUT out.html",
    "run IN -o OUT out.jsonl",
    "check IN --junit OUT out.xml",
    "shrink IN OUT --expected tap out.evemu",
    "script IN OUT --count 2 out.tar",
    "profile -o OUT out.yml",
    "shapes learn --strokes IN -o OUT out.json",
    "simulate location IN -o OUT out.gpx",
    "library export --library IN -o OUT out.csv",
  ]

  /// The arguments for an output whose name does not decide the format.
  var formatArguments: [String] {
    switch text.prefix(while: { $0 != "I" }) {
    case "export ":
      text.contains("--to-format")
        ? [] : ["--to-format", input == Self.samples + "walk.gpx" ? "gpx" : "csv"]
    case "convert ", "shrink ", "script ":
      text.contains("--to-format") ? [] : ["--to-format", "evemu"]
    case "simulate location ": ["--to-format", "gpx"]
    case let text where text.hasPrefix("library export "): ["--to-format", "csv"]
    case "plot ": ["--to-format", "svg"]
    default: []
    }
  }

  /// Whether the command chooses the name of the output in a given folder.
  var choosesName: Bool { text.hasSuffix(" FOLDER") }

  /// Those that write to any given name.
  static let toAnyName = ways.filter { !$0.choosesName }

  /// Those with a file of their own as input.
  static let withInput = ways.filter { $0.input != nil }

  /// Those with a file of their own as input that write to any given name.
  static let fromInputToAnyName = withInput.filter { !$0.choosesName }

  private static let tap = "Traces/tap.evemu"
  private static let samples = "Examples/Samples/"

  /// The arguments with an input and an output.
  func arguments(input: String, output: String) -> [String] {
    let folder = packageFolder.appending(path: "Examples/Samples").path
    return text.split(separator: " ").map { word in
      switch word {
      case "IN": input
      case "OUT": output
      case "FOLDER": URL(filePath: output).deletingLastPathComponent().path
      default: String(word).replacing("SAMPLES", with: folder)
      }
    }
  }
}

/// Folders for one run of a command: one with its input, one for its output, and one for temporary
/// files.
struct Scene {
  let command: WritingCommand
  let folder: TemporaryFolder
  private(set) var input: String
  var output: String { folder.file("out/\(command.output)") }

  static let previous = "previous"

  /// - Parameter hasPrevious: Whether there is a file where the command writes.
  init(_ command: WritingCommand, hasPrevious: Bool = true) throws {
    self.command = command
    folder = try TemporaryFolder()
    for name in ["in", "out", "tmp"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true)
    }
    let original = packageFolder.appending(path: command.input ?? "README.md")
    input = folder.file("in/\(original.lastPathComponent)")
    try FileManager.default.copyItem(atPath: original.path, toPath: input)
    let expected = original.deletingPathExtension().appendingPathExtension("gestures.jsonl")
    if FileManager.default.fileExists(atPath: expected.path) {
      try FileManager.default.copyItem(
        atPath: expected.path, toPath: folder.file("in/\(expected.lastPathComponent)"))
    }
    if command.takesLibrary { try makeLibrary() }
    if hasPrevious { try folder.write("out/\(command.output)", Scene.previous) }
  }

  /// Makes a library with the input, which is the input then.
  ///
  /// The library has the answers that are compared, so that a comparison writes only its pages.
  private mutating func makeLibrary() throws {
    let library = folder.file("in/library.sqlite")
    for profile in command.choosesName ? ["standard", "uikit"] : ["standard"] {
      let result = try Program.run(
        ["library", "add", "-q", "--profile", profile, "--library", library, input])
      try #require(result.exitCode == 0, "\(result.remarks)")
    }
    #expect(chmod(library, 0o644) == 0)
    input = library
  }

  /// Runs the command, in a shell after some commands, as in `ulimit -f 0`.
  func run(
    input: String? = nil, output: String? = nil, after preparation: String = ":"
  ) throws -> ProgramResult {
    let arguments = command.arguments(input: input ?? self.input, output: output ?? self.output)
    return try Program.run(
      "/bin/sh", ["-c", "\(preparation); exec \"$@\"", "sh", Program.path] + arguments,
      environment: ["TMPDIR": folder.file("tmp")])
  }

  /// What the command writes where nothing is in its way.
  func reference() throws -> String {
    // Of the same name, after which the members of an archive are named.
    let path = folder.file("reference/\(command.output)")
    try FileManager.default.createDirectory(
      atPath: folder.file("reference"), withIntermediateDirectories: true)
    let result = try run(output: path)
    try #require(result.exitCode == 0, "\(result.remarks)")
    defer { try? FileManager.default.removeItem(atPath: folder.file("reference")) }
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  var text: String? { try? folder.text("out/\(command.output)") }

  /// The names in a folder, hidden ones too.
  func names(in folder: String = "out") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: self.folder.file(folder)).sorted()
  }

  /// Expects that the previous file is as it was, and that nothing else is there.
  func expectUntouched(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(text == Scene.previous, sourceLocation: sourceLocation)
    #expect(try names() == [command.output], sourceLocation: sourceLocation)
    #expect(try names(in: "tmp").isEmpty, sourceLocation: sourceLocation)
  }
}
