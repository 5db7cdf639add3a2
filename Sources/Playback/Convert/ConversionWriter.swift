import Evdev
import Recordings

/// A recording being written: its path in errors, its device chosen where there can be one only.
package final class ConversionWriter {
  private let path: String
  private let format: RecordingFormat
  private let writer: any RecordingWriter
  private var outcome = TraceConversion.Outcome()
  /// The only device that is written; nil writes all.
  private var only: Int?
  /// A file of its own for the description of the device, in evemu's syntax.
  private let descriptionPath: String?

  /// Prepares the file; throws for formats that can't be written, too.
  package init(
    _ format: RecordingFormat, path: String, descriptionPath: String? = nil
  ) throws(RecordingError) {
    self.path = path
    self.format = format
    self.descriptionPath = descriptionPath
    guard let writer = format.makeWriter(try ByteSink(path: path)) else {
      let names = RecordingFormat.writable.map(\.rawValue).joined(separator: ", ")
      throw RecordingError(
        file: path, position: .file, expected: "a format that is written (\(names))",
        found: format.rawValue)
    }
    self.writer = writer
  }

  /// Starts the recording; `main` is the device that is kept where the format holds one only.
  package func begin(_ devices: [RecordedDevice], main: Int) throws(RecordingError) {
    var kept = devices
    if devices.count > 1, !format.holdsSeveralDevices {
      only = main
      kept = [devices[main]]
      outcome.losses.append("more than one device (kept: \(ConversionWriter.name(devices, main)))")
    }
    if let descriptionPath {
      try writeDescription(of: kept.first, to: descriptionPath)
      if format != .libinput { kept = kept.map { _ in RecordedDevice() } }
    }
    outcome.losses += writer.losses(of: kept)
    try writer.begin(kept)
  }

  private func writeDescription(
    of device: RecordedDevice?, to path: String
  ) throws(RecordingError) {
    let writer = EvemuWriter(try ByteSink(path: path))
    try writer.begin([RecordedDevice(description: device?.description)])
    try writer.finish()
  }

  private static func name(_ devices: [RecordedDevice], _ index: Int) -> String {
    let name = devices[index].description?.name ?? ""
    return name.isEmpty ? devices[index].node ?? String(index) : name
  }

  package func write(_ events: [InputEvent], device: Int) throws(RecordingError) {
    if let only, device != only { return }
    outcome.events += events.count
    try writer.write(events, device: only == nil ? device : 0)
  }

  /// - Parameter input: The recording, if a piece of it was asked for, which has to hold something.
  package func finish(
    _ anomalies: AnomalyCounts, pieceOf input: String?
  ) throws(RecordingError) -> TraceConversion.Outcome {
    if let input, outcome.events == 0 {
      throw RecordingError(
        file: input, position: .file, expected: "touches in the piece", found: "none")
    }
    try writer.finish()
    outcome.anomalies = anomalies
    return outcome
  }
}
