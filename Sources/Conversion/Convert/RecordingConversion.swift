public import Playback

/// Writes a recording, or a piece of it, in another format.
///
/// ```swift
/// var conversion = RecordingConversion(input: "swipe.yml", target: .evemu)
/// conversion.cut = RecordingCut(from: 1.5, to: 3)
/// let outcome = try conversion.run(to: "piece.evemu")
/// ```
///
/// Events are copied unchanged. Pieces, recordings of contacts, and recordings that need axis
/// values of a description that the new format lacks are encoded anew, by way of contacts. The
/// description of a piece has the properties that were observed or assumed for the whole.
public struct RecordingConversion {
  public struct Outcome: Sendable {
    public var events = 0
    /// The content that the format cannot express, as phrases such as `the name of the device`.
    public var losses: [String] = []
    /// The number of key events that were left out.
    public var keys = 0
    public var anomalies = AnomalyCounts()
  }

  public var input: String
  /// The content of the input, if it was opened before; nil opens the path.
  public var source: ByteSource?
  public var target: RecordingFormat
  /// The options of reading, of which `format`, `device` and `reportRate` have an effect.
  public var options = ReplayOptions()
  public var cut = RecordingCut()
  /// A separate file of the device description for evemu and raw recordings, in evemu's syntax.
  public var descriptionPath: String?
  /// Whether the keys of keyboards are written; they may reveal typed text.
  public var keepsKeys = true
  /// Called periodically with the number of bytes read. Event files may be read twice.
  public var progress: ((Int) -> Void)?

  public init(input: String, target: RecordingFormat) {
    self.input = input
    self.target = target
  }

  /// Converts into a file that appears when it is complete; `-` is standard output. Throws the
  /// errors of the input, and those of the output under its name.
  public func run(to output: String) throws(FileError) -> Outcome {
    var options = options
    options.size = nil
    let recording = try Recording(
      .input(source, path: input), options: options, progress: progress)
    let writer = try ConversionWriter(
      target, path: output, madeOf: [input] + options.files, descriptionPath: descriptionPath,
      keepsKeys: keepsKeys)
    return try write(recording, to: writer)
  }

  /// Writes a recording that was opened with the same path and options.
  func write(_ recording: Recording, to writer: ConversionWriter) throws(FileError) -> Outcome {
    var losses: [String] = []
    if recording.hasContactFrames {
      try encodeContacts(of: recording, to: writer)
    } else if cut.isWhole, try !dependsOnLostValues(recording) {
      try copy(recording, to: writer)
    } else {
      try encodePiece(of: recording, to: writer)
      if keepsKeys, recording.tracks.contains(where: \.isTouchedBesideKeys) {
        losses.append("the keys of touch devices in pieces")
      }
    }
    if recording.lacksTimes { losses.append("the lack of times") }
    var outcome = try writer.finish(recording.anomalies, pieceOf: cut.isWhole ? nil : input)
    outcome.losses += losses
    return outcome
  }

  /// The format for the extension of a file name; nil for other names.
  public static func target(forName name: String) -> RecordingFormat? {
    let endings: [(String, RecordingFormat)] = [
      (".evemu", .evemu), (".events", .evemu), (".yml", .libinput), (".yaml", .libinput),
      (".evtest", .evtest), (".getevent", .getevent), (".raw", .raw), (".raw32", .raw32),
      (".bin", .raw),
    ]
    return endings.first { name.lowercased().hasSuffix($0.0) }?.1
  }
}

// MARK: - Writing

extension RecordingConversion {
  private func copy(_ recording: Recording, to writer: ConversionWriter) throws(FileError) {
    var devices = devices(of: recording)
    if descriptionPath != nil {
      for (index, track) in recording.tracks.enumerated() where track.isTouched {
        devices[index].description = track.writtenDescription
      }
    }
    try writer.begin(devices, main: RecordingConversion.main(recording))
    try recording.forEachBatch { batch throws(FileError) in
      try writer.write(batch.events, device: batch.device)
    }
  }

  /// Whether frames depend on lost axis values of the description, as of the current slot.
  private func dependsOnLostValues(_ recording: Recording) throws(FileError) -> Bool {
    if target.holdsAxisValues, descriptionPath == nil { return false }
    let tracks = recording.tracks
    guard tracks.contains(where: { $0.description?.hasAxisValues ?? false }) else { return false }
    var pairs = tracks.map { track in
      var other = track
      other.description?.forgetAxisValues()
      return (track.makeTracker(), other.makeTracker())
    }
    var isDifferent = false
    try recording.forEachBatch { batch throws(FileError) in
      for event in batch.events where !isDifferent {
        let isFrame = pairs[batch.device].0.process(event)
        _ = pairs[batch.device].1.process(event)
        if isFrame { isDifferent = pairs[batch.device].0.frame != pairs[batch.device].1.frame }
      }
    }
    return isDifferent
  }

