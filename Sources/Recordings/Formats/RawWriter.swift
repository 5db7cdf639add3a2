public import Evdev
import Timeline

/// Writes bare `struct input_event` records, in the layout that ``RawReader`` shows.
public final class RawWriter: RecordingWriter {
  public let format: RecordingFormat
  private let sink: ByteSink

  /// Writes records of 24 bytes (`.raw`) or, for `.raw32`, of 16.
  public init(_ sink: ByteSink, format: RecordingFormat = .raw) {
    self.sink = sink
    self.format = format
  }

  public func losses(of devices: [RecordedDevice]) -> [String] {
    var losses: [String] = []
    if devices.contains(where: { $0.description != nil }) {
      losses.append("the description of the device")
    }
    if devices.count > 1 { losses.append("which event is of which device") }
    if format == .raw32 { losses.append("times before 1901 and after 2038") }
    return losses
  }

  public func begin(_ devices: [RecordedDevice]) {}

  public func write(_ events: [InputEvent], device: Int) throws(RecordingError) {
    for event in events {
      // The kernel's microseconds are never negative: half a second before 0 is -1 s + 500,000 µs.
      let (quotient, remainder) = event.time.microseconds.quotientAndRemainder(
        dividingBy: 1_000_000)
      let seconds = remainder < 0 ? quotient - 1 : quotient
      let microseconds = remainder < 0 ? remainder + 1_000_000 : remainder
      try sink.append { bytes in
        if format == .raw32 {
          bytes.append(littleEndian: Int32(clamping: seconds))
          bytes.append(littleEndian: Int32(truncatingIfNeeded: microseconds))
        } else {
          bytes.append(littleEndian: seconds)
          bytes.append(littleEndian: microseconds)
        }
        bytes.append(
          littleEndian: UInt64(event.type.rawValue) | UInt64(event.code) << 16
            | UInt64(UInt32(bitPattern: event.value)) << 32)
      }
    }
  }

  public func finish() throws(RecordingError) { try sink.finish() }
}
