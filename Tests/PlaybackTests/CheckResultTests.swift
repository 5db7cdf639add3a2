import Foundation
import Playback
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct CheckResultTests {
  private let results = [
    CheckResult(path: "Traces/a.evemu", outcome: .passed),
    CheckResult(
      path: "Traces/b & c.evemu",
      outcome: .failed("not as expected", details: ["  - {\"gesture\":\"tap\"}", "  + <none>"])),
    CheckResult(path: "d#1.evemu", outcome: .unreadable("d: \u{1b}[1m \"no\"")),
  ]

  @Test("JUnit has counts, one case per trace, and escaped text")
  func junit() {
    let text = CheckResult.junit(results)
    #expect(text.contains("<testsuite name=\"traces\" tests=\"3\" failures=\"1\" errors=\"1\""))
    #expect(text.contains("classname=\"Traces\" name=\"b &amp; c.evemu\""))
    #expect(text.contains("&quot;tap&quot;}&#10;  + &lt;none&gt;</failure>"))
    #expect(text.contains("<error message=\"d: \\u{1b}[1m &quot;no&quot;\"/>"))
    let parser = XMLParser(data: Data(text.utf8))
    #expect(parser.parse())
  }

  @Test("TAP has one line per trace, with differences in a block of YAML")
  func tap() {
    #expect(results[0].tap(1) == ["ok 1 - Traces/a.evemu"])
    #expect(
      results[1].tap(2) == [
        "not ok 2 - Traces/b & c.evemu", "  ---", "  message: \"not as expected\"",
        "  severity: fail", "  comparison: |2", "      - {\"gesture\":\"tap\"}", "      + <none>",
        "  ...",
      ])
    #expect(results[2].tap(3).first == "not ok 3 - d\\#1.evemu")
  }

  @Test(
    "A name in TAP is neither a directive nor an instruction to the terminal",
    arguments: [
      ("a#SKIP", "a\\#SKIP"), ("a\\#SKIP", "a\\\\\\#SKIP"), ("a\\", "a\\\\"),
      ("a\u{202e}\u{9b}b", "a\\\\u{202e}\\\\u{9b}b"),
    ])
  func tapName(path: String, name: String) {
    #expect(CheckResult(path: path, outcome: .passed).tap(1) == ["ok 1 - \(name)"])
  }

  @Test("Nothing in a report reverses or controls the text around it")
  func safeReports() {
    let text = "a\u{202e}\u{9b}\u{2066}\u{feff}b"
    let result = CheckResult(path: text, outcome: .failed(text, details: [text]))
    for report in [result.tap(1).joined(), CheckResult.junit([result])] {
      for scalar in text.unicodeScalars where scalar != "a" && scalar != "b" {
        #expect(!report.unicodeScalars.contains(scalar))
      }
    }
    #expect(XMLParser(data: Data(CheckResult.junit([result]).utf8)).parse())
  }

  @Test("The parts of a set contain each trace once, with neighbours in different parts")
  func shards() throws {
    let files = (0..<11).flatMap { number in
      ["x\(number).evemu", "x\(number).yml"].map { TracePath(path: $0, isNamed: false) }
    }
    var seen: [TracePath] = []
    for number in 1...4 {
      let part = try #require(CheckShard(parsing: "\(number)/4")).files(files)
      // Traces that share their expectations stay together.
      #expect(part.count % 2 == 0 && (4...6).contains(part.count))
      seen += part
    }
    #expect(seen.count == files.count && Set(seen) == Set(files))
  }

  @Test(
    "Invalid parts are rejected",
    arguments: ["0/8", "9/8", "2", "2/", "/8", "-1/8", "2/8/1", "a/b"])
  func noShard(text: String) {
    #expect(CheckShard(parsing: text) == nil)
  }
}
