import Contacts
import Evdev
import Testing
import Timeline

@testable import Files
@testable import TouchFormats

/// A small recording to damage: its head and its frames, as bytes.
struct BreakableSample: Sendable, CustomTestStringConvertible {
  var name: String
  var format: RecordingFormat
  var head: [UInt8]
  var frames: [[UInt8]]
  /// Whether the recording stays valid when it ends after a frame; JSON does not.
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

/// Pieces of text that are likely to break parsers.
private let hostilePieces: [[UInt8]] = [
  "\n", "\r\n", "\0", "-", "99999999999999999999", "-9223372036854775808", "4294967296", "ffffffff",
  "[", "]", "{", "*a", "&a ", "#", ": ", ".", "E: ", "  - ", "\"", "\\", "\u{fffd}", "1e309",
].map { Array($0.utf8) }

extension [UInt8] {
  /// The bytes with one to three random changes.
  fileprivate func mutated(_ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = self
    for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      let end = Swift.min(bytes.count, index + Int.random(in: 1...12, using: &generator))
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1: bytes[index] = .random(in: .min ... .max, using: &generator)
      case 2: bytes.removeSubrange(index..<end)
      case 3: bytes.insert(contentsOf: bytes[index..<end], at: index)
      default:
        let piece = hostilePieces.randomElement(using: &generator) ?? []
        bytes.insert(contentsOf: piece, at: index)
      }
    }
    return bytes
  }
}

/// Whether reading returns a recording with at most as many events as bytes, or an error at a
/// position within the bytes. (A trap or a hang ends the test run.)
private func isReadOrRejected(_ bytes: [UInt8], format: RecordingFormat?) -> Bool {
  do throws(FileError) {
    return try read(bytes, format: format).allEvents.count <= bytes.count
  } catch {
    return isValid(error.position, in: bytes) && !error.expected.isEmpty && !error.found.isEmpty
  }
}

private func isValid(_ position: FileError.Position, in bytes: [UInt8]) -> Bool {
  switch position {
  case .file: return false
  case .byte(let offset): return offset <= bytes.count
  case .line(let line, let column):
    // libyaml also counts carriage returns and Unicode's line breaks as line ends.
    let breaks = bytes.count { $0 == 0x0a || $0 == 0x0d || $0 == 0x85 || $0 == 0xa8 || $0 == 0xa9 }
    return (1...breaks + 1).contains(line) && (1...bytes.count + 1).contains(column)
  }
}

@Suite("Damaged recordings: evemu, raw and libinput")
struct MutationTests {
  @Test(
    "A complete sample is detected and read without anomalies", arguments: BreakableSample.all
  )
  func whole(sample: BreakableSample) throws {
    let recording = try read(sample.bytes)
    #expect(recording.format == sample.format)
    #expect(recording.anomalies.isEmpty)
    if sample.mayEndAfterFrame { #expect(recording.frames.count == sample.frames.count) }
  }

  @Test("A recording truncated at any byte is read or rejected", arguments: BreakableSample.all)
  func cuts(sample: BreakableSample) {
    let bytes = sample.bytes
    for length in 0...bytes.count {
      let cut = Array(bytes.prefix(length))
      for format in [sample.format, nil] where !isReadOrRejected(cut, format: format) {
        Issue.record("cut after \(length) bytes")
      }
    }
  }

  @Test(
    "A recording truncated after a frame has exactly the frames so far",
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
    "A recording truncated within a frame keeps the complete frames",
    arguments: BreakableSample.all.filter(\.mayEndAfterFrame))
  func cutsWithinFrames(sample: BreakableSample) throws {
    let all = try read(sample.bytes, format: sample.format).frames
    var complete = 0
    var end = sample.head.count
    for frame in sample.frames {
      for length in end..<end + frame.count {
        let cut = Array(sample.bytes.prefix(length))
        let frames = try read(cut, format: sample.format).frames
        // The last line of a frame may only lack its newline or comment.
        #expect(frames.count == complete || frames.count == complete + 1, "cut after \(length)")
        #expect(frames == Array(all.prefix(frames.count)), "cut after \(length)")
      }
      complete += 1
      end += frame.count
    }
  }

  @Test(
    "A recording with flipped bits in any byte is read or rejected",
    arguments: BreakableSample.all)
  func flips(sample: BreakableSample) {
    let bytes = sample.bytes
    for index in bytes.indices {
      for mask in [1, 0x10, 0x80, 0xff] as [UInt8] {
        var flipped = bytes
        flipped[index] ^= mask
        if !isReadOrRejected(flipped, format: sample.format) {
          Issue.record("byte \(index) with \(mask)")
        }
      }
    }
  }

  @Test(
    "A randomly damaged recording is read or rejected, 10,000 times", arguments: BreakableSample.all
  )
  func mutations(sample: BreakableSample) {
    var generator = SeededGenerator(seed: 2)
    let bytes = sample.bytes
    for round in 0..<10_000 {
      let mutated = bytes.mutated(&generator)
      let isRecognized = round % 4 == 0
      if !isReadOrRejected(mutated, format: isRecognized ? nil : sample.format) {
        Issue.record("round \(round)")
      }
    }
  }
}

// MARK: Text formats

@Suite("Damaged recordings: text formats")
struct TextFormatMutationTests {
  enum Format: String, CaseIterable, CustomTestStringConvertible {
    case evtest, getevent, geteventNumbers, umockdevScript, umockdevDevice, umockdevIoctl, chromeos
    case pointerEvents

