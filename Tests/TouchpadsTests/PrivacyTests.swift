import Evdev
import Files
import LibinputOffline
import Playback
import TestSupport
import Testing
import Timeline
import Touchpads

/// Of a keyboard only the times of key presses remain.
@Suite("What was typed beside a touchpad")
struct PrivacyTests {
  /// A recording of a touchpad and a keyboard on which keys are pressed, each held for a while.
  private func recording(
    of keys: [Int], held: Double, name: String, in folder: TemporaryFolder
  ) throws -> String {
    var text = """
      add device 1: /dev/input/event4
        name:     "Pad"
        events:
          KEY (0001): BTN_LEFT BTN_TOOL_FINGER BTN_TOUCH
          ABS (0003): ABS_MT_SLOT : value 0, min 0, max 4, fuzz 0, flat 0, resolution 0
                      ABS_MT_POSITION_X : value 0, min 0, max 4000, fuzz 0, flat 0, resolution 40
                      ABS_MT_POSITION_Y : value 0, min 0, max 2400, fuzz 0, flat 0, resolution 40
                      ABS_MT_TRACKING_ID : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
        input props:
          INPUT_PROP_POINTER
      add device 2: /dev/input/event3
        name:     "\(name)"
        events:
          KEY (0001): KEY_1 KEY_Q KEY_W KEY_E KEY_R KEY_A KEY_S KEY_LEFTSHIFT KEY_F1

      """
    var events: [(Double, String)] = []
    func add(_ time: Double, _ device: Int, _ type: Int, _ code: Int, _ value: Int) {
      func hex(_ number: Int, _ digits: Int) -> String {
        let text = String(UInt32(truncatingIfNeeded: number), radix: 16)
        return String(repeating: "0", count: digits - text.count) + text
      }
      events.append(
        (time, "/dev/input/event\(device): \(hex(type, 4)) \(hex(code, 4)) \(hex(value, 8))"))
    }
    for index in 0..<20 {
      add(Double(index) * 0.1, 4, 3, index == 0 ? 57 : 53, 100 + index * 20)
      add(Double(index) * 0.1, 4, 0, 0, 0)
    }
    for (index, key) in keys.enumerated() {
      let time = 0.05 + Double(index) * 0.2
      for (offset, value) in [(0.0, 1), (held / 2, 2), (held, 0)] {
        add(time + offset, 3, 4, 4, key + 0x70000)
        add(time + offset, 3, 1, key, value)
        add(time + offset, 3, 0, 0, 0)
      }
    }
    for (time, line) in events.sorted(by: { $0.0 < $1.0 }) {
      text += "[ \((100 + time).text(decimals: 6))] \(line)\n"
    }
    return try folder.write("typed-\(keys[0])-\(name).getevent", text)
  }

  private struct Kept: Equatable {
    var bytes: String
    var events: [InputEvent]
    var devices: [DeviceDescription]
    var presses: [Timestamp]
  }

  private func keep(_ path: String, _ folder: TemporaryFolder) throws -> Kept {
    let output = folder.file("kept.yml")
    try AnonymousRecording.write(Recording(path: path), to: output)
    let recording = try TouchpadRecording(Recording(path: path), part: .palms)
    return Kept(
      bytes: try folder.text("kept.yml"), events: recording.input.events,
      devices: recording.input.devices.map(\.description), presses: recording.keyPresses)
  }

  @Test("Two texts that are typed at the same times leave the same recording and the same memory")
  func texts() throws {
    let folder = try TemporaryFolder()
    let secret = try keep(
      recording(of: [31, 18, 19, 16, 17, 30], held: 0.09, name: "My Keyboard", in: folder), folder)
    let plain = try keep(
      recording(of: [30, 30, 30, 30, 30, 30], held: 0.03, name: "Keyboard", in: folder), folder)
    #expect(secret == plain)
    #expect(secret.presses.count == 6)
    #expect(!secret.bytes.contains("Keyboard") && secret.bytes.contains("keyboard"))
    let keys = secret.events.filter { $0.type == .key && $0.code < 0x100 }
    #expect(keys.map(\.code) == Array(repeating: KeyMask.substitute, count: 12))
    #expect(!secret.events.contains { $0.type == .miscellaneous })
    // The other two keys are modifiers and function keys, beside which libinput ignores nothing.
    let silent = try keep(recording(of: [42, 59], held: 0.1, name: "a", in: folder), folder)
    #expect(silent.presses.isEmpty)
  }

  @Test("What was written is read as the same recording of a touchpad")
  func repeated() throws {
    let folder = try TemporaryFolder()
    let path = try recording(of: [16, 17], held: 0.05, name: "a", in: folder)
    let once = try keep(path, folder)
    let copy = try folder.write("copy.yml", once.bytes)
    let again = try TouchpadRecording(Recording(path: copy), part: .palms)
    #expect(again.keyPresses.count == 2)
    #expect(again.touches.count == 1)
    #expect(try keep(copy, folder).bytes == once.bytes)
  }
}
