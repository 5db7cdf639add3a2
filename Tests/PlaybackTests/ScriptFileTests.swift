import Checking
import Contacts
import Conversion
import Files
import Foundation
import Gestures
import Playback
import TestSupport
import Testing
import Timeline
import TouchFormats
import TouchScript

struct ScriptFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func script(_ text: String) throws -> ScriptFile {
    try ScriptFile(Array(text.utf8), file: "script")
  }

  /// The gestures of the script's trace, each with its kind, fingers, taps and direction.
  private func played(_ text: String) throws -> [String] {
    let path = folder.path + "/trace.evemu"
    _ = try script(text).write(to: path, format: .evemu)
    var lines: [String] = []
    _ = try Replay(path: path).run { report in
      guard case .gesture(let record) = report else { return }
      let gesture = record.gesture
      lines.append(
        "\(gesture.kind) \(gesture.touches ?? 0) \(gesture.taps.map { "x\($0)" } ?? "")"
          + "\(gesture.direction.map { "\($0)" } ?? "")")
    }
    return lines
  }

  @Test(
    "Each action produces its gesture, and arguments with a default may be omitted",
    arguments: [
      ("tap", "tap 1 x1"), ("tap 30,30 count 2", "tap 1 x2"), ("tap fingers 2", "tap 2 x1"),
      ("long-press", "longPress 1 "), ("long-press 50,35 for 800ms fingers 2", "longPress 2 "),
      ("swipe left", "swipe 1 left"), ("swipe from 30,20 to 30,55 for 0.2s", "swipe 1 down"),
      ("swipe up fingers 3 rest 0.3", "swipe 3 up"), ("pan right for 1.2s", "pan 1 right"),
      ("pan left steady for 1.2s", "pan 1 left"),
      ("tap-and-drag from 30,30 to 60,30", "tapAndDrag 1 right"),
      ("pinch from 20 to 50", "pinch 2 out"),
      ("pinch 50,35 from 50mm to 20mm", "pinch 2 in"), ("rotation by 90", "rotation 2 clockwise"),
      ("rotation by -90degrees radius 15", "rotation 2 counterclockwise"),
      ("checkmark at 50,35 width 30mm", "checkmark 1 "),
      ("pinch in", "pinch 2 in"), ("pinch 50,35 out angle 0", "pinch 2 out"),
      ("rotation counterclockwise angle 45", "rotation 2 counterclockwise"),
      ("swipe left lift-off 2", "swipe 1 left"),
      ("pinch from 20 to 50 fingers 3", "pinch 3 out"), ("tap-and-drag left", "tapAndDrag 1 left"),
    ])
  func actions(text: String, gesture: String) throws {
    for hand in ["perfect", "human seed 3"] {
      #expect(try played("hand \(hand)\n\(text)\n") == [gesture], "\(hand)")
    }
  }

  @Test("Blocks, comments and settings")
  func blocks() throws {
    let text = """
      # two taps by two hands, three times
      size 200x100mm   # a large one
      device touchscreen
      hand human seed 5 rate 90Hz tremor 0.1mm dropped 1%

      repeat 3 {
        together {
          tap 40,50
          sequence {
            wait 1s
            tap 160,50
          }
        }
        wait 1
      }
      """
    #expect(try played(text) == Array(repeating: "tap 1 x1", count: 6))
    let script = try script(text)
    #expect(script.touchArea == Size(width: 200, height: 100) && script.isTouchscreen)
    #expect(script.hand.seed == 5 && script.hand.sensor.rate == 90)
    #expect(script.hand.sensor.droppedFrames == 0.01)
  }

  @Test("Fingers move, touch down and touch up independently")
  func fingers() throws {
    let text = """
      hand perfect
      fingers as pan right {
        finger 20,20 rest 0.1s to 70,20 for 1s linear
        finger 20,50 after 0.05s rest 50ms to 70,50 for 1000ms linear rest 0.2
      }
      wait 1
      fingers {
        finger 50,35 rest 60ms
        finger 50,60 to 20,60 for 0.2s flick
      }
      """
    let script = try script(text)
    let plan = script.script.performed(on: script.touchArea, by: .perfect)
    #expect(plan.gestures.map(\.touches) == [2])
    #expect(script.expectations == #"{"gesture":"pan","touches":2,"direction":"right"}"# + "\n")
    let ids = script.script.frames(on: script.touchArea, hand: .perfect).map {
      $0.contacts.map { Int($0.position.y.rounded()) }
    }
    #expect(ids.first == [20] && ids.contains([20, 50]) && ids.contains([50]))
    #expect(ids.contains([35, 60]) && ids.contains([60]))
    #expect(try played(text).first == "pan 2 right")
  }

  @Test("The expectations match the gestures of the trace")
  func expectations() throws {
    let text =
      "hand human seed 2\ntap count 2\nwait 1\nswipe left fingers 3\nwait 1\npinch from 20 to 50\n"
    let script = try script(text)
    #expect(
      script.expectations == """
        {"gesture":"tap","touches":1,"taps":2}
        {"gesture":"swipe","touches":3,"direction":"left"}
        {"gesture":"pinch","touches":2,"direction":"out"}

        """)
    let path = folder.path + "/trace.evemu"
    _ = try script.write(to: path, format: .evemu)
    try folder.write("trace.gestures.jsonl", script.expectations)
    #expect(try RecordingCheck(path: path).isMatch)
  }

  @Test(
    "The expectations of actions before an interruption match the gestures of the trace",
    arguments: ["swipe right", "tap", "tap count 2", "checkmark", "pan left", "pinch in"],
    ["", "wait 0.2", "wait 0.4"])
  func interruption(action: String, wait: String) throws {
    let script = try script("\(action)\n\(wait)\ninterrupt 1s\n")
    // A tap waits for another one.
    let isWaiting = action.hasPrefix("tap") && wait != "wait 0.4"
    #expect(script.expectations.isEmpty == isWaiting)
    let path = folder.path + "/trace.evemu"
    _ = try script.write(to: path, format: .evemu)
    try folder.write("trace.gestures.jsonl", script.expectations)
    #expect(try RecordingCheck(path: path).isMatch)
  }

  @Test("A finger at the far edge is at the last coordinate of each axis")
  func farEdge() throws {
    let path = folder.path + "/trace.evemu"
    _ = try script("hand perfect\ntap 100,70\n").write(to: path, format: .evemu)
    let values = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .filter { $0.contains(" 0003 0035 ") || $0.contains(" 0003 0036 ") }
      .map { $0.split(separator: " ").last }
    #expect(values == ["3999", "2799"])
  }

  @Test("The expectation of a path has its name")
  func pathExpectation() throws {
    let script = try script("path 35,15 65,15 35,45 65,45 as z")
    #expect(script.expectations == #"{"gesture":"path","touches":1,"name":"z"}"# + "\n")
  }

  @Test(
    "A mistake is an error with line and column",
    arguments: [
      ("swpie left", "script:1:1: expected one of", "did you mean swipe?"),
      ("tap 50", "script:1:5: expected one of", "found \"50\""),
      ("tap 50,x", "script:1:5: expected a position in mm", "\"50,x\""),
      ("\n  tap at", "script:2:9: expected a position in mm", "the end of the line"),
      ("tap count 0", "script:1:11: expected taps, from 1 to 100", "\"0\""),
      ("tap count 2 count 3", "script:1:13: expected each word once", "\"count\""),
      ("swipe left right", "script:1:12: expected one direction", "\"right\""),
      ("pan up at 50,35 up", "script:1:17: expected one direction", "\"up\""),
      ("pinch in out", "script:1:10: expected one direction", "\"out\""),
      (
        "rotation clockwise counterclockwise", "script:1:20: expected one direction",
        "\"counterclockwise\""
      ),
      ("tip-tap left right", "script:1:14: expected one direction", "\"right\""),
      ("tap-and-drag left up", "script:1:19: expected one direction", "\"up\""),
      ("hand human seed 7 seed 8", "script:1:19: expected each word once", "\"seed\""),
      ("tap cuont 2", "script:1:5:", "did you mean count?"),
      ("wait", "script:1:5: expected a time", "the end of the line"),
      ("wait 1h", "script:1:6: expected a time", "\"1h\""), ("wait 1s 2s", "script:1:9:", "\"2s\""),
      ("swipe", "script:1:6: expected either a direction", "the end of the line"),
      ("swipe left from 3,3 to 4,4", "expected either a direction", ""),
      ("pinch from 20", "expected either in or out, or the spans", ""),
      ("rotation", "expected either clockwise or counterclockwise, or a turn", ""),
      ("drag left", "script:1:1:", "drag is `pan` or `tap-and-drag`"),
      ("press", "script:1:1:", "press is `long-press`"),
      ("fingers as rotate {", "script:1:12:", "rotate is `rotation`"),
      ("edge-pan", "expected an edge", ""), ("tip-tap fingers 2", "expected a side", ""),
      ("path 1,1 2,2", "expected as and a name", ""),
      ("path 1,1", "script:1:9: expected a position", "the end of the line"),
      ("together {\ntap", "script:2:1: expected } for the together of line 1", ""),
      ("}", "script:1:1: expected an action, since no block is open", ""),
      ("pinch in from 20 to 50", "expected either in or out", ""),
      ("rotation clockwise by 90", "expected either clockwise", ""),
      ("repeat {", "script:1:8: expected how many times", ""), ("repeat 2", "expected {", ""),
      ("tap\nhand human", "script:2:1: expected an action, since settings", ""),
      ("hand human\nhand shaky", "script:2:1: expected each setting once", ""),
      ("hand robot", "script:1:6: expected one of human, shaky, perfect, person", ""),
      ("size 0x0", "script:1:6: expected width x height", ""),
      ("device pad", "script:1:8: expected one of touchpad, touchscreen", ""),
      ("hand human rate 0", "a rate from 1 to 10000 Hz", ""),
      (
        "repeat 10000 {\nlong-press for 3600s\n}", "script:3:1: expected at most 2000000 frames", ""
      ),
      ("pinch from 20 to 50 fingers 1", "script:1:29: expected fingers, from 2 to 10", "\"1\""),
      ("rotation by 90 fingers 1", "script:1:24: expected fingers, from 2 to 10", "\"1\""),
      ("\u{feff}tpa", "script:1:1: expected one of", "did you mean tap?"),
      ("finger 3,3", "script:1:1: expected one of", "did you mean fingers?"),
      ("fingers {\ntap\n}", "script:2:1: expected finger x,y or }", "\"tap\""),
      ("fingers {\nfinger 3,3 rest\n}", "script:2:16: expected a time", "the end of the line"),
      ("fingers {\nfinger 3,3 go\n}", "script:2:12: expected one of rest, to", "\"go\""),
      ("together {\ntap\n} tap", "script:3:3: expected numbered", "\"tap\""),
      ("together {\ntap\n} numbered", "script:3:11: expected a number", ""),
      ("repeat 2 {\ntap\n} numbered 3", "script:3:3: expected the end of the line", "\"numbered\""),
      ("fingers as pan {\n}", "script:2:1: expected finger x,y", "\"}\""),
      ("fingers as jump {\n}", "script:1:12: expected one of tap", "\"jump\""),
      ("fingers as pan rihgt {", "script:1:16:", "did you mean right?"),
      ("fingers {\n\(String(repeating: "finger 3,3\n", count: 11))}", "at most 10 fingers", ""),
      ("fingers {\nfinger 3,3", "expected } for the fingers of line 1", ""),
      ("repeat 6000 {\nfingers {\nfinger 3,3 rest 3600\n}\n}", "at most 2000000 frames", ""),
      ("repeat 10000 {\nrepeat 10000 {\ntap\n}\n}", "at most 100000 actions", ""),
    ])
  func mistakes(text: String, expected: String, found: String) {
    let error = #expect(throws: FileError.self) { try script(text) }
    #expect(error?.description.contains(expected) ?? false, "\(error?.description ?? "")")
    let description = error?.description ?? ""
    #expect(found.isEmpty || description.contains(found), "\(description)")
  }

  @Test(
    "Blocks without actions do nothing, however often they are repeated",
    arguments: ["sequence {\n}", "together {\n}", "together {\nsequence {\n}\n}", "repeat 9 {\n}"])
  func emptyBlocks(block: String) throws {
    let text = "repeat 10000 {\nrepeat 10000 {\n\(block)\n}\n}"
    #expect(try script(text).script.actions.isEmpty)
    #expect(try script("\(text)\ntap").script.actions.count == 1)
  }

  @Test("The script of the documentation produces its expected gestures")
  func documentation() throws {
    let page = URL(filePath: #filePath).appending(path: "../../../docs/Testing.md").standardized
    let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```\n")
    let text = try #require(parts.first { $0.hasPrefix("size ") })
    let expected = try script(text).expectations.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    let said = expected.map { gesture in
      "\(gesture["gesture"] ?? "") \(gesture["touches"] ?? 0) "
        + "\(gesture["taps"].map { "x\($0)" } ?? "")\(gesture["direction"] ?? "")"
    }
    #expect(said.count == 5)
    #expect(try played(text) == said)
  }

  @Test("Random bytes do not make the parser trap")
  func bytes() throws {
    let text = Array("hand human seed 7\nrepeat 2 {\nswipe left at 50,35 for 250ms\n}\n".utf8)
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      var bytes = text
      for _ in 0..<3 {
        let index = Int(generator.next() % UInt64(bytes.count))
        bytes[index] = UInt8(truncatingIfNeeded: generator.next())
      }
      _ = try? ScriptFile(bytes, file: "script")
      _ = try? ScriptFile(Array(text.prefix(Int(generator.next() % UInt64(text.count)))), file: "s")
    }
  }
}
