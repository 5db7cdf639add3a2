import Playback

/// Writes a recording, and chooses a device for formats that hold only one.
package final class ConversionWriter {
  private let format: RecordingFormat
  private let writer: any RecordingWriter
  private var outcome = RecordingConversion.Outcome()
  /// The indices of the devices in the written recording; nil for those that are left out.
  private var indices: [Int?] = []
  /// A separate file for the device description, in evemu's syntax.
  private let descriptionPath: String?
  private let inputs: [String]
  /// The part to write; nil writes all.
  private let part: SharedPart?
  /// Whether an event is left out; nil keeps all.
  private let isLeftOut: ((InputEvent) -> Bool)?
  /// The filters of the devices; none if all events are kept.
  private var filters: [KeyFilter] = []
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
    part = nil
    isLeftOut = keepsKeys ? nil : { $0.isTyped }
    writer = try format.makeWriter(ByteSink(path: path, madeOf: inputs))
  }

  /// Prepares the sink of a shared part.
  init(_ format: RecordingFormat, for part: SharedPart) throws(FileError) {
    self.format = format
    self.part = part
    descriptionPath = nil
    inputs = []
    isLeftOut = part.leavesOut
    writer = try format.makeWriter(part.sink)
  }

  /// Starts the recording; `main` is the device that is kept if the format holds only one.
  package func begin(_ devices: [RecordedDevice], main: Int) throws(FileError) {
    if let isLeftOut { filters = devices.map { _ in KeyFilter(isLeftOut) } }
    var numbers = Array(devices.indices)
    let isDescribedApart = descriptionPath != nil && format != .libinput
    if devices.count > 1, !format.holdsSeveralDevices || isDescribedApart {
      let name = devices[main].description?.name ?? ""
      let kept = name.isEmpty ? devices[main].node ?? String(main) : name
      if format.holdsSeveralDevices {
        outcome.losses.append("the descriptions of all devices (kept: \(kept))")
      } else {
        numbers = [main]
        outcome.losses.append("more than one device (kept: \(kept))")
      }
    }
    var kept = numbers.map { devices[$0] }
    if let descriptionPath {
      let described = devices.indices.contains(main) ? devices[main] : nil
      let sink = try ByteSink(path: descriptionPath, madeOf: inputs)
      try EvemuWriter(sink).begin([RecordedDevice(description: described?.description)])
      try sink.flush()
      description = sink
      if isDescribedApart {
        kept = kept.map { RecordedDevice(node: $0.node, calibration: $0.calibration) }
      }
    }
    outcome.losses += writer.losses(of: kept)
    if let part {
      numbers.removeAll { !part.devices.contains($0) }
      kept = numbers.map { number in
        var device = devices[number]
        if let names = part.names { device.description?.name = names[number] }
        return device
      }
    }
    indices = devices.indices.map { numbers.firstIndex(of: $0) }
    try writer.begin(kept)
  }

  package func write(_ events: [InputEvent], device: Int) throws(FileError) {
    guard let index = indices[device] else { return }
    var events = filters.isEmpty ? events : filters[device].pass(events)
    part?.moveTimes(of: &events)
    try append(events, index)
  }

  private func append(_ events: [InputEvent], _ index: Int) throws(FileError) {
    outcome.events += events.count
    try writer.write(events, device: index)
    try part?.checkSize()
  }

  /// Ends the recording; throws for an empty piece of the recording at the path, which is nil for
  /// the whole.
  package func finish(
    _ anomalies: AnomalyCounts, pieceOf input: String?
  ) throws(FileError) -> RecordingConversion.Outcome {
    for device in filters.indices {
      var rest = filters[device].finish()
      guard let index = indices[device], !rest.isEmpty else { continue }
      part?.moveTimes(of: &rest)
      try append(rest, index)
    }
    if let input, outcome.events == 0 {
      throw FileError(file: input, expected: "touches in the piece", found: "none")
    }
    outcome.keys = filters.reduce(0) { $0 + $1.leftOut }
    try writer.finish()
    try part?.checkSize()
    try description?.finish()
    outcome.anomalies = anomalies
    return outcome
  }
}
