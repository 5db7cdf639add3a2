import Foundation
import TestSupport
import Testing

/// The form of what commands print: widths, headings, and lines on standard error.
@Suite("Output of commands")
struct OutputTests {
  private static let traces = packageFolder.appending(path: "Traces").path
  private static let samples = packageFolder.appending(path: "Examples/Samples").path

  private static func arguments(_ text: String) -> [String] {
    text.split(separator: " ").map {
      String($0).replacing("TRACES", with: traces).replacing("SAMPLES", with: samples)
    }
  }

  @Test(
    "A table has at most 100 columns",
    arguments: [
      "run TRACES", "run --events TRACES", "run --touches TRACES", "run --trace-states TRACES",
      "info TRACES", "explain TRACES", "score SAMPLES/labels.jsonl", "shake SAMPLES/shakes.csv",
      "stress --draws 1 TRACES/swipe-up-three-fingers.evemu", "locate SAMPLES/walk.nmea",
      "shapes show standard",
      "shapes classify SAMPLES/marks.shapes.json SAMPLES/drawings.ndjson",
      "shapes learn --strokes SAMPLES/drawings.ndjson",
      "tune SAMPLES/labels.jsonl --vary tap.maximumDuration=0.05..0.5 --steps 2 --folds 2",
    ])
  func width(of command: String) throws {
    let result = try Program.run(Self.arguments(command))
    #expect(result.exitCode == 0 && result.lines.count > 1)
    for line in result.lines where !line.hasPrefix("/") {
      #expect(line.count <= 100, "\(line)")
    }
  }

  @Test("A folder's table names each file once, as a heading")
  func headings() throws {
    let result = try Program.run(["run", Self.traces])
    let headings = result.lines.filter { $0.hasPrefix(Self.traces) }
    #expect(headings.count > 40 && Set(headings).count == headings.count)
    #expect(result.lines.first?.contains("START") == true)
  }

  @Test("Each of two recordings of one name has its own heading", arguments: ["1", "2"])
  func sameName(jobs: String) throws {
    let tap = Self.traces + "/tap.evemu"
    let result = try Program.run(["run", "--jobs", jobs, tap, tap])
    #expect(result.lines.count { $0.contains("tap.evemu") } == 2, "\(result.output)")
  }

  @Test("Each message on standard error begins on its own line")
  func messages() throws {
    let missing = Self.traces + "/missing.evemu"
    let result = try Program.run(["run", Self.traces, missing, Self.traces + "/pan.evemu"])
    #expect(result.exitCode == 66)
    let lines = result.remarks.split(separator: "\n")
    #expect(lines.count > 3)
    for line in lines {
      #expect(
        ["note: ", "warning: ", "error: ", "6"].contains { line.hasPrefix($0) }, "\(line)")
    }
  }

  @Test("Equal notes of several recordings are one line with their number")
  func groupedNotes() throws {
    let result = try Program.run(["run", Self.traces])
    let notes = result.remarks.split(separator: "\n").filter { $0.contains("assuming") }
    #expect(!notes.isEmpty && notes.count < 6)
    #expect(
      notes.contains {
        $0.wholeMatch(of: /note: \d+ recordings: no device description: assuming 69 x 50 mm .*/)
          != nil
      })
  }

  @Test(
    "Every command that reads recordings has the reading options",
    arguments: [
      "run", "check", "explain", "info", "convert", "score", "stress", "shrink", "tune", "play",
    ])
  func readingOptions(of command: String) throws {
    let help = try Program.run([command, "--help"])
    if command == "play", help.exitCode != 0 { return }  // Only with live devices.
    let part = ["info", "play"].contains(command) ? [] : ["--from", "--to"]
    for option in ["--format", "--device", "--size", "--rate"] + part {
      #expect(help.output.contains("  \(option)"), "\(command) \(option)")
    }
  }

  @Test(
    "A word in place of a number is refused with what is expected",
    arguments: [
      ["run", "--jobs"], ["stress", "--seed"], ["tune", "--steps"], ["score", "--errors"],
    ])
  func words(in arguments: [String]) throws {
    let result = try Program.run(arguments + ["x"])
    #expect(result.exitCode == 64)
    #expect(result.remarks.contains("is invalid for '\(arguments[1]) <"))
    #expect(result.remarks.contains(">': expected a number\n"))
  }

  @Test("An argument that is not UTF-8 is refused, since it would name another file")
  func argumentEncoding() throws {
    let folder = try TemporaryFolder()
    let script = "exec \"$0\" run \"$1\" -o \"$2/$(printf 'x\\377.txt')\""
    let result = try Program.run(
      "/bin/sh", ["-c", script, Program.path, "\(Self.traces)/tap.evemu", folder.path])
    #expect(result.exitCode == 64)
    #expect(result.remarks.contains("expected an argument in UTF-8, found other bytes"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}
