import Evdev
import Files
import Playback
import TouchFormats

/// Writes a recording, and chooses a device for formats that hold only one.
package final class ConversionWriter {
  private let format: RecordingFormat
  private let writer: any RecordingWriter
  private var outcome = RecordingConversion.Outcome()
  /// The only device to write; nil writes all.
  private var only: Int?
  /// A separate file for the device description, in evemu's syntax.
  private let descriptionPath: String?
  private let inputs: [String]
  /// The filters that remove the keys of each device; nil keeps the keys.
  private var keyFilters: [KeyFilter]?
  /// The sink of the device description, which appears with the recording.
  private var description: ByteSink?

  /// Prepares a file with the permissions of its inputs; throws for a read-only format.
  package init(
    _ format: RecordingFormat, path: String, madeOf inputs: [String],
    descriptionPath: String? = nil, keepsKeys: Bool = true
  ) throws(FileError) {
    self.format = format
    self.descriptionPath = descriptionPath
    self.inputs = inputs
    keyFilters = keepsKeys ? nil : []
    writer = try format.makeWriter(ByteSink(path: path, madeOf: inputs))
  }

  /// Creates a converter for a writer that is ready.
  init(_ writer: any RecordingWriter) {
    format = writer.format
    self.writer = writer
    descriptionPath = nil
    inputs = []
  }

  /// Starts the recording; `main` is the device that is kept if the format holds only one.
  package func begin(_ devices: [RecordedDevice], main: Int) throws(FileError) {
    if keyFilters != nil { keyFilters = devices.map { _ in KeyFilter(\.isTyped) } }
    var kept = devices
    if devices.count > 1, !format.holdsSeveralDevices {
      only = main
      kept = [devices[main]]
      let name = devices[main].description?.name ?? ""
      let kept = name.isEmpty ? devices[main].node ?? String(main) : name
      outcome.losses.append("more than one device (kept: \(kept))")
    }
    if let descriptionPath {
      let sink = try ByteSink(path: descriptionPath, madeOf: inputs)
      try EvemuWriter(sink).begin([RecordedDevice(description: kept.first?.description)])
      try sink.flush()
      description = sink
      if format != .libinput { kept = kept.map { RecordedDevice(calibration: $0.calibration) } }
    }
    outcome.losses += writer.losses(of: kept)
    try writer.begin(kept)
  }

  package func write(_ events: [InputEvent], device: Int) throws(FileError) {
    if let only, device != only { return }
    let events = keyFilters?[device].pass(events) ?? events
    outcome.events += events.count
    try writer.write(events, device: only == nil ? device : 0)
  }

  /// The error for a piece of the recording at a path that contains nothing to write.
  static func emptyPiece(of input: String) -> FileError {
    FileError(file: input, expected: "touches in the piece", found: "none")
  }

  /// Ends the recording; throws for an empty piece of the recording at the path, which is nil for
  /// the whole.
  package func finish(
    _ anomalies: AnomalyCounts, pieceOf input: String?
  ) throws(FileError) -> RecordingConversion.Outcome {
    if let input, outcome.events == 0 {
      throw ConversionWriter.emptyPiece(of: input)
    }
    for index in keyFilters?.indices ?? 0..<0 {
      guard let rest = keyFilters?[index].finish(), !rest.isEmpty else { continue }
      outcome.events += rest.count
      try writer.write(rest, device: only == nil ? index : 0)
    }
    outcome.keys = keyFilters?.reduce(0) { $0 + $1.leftOut } ?? 0
    try writer.finish()
    try description?.finish()
    outcome.anomalies = anomalies
    return outcome
  }
}
