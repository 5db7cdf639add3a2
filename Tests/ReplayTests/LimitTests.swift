import Foundation
import TestSupport
import Testing

/// A limit of docs/Limits.md, with what is just allowed and what is just beyond it.
struct Limit: CustomTestStringConvertible, Sendable {
  var arguments: String
  /// The name of the file; `-` for standard input.
  var file: String
  var allowed: String
  var beyond: String
  /// What exceeding it says, without the position, as in the page.
  var message: String
  /// How the page has it, with the usual limit; nil if the same.
  var documented: String?

  var testDescription: String { "\(arguments) \(file): \(message)" }
}

@Suite("Limits")
struct LimitTests {
  private static let evemu = "# EVEMU 1.3\nN: Pad\n"

  private static func repeated(_ count: Int, _ text: String) -> String {
    String(repeating: text, count: count)
  }

  private static func devices(_ count: Int) -> String {
    (0..<count).map { "add device \($0): /dev/input/event\($0)\n  name: \"a\"\n" }.joined()
  }

  private static func log(depth: Int) -> String {
    "{\"entries\":[],\"a\":\(repeated(depth - 1, "["))\(repeated(depth - 1, "]"))}"
  }

  private static func log(value length: Int) -> String {
    "{\"entries\":[\"\(repeated(length - 2, "a"))\"]}"
  }

  private static func gpx(depth: Int) -> String {
    "<gpx>\(repeated(depth - 1, "<a>"))\(repeated(depth - 1, "</a>"))</gpx>"
  }

  private static func waypoints(seconds: Int) -> String {
    """
    <gpx creator="Xcode"><wpt lat="1" lon="2"><time>2024-01-01T00:00:00Z</time></wpt>\
    <wpt lat="1" lon="3"><time>2024-01-01T00:00:\(seconds)Z</time></wpt></gpx>
    """
  }

  private static func pointers(_ count: Int) -> String {
    (0..<count).map { number in
      #"{"type":"pointerdown","pointerId":\#(number),"timeStamp":1,"clientX":1,"clientY":1}"# + "\n"
    }.joined()
  }

  private static let readers: [Limit] = [
    Limit(
      arguments: "info", file: "a.jsonl", allowed: pointers(64), beyond: pointers(65),
      message: "expected at most 64 pointers at the same time"),
    Limit(
      arguments: "info", file: "a.evemu", allowed: repeated(1_048_576, "#") + "\n" + evemu,
      beyond: repeated(1_048_577, "#") + "\n" + evemu,
      message: "expected a line of at most 1048576 bytes, found a longer line"),
    Limit(
      arguments: "info", file: "a.getevent", allowed: devices(1024), beyond: devices(1025),
      message: "expected at most 1024 devices"),
    Limit(
      arguments: "info", file: "a.evemu", allowed: evemu + "N: \(repeated(256, "a"))\n",
      beyond: evemu + "N: \(repeated(257, "a"))\n",
      message: "expected a name of at most 256 bytes"),
    Limit(
      arguments: "info", file: "a.json", allowed: log(depth: 64), beyond: log(depth: 65),
      message: "expected at most 64 levels"),
    Limit(
      arguments: "info", file: "a.json", allowed: log(value: 1_048_576),
      beyond: log(value: 1_048_577), message: "expected a value of at most 1048576 bytes"),
    Limit(
      arguments: "locate", file: "a.gpx", allowed: gpx(depth: 256), beyond: gpx(depth: 257),
      message: "expected at most 256 levels of elements"),
    Limit(
      arguments: "distance", file: "-", allowed: repeated(65_536, "#"),
      beyond: repeated(65_537, "#"),
      message: "expected a line of at most 65536 bytes, found a longer line"),
    Limit(
      arguments: "profile", file: "a.yml", allowed: "tap: {}\n", beyond: "a: &x 1\nb: *x\n",
      message: "expected YAML without aliases, found an alias"),
    Limit(
      arguments: "profile", file: "a.yml", allowed: "tap: {}\n",
      beyond: "tap: " + repeated(100_000, "["),
      message: "expected YAML of fewer levels"),
    Limit(
      arguments: "profile", file: "a.yml", allowed: "tap: {}\n" + repeated(1_048_568, "#"),
      beyond: "tap: {}\n" + repeated(1_048_569, "#"),
      message: "expected at most 1048576 bytes, found a larger file"),
  ]

