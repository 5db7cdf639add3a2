import Contacts
import Foundation
import TestSupport
import Testing

@Suite("Shapes on the command line")
struct ShapesCommandTests {
  private let folder: TemporaryFolder
  private static let samples = packageFolder.appending(path: "Examples/Samples").path
  private static let drawings = samples + "/drawings.ndjson"

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ arguments: String..., input: String? = nil) throws -> ProgramResult {
    try Program.run(["shapes"] + arguments, input: input)
  }

  /// A file with the shapes of the sample drawings.
  private func learned(_ name: String = "shapes.json") throws -> String {
    let path = folder.file(name)
    let result = try run("learn", "--strokes", Self.drawings, "-o", path)
    #expect(result.exitCode == 0, "\(result.remarks)")
    return path
  }

  @Test("Programs that add to a file at the same time keep all shapes")
  func addingAtOnce() throws {
    let path = folder.file("all.json")
    #expect(try run("learn", "--svg-path", "base=M0 0L9 9", "-o", path).exitCode == 0)
    let programs = try (1...8).map { number in
      let program = Process()
      program.executableURL = URL(fileURLWithPath: Program.path)
      program.arguments = [
        "shapes", "learn", "-q", "--svg-path", "s\(number)=M0 0L\(number) 20L10 \(number)", "--add",
        "-o", path,
      ]
      program.standardOutput = FileHandle.nullDevice
      try program.run()
      return program
    }
    for program in programs {
      program.waitUntilExit()
      #expect(program.terminationStatus == 0)
    }
    #expect(try names(path).count == 9)
  }

  /// A recording of the sample script, which draws a bolt twice.
  private func bolt(_ name: String = "bolt.evemu") throws -> String {
    let path = folder.file(name)
    let folder = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let result = try Program.run(["script", Self.samples + "/bolt.touch", "-o", path])
    #expect(result.exitCode == 0, "\(result.remarks)")
    return path
  }

  private func names(_ path: String) throws -> [String: Int] {
    var names: [String: Int] = [:]
    for line in try run("show", "--json", path).lines {
      let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      names[try #require(record?["name"] as? String)] = record?["examples"] as? Int
    }
    return names
  }

  // MARK: Learn

  @Test("A file of shapes stays as it is if there is nothing to learn")
  func nothingToLearn() throws {
    let path = try learned()
    let before = try String(contentsOfFile: path, encoding: .utf8)
    let tap = packageFolder.appending(path: "Traces/tap.evemu").path
    let empty = try folder.write("empty.ndjson", "")
    for source in [["tap", tap], ["--strokes", empty]] {
      let result = try Program.run(["shapes", "learn"] + source + ["-o", path])
      #expect(result.exitCode == 65)
      #expect(
        result.remarks.contains("\(source[1]): expected drawings to learn from, found none"))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == before)
    }
  }

  @Test("A folder of folders that does not exist is a missing input")
  func missingFolder() throws {
    let missing = folder.file("missing")
    let result = try run("learn", "--folders", missing)
    #expect(result.exitCode == 66)
    #expect(result.remarks.contains("\(missing): No such file or directory"))
    #expect(try run("learn", "--folders", Self.drawings).exitCode == 65)
  }

  // MARK: Classify

  @Test("Drawings are named in the order of their lines, whatever they are")
  func drawingOrder() throws {
    let strokes = try folder.write(
      "a.ndjson", try String(contentsOfFile: Self.drawings, encoding: .utf8) + "{\"strokes\":[]}\n")
    let result = try run("classify", "--json", try learned(), strokes)
    #expect(result.exitCode == 0 && result.lines.count == 10)
    for (index, name) in ["bolt", "hat", "cross"].enumerated() {
      #expect(
        result.lines[index].hasPrefix(
          #"{"v":2,"index":\#(index),"name":"\#(name)","score":1.0,"accepted":true,"runner_up":""#))
    }
    #expect(result.lines[9] == #"{"v":2,"index":9,"accepted":false}"#)
  }

  @Test("A table of classified drawings says how many were named as their class")
  func classifiedDrawings() throws {
    let result = try run("classify", try learned(), Self.drawings)
    #expect(result.exitCode == 0 && result.lines.count == 10)
    #expect(
      result.remarks == "9 drawings, 9 accepted, 9 of 9 named as their class (1.0000)\n")
  }

  @Test("A drawing whose size no shape's tolerance allows has no name, and the table says none")
  func unlikeSize() throws {
    let shapes = folder.file("w.json")
    let words = ["--svg-path", "w=M 0 0 L 10 0 L 20 5", "--scale", "2", "-o", shapes]
    #expect(try Program.run(["shapes", "learn"] + words).exitCode == 0)
    let text = "{\"strokes\":[[[0,0],[10,0],[20,5]]]}\n{\"strokes\":[[[0,0],[100,0],[200,50]]]}\n"
    let records = try run("classify", "--json", shapes, "-", input: text)
    #expect(records.lines[0].contains(#""name":"w""#), "\(records.output)")
    #expect(records.lines[1] == #"{"v":2,"index":1,"accepted":false}"#)
    let table = try run("classify", shapes, "-", input: text)
    #expect(table.lines[2].split(separator: " ") == ["1", "none", "no"], "\(table.output)")
  }

  @Test("Standard input is read as a file is")
  func standardInput() throws {
    let shapes = packageFolder.appending(path: "Examples/Samples/marks.shapes.json").path
    let text = try String(contentsOfFile: Self.drawings, encoding: .utf8)
    let piped = try run("classify", "--json", shapes, "-", input: text)
    #expect(try piped.output == run("classify", "--json", shapes, Self.drawings).output)
  }

  @Test("A malformed line ends the command after the drawings before it")
  func malformedLine() throws {
    let strokes = try folder.write(
      "bad.ndjson", "{\"strokes\":[[[0,0],[1,1]]]}\n{\"strokes\":[[[0]]]}\n")
    let result = try run("classify", "--json", try learned(), strokes)
    #expect(result.exitCode == 65 && result.lines.count == 1)
    #expect(
      result.remarks == "error: \(strokes):2:16: expected a point as [x, y], found \"]]]}\"\n")
  }

  @Test("A drawing of too many strokes is refused with what was found")
  func strokeLimit() throws {
    let strokes = [String](repeating: "[[0,0]]", count: 101).joined(separator: ",")
    let path = try folder.write("many.ndjson", "{\"strokes\":[\(strokes)]}\n")
    let result = try run("classify", "standard", path)
    #expect(
      result.exitCode == 65
        && result.remarks.contains("expected at most 100 strokes of a drawing, found a further one")
    )
  }

  // MARK: Learn

  @Test("Only the first drawings of each class are learned")
  func limitOfExamples() throws {
    let path = folder.file("two.json")
    #expect(
      try run("learn", "--strokes", Self.drawings, "--per-class", "2", "-o", path).exitCode == 0)
    #expect(try names(path) == ["bolt": 2, "hat": 2, "cross": 2])
  }

  @Test("The drawings of a recording are examples, and what each does is said")
  func examplesOfRecording() throws {
    let path = folder.file("bolt.json")
    let result = try run("learn", "bolt", try bolt(), "-o", path)
    #expect(result.exitCode == 0)
    #expect(result.output.contains("helps") && result.output.contains("changes nothing"))
    #expect(try names(path) == ["bolt": 2])
    let known = try run("classify", path, Self.drawings)
    #expect(known.lines[1].contains(" bolt ") && known.lines[1].hasSuffix(" yes"))
  }

  @Test("Shapes that could not be read back are not written")
  func unreadableShapes() throws {
    let fingers = (0..<105).map { index in
      let (y, start) = (Double(index % 50 + 5), Double(index) * 0.2)
      return Finger(
        from: Point(x: 10, y: y), to: Point(x: 40, y: y), landing: start, lift: start + 0.1)
    }
    let recording = try folder.write("many.evemu", try SampleTrace.bytes(fingers))
    let path = folder.file("many.json")
    let result = try run("learn", "comb", recording, "-o", path)
    #expect(result.exitCode == 65 && result.output.isEmpty)
    #expect(
      result.remarks == "error: \(path): expected at most 100 strokes of a drawing, found 105 in "
        + "example 1 of comb\n")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("Shapes that are near can be drawn as they are learned")
  func drawnNearShapes() throws {
    let near = ["learn", "--svg-path", "a=M0 0h9", "--svg-path", "b=M0 0h8"]
    let path = folder.file("near.svg")
    let hint = try Program.run(["shapes"] + near)
    #expect(hint.exitCode == 0 && hint.remarks.contains("note: shapes: --svg draws shapes"))
    let drawn = try Program.run(["shapes"] + near + ["--svg", path])
    #expect(drawn.exitCode == 0 && !drawn.remarks.contains("note:"), "\(drawn.remarks)")
    #expect(try folder.text("near.svg").contains(">Near to each other</text>"))
  }

  @Test("Each folder of a folder is a shape")
  func foldersOfShapes() throws {
    _ = try bolt("all/bolt/1.evemu")
    _ = try bolt("all/zigzag/deeper/1.evemu")
    _ = try bolt("all/loose.evemu")
    let path = folder.file("all.json")
    let result = try run("learn", "--folders", folder.file("all"), "-o", path)
    #expect(result.exitCode == 0 && result.remarks.contains("loose.evemu: skipped"))
    #expect(result.remarks.contains("bolt and zigzag are near"))
    #expect(try names(path) == ["bolt": 2, "zigzag": 2])
  }

  @Test("Paths of labels are learned by their names")
  func labelledPaths() throws {
    _ = try bolt()
    let labels = try folder.write(
      "labels.jsonl",
      #"{"v":2,"file":"bolt.evemu","expect":[{"gesture":"path","name":"flash","start":0,"end":0.8},"#
        + #"{"gesture":"tap","touches":1,"taps":1,"start":0,"end":1}]}"# + "\n")
    let path = folder.file("labels.json")
    let result = try run("learn", "--labels", labels, "-o", path)
    #expect(result.exitCode == 0, "\(result.remarks)")
    #expect(try names(path) == ["flash": 1])
  }

  @Test("SVG paths are learned, with the tolerance of the command line")
  func svgPaths() throws {
    let result = try run(
      "learn", "--svg-path", "v=M 0 0 L 5 9 10 0", "--svg-path", "=x=M0 0h1", "-o", "-")
    #expect(result.exitCode == 64)
    let text = try run(
      "learn", "--svg-path", "v=M 0 0 L 5 9 10 0", "--rotation", "20", "--reversal", "--scale", "2",
      "--threshold", "0.4", "-o", "-")
    #expect(
      text.output == """
        {"v":2,"shapes":[
        {"name":"v","threshold":0.4,"tolerance":{"rotation_deg":20,"reversal":true,"scale":2},\
        "examples":[
        {"strokes":[[[0,0],[5,9],[10,0]]]}]}]}

        """)
  }

  @Test("An output is replaced, unless it is added to")
  func replacedOutput() throws {
    let path = try learned()
    let caret = "caret=M 0 9 L 5 0 L 10 9"
    #expect(try run("learn", "--svg-path", caret, "--add", "-o", path).exitCode == 0)
    #expect(try names(path) == ["bolt": 3, "hat": 3, "cross": 3, "caret": 1])
    #expect(try run("learn", "--svg-path", caret, "-o", path).exitCode == 0)
    #expect(try names(path) == ["caret": 1])
    let new = folder.file("new.json")
    #expect(try run("learn", "--svg-path", caret, "--add", "-o", new).exitCode == 0)
    #expect(try names(new) == ["caret": 1])
  }

  @Test("Counter-examples are for shapes that have examples")
  func counterExamples() throws {
    let path = try learned()
    let unknown = try run(
      "learn", "--svg-path", "bold=M0 0h9", "--counter", "--add", "-o", path)
    #expect(unknown.exitCode == 64 && unknown.remarks.contains("did you mean bolt?"))
    let known = try run("learn", "--svg-path", "bolt=M0 0h9", "--counter", "--add", "-o", path)
    #expect(known.exitCode == 0, "\(known.remarks)")
    #expect(try run("show", "--json", path).lines[0].contains(#""counter_examples":1"#))
  }

  private static let mistakes: [(String, String)] = [
    ("learn", "missing examples"), ("learn bolt", "missing the recordings of bolt"),
    ("learn bolt - --strokes -", "only once"), ("learn --per-class 2 a b", "is for --strokes"),
    ("learn --strokes a --per-class 0", "a number from 1"),
    ("learn --strokes a --add", "--add needs a file"),
    ("learn --strokes a --add -o -", "--add needs a file"),
    ("learn a b --rotation 181", "degrees from 0 to 180"),
    ("learn a b --scale 0.5", "a factor from 1"),
    ("learn a b --threshold 2", "a score from 0 to 1"),
    ("learn --svg-path a", "--svg-path takes a name and a path"),
    ("learn --svg-path a=M0", "column 3: expected a number"),
    ("learn --svg-path a=M0,0", "the path draws nothing"),
    ("learn --strokes a.json -o a.json", "also an input"),
    ("learn --strokes a.svg --svg a.svg", "also an input"),
    ("learn --strokes a --svg -", "--svg takes a file"),
    ("learn --strokes a --svg b -o b", "need a file each"),
    ("show standard --json -o a.svg", "is a drawing"),
    ("show standard --svg -", "--svg takes a file"),
    ("show standard --svg a.svg -o b.svg", "one is enough"),
    ("classify - -", "only once"), ("classify standard a -o a.svg", "shapes show draw"),
  ]

  @Test("A wrong command line is refused", arguments: mistakes)
  func wrongCommandLines(arguments: String, message: String) throws {
    let result = try Program.run(["shapes"] + arguments.split(separator: " ").map(String.init))
    #expect(result.exitCode == 64 && result.remarks.contains(message), "\(result.remarks)")
  }

  private static let exits: [([String], Int32)] = [
    (["classify", "standard", "missing"], 66), (["classify", "missing", "FILE"], 66),
    (["show", "missing"], 66), (["show", "FILE"], 65), (["learn", "a", "missing"], 66),
    (["learn", "--strokes", "missing"], 66), (["learn", "a", "FILE"], 65),
    (["learn", "--strokes", "FILE"], 65),
    (["learn", "--svg-path", "a=M0 0h1", "-o", "/no/a"], 74),
    (["show", "standard", "--svg", "/no/a.svg"], 74),
    (["learn", "--svg-path", "a=M0 0h1", "--add", "-o", "FILE"], 65),
  ]

  @Test("What cannot be read or written has its exit code", arguments: exits)
  func exitCodes(arguments: [String], code: Int32) throws {
    let file = try folder.write("file", "no shapes, and no strokes\n")
    let result = try Program.run(["shapes"] + arguments.map { $0 == "FILE" ? file : $0 })
    #expect(result.exitCode == code, "\(result.remarks)")
  }

  @Test("A drawing without a class is not learned")
  func drawingWithoutClass() throws {
    let path = try folder.write("a.ndjson", "{\"class\":\"a\",\"strokes\":[]}\n{\"strokes\":[]}\n")
    let result = try run("learn", "--strokes", path)
    #expect(
      result.exitCode == 65 && result.remarks.contains("a.ndjson:2:1: expected a drawing with"))
  }

  // MARK: Show

  @Test("A drawing of the shapes is written beside the table or instead of it")
  func drawnShapes() throws {
    let shapes = try learned()
    let (beside, instead) = (folder.file("a.svg"), folder.file("b.svg"))
    let table = try run("show", shapes, "--svg", beside)
    #expect(table.exitCode == 0 && table.lines.count == 4)
    let none = try run("show", shapes, "-o", instead)
    #expect(none.exitCode == 0 && none.output.isEmpty)
    #expect(try folder.text("a.svg") == folder.text("b.svg"))
    #expect(try folder.text("a.svg").hasPrefix("<svg "))
  }

  // MARK: Running

  @Test("Shapes of a run are read, and a wrong file is reported")
  func shapesOfRun() throws {
    let path = try bolt()
    #expect(try Program.run(["run", path, "--shapes", "standard"]).exitCode == 0)
    #expect(try Program.run(["run", path, "--shapes", try learned()]).exitCode == 0)
    #expect(try Program.run(["run", path, "--shapes", "missing"]).exitCode == 66)
    #expect(try Program.run(["run", path, "--shapes", path]).exitCode == 65)
    #expect(try Program.run(["run", "-", "--shapes", "-"]).exitCode == 64)
  }

  /// The peak memory of the program for a file and for one of twenty times the lines.
  @Test(
    "Drawings stream in bounded memory",
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/time")))
  func boundedMemory() throws {
    let shapes = packageFolder.appending(path: "Examples/Samples/marks.shapes.json").path
    let text = try String(contentsOfFile: Self.drawings, encoding: .utf8)
    func peak(_ count: Int) throws -> Int {
      let path = try folder.write("many.ndjson", String(repeating: text, count: count))
      let result = try Program.run(
        "/usr/bin/time",
        ["-f", "%M", Program.path, "shapes", "classify", "-q", "-o", "/dev/null", shapes, path])
      return try #require(Int(result.remarks.trimmingCharacters(in: .whitespacesAndNewlines)))
    }
    // 4 kB a repetition: 8 MB if all were kept.
    #expect(try peak(2000) - peak(100) < 2000)
  }
}
