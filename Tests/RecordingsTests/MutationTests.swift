import Evdev
import Testing
import Timeline

@testable import Recordings

/// A small recording to be broken in every way: a head and its frames, one piece of bytes each.
struct BreakableSample: Sendable, CustomTestStringConvertible {
  var name: String
  var format: RecordingFormat
  var head: [UInt8]
  var frames: [[UInt8]]
  /// Whether the format is still one when it ends after a frame; JSON is not.
  var mayEndAfterFrame = true

  var bytes: [UInt8] { frames.reduce(head, +) }
  var testDescription: String { name }

  init(_ name: String, _ format: RecordingFormat, head: String, frames: [String]) {
    self.name = name
    self.format = format
    self.head = Array(head.utf8)
    self.frames = frames.map { Array($0.utf8) }
  }

  init(_ name: String, _ format: RecordingFormat, frames: [[UInt8]]) {
    self.name = name
    self.format = format
    head = []
    self.frames = frames
  }

  /// Every format has one here.
  static let all = [evemu, raw, raw32, libinput, flowYAML]

  private static let events: [[InputEvent]] = (0..<4).map { index in
    let time = 1_452_295_559_000_000 + Int64(index) * 7013
    return [
      event(time, 3, 57, index == 3 ? -1 : 12), event(time, 3, 53, 1000 + Int32(index)),
      event(time, 0, 0, 0),
    ]
  }

  static let evemu = BreakableSample(
    "evemu", .evemu,
    head: """
      # EVEMU 1.3
      N: Pad
      I: 0018 04f3 31ad 0100
      P: 05 00 00 00 00 00 00 00
      B: 03 03 00 00 00 00 80 60 02
      A: 35 0 3276 0 0 32

      """,
    frames: events.map { frame in
      frame.map { event in
        let code = String(event.code, radix: 16)
        return "E: \(event.time.description.dropLast(2)) 000\(event.type.rawValue) "
          + "\(String(repeating: "0", count: 4 - code.count))\(code) \(event.value)\n"
      }.joined()
    })

  static let raw = BreakableSample("raw", .raw, frames: written(as: .raw))
  static let raw32 = BreakableSample("raw32", .raw32, frames: written(as: .raw32))

  private static func written(as format: RecordingFormat) -> [[UInt8]] {
    events.compactMap { try? write([$0], of: [RecordedDevice()], as: format) }
  }

  static let libinput = BreakableSample(
    "libinput", .libinput,
    head: """
      # libinput record
      version: 1
      ndevices: 1
      devices:
      - node: /dev/input/event4
        evdev:
          name: "Pad"
          id: [24, 1267, 12717, 256]
          codes:
            3: [0, 47, 53] # EV_ABS
          absinfo:
            53: [0, 3276, 0, 0, 32]
          properties: [0, 2]
        events:

      """,
    frames: (0..<3).map { index in
      """
        - evdev:
          - [  \(index),   7013,   3,  57,     100] # EV_ABS / ABS_MT_TRACKING_ID     100
          - [  \(index),   7013,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +0ms

      """
    })

  static let flowYAML: BreakableSample = {
    var sample = BreakableSample(
      "YAML in another layout", .libinput,
      head: "{version: 1, devices: [{node: /dev/a, evdev: {name: Pad, absinfo: {53: ",
      frames: [
        "&a [0, 99, 0, 0, 32]}}, events: [{evdev: [[0, 1, 3, 53, 7], [0, 1, 0, 0, 0]]}]}]}\n"
      ])
    sample.mayEndAfterFrame = false
    return sample
  }()
}

/// SplitMix64: the same mutations on every run and machine.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}

/// Pieces of text that parsers stumble over.
private let nastyPieces: [[UInt8]] = [
  "\n", "\r\n", "\0", "-", "99999999999999999999", "-9223372036854775808", "4294967296", "ffffffff",
  "[", "]", "{", "*a", "&a ", "#", ": ", ".", "E: ", "  - ", "\"", "\\", "\u{fffd}", "1e309",
].map { Array($0.utf8) }

extension [UInt8] {
  /// Changes one to three things.
  fileprivate func mutated(_ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = self
    for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      let end = Swift.min(bytes.count, place + Int.random(in: 1...12, using: &generator))
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1: bytes[place] = .random(in: .min ... .max, using: &generator)
      case 2: bytes.removeSubrange(place..<end)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
      default:
        let piece = nastyPieces.randomElement(using: &generator) ?? []
        bytes.insert(contentsOf: piece, at: place)
      }
    }
    return bytes
  }
}

