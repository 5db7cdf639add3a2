import Contacts
import Conversion
import Evdev
import Files
import Foundation
import Playback
import TestSupport
import Testing
import Timeline
import TouchFormats

struct SharedRecordingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let traces = InputFiles.expand([packageFolder.appending(path: "Traces").path])
    .compactMap(\.file).filter { (try? $0.looksLikeRecording()) == true }.map(\.path)

  /// The gestures of a recording as lines, without the devices: those without touches are not
  /// shared.
  private func lines(_ path: String) throws -> [String] {
    try gestures(path).map { $0.replacing(#/"device":"[^"]*",/#, with: "") }
  }

  /// The events of a recording, device by device.
  private func events(_ path: String) throws -> [InputEvent] {
    var events: [InputEvent] = []
    try Recording(path: path).forEachBatch { events += $0.events }
    return events
  }

  @Test("What is shared has the same gestures", arguments: traces)
  func sameGestures(path: String) throws {
    for isAnonymous in [false, true] {
      let shared = try SharedRecording(
        path: path, options: ReplayOptions(), isAnonymous: isAnonymous)
      let copy = try folder.write("shared", shared.bytes)
      #expect(try lines(copy) == lines(path))
    }
  }

  /// A touchpad with keys, as some keyboards have one, and a keyboard, which types while a finger
  /// swipes.
  private func typing() throws -> String {
    let keyboard = DeviceDescription(
      name: "Keyboard", identity: DeviceDescription.Identity(), properties: [], axes: [:],
      codes: [1: [30, 31, 32]])
    var pad = SampleTrace.device
    pad.codes[1, default: []].formUnion([30, 0x200, KeyCode.power])
    let sink = ByteSink()
    let writer = try RecordingFormat.libinput.makeWriter(sink)
    try writer.begin([
      RecordedDevice(description: keyboard, node: "/dev/input/event3"),
      RecordedDevice(description: pad, node: "/dev/input/event4"),
    ])
    var encoder = SlotEncoder(description: pad)
    func key(_ code: UInt16, _ value: Int32, _ time: Double) -> [InputEvent] {
      let stamp = Timestamp(seconds: time)
      return [
        InputEvent(time: stamp, type: .miscellaneous, code: 4, value: 0x7001e),
        InputEvent(time: stamp, type: .key, code: code, value: value),
        InputEvent(time: stamp, type: .synchronization, code: 0, value: 0),
      ]
    }
    try writer.write(key(30, 1, 99.5) + key(30, 0, 99.6), device: 0)
    for frame in SampleTrace.frames([.swipeRight(y: 20, at: 100)]) {
      var events: [InputEvent] = []
      encoder.encode(frame, into: &events)
      try writer.write(events, device: 1)
      // KEY_A, KEY_NUMERIC_0 and the power key of the touchpad's own.
      let time = frame.time.seconds + 0.002
      try writer.write(key(30, 1, time) + key(0x200, 1, time + 0.001), device: 1)
      try writer.write(key(31, 1, time), device: 0)
    }
    try writer.write(key(KeyCode.power, 1, 101), device: 1)
    try writer.finish()
    return try folder.write("typing.yml", sink.bytes)
  }

  @Test("Events of a device that come after another's batch are its own")
  func interleavedDevices() throws {
    let tracks = try Recording(path: typing()).tracks
    #expect(tracks.map(\.isTouched) == [false, true])
    #expect(try gestures(typing()).count == 1)
  }

  @Test("What was typed is not shared, nor when it was", arguments: [false, true])
  func keys(isAnonymous: Bool) throws {
    let path = try typing()
    let before = try events(path)
    #expect(before.contains { $0.type == .key && $0.code == 30 })
    let shared = try SharedRecording(
      path: path, options: ReplayOptions(), isAnonymous: isAnonymous)
    let copy = try folder.write("shared", shared.bytes)
    let after = try events(copy)
    #expect(shared.format == .evemu)
    #expect(!after.contains { $0.type == .miscellaneous })
    let keys = Set(after.filter { $0.type == .key }.map(\.code))
    #expect(keys.contains(KeyCode.power) && keys.contains(KeyCode.touch))
    #expect(keys.allSatisfy { $0 == KeyCode.power || (0x100...0x151).contains($0) })
    // The frames of the finger, and that of the power key.
    let untyped = try folder.write(
      "untyped.evemu", SampleTrace.bytes([.swipeRight(y: 20, at: 100)]))
    #expect(try after.count(where: \.isReport) == events(untyped).count(where: \.isReport) + 1)
    #expect(!String(decoding: shared.bytes, as: UTF8.self).contains("Keyboard"))
    #expect(try lines(copy).count == 1)
  }

  @Test("Axes of other controls, and the device's clock, are not shared", arguments: [false, true])
  func otherAxes(isAnonymous: Bool) throws {
    // ABS_VOLUME, ABS_MISC and its neighbours, before a tap with MSC_TIMESTAMP and ABS_MISC.
    let lines = [0x20, 0x28, 0x29, 0x2a].map { code in
      "E: 0.000000 0003 \(String(format: "%04x", code)) 17\nE: 0.000000 0000 0000 0\n"
    }
    // A report of nothing but the clock is left out with it.
    let clock = "E: 0.500000 0004 0005 23456\nE: 0.500000 0000 0000 0\n"
    let tap = """
      E: 1.000000 0003 0039 1
      E: 1.000000 0003 0035 1000
      E: 1.000000 0003 0036 600
      E: 1.000000 0003 0028 18
      E: 1.000000 0004 0005 123456
      E: 1.000000 0000 0000 0
      E: 1.080000 0003 0039 -1
      E: 1.080000 0004 0005 203456
      E: 1.080000 0000 0000 0

      """
    let path = try folder.write("other.evemu", lines.joined() + clock + tap)
    let shared = try SharedRecording(
      path: path, options: ReplayOptions(), isAnonymous: isAnonymous)
    let after = try events(try folder.write("shared", shared.bytes))
    #expect(after.allSatisfy { $0.type != .absolute || $0.code >= AbsoluteCode.slot })
    #expect(after.count(where: \.isReport) == (isAnonymous ? 2 : 3))
    #expect(after.contains { $0.type == .miscellaneous } == !isAnonymous)
  }

  @Test("Lost events are shared, even in a report with a typed key")
  func lostEvents() throws {
    let path = try folder.write(
      "lost.evemu",
      """
      E: 1.000000 0003 0039 1
      E: 1.000000 0003 0035 1000
      E: 1.000000 0003 0036 600
      E: 1.000000 0000 0000 0
      E: 1.100000 0000 0003 0
      E: 1.100000 0001 001e 1
      E: 1.100000 0000 0000 0
      E: 1.200000 0003 0039 -1
      E: 1.200000 0000 0000 0

      """)
    let shared = try SharedRecording(path: path, options: ReplayOptions())
    let after = try events(try folder.write("shared", shared.bytes))
    let codes = after.filter { $0.type == .synchronization }.map(\.code)
    #expect(codes.contains(SynchronizationCode.dropped))
    #expect(!after.contains { $0.type == .key })
  }

  @Test("The same holds for a part")
  func keysOfPart() throws {
    var options = ReplayOptions()
    options.cut = RecordingCut(from: 0.4, to: 2)
    let shared = try SharedRecording(path: typing(), options: options)
    let after = try events(try folder.write("shared", shared.bytes))
    #expect(!after.isEmpty)
    #expect(
      after.filter { $0.type == .key }.allSatisfy {
        // An interruption is encoded anew as that of the screen lock.
        (0x100...0x151).contains($0.code) || $0.code == KeyCode.screenLock
      })
  }

  @Test("A part in which only a device without touches sent events is an error")
  func partWithoutTouches() throws {
    // A keyboard types a minute after the touches on two other devices.
    let trace = packageFolder.appending(path: "Traces/two-devices.yml").path
    let keyboard = """
      - node: /dev/input/event6
        evdev:
          name: "Keyboard"
          id: [3, 0, 0, 0]
          codes:
            1: [30]
        events:
        - evdev:
          - [ 60,      0,   1,  30,       1]
          - [ 60,      0,   0,   0,       0]

      """
    let touches = try String(contentsOfFile: trace, encoding: .utf8)
    let path = try folder.write(
      "three.yml", touches.replacing("ndevices: 2", with: "ndevices: 3") + keyboard)
    var options = ReplayOptions()
    options.cut.from = 30
    let error = try #require(throws: FileError.self) {
      _ = try SharedRecording(path: path, options: options)
    }
    #expect(error.file == path)
    #expect(error.expected == "touches in the piece" && error.found == "none")
  }

  @Test(
    "Without names and times, devices have the names of their kinds and the recording begins at 0")
  func anonymous() throws {
    let path = try typing()
    let shared = try SharedRecording(path: path, options: ReplayOptions(), isAnonymous: true)
    let text = String(decoding: shared.bytes, as: UTF8.self)
    #expect(!text.contains("Sample") && text.contains("N: touchpad\n"))
    let copy = try folder.write("shared", shared.bytes)
    // The keyboard was first, half a second before the finger.
    #expect(try events(copy).first?.time == Timestamp(seconds: 0.5))
    let named = try SharedRecording(path: path, options: ReplayOptions())
    #expect(String(decoding: named.bytes, as: UTF8.self).contains("N: Sample\n"))
  }

  @Test("Comments and the machine that recorded are not shared")
  func comments() throws {
    let trace = packageFolder.appending(path: "Traces/swipes-two-fingers.yml").path
    let text = try String(contentsOfFile: trace, encoding: .utf8)
    let path = try folder.write(
      "c.yml", "# secret comment\n" + text.replacing("kernel:", with: "kernel: \"secret\" #"))
    let shared = try SharedRecording(path: path, options: ReplayOptions())
    #expect(!String(decoding: shared.bytes, as: UTF8.self).contains("secret"))
  }

  @Test("A recording without touches is an error that says what it has instead")
  func noTouches() throws {
    let path = try folder.write("none.evemu", "E: 0.1 0001 001e 1\nE: 0.1 0000 0000 0\n")
    let error = try #require(throws: FileError.self) {
      _ = try SharedRecording(path: path, options: ReplayOptions())
    }
    #expect(error.expected == "touches" && error.found.contains("keyboard"))
  }

  @Test("A recording that is too large is an error that names the way out")
  func tooLarge() throws {
    // An event takes 30 bytes; 600,000 are more than 16 MiB.
    var text = Array("E: 0.000000 0003 0039 1\n".utf8)
    let frame = Array(
      "E: 0.000000 0003 0035 100\nE: 0.000000 0003 0035 101\nE: 0.000000 0000 0000 0\n".utf8)
    for _ in 0..<260_000 { text += frame }
    let path = try folder.write("large.evemu", text)
    let error = try #require(throws: FileError.self) {
      _ = try SharedRecording(path: path, options: ReplayOptions())
    }
    #expect(error.expected.contains("16 MiB") && error.expected.contains("--from and --to"))
  }
}
