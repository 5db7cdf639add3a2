import Contacts
import Evdev
import Foundation
import Pipeline
import Recordings
import Timeline

/// A folder that is gone when the test is over.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/replay-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file, in a folder below if its name has one, and returns its path.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try write(name, Array(text.utf8))
  }

  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let url = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }
}

/// A finger that goes straight from one place to another; places in mm, times in seconds.
struct Finger {
  var from: Point
  var to: Point
  var landing: Double
  var lift: Double

  static func tap(x: Double, y: Double, at time: Double) -> Finger {
    Finger(from: Point(x: x, y: y), to: Point(x: x, y: y), landing: time, lift: time + 0.08)
  }

  /// 30 mm in 0.2 s.
  static func swipeRight(y: Double, at time: Double) -> Finger {
    Finger(from: Point(x: 20, y: y), to: Point(x: 50, y: y), landing: time, lift: time + 0.2)
  }
}

/// Recordings made of a few fingers, at 100 frames a second, on a touchpad of 100 by 60 mm.
enum SampleTrace {
  static let device = DeviceDescription.touchpad(width: 100, height: 60, name: "Sample")

  static func frames(_ fingers: [Finger]) -> [ContactFrame] {
    let end = fingers.map(\.lift).max() ?? 0
    let first = fingers.map(\.landing).min() ?? 0
    return stride(from: 0, through: Int((end - first) * 100) + 1, by: 1).map { step in
      let time = first + Double(step) / 100
      var frame = ContactFrame(time: Timestamp(seconds: time))
      for (index, finger) in fingers.enumerated()
      where finger.landing <= time + 1e-9 && time < finger.lift - 1e-9 {
        let share = (time - finger.landing) / (finger.lift - finger.landing)
        frame.contacts.append(
          Contact(
            id: index + 1,
            position: Point(
              x: finger.from.x + (finger.to.x - finger.from.x) * share,
              y: finger.from.y + (finger.to.y - finger.from.y) * share)))
      }
      return frame
    }
  }

  static func bytes(_ fingers: [Finger], format: RecordingFormat = .evemu) throws -> [UInt8] {
    let sink = ByteSink()
    guard let writer = format.makeWriter(sink) else { return [] }
    try writer.begin([RecordedDevice(description: device)])
    var encoder = SlotEncoder(description: device)
    for frame in frames(fingers) {
      var events: [InputEvent] = []
      encoder.encode(frame, into: &events)
      try writer.write(events, device: 0)
    }
    try writer.finish()
    return sink.bytes
  }
}

/// The gestures of a file as lines of JSON, without the file.
func gestures(_ path: String, _ options: ReplayOptions = ReplayOptions()) throws -> [String] {
  var lines: [String] = []
  _ = try Replay(path: path, options: options).run { report in
    if case .gesture(var record) = report {
      record.file = nil
      lines.append(record.json)
    }
  }
  return lines
}

/// The shared samples of formats, which lie beside the repository and are no part of it.
enum FormatSamples {
  static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("shared/corpus").path

  static let isPresent = FileManager.default.fileExists(atPath: path + "/formats/expected.jsonl")
}
