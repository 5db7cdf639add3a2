import Contacts
public import Evdev
public import Recordings
import SystemPackage
import Timeline

/// Writes a recording, or a piece of it, in another format.
///
/// ```swift
/// var conversion = TraceConversion(input: "swipe.yml", target: .evemu)
/// conversion.cut = TraceCut(from: 1.5, to: 3)
/// let outcome = try conversion.run(to: "piece.evemu")
/// ```
///
/// Events are copied as they are. Where a piece is cut out, and for recordings of contacts, they
/// are made anew: from events to frames of contacts and back.
public struct TraceConversion {
  /// What was written.
  public struct Outcome: Sendable {
    public var events = 0
    /// What the format can't hold, phrases such as `the name of the device`.
    public var losses: [String] = []
    /// What was odd.
    public var anomalies = AnomalyCounts()
  }

  public var input: String
  public var target: RecordingFormat
  /// How to read: format, device and rate count, the rest does not.
  public var options = ReplayOptions()
  public var cut = TraceCut()
  /// A file of its own for the description of the device, in evemu's syntax; evemu and raw
  /// recordings then hold events only.
  public var descriptionPath: String?
  /// Hears now and then how many bytes were read; files of events are read twice.
  public var progress: ((Int) -> Void)?

  public init(input: String, target: RecordingFormat) {
    self.input = input
    self.target = target
  }

  /// Converts into a file that appears, or replaces another, when it is complete; `-` is standard
  /// output. Throws what is wrong with the input or, under its name, with the output.
  public func run(to output: String) throws(RecordingError) -> Outcome {
    let file = try TraceFile(path: input)
    switch try file.open(options) {
    case .events(let reader):
      let scan = try TraceScan(reader) { progress?(file.bytesRead) }
      guard case .events(let second) = try file.open(options) else { return Outcome() }
      let source = EventSource(
        reader: second, scan: scan, devices: devices(of: reader, scan),
        progress: { progress?(file.bytesRead) })
      let writer = try ConversionWriter(target, path: output, descriptionPath: descriptionPath)
      return cut.isWhole
        ? try copy(source, to: writer) : try recode(source, to: writer)
    case .frames(let reader):
      let writer = try ConversionWriter(target, path: output, descriptionPath: descriptionPath)
      return try convertFrames(reader, to: writer)
    }
  }

  /// The format that a file's name tells: `.evemu`, `.events`, `.yml`, `.yaml`, `.evtest`,
  /// `.getevent`, `.raw`, `.raw32`, `.bin`.
  public static func target(forName name: String) -> RecordingFormat? {
    let endings: [(String, RecordingFormat)] = [
      (".evemu", .evemu), (".events", .evemu), (".yml", .libinput), (".yaml", .libinput),
      (".evtest", .evtest), (".getevent", .getevent), (".raw", .raw), (".raw32", .raw32),
      (".bin", .raw),
    ]
    return endings.first { name.lowercased().hasSuffix($0.0) }?.1
  }

  private func devices(of reader: any RecordingReader, _ scan: TraceScan) -> [RecordedDevice] {
    var devices = reader.devices
    while devices.count < scan.observedDevices.count { devices.append(RecordedDevice()) }
    guard let given = options.device else { return devices }
    if devices.isEmpty { devices = [RecordedDevice()] }
    return devices.map { RecordedDevice(description: given, node: $0.node) }
  }
}

/// A recording of events that was read over once.
struct EventSource {
  let reader: any RecordingReader
  let scan: TraceScan
  let devices: [RecordedDevice]
  let progress: () -> Void

  /// The device that is kept where the target holds one only: the first that was touched.
  var main: Int {
    devices.indices.first { scan.observed($0)?.hasPositions ?? false } ?? 0
  }
}

// MARK: - Events

extension TraceConversion {
  private func copy(
    _ source: EventSource, to writer: ConversionWriter
  ) throws(RecordingError) -> Outcome {
    try writer.begin(source.devices, main: source.main)
    var batch = EventBatch()
    while try source.reader.read(into: &batch) {
      try writer.write(batch.events, device: batch.device)
      source.progress()
    }
    return try writer.finish(source.reader.anomalies, pieceOf: cut.isWhole ? nil : input)
  }

  private func recode(
    _ source: EventSource, to writer: ConversionWriter
  ) throws(RecordingError) -> Outcome {
    var devices = source.devices
    var recoders: [Recoder] = []
    for index in devices.indices {
      let observed = source.scan.observed(index)
      let known = devices[index].description
      let touchArea = TouchArea(description: known, observed: observed)
      let description = known ?? DeviceDescription(touchArea: touchArea, observed: observed)
      if known == nil, observed?.hasPositions == true { devices[index].description = description }
      recoders.append(
        Recoder(
          tracker: SlotTracker(
            description: known, touchArea: touchArea, observed: observed, device: index),
          encoder: SlotEncoder(description: description, touchArea: touchArea),
          cutter: FrameCutter(cut, origin: source.scan.origin ?? .zero)))
    }
    try writer.begin(devices, main: source.main)
    var batch = EventBatch()
    var events: [InputEvent] = []
    while try source.reader.read(into: &batch) {
      guard recoders.indices.contains(batch.device) else { continue }
      events.removeAll(keepingCapacity: true)
      recoders[batch.device].process(batch.events, into: &events)
      try writer.write(events, device: batch.device)
      source.progress()
    }
    return try writer.finish(source.reader.anomalies, pieceOf: cut.isWhole ? nil : input)
  }
}

/// Makes the events of a piece of one device's events.
private struct Recoder {
  var tracker: SlotTracker
  var encoder: SlotEncoder
  var cutter: FrameCutter

  mutating func process(_ events: [InputEvent], into output: inout [InputEvent]) {
    for event in events where tracker.process(event) {
      if let piece = cutter.pass(tracker.frame) { encoder.encode(piece, into: &output) }
    }
  }
}

// MARK: - Frames

extension TraceConversion {
  private func convertFrames(
    _ reader: any ContactFrameReader, to writer: ConversionWriter
  ) throws(RecordingError) -> Outcome {
    var next = try reader.next()
    let origin = next?.time ?? .zero
    let description = ContactEvents(reader).description
    var encoder = SlotEncoder(description: description)
    var cutter = FrameCutter(cut, origin: origin)
    try writer.begin([RecordedDevice(description: description)], main: 0)
    var events: [InputEvent] = []
    while let frame = next {
      events.removeAll(keepingCapacity: true)
      if let piece = cutter.pass(frame) { encoder.encode(piece, into: &events) }
      try writer.write(events, device: 0)
      next = try reader.next()
    }
    return try writer.finish(reader.anomalies, pieceOf: cut.isWhole ? nil : input)
  }
}
