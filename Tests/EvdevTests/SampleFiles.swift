import Contacts
import Evdev
import Foundation
import Timeline

/// Files beside the repository, for tests that are skipped where they are missing.
enum SampleFiles {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "shared/corpus")

  static let isPresent = FileManager.default.fileExists(atPath: folder.path)

  static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: path)), as: UTF8.self)
  }
}

/// A small reader of the text formats, just enough for the samples.
struct TextTrace {
  var description: DeviceDescription?
  var events: [InputEvent] = []

  init(_ text: String) {
    var described = DeviceDescription()
    var keyBytes = 0
    var axis: UInt16?
    var hasHeader = false
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      guard let first = words.first else { continue }
      switch first {
      case "E:": evemu(words)
      case "A:":
        hasHeader = true
        described.axes[UInt16(words[1], radix: 16)!] = DeviceDescription.Axis(
          minimum: Int32(words[2])!, maximum: Int32(words[3])!,
          resolution: words.count > 6 ? Int32(words[6])! : 0)
      case "P:":
        for (index, word) in words.dropFirst().enumerated() {
          for bit in 0..<8 where UInt8(word, radix: 16)! & (1 << UInt8(bit)) != 0 {
            described.properties.insert(index * 8 + bit)
          }
        }
      case "B:" where words[1] == "01":
        for word in words.dropFirst(2) {
          for bit in 0..<8 where UInt8(word, radix: 16)! & (1 << UInt8(bit)) != 0 {
            described.codes[1, default: []].insert(UInt16(keyBytes * 8 + bit))
          }
          keyBytes += 1
        }
      case "Event:": evtest(String(line))
      case "Event" where words[1] == "code":
        hasHeader = true
        let code = UInt16(words[2])!
        if words[3].hasPrefix("(ABS") { axis = code } else { axis = nil }
        if axis != nil { described.axes[code] = .init(minimum: 0, maximum: 0) }
        if axis == nil { described.codes[1, default: []].insert(code) }
      case "Value": if let axis { described.axes[axis]?.value = Int32(words[1])! }
      case "Min": if let axis { described.axes[axis]?.minimum = Int32(words[1])! }
      case "Max": if let axis { described.axes[axis]?.maximum = Int32(words[1])! }
      case "Resolution": if let axis { described.axes[axis]?.resolution = Int32(words[1])! }
      default: getevent(words)
      }
    }
    if hasHeader { description = described }
  }

  private mutating func add(_ time: Double, _ type: UInt16, _ code: UInt16, _ value: Int32) {
    events.append(
      InputEvent(
        time: Timestamp(seconds: time), type: EventType(rawValue: type), code: code, value: value))
  }

  private mutating func evemu(_ words: [Substring]) {
    add(
      Double(words[1])!, UInt16(words[2], radix: 16)!, UInt16(words[3], radix: 16)!,
      Int32(words[4])!)
  }

  private mutating func evtest(_ line: String) {
    let parts = line.split(separator: ",").map { $0.split(separator: " ") }
    let time = Double(parts[0][2])!
    if line.contains("SYN_REPORT") { return add(time, 0, 0, 0) }
    add(time, UInt16(parts[1][1])!, UInt16(parts[2][1])!, Int32(parts[3].last!)!)
  }

  private mutating func getevent(_ words: [Substring]) {
    var words = words
    var time = 0.0
    if words[0] == "[" {
      time = Double(words[1].dropLast())!
      words.removeFirst(2)
    }
    if words[0].hasPrefix("/dev") { words.removeFirst() }
    let values: [Substring: UInt32] = ["DOWN": 1, "UP": 0]
    guard words.count == 3, words[0].hasPrefix("EV_") || words[0].count == 4,
      let bits = values[words[2]] ?? UInt32(words[2], radix: 16)
    else { return }
    let value = Int32(bitPattern: bits)
    add(
      time, TextTrace.number(words[0]), TextTrace.number(words[1]), value)
  }

  private static func number(_ word: Substring) -> UInt16 {
    let names: [Substring: UInt16] = [
      "EV_SYN": 0, "EV_KEY": 1, "EV_ABS": 3, "SYN_REPORT": 0, "SYN_MT_REPORT": 2, "ABS_X": 0,
      "ABS_Y": 1, "BTN_TOUCH": 0x14a, "ABS_MT_POSITION_X": 0x35, "ABS_MT_POSITION_Y": 0x36,
      "ABS_MT_PRESSURE": 0x3a, "ABS_MT_TOUCH_MAJOR": 0x30, "ABS_MT_TOUCH_MINOR": 0x31,
      "ABS_MT_WIDTH_MAJOR": 0x32, "ABS_MT_TRACKING_ID": 0x39, "ABS_MT_SLOT": 0x2f,
    ]
    return names[word] ?? UInt16(word, radix: 16) ?? 0x2ff
  }
}
