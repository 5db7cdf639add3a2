import Foundation
import TestSupport
import Testing

@Suite("Exports for Android's uinput")
struct AndroidInputTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func export(_ path: String, _ options: String...) throws -> ProgramResult {
    let path = path.contains("/") ? path : packageFolder.appending(path: "Traces/\(path)").path
    return try Program.run(
      ["export", path, "--to", "android", "--screen", "1080x2400px", "-o", "-"] + options)
  }

  /// What Android makes of an export of pointer events with the given keys, one dictionary of
  /// them for each position of the one touch.
  private func screen(_ keys: String...) throws -> AndroidScreen {
    let types = ["down"] + Array(repeating: "move", count: keys.count - 1)
    var lines = zip(types, keys).enumerated().map { index, line in
      #"{"type":"pointer\#(line.0)","pointerId":1,"timeStamp":\#(index * 10),"#
        + #""clientX":\#(50 + index),"clientY":80\#(line.1)}"#
    }
    lines.append(
      #"{"type":"pointerup","pointerId":1,"timeStamp":200,"clientX":60,"clientY":80}"#)
    let path = try folder.write("touches.jsonl", lines.joined(separator: "\n") + "\n")
    return try AndroidScreen(export(path).output)
  }

  @Test func `A device whose touches have no pressure has no axis for it, and they do not hover`()
    throws
  {
    let screen = try screen("", "", "")
    #expect(screen.axes[0x3a] == nil && screen.axes[0x18] == nil)
    #expect(screen.hoveringFrames == 0 && screen.touches.map(\.end) == ["up"])
  }

  @Test func `A touch whose pressure is zero or sometimes missing does not hover`() throws {
    let screen = try screen("", #","pressure":0.5"#, #","pressure":0"#, "")
    #expect(screen.axes[0x3a] != nil)
    #expect(screen.hoveringFrames == 0)
  }

  @Test func `A device whose touches have no size has no axes for it`() throws {
    #expect(try screen("").axes.keys.sorted() == [0, 1, 0x2f, 0x35, 0x36, 0x37, 0x39])
    let sizes = try screen(#","width":40,"height":30"#, "")
    #expect(sizes.axes[0x30] != nil && sizes.axes[0x31] != nil)
  }

  @Test(
    "A touch that began before the recording, or before lost events, goes down",
    arguments: [
      "begins-in-pan.evemu", "begins-in-press.evemu", "begins-in-scroll.events", "lost-touch.evemu",
    ])
  func midTouch(name: String) throws {
    let output = try export(name).output
    let screen = try AndroidScreen(output)
    #expect(!screen.touches.isEmpty && screen.strayValues == 0)
    // Android drops all events between SYN_DROPPED and the next report.
    #expect(!output.contains(" 0000 0003 "))
  }

  @Test(
    "A touch that is cancelled turns into a palm before its slot is free",
    arguments: [
      ("ends-in-tap.evemu", ["up", "cancel"], ["tap recognized"]),
      ("interrupted-swipe.evemu", ["cancel"], []),
      ("interrupted-pinch.evemu", ["cancel", "cancel"], []),
      ("interrupted-pan.evemu", ["cancel", "up"], ["tap recognized"]),
      ("ends-in-pan.raw", ["cancel"], []),
    ])
  func cancelled(name: String, ends: [String], gestures: [String]) throws {
    let text = try export(name).output
    #expect(try AndroidScreen(text).touches.map(\.end) == ends)
    // Gestures of a palm are not outcomes.
    let path = try folder.write("screen.evemu", text)
    let found = try Program.run(["run", "--json", path]).output.split(separator: "\n").map {
      let line = try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      return "\(line?["gesture"] ?? "") \(line?["state"] ?? "")"
    }
    #expect(found == gestures)
  }

  @Test func `A position outside the screen is on its edge, of which there is a warning`() throws {
    let script = try folder.write("a.touch", "size 100x70mm\nhand perfect\ntap 100,70\n")
    let edge = try export(script)
    #expect(try AndroidScreen(edge.output).touches.map(\.start) == [[1079, 1578]])
    #expect(!edge.remarks.contains("outside"))
    let outside = try export(script, "--px-per-mm", "50")
    #expect(try AndroidScreen(outside.output).touches.map(\.start) == [[1079, 2399]])
    #expect(outside.remarks.contains("warning: \(script): 8 positions are outside the screen"))
  }

  @Test(
    "A box that is not on the screen is an error",
    arguments: [
      "--box=-500,0,5000x5000px", "--box=0,2000,1080x401px", "--viewport=1081x100px",
    ])
  func box(option: String) throws {
    let result = try export("tap.evemu", option)
    #expect(result.exitCode == 64)
    #expect(result.remarks.contains("not on the screen of 1080x2400px"), "\(result.remarks)")
    #expect(try export("tap.evemu", "--box=0,2000,1080x400px").exitCode == 0)
  }
}

/// What Android's `MultiTouchInputMapper` makes of a device and its events.
private struct AndroidScreen {
  struct Touch {
    var start: [Int]
    var end = ""
  }

  private(set) var axes: [Int: ClosedRange<Int>] = [:]
  private(set) var touches: [Touch] = []
  /// The frames of contacts that hover, since their pressure is 0 or they have no `BTN_TOUCH`.
  private(set) var hoveringFrames = 0
  /// The values of contacts in slots that have no tracking id.
  private(set) var strayValues = 0
  private var slot = 0
  private var values: [Int: [Int: Int]] = [:]
  /// The index of the touch in each slot in use.
  private var touchInSlot: [Int: Int] = [:]
  private var began: [Int] = []
  private var isTouched = false

  private static let positionX = 0x35
  private static let positionY = 0x36
  private static let toolType = 0x37
  private static let trackingID = 0x39
  private static let pressure = 0x3a
  private static let palm = 2

  init(_ text: String) throws {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if line.hasPrefix("A: ") {
        let numbers = words.dropFirst(2).compactMap { Int($0) }
        try axes[#require(Int(words[1], radix: 16))] = numbers[0]...numbers[1]
      } else if line.hasPrefix("E: ") {
        try process(
          #require(Int(words[2], radix: 16)), #require(Int(words[3], radix: 16)),
          #require(Int(words[4])))
      }
    }
    #expect(touchInSlot.isEmpty)
  }

  private mutating func process(_ type: Int, _ code: Int, _ value: Int) throws {
    switch (type, code) {
    case (0, 0): endFrame()
    case (1, 0x14a): isTouched = value != 0
    case (3, 0x2f): slot = value
    case (3, AndroidScreen.trackingID) where value < 0:
      let known = touchInSlot.removeValue(forKey: slot)
      let touch = try #require(known)
      if touches[touch].end.isEmpty { touches[touch].end = "up" }
    case (3, AndroidScreen.trackingID):
      #expect(touchInSlot[slot] == nil)
      touchInSlot[slot] = touches.count
      touches.append(Touch(start: []))
    case (3, _):
      #expect(axes[code]?.contains(value) == true, "axis \(code), value \(value)")
      if code >= 0x30, touchInSlot[slot] == nil { strayValues += 1 }
      values[slot, default: [:]][code] = value
    default: break
    }
  }

  private mutating func endFrame() {
    for (slot, touch) in touchInSlot {
      let values = values[slot] ?? [:]
      if touches[touch].start.isEmpty {
        touches[touch].start = [AndroidScreen.positionX, AndroidScreen.positionY].map {
          values[$0] ?? -1
        }
      }
      if values[AndroidScreen.toolType] == AndroidScreen.palm { touches[touch].end = "cancel" }
      let isPressed =
        axes[AndroidScreen.pressure] == nil || values[AndroidScreen.pressure] ?? 0 > 0
      if !isTouched || !isPressed { hoveringFrames += 1 }
    }
  }
}
