import Checking
import Files
import Foundation
import Gestures
import Playback
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct CheckResultTests {
  private static let comparison = """

    {"gesture":"tap","note":"one"}
    {"gesture":"path","name":"<o>","time_s":1}

    """

  /// Nothing was recognized, since no finger touched down.
  private static func difference(
    _ expected: String = comparison, _ actual: [GestureRecord] = []
  ) throws -> CheckDifference {
    CheckDifference(
      GestureComparison(
        expected: try ExpectationFile(Array(expected.utf8), file: "x"), actual: actual),
      MissingReasons(changes: [], kinds: [.tap, .path], hasTouches: false))
  }

  private static func error(_ found: String) -> FileError {
    FileError(
      file: "d#1.gestures.jsonl", position: .line(3, column: 7), expected: "x", found: found)
  }

  private let results: [CheckResult]

  init() throws {
    results = [
      CheckResult(path: "Traces/a.evemu", outcome: .passed, gestures: 2),
      CheckResult(
        path: "./b & c.evemu", outcome: .different(try Self.difference()), gestures: 0),
      CheckResult(path: "d#1.evemu", outcome: .unreadable(Self.error("\u{1b}[1m \"no\""))),
    ]
  }

  @Test("JUnit has counts, one case per trace, and escaped text")
  func junit() {
    let text = CheckResult.junit(results)
    #expect(text.contains("<testsuite name=\"traces\" tests=\"3\" failures=\"1\" errors=\"1\""))
    #expect(text.contains("classname=\".\" name=\"b &amp; c.evemu\""))
    // What is missing, and why, in words.
    let message = "message=\"0 of 2 as expected, 2 missing\" type=\"expectation\""
    let table = "&#10;    expected            recognized&#10;  - tap&#10;"
    let reason = "no path &quot;&lt;o&gt;&quot;, at 1 s: no finger touched down"
    #expect(
      text.contains("<failure \(message)>no tap: no finger touched down&#10;\(reason)\(table)"))
    #expect(text.contains("found \\u{1b}[1m &quot;no&quot;</error>"))
    let parser = XMLParser(data: Data(text.utf8))
    #expect(parser.parse())
  }

  @Test("TAP has one line per trace, with differences in a block of YAML")
  func tap() {
    #expect(results[0].tap(1) == ["ok 1 - Traces/a.evemu"])
    #expect(
      results[1].tap(2) == [
        "not ok 2 - ./b & c.evemu", "  ---", "  message: \"0 of 2 as expected, 2 missing\"",
        "  severity: fail", "  comparison: |2", "    no tap: no finger touched down",
        "    no path \"<o>\", at 1 s: no finger touched down",
        "        expected            recognized", "      - tap",
        "      - path \"<o>\", at 1 s", "  ...",
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

  @Test("GitHub gets a command for each wrong gesture, at its line in the file of expectations")
  func gitHub() throws {
    #expect(results[0].gitHubAnnotations.isEmpty)
    #expect(
      results[1].gitHubAnnotations == [
        "::error file=b & c.gestures.jsonl,line=2,title=./b & c.evemu::no tap: no finger touched down",
        "::error file=b & c.gestures.jsonl,line=3,title=./b & c.evemu::no path \"<o>\", at 1 s: no finger "
          + "touched down",
      ])
    #expect(
      results[2].gitHubAnnotations == [
        "::error file=d#1.gestures.jsonl,line=3,col=7,title=d#1.evemu::d#1.gestures.jsonl:3:7: expected x, "
          + "found \\u{1b}[1m \"no\""
      ])
    let lone = CheckResult(path: "a.gestures.jsonl", outcome: .incomplete("no recording"))
    #expect(
      lone.gitHubAnnotations
        == ["::error file=a.gestures.jsonl,title=a.gestures.jsonl::no recording"])
  }

  @Test(
    "Names and texts do not end a command of GitHub, or begin another",
    arguments: [
      ("100%,a:b\n::x", "100%25%2Ca%3Ab%0A%3A%3Ax", "100%25,a:b%0A::x"),
      ("%0A\r", "%250A%0D", "%250A%0D"), ("a\r\nb", "a%0D%0Ab", "a%0D%0Ab"),
      ("\u{1b}[1m\u{202e}é", "\\u{1b}[1m\\u{202e}é", "\\u{1b}[1m\\u{202e}é"),
    ])
  func gitHubEscape(text: String, property: String, data: String) {
    let result = CheckResult(path: text, outcome: .incomplete(text))
    #expect(
      result.gitHubAnnotations == ["::error file=\(property),title=\(property)::\(data)"])
  }

  @Test("JSON has the outcome, and what is wrong with its line and reasons")
  func json() throws {
    #expect(
      results[0].json
        == #"{"v":2,"file":"Traces/a.evemu","expectations":"Traces/a.gestures.jsonl","outcome":"passed","gesture_count":2}"#
    )
    #expect(
      results[1].json.hasSuffix(
        #""outcome":"failed","gesture_count":0,"message":"0 of 2 as expected, 2 missing","findings":["#
          + #"{"kind":"missing","line":2,"expected":{"gesture":"tap"},"reasons":[{"sentence":"no finger touched down"}]},"#
          + #"{"kind":"missing","line":3,"expected":{"gesture":"path","name":"<o>","time_s":1},"reasons":[{"sentence":"no finger touched down"}]}]}"#
      ), "\(results[1].json)")
    #expect(
      results[2].json.contains(#""outcome":"unreadable","message":"d#1.gestures.jsonl:3:7: "#))
    #expect(
      results[2].json.contains(#""error":{"file":"d#1.gestures.jsonl","line":3,"column":7,"#))
  }

  @Test("Every character of a name makes well-formed XML")
  func wellFormed() {
    var all = String.UnicodeScalarView()
    for value in UInt32(0)...0x1ffff {
      if let scalar = Unicode.Scalar(value) { all.append(scalar) }
    }
    let text = String(all)
    let result = CheckResult(path: text, outcome: .incomplete(text))
    #expect(XMLParser(data: Data(CheckResult.junit([result]).utf8)).parse())
  }

  @Test("Nothing in a report reverses or controls the text around it")
  func safeReports() {
    let text = "a\u{202e}\u{9b}\u{2066}\u{feff}b"
    let result = CheckResult(path: text, outcome: .unreadable(Self.error(text)))
    let reports = [
      result.tap(1).joined(), CheckResult.junit([result]), result.json,
      result.gitHubAnnotations.joined(),
    ]
    for report in reports {
      for scalar in text.unicodeScalars where scalar != "a" && scalar != "b" {
        #expect(!report.unicodeScalars.contains(scalar))
      }
    }
    #expect(XMLParser(data: Data(CheckResult.junit([result]).utf8)).parse())
  }

  @Test("The parts of a set contain each trace once, with neighbours in different parts")
  func shards() throws {
    let files = (0..<11).flatMap { number in
      ["x\(number).evemu", "x\(number).yml"].map {
        InputFile(path: $0, isNamed: false, isRegular: true)
      }
    }
    var seen: [InputFile] = []
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