  private static func shapes(_ count: Int) -> String {
    let shapes = (0..<count).map { "{\"name\":\"\($0)\",\"examples\":[]}" }
    return "{\"v\":2,\"shapes\":[\(shapes.joined(separator: ","))]}"
  }

  private static func shape(path: String, times count: Int = 1) -> String {
    let examples = [String](repeating: "{\"svg\":\"\(path)\"}", count: count)
    return
      "{\"v\":2,\"shapes\":[{\"name\":\"a\",\"examples\":[\(examples.joined(separator: ","))]}]}"
  }

  private static func strokes(_ count: Int) -> String {
    let strokes = [String](repeating: "[[0,0]]", count: count)
    return "{\"strokes\":[\(strokes.joined(separator: ","))]}"
  }

  private static let drawings: [Limit] = [
    Limit(
      arguments: "shapes show", file: "a.json", allowed: shapes(1000), beyond: shapes(1001),
      message: "expected at most 1000 shapes"),
    Limit(
      arguments: "shapes show", file: "a.json",
      allowed: shape(path: "M0 0" + repeated(312, "t1 1")),
      beyond: shape(path: "M0 0" + repeated(313, "t1 1")),
      message: "expected at most 10000 points of a path"),
    Limit(
      arguments: "shapes show", file: "a.json", allowed: shape(path: repeated(100, "M0 0z")),
      beyond: shape(path: repeated(101, "M0 0z")),
      message: "expected at most 100 strokes of a drawing"),
    Limit(
      arguments: "shapes show", file: "a.json", allowed: shape(path: "M0 0L1e10 1"),
      beyond: shape(path: "M0 0L1.1e10 1"), message: "expected a coordinate from -1e10 to 1e10"),
    Limit(
      arguments: "shapes classify standard", file: "a.ndjson", allowed: strokes(100),
      beyond: strokes(101), message: "expected at most 100 strokes of a drawing"),
  ]