    var testDescription: String { rawValue }
  }

  /// The frames of a recording as text, for comparison.
  private func read(_ format: Format, _ bytes: [UInt8]) throws(FileError) -> [String] {
    let source = ByteSource(name: "test", bytes: bytes)
    switch format {
    case .evtest: return try frames(EvtestReader(source))
    case .getevent, .geteventNumbers: return try frames(GeteventReader(source, rate: 60))
    case .umockdevScript, .umockdevDevice, .umockdevIoctl:
      return try frames(UmockdevReader(source))
    case .chromeos: return try frames(ChromeOSReader(source))
    case .pointerEvents: return try frames(PointerEventReader(source))
    }
  }

  private func frames(_ reader: any ContactFrameReader) throws(FileError) -> [String] {
    var frames: [String] = []
    while let frame = try reader.next() { frames.append("\(frame)") }
    return frames
  }

  private func frames(_ reader: any RecordingReader) throws(FileError) -> [String] {
    var frames: [String] = []
    var frame = ""
    var batch = EventBatch()
    while try reader.read(into: &batch) {
      for event in batch.events {
        frame +=
          "\(batch.device) \(event.time) \(event.type.rawValue) \(event.code) \(event.value);"
        guard event.isReport else { continue }
        frames.append(frame)
        frame = ""
      }
    }
    _ = reader.devices
    return frames
  }

  @Test("A recording truncated at any byte has its first frames", arguments: Format.allCases)
  func cuts(format: Format) throws {
    let sample = Self.sample(format)
    let whole = try read(format, sample)
    var counts: Set<Int> = []
    for count in 0...sample.count {
      let part = try read(format, Array(sample.prefix(count)))
      #expect(part == Array(whole.prefix(part.count)), "\(count)")
      counts.insert(part.count)
    }
    #expect(counts == Set(0...whole.count))
  }

  @Test(
    "A recording truncated at the end of a frame has exactly the frames so far",
    arguments: [Format.evtest, .getevent, .geteventNumbers])
  func cutsBetweenFrames(format: Format) throws {
    let sample = Self.sample(format)
    let whole = try read(format, sample)
    let report = format == .geteventNumbers ? "0000 0000 00000000" : "SYN_REPORT"
    var frames = 0
    for line in sample.indices where sample[line] == 10 {
      let start = sample[..<line].lastIndex(of: 10).map { $0 + 1 } ?? 0
      guard String(decoding: sample[start..<line], as: UTF8.self).contains(report) else { continue }
      frames += 1
      #expect(try read(format, Array(sample[...line])) == Array(whole.prefix(frames)))
      #expect(try read(format, Array(sample[..<line])) == Array(whole.prefix(frames)))
    }
    #expect(frames == whole.count)
    #expect(frames > 1)
  }

  @Test("A recording with flipped bits in any byte is read or rejected", arguments: Format.allCases)
  func flips(format: Format) {
    let sample = Self.sample(format)
    var errors = 0
    for index in sample.indices {
      for mask: UInt8 in [0x01, 0x10, 0x80, 0xff] {
        var bytes = sample
        bytes[index] ^= mask
        if !succeeds(format, bytes) { errors += 1 }
      }
    }
    #expect(errors > 0)
    #expect(errors < sample.count * 4)
  }

  @Test(
    "A randomly damaged recording is read or rejected, 10,000 times", arguments: Format.allCases)
  func mutations(format: Format) {
    let sample = Self.sample(format)
    var random = SeededGenerator(seed: 20)
    var errors = 0
    for _ in 0..<10_000 {
      var bytes = sample
      for _ in 0...random.index(below: 4) { mutate(&bytes, &random) }
      if !succeeds(format, bytes) { errors += 1 }
    }
    #expect(errors > 100)
    #expect(errors < 10_000)
  }

