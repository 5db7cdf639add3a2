public import Evdev

/// Writes evemu 1.3: a description with comments for people, and bare `E:` lines.
///
/// `evemu-device` and `evemu-play` take what it writes.
public final class EvemuWriter: RecordingWriter {
  public let format = RecordingFormat.evemu
  private let sink: ByteSink

  public init(_ sink: ByteSink) {
    self.sink = sink
  }

  public func losses(of devices: [RecordedDevice]) -> [String] {
    devices.textLosses
  }

  public func begin(_ devices: [RecordedDevice]) throws(RecordingError) {
    try sink.append { bytes in
      bytes.append("# EVEMU 1.3\n")
      if let description = devices.first?.description {
        EvemuComments.append(description, to: &bytes)
        EvemuDescription.append(description, to: &bytes)
      }
    }
  }

  /// Appends events; those of other devices than the first are dropped, see ``losses(of:)``.
  public func write(_ events: [InputEvent], device: Int) throws(RecordingError) {
    guard device == 0 else { return }
    for event in events {
      try sink.append { bytes in
        bytes.append(addingCapacity: EvemuWriter.longestEvent) { line in
          EvemuWriter.append(event, to: &line)
        }
      }
    }
  }

  /// "E: ", a time, two numbers of four digits, one of eleven, three spaces and a newline.
  private static let longestEvent = 3 + 21 + 4 + 4 + 11 + 3 + 1

  @inline(__always)
  private static func append(_ event: InputEvent, to line: inout OutputSpan<UInt8>) {
    line.append("E: ")
    line.append(seconds: event.time)
    line.append(UInt8(ascii: " "))
    line.append(hexadecimal: UInt64(event.type.rawValue), digits: 4)
    line.append(UInt8(ascii: " "))
    line.append(hexadecimal: UInt64(event.code), digits: 4)
    line.append(UInt8(ascii: " "))
    line.append(decimal: Int64(event.value))
    line.append(UInt8(ascii: "\n"))
  }

  public func finish() throws(RecordingError) { try sink.finish() }
}
