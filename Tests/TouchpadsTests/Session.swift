import Files
import Playback
import TestSupport
import Testing
import Timeline
import Touchpads

/// The program that was built with the tests, which asks libinput.
let program = builtProgram("replay")

/// A recording in evemu's format of a touchpad of 100 by 60 mm whose pressure goes to 255.
struct PressureTrace {
  var text: String
  private var time = 0.0
  private var id = 0

  init(name: String = "Pressure", resolution: Int = 40) {
    // BTN_LEFT; BTN_TOOL_FINGER, BTN_TOUCH, BTN_TOOL_DOUBLETAP and BTN_TOOL_TRIPLETAP.
    let keys = (0..<96).map { [0x22: "01", 0x28: "20", 0x29: "64"][$0] ?? "00" }
    let lines = stride(from: 0, to: 96, by: 8).map {
      "B: 01 " + keys[$0..<$0 + 8].joined(separator: " ")
    }
    text = """
      # EVEMU 1.3
      N: \(name)
      I: 0003 1234 5678 0001
      P: 05 00 00 00 00 00 00 00
      \(lines.joined(separator: "\n"))
      A: 00 0 4000 0 0 \(resolution)
      A: 01 0 2400 0 0 \(resolution)
      A: 18 0 255 0 0 0
      A: 2f 0 4 0 0 0
      A: 35 0 4000 0 0 \(resolution)
      A: 36 0 2400 0 0 \(resolution)
      A: 39 0 65535 0 0 0
      A: 3a 0 255 0 0 0

      """
  }

  private mutating func frame(_ events: String...) {
    let stamp = "E: \(time.text(decimals: 6)) "
    for event in events + ["0000 0000 0"] { text += stamp + event + "\n" }
    time += 0.01
  }

  /// Adds a touch that moves to the right for a number of frames of 0.01 s, and a pause.
  mutating func touch(
    pressure: Int, frames: Int, x: Int = 1600, y: Int = 1200, step: Int = 20, pause: Double = 0.6
  ) {
    id += 1
    frame(
      "0003 0039 \(id)", "0003 0035 \(x)", "0003 0036 \(y)", "0003 003a \(pressure)",
      "0001 014a 1", "0001 0145 1", "0003 0000 \(x)", "0003 0001 \(y)", "0003 0018 \(pressure)")
    for index in 1..<max(1, frames) where step != 0 {
      frame("0003 0035 \(x + index * step)", "0003 0000 \(x + index * step)")
    }
    if step == 0 { time += Double(frames) * 0.01 }
    frame("0003 0039 -1", "0001 014a 0", "0001 0145 0", "0003 0018 0")
    time += pause
  }
}

/// A folder of recordings in which fingers press with 40 to 60, and palms with 95 to 115: less than
/// libinput's own threshold, 130.
struct Session {
  let folder: TemporaryFolder

  init(recordings: Int = 2, touches: Int = 40, resolution: Int = 40) throws {
    folder = try TemporaryFolder()
    for number in 1...recordings {
      let suffix = number == 1 ? "" : "-\(number)"
      for step in [TouchpadStep.taps, .touches, .typing] {
        var trace = PressureTrace(resolution: resolution)
        for index in 0..<touches {
          switch step {
          case .taps: trace.touch(pressure: 40 + index % 21, frames: 6, step: 0)
          case .typing: trace.touch(pressure: 95 + (index * 7 + number) % 21, frames: 15)
          default: trace.touch(pressure: 45 + index % 16, frames: 15)
          }
        }
        try folder.write("\(step)\(suffix).evemu", trace.text)
      }
    }
  }

  /// The recordings, as the program reads them.
  func recordings() throws -> [TouchpadRecording] {
    try InputFiles.expand([folder.path]).compactMap(\.file).map { file in
      try TouchpadRecording(
        Recording(path: file.path), part: TouchpadLabels().part(of: file.path))
    }
  }
}