  /// Reads, and returns whether there was no error; an error must have a position within the file.
  private func succeeds(_ format: Format, _ bytes: [UInt8]) -> Bool {
    do throws(FileError) {
      _ = try read(format, bytes)
      return true
    } catch {
      guard case .line(let line, let column) = error.position else {
        Issue.record("\(error) has no line")
        return false
      }
      let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
      #expect(1...lines.count ~= line, "\(error)")
      #expect(1...lines[min(line, lines.count) - 1].count + 1 ~= column, "\(error)")
      #expect(!error.expected.isEmpty)
      return false
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let index = random.index(below: bytes.count)
    switch random.index(below: 6) {
    case 0: bytes[index] = UInt8(random.index(below: 256))
    case 1: bytes.remove(at: index)
    case 2: bytes.insert(UInt8(random.index(below: 256)), at: index)
    case 3: bytes.removeSubrange(index..<min(bytes.count, index + random.index(below: 40)))
    case 4:
      bytes.insert(
        contentsOf: Self.hostile[random.index(below: Self.hostile.count)].utf8, at: index)
    default:
      let length = min(bytes.count - index, random.index(below: 60))
      bytes.insert(
        contentsOf: bytes[index..<index + length], at: random.index(below: bytes.count))
    }
  }

  private static let hostile = [
    "9223372036854775808", "-", "\n", "\r\n", "\0", "ffffffffffffffffff", "99999999999.", "^", "\"",
    "[", "{", "e999", "/dev/input/event99: ", "EV_", "(", ")", "Event: ", "add device 1: /",
    "P: /\n",
    "r 0 ^@", "d /dev/x\n", "1e300", "-1e300",
  ]
}

extension TextFormatMutationTests {
  private static func sample(_ format: Format) -> [UInt8] {
    switch format {
    case .evtest: Array((EvtestReaderTests.header + evtest).utf8)
    case .getevent: Array(getevent.utf8)
    case .geteventNumbers: Array(geteventNumbers.utf8)
    case .umockdevScript: umockdevScript
    case .umockdevDevice: Array((UmockdevReaderTests.deviceFile + "E: 1.5 0003 0035 1\n").utf8)
    case .umockdevIoctl: Array(UmockdevReaderTests.ioctlFile.utf8)
    case .chromeos: Array(chromeos.utf8)
    // One event a frame, since a frame of several may be cut.
    case .pointerEvents:
      Array(
        PointerEventReaderTests.sample.replacing(#"20.5,"clientX":10,"#, with: #"21,"clientX":10,"#)
          .utf8)
    }
  }

  private static let evtest = """
    Event: time 1.000001, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value -1
    Event: time 1.000002, ++++++++++++++ SYN_MT_REPORT ++++++++++++
    Event: time 1.000003, -------------- SYN_REPORT ------------
    Event: time 1.000004, type 4 (EV_MSC), code 4 (MSC_SCAN), value 7000a
    Event: time 1.000005, >>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<
    Event: time 1.000006, -------------- SYN_REPORT ------------

    """

  private static let getevent = """
    add device 1: /dev/input/event2
      bus:      0018
      name:     "touch"
      events:
        KEY (0001): KEY_POWER             BTN_TOUCH
        ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
      input props:
        INPUT_PROP_DIRECT
    [    1193.605705] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   ffffffff
    [    1193.605705] /dev/input/event2: EV_KEY       BTN_TOUCH            DOWN
    [    1193.605736] /dev/input/event2: EV_SYN       SYN_REPORT           00000000            \r
    [    1193.605736] /dev/input/event3: 0000         SYN_REPORT           00000000

    """

  private static let geteventNumbers = """
    0003 0039 ffffffff
    0000 0000 00000000
    /dev/input/event3: 0003 0035 0000000a
    /dev/input/event3: 0000 0000 00000000

    """

  private static var umockdevScript: [UInt8] {
    var text = Array("d /dev/input/event5\n".utf8)
    for second in 0..<3 {
      let time = 1_700_000_000 + UInt64(second)
      let records =
        UmockdevReaderTests.record(time, 345_678, 3, 0x35, 94)
        + UmockdevReaderTests.record(time, 345_678, 0, 0, 0)
      text += Array("r 10 ".utf8) + UmockdevReaderTests.escaped(records) + [10]
    }
    return text
  }

  private static let chromeos = """
    {"hardwareProperties": {"left": 0, "top": 0.5, "right": 3000.0, "bottom": 1500.0,
      "xResolution": 20.0, "yResolution": 25.0, "isButtonPad": true, "maxFingerCount": 2},
     "entries": [
      {"type": "hardwareState", "timestamp": 1.5, "buttonsDown": 0, "touchCount": 0, "fingers": []},
      {"type": "timerCallback", "now": 1.6},
      {"type": "hardwareState", "timestamp": 2.5, "buttonsDown": 1, "touchCount": 1, "fingers": [
        {"flags": 0, "positionX": 24.0, "positionY": 19.0, "pressure": 11.0, "trackingId": 24}]},
      {"type": "hardwareState", "timestamp": 3.5, "fingers": [ ], "note": "\\u00e9"}]}

    """
}
