import Foundation
import TestSupport
import Testing

/// What `replay check` writes for programs.
struct CheckOutputTests {
  private let folder: TemporaryFolder

  /// A trace as expected, one that is not, one whose expectations are broken, one without any, and
  /// expectations without a trace.
  init() throws {
    folder = try TemporaryFolder()
    for name in ["broken", "good", "none", "wrong"] {
      try folder.write("\(name).evemu", SampleRecording.both)
    }
    try folder.write("broken.gestures.jsonl", "{}\n{\"gesture\":\"tpa\"}\n")
    try folder.write("good.gestures.jsonl", "{\"gesture\":\"swipe\"}\n{\"gesture\":\"tap\"}\n")
    try folder.write("lone.gestures.jsonl", "")
    try folder.write(
      "wrong.gestures.jsonl",
      "{\"gesture\":\"swipe\",\"direction\":\"left\"}\n{\"gesture\":\"pinch\"}\n")
  }

  private func check(_ arguments: String...) throws -> ProgramResult {
    try Program.run(["check", "--quiet"] + arguments + [folder.path])
  }

  @Test("A report that cannot be written outranks expectations that are not met")
  func unwrittenReport() throws {
    let wrong = folder.path + "/wrong.evemu"
    #expect(try Program.run(["check", "--quiet", wrong]).exitCode == 1)
    #expect(try Program.run(["check", "--quiet", "--junit", "/dev/full", wrong]).exitCode == 74)
  }

  @Test("Standard input is an archive of traces with their expectations")
  func standardInput() throws {
    let archive = folder.file("traces.tar")
    let members = ["good.evemu", "good.gestures.jsonl"]
    _ = try Program.run("/bin/tar", ["-C", folder.path, "-cf", archive] + members)
    let result = try Program.run(["check", "-"], input: try folder.text("traces.tar"))
    #expect(result.exitCode == 0 && result.remarks == "1 trace checked, 1 as expected\n")
    let single = try Program.run(["check", "-"], input: SampleRecording.both)
    #expect(single.exitCode == 65)
    #expect(single.remarks.contains("expected a tar archive of traces with their expectations"))
    let compressed = try Program.run(["check", "-"], input: "BZh91AY&SY")
    #expect(compressed.exitCode == 65)
    #expect(compressed.remarks.contains("found compressed data (bzip2 -dc unpacks it)"))
  }

  @Test("A part without traces says that none was checked", arguments: ["--verbose", "--json"])
  func emptyPart(option: String) throws {
    let result = try Program.run(["check", option, "--shard", "9/20", folder.path])
    #expect(result.exitCode == 0 && result.output.isEmpty)
    #expect(result.remarks == "0 traces checked, 0 as expected\n")
    let tap = try check("--tap", "--shard", "9/20")
    #expect(tap.exitCode == 0 && tap.output == "TAP version 13\n1..0\n" && tap.remarks.isEmpty)
    let missing = try Program.run(["check", folder.file("missing.evemu")])
    #expect(missing.exitCode == 66 && !missing.remarks.contains("checked"))
  }

  @Test("JSON has one record for each file, in the order of the files")
  func json() throws {
    let result = try check("--json")
    #expect(result.exitCode == 65)
    #expect(result.lines.count == 5)
    let outcomes = ["unreadable", "passed", "failed", "failed", "failed"]
    for (line, outcome) in zip(result.lines, outcomes) {
      #expect(line.contains("\"outcome\":\"\(outcome)\""), "\(line)")
    }
    let wrong = try #require(result.lines.dropFirst(3).first)
    #expect(wrong.contains(#""differences":["direction: expected \"left\", found \"right\""]"#))
    #expect(
      wrong.contains(#"{"kind":"missing","line":2,"expected":{"gesture":"pinch"},"verdict":{"#))
    #expect(wrong.contains(#""reason":"touches","measured":1.0,"limit":2.0,"#))
    let path = folder.path + "/out.jsonl"
    #expect(try check("-o", path).exitCode == 65)
    #expect(try folder.text("out.jsonl") == result.output)
  }

  @Test(
    "Each record conforms to the schema",
    .enabled("Python's jsonschema is not installed (Debian's python3-jsonschema)") {
      try Validator.isInstalled
    })
  func schema() throws {
    let output = try folder.write("output.txt", try check("--json").output)
    let verdict = try Validator.run(schemas: ["check"], [output])
    #expect(verdict.exitCode == 0, "\(verdict.output)\(verdict.remarks)")
  }

  @Test(
    "A missing gesture of a recording without a size comes with the way to replace the guess",
    arguments: [[], ["-v"], ["--tap"], ["--github"], ["--junit"]])
  func assumptions(options: [String]) throws {
    let events = SampleRecording.both.split(separator: "\n").filter { $0.hasPrefix("E: ") }
    try folder.write("guess.evemu", events.joined(separator: "\n") + "\n")
    try folder.write("guess.gestures.jsonl", "{\"gesture\":\"pinch\"}\n{\"gesture\":\"pan\"}\n")
    let file = folder.path + "/result.xml"
    let result = try Program.run(
      ["check"] + options + (options == ["--junit"] ? [file] : [])
        + [folder.path + "/guess.evemu"])
    let output = options == ["--junit"] ? try folder.text("result.xml") : result.output
    #expect(output.contains("Lengths are guesses: "))
    #expect(output.contains("--device"))
    let times = output.matches(of: /Lengths are guesses/).count
    #expect(times == (options == ["--github"] ? 3 : 1), "\(output)")
  }

  @Test("The verdict on a missing gesture is above its table, wrapped")
  func verdictFirst() throws {
    let lines = try check().lines
    let start = try #require(lines.firstIndex { $0.hasSuffix("wrong.evemu: not as expected") })
    let table = try #require(lines.dropFirst(start).firstIndex { $0.hasPrefix("    expected ") })
    let words = lines[start + 1..<table]
    #expect(words.contains { $0.contains("No pinch at 0.000 s: 1 finger, at least 2 ") })
    #expect(words.allSatisfy { $0.count <= 100 })
  }

  @Test("Annotations for GitHub are below the tables, at the lines of the expectations")
  func gitHub() throws {
    let result = try check("--github")
    #expect(result.exitCode == 65)
    let commands = result.lines.filter { $0.hasPrefix("::") }
    func start(_ file: String, _ rest: String) -> String {
      "::error file=\(folder.path)/\(file)\(rest),title="
    }
    #expect(commands.count == 6)
    #expect(commands.contains { $0.hasPrefix(start("broken.gestures.jsonl", ",line=2,col=12")) })
    #expect(commands.contains { $0.hasPrefix(start("none.evemu", "")) })
    #expect(commands.contains { $0.hasPrefix(start("lone.gestures.jsonl", "")) })
    let wrong = commands.filter { $0.contains("wrong.gestures.jsonl") }
    #expect(wrong.count == 3)
    #expect(wrong.contains { $0.contains(",line=1,") && $0.contains("::wrong swipe left: ") })
    #expect(
      wrong.contains {
        $0.contains(",line=2,") && $0.contains("::No pinch at 0.000 s: 1 finger, at least 2 ")
      }
    )
    #expect(wrong.contains { $0.contains("::unexpected tap") })
    #expect(result.output.contains("/wrong.evemu: not as expected\n"))
  }
}