/// Whatever the bytes are, reading them gives a recording or an error with a place in them, and
/// never more events than bytes. (A trap or a hang ends the whole test run.)
private func survives(_ bytes: [UInt8], format: RecordingFormat?) -> Bool {
  do throws(RecordingError) {
    return try read(bytes, format: format).allEvents.count <= bytes.count
  } catch {
    return isPlace(error.position, in: bytes) && !error.expected.isEmpty && !error.found.isEmpty
  }
}

private func isPlace(_ position: RecordingError.Position, in bytes: [UInt8]) -> Bool {
  switch position {
  case .file: return false
  case .byte(let offset): return offset <= bytes.count
  case .line(let line, let column):
    // libyaml takes carriage returns and Unicode's line breaks for line ends, too.
    let breaks = bytes.count { $0 == 0x0a || $0 == 0x0d || $0 == 0x85 || $0 == 0xa8 || $0 == 0xa9 }
    return (1...breaks + 1).contains(line) && (1...bytes.count + 1).contains(column)
  }
}

@Suite struct MutationTests {
  @Test(
    "A whole sample is recognized and read without anything unusual", arguments: BreakableSample.all
  )
  func whole(sample: BreakableSample) throws {
    let recording = try read(sample.bytes)
    #expect(recording.format == sample.format)
    #expect(recording.anomalies.isEmpty)
    if sample.mayEndAfterFrame { #expect(recording.frames.count == sample.frames.count) }
  }

  @Test("Cut at every byte, a recording is read or an error", arguments: BreakableSample.all)
  func cuts(sample: BreakableSample) {
    let bytes = sample.bytes
    for length in 0...bytes.count {
      let cut = Array(bytes.prefix(length))
      for format in [sample.format, nil] where !survives(cut, format: format) {
        Issue.record("cut after \(length) bytes")
      }
    }
  }

  @Test(
    "Cut after a frame, a recording has exactly the frames so far",
    arguments: BreakableSample.all.filter(\.mayEndAfterFrame))
  func cutsAfterFrames(sample: BreakableSample) throws {
    let all = try read(sample.bytes, format: sample.format).frames
    for count in 0...sample.frames.count {
      let cut = sample.frames.prefix(count).reduce(sample.head, +)
      let recording = try read(cut, format: sample.format)
      #expect(recording.frames == Array(all.prefix(count)))
      #expect(recording.anomalies.isEmpty)
    }
  }

  @Test(
    "Cut within its frames, a recording keeps the frames that are complete",
    arguments: BreakableSample.all.filter(\.mayEndAfterFrame))
  func cutsWithinFrames(sample: BreakableSample) throws {
    let all = try read(sample.bytes, format: sample.format).frames
    var complete = 0
    var end = sample.head.count
    for frame in sample.frames {
      for length in end..<end + frame.count {
        let cut = Array(sample.bytes.prefix(length))
        let frames = try read(cut, format: sample.format).frames
        // The last line of a frame may be there whole but for its newline or comment.
        #expect(frames.count == complete || frames.count == complete + 1, "cut after \(length)")
        #expect(frames == Array(all.prefix(frames.count)), "cut after \(length)")
      }
      complete += 1
      end += frame.count
    }
  }

  @Test(
    "With any bit or all bits of a byte flipped, a recording is read or an error",
    arguments: BreakableSample.all)
  func flips(sample: BreakableSample) {
    let bytes = sample.bytes
    for place in bytes.indices {
      for mask in [1, 0x10, 0x80, 0xff] as [UInt8] {
        var flipped = bytes
        flipped[place] ^= mask
        if !survives(flipped, format: sample.format) {
          Issue.record("byte \(place) with \(mask)")
        }
      }
    }
  }

  @Test(
    "After 10,000 seeded mutations, a recording is read or an error", arguments: BreakableSample.all
  )
  func mutations(sample: BreakableSample) {
    var generator = SeededGenerator(state: 2)
    let bytes = sample.bytes
    for round in 0..<10_000 {
      let mutated = bytes.mutated(&generator)
      let isRecognized = round % 4 == 0
      if !survives(mutated, format: isRecognized ? nil : sample.format) {
        Issue.record("round \(round)")
      }
    }
  }
}