  private func encodePiece(of recording: Recording, to writer: ConversionWriter) throws(FileError) {
    var devices = devices(of: recording)
    var encoders: [PieceEncoder] = []
    for (index, track) in recording.tracks.enumerated() {
      let encoder = track.makeEncoder()
      if track.isTouched { devices[index].description = encoder.description }
      encoders.append(
        PieceEncoder(
          tracker: track.makeTracker(), encoder: track.isTouched ? encoder : nil,
          cutter: FrameCutter(cut, origin: recording.origin ?? .zero)))
    }
    try writer.begin(devices, main: pieceMain(recording, encoders))
    var events: [InputEvent] = []
    try recording.forEachBatch { batch throws(FileError) in
      events.removeAll(keepingCapacity: true)
      encoders[batch.device].process(batch.events, into: &events)
      try writer.write(events, device: batch.device)
    }
  }

  private func encodeContacts(
    of recording: Recording, to writer: ConversionWriter
  ) throws(FileError) {
    guard var encoder = recording.tracks.first?.makeEncoder() else { return }
    var cutter = FrameCutter(cut, origin: recording.origin ?? .zero)
    try writer.begin([RecordedDevice(description: encoder.description)], main: 0)
    var events: [InputEvent] = []
    try recording.forEachContactFrame { frame throws(FileError) in
      events.removeAll(keepingCapacity: true)
      if let piece = cutter.pass(frame) { encoder.encode(piece, into: &events) }
      try writer.write(events, device: 0)
    }
  }

  /// The devices to write: a given description replaces that of each.
  private func devices(of recording: Recording) -> [RecordedDevice] {
    var devices = recording.tracks.map(\.recorded)
    guard let given = options.device else { return devices }
    if devices.isEmpty { devices = [RecordedDevice()] }
    return devices.map {
      RecordedDevice(description: given, node: $0.node, calibration: $0.calibration)
    }
  }

  /// The device that is kept if the format holds only one: the first with touches.
  private static func main(_ recording: Recording) -> Int {
    recording.tracks.firstIndex(where: \.isTouched) ?? 0
  }

  /// The main device of a piece: the first one that is touched in it.
  private func pieceMain(
    _ recording: Recording, _ encoders: [PieceEncoder]
  ) throws(FileError) -> Int {
    let usual = RecordingConversion.main(recording)
    if target.holdsSeveralDevices && descriptionPath == nil { return usual }
    if recording.tracks.count(where: \.isTouched) < 2 { return usual }
    var (encoders, touched) = (encoders, Set<Int>())
    try recording.forEachBatch { batch throws(FileError) in
      var events: [InputEvent] = []
      encoders[batch.device].process(batch.events, into: &events)
      let hasTouches = recording.tracks[batch.device].isTouched
      if hasTouches && events.contains(where: { $0.type == .absolute }) {
        touched.insert(batch.device)
      }
    }
    return touched.min() ?? usual
  }
}

extension RecordingTrack {
  /// Whether the device is touched, and sends keys that frames of contacts do not contain.
  fileprivate var isTouchedBesideKeys: Bool {
    isTouched
      && observed?.keys.contains {
        InputEvent(time: .zero, type: .key, code: $0, value: 1).isTyped
      } == true
  }
}

extension DeviceDescription {
  fileprivate var hasAxisValues: Bool { axes.values.contains { $0.value != 0 } }

  fileprivate mutating func forgetAxisValues() {
    for code in axes.keys { axes[code]?.value = 0 }
  }
}

/// Encodes a piece of the events of one device.
private struct PieceEncoder {
  var tracker: SlotTracker
  /// The encoder; nil for a device without touches, whose events are copied.
  var encoder: SlotEncoder?
  var cutter: FrameCutter

  mutating func process(_ events: [InputEvent], into output: inout [InputEvent]) {
    if encoder == nil {
      output += events.filter { cutter.includes($0.time) }
      return
    }
    for event in events where tracker.process(event) {
      let fingers = cutter.keepsHovering ? tracker.fingers : []
      let isHovering = fingers.contains(where: \.isHovering)
      guard let piece = cutter.pass(tracker.frame, isHovering: isHovering) else { continue }
      encoder?.encode(piece, fingers: cutter.isOver ? [] : fingers, into: &output)
    }
  }
}
