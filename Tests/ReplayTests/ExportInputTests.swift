import Foundation
import TestSupport
import Testing

@Suite("Exports as input of other programs")
struct ExportInputTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static func trace(_ name: String) -> String {
    packageFolder.appending(path: "Traces/\(name)").path
  }

  private func export(_ name: String, _ arguments: String...) throws -> ProgramResult {
    let path = name.hasPrefix("/") ? name : Self.trace(name)
    return try Program.run(["export", path, "-o", "-"] + arguments)
  }

  private func objects(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  /// The calls of an export for DevTools: the type, the ids and the time.
  private func calls(_ text: String) throws -> [(type: String, ids: [Int], time: Double)] {
    try objects(text).map { line in
      let params = try #require(line["params"] as? [String: Any])
      let points = try #require(params["touchPoints"] as? [[String: Any]])
      return (
        params["type"] as? String ?? "", points.compactMap { $0["id"] as? Int },
        line["time_s"] as? Double ?? -1
      )
    }
  }

  @Test func `Calls of DevTools begin at zero, keep the recorded pace and lift every finger`()
    throws
  {
    let calls = try calls(export("pinch-out.evemu", "--to", "cdp").output)
    #expect(calls.first?.type == "touchStart" && calls.first?.time == 0)
    #expect(calls.contains { $0.type == "touchMove" && $0.ids == [0, 1] })
    #expect(calls.last?.type == "touchEnd" && calls.last?.ids == [])
    #expect(calls.map(\.time) == calls.map(\.time).sorted())
    let fast = try self.calls(export("pinch-out.evemu", "--to-format=cdp", "--speed", "4").output)
    #expect(abs(4 * (fast.last?.time ?? 0) - (calls.last?.time ?? 1)) < 1e-5)
  }

  @Test func `A recording that ends or is interrupted in mid-touch cancels its touches`() throws {
    for name in ["ends-in-pan.raw", "interrupted-pan.evemu"] {
      let calls = try calls(export(name, "--to", "cdp").output)
      #expect(calls.contains { $0.type == "touchCancel" && $0.ids == [] }, "\(name)")
    }
  }

  @Test func `A palm is left out, which a note says`() throws {
    let result = try export("palm.evemu", "--to", "cdp")
    #expect(result.remarks.contains("left out: "))
  }

  @Test func `A word that is no format is an error with the formats and the nearest one`() throws {
    let result = try export("pinch-out.evemu", "--to", "cdpp")
    #expect(result.exitCode == 64)
    #expect(result.remarks.contains("expected one of trace, csv"))
    #expect(result.remarks.contains("did you mean cdp?"))
    #expect(try export("pinch-out.evemu", "--to", "1e", "--to-format", "cdp").exitCode == 64)
  }

  @Test(
    "The format may be joined to its option by an equals sign",
    arguments: ["--to=cdp", "--to-format=cdp"])
  func joined(option: String) throws {
    let expected = try export("tap.evemu", "--to", "cdp").output
    #expect(try export("tap.evemu", option).output == expected)
    #expect(try export("tap.evemu", option, "--to=0.001").output != expected)
  }

  @Test(
    "An option of reading recordings is an error with a script",
    arguments: [
      ["--from", "1"], ["--to=2"], ["--rotate", "90"], ["--size", "10x10mm"],
      ["--device", "nosuch"], ["--profile", "nope"], ["--matrix", "1 0 0 0 1 0"],
      ["--rate", "60"], ["--format", "evemu"], ["--shapes", "standard"],
    ])
  func scriptOptions(options: [String]) throws {
    let script = try folder.write("a.touch", "tap\n")
    let result = try Program.run(
      ["export", script, "-o", "-", "--to-format", "cdp"] + options)
    #expect(result.exitCode == 64 && result.output.isEmpty)
    #expect(result.remarks.contains("only for recordings"), "\(result.remarks)")
  }

  /// A recording of touches that are down at the same time.
  private func pointers(_ count: Int, type: String = "touch") throws -> String {
    let lines = (0..<count).map { id in
      #"{"type":"pointerdown","pointerId":\#(id),"pointerType":"\#(type)","#
        + #""timeStamp":\#(id),"clientX":\#(20 * id),"clientY":8}"# + "\n"
    }
    return try folder.write("touches.jsonl", lines.joined())
  }

  @Test func `A touch of a pen becomes one of a finger in a page, which a note says`() throws {
    let path = try pointers(1, type: "pen")
    let note = "1 touch of a pen, as of a finger"
    #expect(try export(path, "--to", "cdp").remarks.contains(note))
    let android = try export(path, "--to", "android", "--screen", "1080x2400px")
    #expect(!android.remarks.contains(note))
    // MT_TOOL_PEN
    #expect(android.output.contains(" 0003 0037 1\n"))
    #expect(try !export("tap.evemu", "--to", "cdp").remarks.contains("pen"))
  }

  @Test func `More touches than a browser or Android takes are a warning`() throws {
    let warning = "17 touches at the same time, of which Chromium and Android take at most 16"
    #expect(try export(pointers(17), "--to", "cdp").remarks.contains(warning))
    let sixteen = try export(pointers(16), "--to", "android", "--screen", "1080x2400px")
    #expect(!sixteen.remarks.contains("at most 16"))
    #expect(sixteen.output.split(separator: "\n").count { $0.contains(" 0039 ") } == 32)
  }

  @Test func `An export without touches is a warning`() throws {
    let script = try folder.write("empty.touch", "device touchscreen\n")
    let result = try export(script, "--to", "cdp")
    #expect(result.exitCode == 0 && result.output.isEmpty)
    #expect(result.remarks.contains("warning: \(script): no touches"))
    #expect(try !export("tap.evemu", "--to", "cdp").remarks.contains("no touches"))
  }

  @Test(
    "The touch area is centred in the page without being distorted",
    arguments: [
      (["--px-per-mm", "10"], 0.0, 0.0, 10.0), (["--viewport", "1000x5000px"], 0, 2150, 10),
      (["--box", "50,40,1000x700"], 50, 40, 10),
      (["--box", "50,40,2000x700px", "--px-per-mm", "5"], 800, 215, 5),
    ])
  func mapping(options: [String], x: Double, y: Double, scale: Double) throws {
    let script = try folder.write("a.touch", "size 100x70mm\nhand perfect\ntap 20,30\n")
    let text = try Program.run(["export", script, "-o", "-", "--to", "cdp"] + options)
    let params = try #require(try objects(text.output).first?["params"] as? [String: Any])
    let point = try #require((params["touchPoints"] as? [[String: Any]])?.first)
    #expect(abs((point["x"] as? Double ?? -1) - (x + 20 * scale)) < 0.3)
    #expect(abs((point["y"] as? Double ?? -1) - (y + 30 * scale)) < 0.3)
    #expect(text.remarks.contains("pixels per mm"))
  }

  @Test func `Every finger of WebDriver's actions has an action in each tick`() throws {
    let result = try export("swipes-three-fingers.evemu", "--to", "w3c")
    let sources = try #require(try objects(result.output).first?["actions"] as? [[String: Any]])
    #expect(sources.map { $0["type"] as? String } == ["none", "pointer", "pointer", "pointer"])
    let actions = try sources.map { try #require($0["actions"] as? [[String: Any]]) }
    #expect(Set(actions.map(\.count)).count == 1)
    for list in actions.dropFirst() {
      let types = list.compactMap { $0["type"] as? String }.filter { $0 != "pause" }
      #expect(types.first == "pointerMove" && types.last == "pointerUp")
      #expect(types.count { $0 == "pointerDown" } == types.count { $0 == "pointerUp" })
    }
    let wait = actions[0].compactMap { $0["duration"] as? Int }.reduce(0, +)
    let duration = try calls(export("swipes-three-fingers.evemu", "--to", "cdp").output).last?.time
    #expect(abs(Double(wait) / 1000 - (duration ?? 0)) < 0.001)
    // A driver takes about 17 ms for each finger of a tick.
    #expect(actions[0].count * 3 * 17 < 2 * wait)
  }

  @Test(
    "WebDriver's pointers that are cancelled are released before the next touch",
    arguments: [
      ("interrupted-pan.evemu", ["Down", "Cancel", "Up", "Down", "Up"]),
      ("ends-in-pan.raw", ["Down", "Cancel"]),
    ])
  func cancelledPointers(name: String, expected: [String]) throws {
    let object = try objects(export(name, "--to", "w3c").output).first
    let sources = try #require(object?["actions"] as? [[String: Any]])
    let actions = try #require(sources.last?["actions"] as? [[String: Any]])
    let types = actions.compactMap { $0["type"] as? String }
    #expect(
      types.filter { $0 != "pause" && $0 != "pointerMove" } == expected.map { "pointer\($0)" })
  }

  @Test func `A touch that is cancelled beside another is cancelled, except in DevTools`() throws {
    let path = try folder.write(
      "beside.evemu",
      """
      # EVEMU 1.3
      N: Screen
      I: 0003 0001 0002 0003
      P: 02 00 00 00 00 00 00 00
      A: 2f 0 4 0 0 0
      A: 35 0 999 0 0 10
      A: 36 0 599 0 0 10
      A: 39 0 65535 0 0 0
      E: 0.000000 0003 0039 1
      E: 0.000000 0003 0035 100
      E: 0.000000 0003 0036 300
      E: 0.000000 0003 002f 1
      E: 0.000000 0003 0039 2
      E: 0.000000 0003 0035 600
      E: 0.000000 0003 0036 300
      E: 0.000000 0000 0000 0
      E: 0.100000 0000 0003 0
      E: 0.100000 0000 0000 0
      E: 0.100000 0003 002f 0
      E: 0.100000 0003 0039 1
      E: 0.100000 0000 0000 0
      E: 0.150000 0003 0039 -1
      E: 0.150000 0000 0000 0

      """)
    let events = try objects(export(path, "--to", "playwright").output)
    #expect(events.map { $0["type"] as? String } == ["touchstart", "touchcancel", "touchend"])
    #expect(events.map { ($0["touches"] as? [Any])?.count } == [2, 1, 0])
    #expect(try export(path, "--to", "w3c").output.contains("pointerCancel"))
    let devTools = try export(path, "--to", "cdp")
    #expect(try calls(devTools.output).map(\.ids) == [[0, 1], [1], []])
    #expect(devTools.remarks.contains("1 touch cancelled beside others, as lifted"))
  }

  @Test func `Playwright's events list the touches that are down, and those that changed`() throws {
    let events = try objects(export("pinch-out.evemu", "--to", "playwright").output)
    var down: Set<Int> = []
    for event in events {
      func ids(_ key: String) -> Set<Int> {
        Set((event[key] as? [[String: Any]] ?? []).compactMap { $0["identifier"] as? Int })
      }
      switch event["type"] as? String {
      case "touchstart": down.formUnion(ids("changedTouches"))
      case "touchend": down.subtract(ids("changedTouches"))
      default: #expect(ids("changedTouches").isSubset(of: down))
      }
      #expect(ids("touches") == down)
    }
    #expect(down.isEmpty)
  }

  @Test(
    "An export for Android is evemu in the order of its parser, with the same gestures",
    arguments: ["pinch-out.evemu", "swipes-three-fingers.evemu", "double-tap.getevent"])
  func android(name: String) throws {
    let path = folder.file("screen.evemu")
    let result = try Program.run(
      ["export", Self.trace(name), "--to", "android", "--screen", "1080x2400px", "-o", path])
    #expect(result.exitCode == 0)
    let lines = try folder.text("screen.evemu").split(separator: "\n").filter { $0.first != "#" }
    var letters: [Character] = []
    for line in lines {
      #expect(line.dropFirst().hasPrefix(": "))
      if let letter = line.first, letters.last != letter { letters.append(letter) }
    }
    #expect(letters == ["N", "I", "P", "B", "A", "E"])
    #expect(lines.contains("A: 35 0 1079 0 0 \(name == "double-tap.getevent" ? 16 : 11)"))
    for line in lines where line.first == "E" {
      #expect(line.contains(/^E: \d+\.\d{6} [0-9a-f]{4} [0-9a-f]{4} -?\d+$/))
    }
    func gestures(_ path: String) throws -> [String] {
      try objects(Program.run(["run", "--json", path]).output).map {
        "\($0["gesture"] ?? "") \($0["touches"] ?? "") \($0["direction"] ?? "")"
      }
    }
    #expect(try gestures(path) == gestures(Self.trace(name)))
  }

  @Test(
    "An option that the format has no use for is an error",
    arguments: [
      (["--to", "android"], "as in --screen 1080x2400px"),
      (["--to", "cdp", "--screen", "10x10"], "--screen is for android"),
      (["--to", "csv", "--speed", "2"], "are for --to-format cdp"),
      (["--to", "cdp", "--speed", "0"], "expected a factor from 0.001 to 1000"),
      (["--to", "cdp", "--viewport", "0x1"], "expected width x height in pixels"),
      (["--to", "cdp", "--box", "1,2"], "expected left,top,width x height"),
      (["--to", "5"], "use --to-format"), (["--to", "selenium"], "expected one of trace"),
    ])
  func mistakes(options: [String], message: String) throws {
    let result = try Program.run(["export", Self.trace("tap.evemu"), "-o", "-"] + options)
    #expect(result.exitCode == 64 && result.remarks.contains(message), "\(result.remarks)")
  }
}
