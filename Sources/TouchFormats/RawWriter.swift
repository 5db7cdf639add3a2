/// Writes bare `struct input_event` records, in the layout shown in ``RawReader``.
package final class RawWriter: RecordingWriter {
  package let format: RecordingFormat
  private let sink: ByteSink

  /// Writes records of 24 bytes (`.raw`) or, for `.raw32`, of 16.
  package init(_ sink: ByteSink, format: RecordingFormat = .raw) {
    self.sink = sink
    self.format = format
  }

  private static let descriptionLoss =
    "the device description (keep it with convert --description FILE, read it with --device FILE)"

  package func losses(of devices: [RecordedDevice]) -> [String] {
    var losses: [String] = []
    if devices.contains(where: { $0.description != nil }) {
      losses.append(RawWriter.descriptionLoss)
    }
    if devices.contains(where: { $0.node != nil }) { losses.append("the device node") }
    losses += devices.calibrationLosses
    if devices.count > 1 { losses.append("which device each event belongs to") }
    if format == .raw32 { losses.append("times before 1901 and after 2038") }
    return losses
  }

  package func begin(_ devices: [RecordedDevice]) {}

  package func write(_ events: [InputEvent], device: Int, areInserted: Bool) throws(FileError) {
    for event in events {
      let (seconds, microseconds) = event.time.timeval
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

  package func finish() throws(FileError) { try sink.finish() }
}
