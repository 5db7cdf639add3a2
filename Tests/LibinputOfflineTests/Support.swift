import Evdev
import LibinputOffline
import Playback
import TestSupport
import Testing
import Timeline

/// libinput, asked through the program that was built with the tests.
enum Libinput {
  static let program = builtProgram("replay")

  static func makeWorker(
    library: String = LibinputWorker.usualLibrary, quirks: String? = nil
  ) -> LibinputWorker {
    var options = LibinputWorker.Options(program: program, library: library)
    options.quirks = quirks
    return LibinputWorker(options)
  }

  /// The configuration of the runs in the virtual machine.
  static var machineConfiguration: LibinputConfiguration {
    var settings = LibinputConfiguration.tapping
    settings.drag = true
    settings.dragLock = false
    settings.naturalScroll = false
    settings.scrollMethod = .twoFingers
    settings.acceleration = .flat
    return settings
  }

  static func play(
    _ path: String, _ worker: LibinputWorker = makeWorker(),
    _ configuration: LibinputConfiguration = .tapping, log: LibinputLogLine.Priority = .error
  ) throws -> LibinputAnswer {
    let recording = try LibinputRecording(Recording(path: path))
    return try worker.play(recording.input, configuration, log: log)
  }
}

/// A recording in evemu's format.
struct SampleText {
  var text: String

  /// A touchpad of 100 by 60 mm with the given lines of description in addition.
  init(_ lines: String = "", keys: Bool = true) {
    text = """
      # EVEMU 1.3
      N: Sample
      I: 0003 1234 5678 0001
      P: 05 00 00 00 00 00 00 00

      """
    if keys {
      // BTN_LEFT; BTN_TOOL_FINGER, BTN_TOUCH, BTN_TOOL_DOUBLETAP and BTN_TOOL_TRIPLETAP.
      let bytes = (0..<96).map { [0x22: 1, 0x28: 0x20, 0x29: 0x64][$0] ?? 0 }
      for start in stride(from: 0, to: 96, by: 8) {
        text +=
          "B: 01 "
          + bytes[start..<start + 8].map { $0 < 16 ? "0\($0)" : String($0, radix: 16) }
          .joined(separator: " ") + "\n"
      }
    }
    text += """
      A: 00 0 3999 0 0 40
      A: 01 0 2399 0 0 40
      A: 2f 0 4 0 0 0
      A: 35 0 3999 0 0 40
      A: 36 0 2399 0 0 40
      A: 39 0 65535 0 0 0
      \(lines)

      """
  }

  /// Adds events, as in `3 57 1`, and the end of their frame.
  mutating func frame(_ time: Double, _ events: String...) {
    let stamp = "E: \(time.text(decimals: 6)) "
    for event in events {
      let parts = event.split(separator: " ")
      let code = Int(parts[1]).map { String($0, radix: 16) } ?? "0"
      let padded = String(repeating: "0", count: 4 - code.count) + code
      text += stamp + "000\(parts[0]) \(padded) \(parts[2])\n"
    }
    text += stamp + "0000 0000 0\n"
  }

  /// Adds a tap of one finger.
  mutating func tap(at time: Double, id: Int = 1, x: Int = 2000, y: Int = 1000) {
    frame(
      time, "3 57 \(id)", "3 53 \(x)", "3 54 \(y)", "1 325 1", "1 330 1", "3 0 \(x)", "3 1 \(y)")
    frame(time + 0.05, "3 57 -1", "1 325 0", "1 330 0")
  }
}