  private static let scripts: [Limit] = [
    Limit(
      arguments: "script -o out.evemu", file: "a.touch",
      allowed: repeated(32, "sequence {\n") + repeated(32, "}\n"),
      beyond: repeated(33, "sequence {\n") + repeated(33, "}\n"),
      message: "expected at most 32 blocks within each other"),
    Limit(
      arguments: "script -o out.evemu", file: "a.touch", allowed: "repeat 10000 {\nwait 0s\n}\n",
      beyond: "repeat 10001 {\nwait 0s\n}\n", message: "expected how many times, from 1 to 10000"),
    Limit(
      arguments: "script -o out.evemu", file: "a.touch",
      allowed: "repeat 10000 {\nrepeat 10 {\nwait 0s\n}\n}\n",
      beyond: "repeat 10000 {\nrepeat 10 {\nwait 0s\n}\n}\nwait 0s\n",
      message: "expected at most 100000 actions"),
    Limit(
      arguments: "script -o out.evemu --limit 100", file: "a.touch",
      allowed: "hand human rate 100Hz\nlong-press 50,35 for 1s\n",
      beyond: "hand human rate 100Hz\nlong-press 50,35 for 1.1s\n",
      message: "expected at most 100 frames of touches (--limit allows more)",
      documented: "expected at most 2000000 frames of touches (--limit allows more)"),
    Limit(
      arguments: "script -o out.evemu", file: "a.touch", allowed: "wait 3600s\n",
      beyond: "wait 3601s\n", message: "expected a time from 0 to 3600 s"),
    Limit(
      arguments: "script -o out.evemu", file: "a.touch",
      allowed: "fingers {\n\(repeated(10, "finger 50,35 rest 0.1s\n"))}\n",
      beyond: "fingers {\n\(repeated(11, "finger 50,35 rest 0.1s\n"))}\n",
      message: "expected at most 10 fingers"),
    Limit(
      arguments: "simulate motion -o out.csv --limit 11", file: "a.motion",
      allowed: "rate 10\nend 1\n", beyond: "rate 10\nend 1.1\n",
      message: "expected at most 11 samples (--limit allows more), found 12",
      documented: "expected at most 10000000 samples (--limit allows more)"),
    Limit(
      arguments: "simulate location -o out.gpx --limit 11", file: "a.location",
      allowed: "at 1 2\nwait 10\n", beyond: "at 1 2\nwait 11\n",
      message: "expected at most 11 fixes (--limit allows more), found 12",
      documented: "expected at most 10000000 fixes (--limit allows more)"),
    Limit(
      arguments: "locate --limit 11", file: "a.gpx", allowed: waypoints(seconds: 10),
      beyond: waypoints(seconds: 11),
      message: "expected at most 11 fixes between waypoints (--limit allows more), found 12",
      documented: "expected at most 10000000 fixes between waypoints (--limit allows more)"),
    Limit(
      arguments: "ball --limit 60", file: "a.csv", allowed: "0 0 0 1\n1 0 0 1\n",
      beyond: "0 0 0 1\n1.02 0 0 1\n",
      message: "expected at most 60 steps of the ball (--limit allows more), found 61",
      documented: "expected at most 10000000 steps of the ball (--limit allows more)"),
  ]

  @Test(
    "What a limit allows is accepted, and what is beyond it says so, as documented",
    arguments: readers + drawings + scripts)
  func limit(_ limit: Limit) throws {
    let folder = try TemporaryFolder()
    func run(_ text: String) throws -> ProgramResult {
      let path = try folder.write(limit.file == "-" ? "input" : limit.file, text)
      let arguments = limit.arguments.split(separator: " ").map {
        $0.hasPrefix("out.") ? "\(folder.path)/\($0)" : String($0)
      }
      let isPiped = limit.file == "-"
      return try Program.run(arguments + [isPiped ? "-" : path], input: isPiped ? text : nil)
    }
    let allowed = try run(limit.allowed)
    #expect(allowed.exitCode == 0, "\(allowed.remarks)")
    let beyond = try run(limit.beyond)
    #expect(beyond.exitCode == 65)
    #expect(beyond.remarks.contains(limit.message), "\(beyond.remarks)")
    let page = try String(contentsOfFile: ConsoleBlocks.path("docs/Limits.md"), encoding: .utf8)
    #expect(page.contains("`\(limit.documented ?? limit.message)`"))
  }

  @Test(
    "Absurd numbers on the command line are refused, as documented",
    arguments: [
      ("info --size 10001x1mm", "each from 1 to 10000"),
      ("info --rate 100001", "expected a rate in Hz above 0, at most 100000"),
      (
        "shrink out.evemu --expected tap --trials 1000001",
        "--trials takes a number from 1 to 1000000"
      ),
      ("stress --draws 100001", "--draws takes a number from 1 to 100000"),
      ("ball --size 100001x1", "expected width x height in pixels, up to 100000"),
      ("ball --limit 0", "expected a whole number from 1"),
    ])
  func option(_ arguments: String, _ message: String) throws {
    let result = try Program.run(arguments.split(separator: " ").map(String.init) + ["missing"])
    #expect(result.exitCode == 64)
    #expect(result.remarks.contains(message), "\(result.remarks)")
    let page = try String(contentsOfFile: ConsoleBlocks.path("docs/Limits.md"), encoding: .utf8)
    #expect(page.contains(message))
  }
}
