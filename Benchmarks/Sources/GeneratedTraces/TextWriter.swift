import Evdev
import Recordings
import SystemPackage

/// Writes event lines as evtest, or as `getevent -lt`, prints them; without a header.
final class TextWriter: RecordingWriter {
  let format: RecordingFormat
  private let sink: ByteSink

  init(format: RecordingFormat, sink: ByteSink) {
    precondition(format == .evtest || format == .getevent, "\(format) is not generated")
    self.format = format
    self.sink = sink
  }

  func losses(of devices: [RecordedDevice]) -> [String] { [] }

  func begin(_ devices: [RecordedDevice]) throws(Errno) {}

  func write(_ events: [InputEvent], device: Int) throws(Errno) {
    for event in events {
      let line = format == .evtest ? TextWriter.evtest(event) : TextWriter.getevent(event)
      try sink.append(line.utf8)
    }
  }

  func finish() throws(Errno) { try sink.finish() }

  private static func evtest(_ event: InputEvent) -> String {
    let time = "Event: time \(seconds(event)), "
    let name = EventNames.name(of: event.code, type: event.type) ?? "?"
    if event.type == .synchronization { return time + "-------------- \(name) ------------\n" }
    let type = EventNames.name(of: event.type) ?? "?"
    return time
      + "type \(event.type.rawValue) (\(type)), code \(event.code) (\(name)), value \(event.value)\n"
  }

  private static func getevent(_ event: InputEvent) -> String {
    let name = EventNames.name(of: event.code, type: event.type) ?? "?"
    let type = EventNames.name(of: event.type) ?? "?"
    let digits = String(UInt32(bitPattern: event.value), radix: 16)
    let value =
      event.type == .key
      ? (event.value == 0 ? "UP" : "DOWN")
      : String(repeating: "0", count: 8 - digits.count) + digits
    let stamp = seconds(event)
    let indent = String(repeating: " ", count: max(0, 15 - stamp.count))
    return "[\(indent)\(stamp)] \(padded(type, 12)) \(padded(name, 20)) \(padded(value, 20))\n"
  }

  private static func seconds(_ event: InputEvent) -> String {
    let fraction = String(event.time.microseconds % 1_000_000)
    let zeros = String(repeating: "0", count: 6 - fraction.count)
    return "\(event.time.microseconds / 1_000_000).\(zeros)\(fraction)"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
