import Contacts
import Evdev
import Testing
import Timeline

@testable import Recordings

/// Broken recordings: whatever happens to the bytes, a reader gives a result or an error.
@Suite("Broken recordings in text")
struct TextFormatMutationTests {
  enum Format: String, CaseIterable, CustomTestStringConvertible {
    case evtest, getevent, geteventNumbers, umockdevScript, umockdevDevice, umockdevIoctl, chromeos

    var testDescription: String { rawValue }
  }

  /// What a recording held, in a form that can be compared.
  private func read(_ format: Format, _ bytes: [UInt8]) throws(RecordingError) -> [String] {
    let source = ByteSource(name: "test", bytes: bytes)
    switch format {
    case .evtest: return try frames(EvtestReader(source))
    case .getevent, .geteventNumbers: return try frames(GeteventReader(source, rate: 60))
    case .umockdevScript, .umockdevDevice, .umockdevIoctl:
      return try frames(UmockdevReader(source))
    case .chromeos:
      let reader = ChromeOSReader(source)
      var frames: [String] = []
      while let frame = try reader.next() { frames.append("\(frame)") }
      return frames
    }
  }

  private func frames(_ reader: any RecordingReader) throws(RecordingError) -> [String] {
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

  @Test("cut at any byte, a recording gives a part of its frames", arguments: Format.allCases)
  func cuts(format: Format) throws {
    let sample = Self.sample(format)
    let whole = try read(format, sample)
    var counts: Set<Int> = []
    for count in 0...sample.count {
      // A header that is cut in two is the one part that may be wrong rather than missing.
      let part = try read(format, Array(sample.prefix(count)))
      #expect(part == Array(whole.prefix(part.count)), "\(count)")
      counts.insert(part.count)
    }
    #expect(counts == Set(0...whole.count))
  }

  @Test(
    "cut where a frame ends, a recording gives exactly the frames before",
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

  @Test("with any byte flipped a recording gives a result or an error", arguments: Format.allCases)
  func flips(format: Format) {
    let sample = Self.sample(format)
    var errors = 0
    for index in sample.indices {
      for mask: UInt8 in [0x01, 0x10, 0x80, 0xff] {
        var bytes = sample
        bytes[index] ^= mask
        if !survives(format, bytes) { errors += 1 }
      }
    }
    #expect(errors > 0)
    #expect(errors < sample.count * 4)
  }

  @Test("10,000 random mutations give a result or an error", arguments: Format.allCases)
  func mutations(format: Format) {
    let sample = Self.sample(format)
    var random = SplitMix(seed: 20)
    var errors = 0
    for _ in 0..<10_000 {
      var bytes = sample
      for _ in 0...random.below(4) { mutate(&bytes, &random) }
      if !survives(format, bytes) { errors += 1 }
    }
    #expect(errors > 100)
    #expect(errors < 10_000)
  }

  /// Reads, and says whether there was no error; an error must have a place within the file.
  private func survives(_ format: Format, _ bytes: [UInt8]) -> Bool {
    do throws(RecordingError) {
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

  private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix) {
    guard !bytes.isEmpty else { return }
    let place = random.below(bytes.count)
    switch random.below(6) {
    case 0: bytes[place] = UInt8(random.below(256))
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(UInt8(random.below(256)), at: place)
    case 3: bytes.removeSubrange(place..<min(bytes.count, place + random.below(40)))
    case 4: bytes.insert(contentsOf: Self.nasty[random.below(Self.nasty.count)].utf8, at: place)
    default:
      let length = min(bytes.count - place, random.below(60))
      bytes.insert(
        contentsOf: bytes[place..<place + length], at: random.below(bytes.count))
    }
  }

  private static let nasty = [
    "9223372036854775808", "-", "\n", "\r\n", "\0", "ffffffffffffffffff", "99999999999.", "^", "\"",
    "[", "{", "e999", "/dev/input/event99: ", "EV_", "(", ")", "Event: ", "add device 1: /",
    "P: /\n",
    "r 0 ^@", "d /dev/x\n", "1e300", "-1e300",
  ]
}

/// A generator of random numbers with a seed (SplitMix64, by Steele, Lea and Flood).
private struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
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
