public import Contacts
public import Evdev
public import Gestures
public import Recordings
public import Timeline

/// A recording that was read once and can be played often: with other rules, or with its frames
/// changed.
///
/// Played as it is, it gives the same records as a ``Replay`` of its file.
public struct LoadedTrace: Sendable {
  /// One device: what it is, and the frames that it gave.
  public struct Lane: Sendable {
    /// How records name it; nil where it is the only one.
    public var name: String?
    /// The device as it is described, or as its recording shows it.
    public var description: DeviceDescription
    public var touchArea: TouchArea
    /// Palms rest on touchpads only.
    public var isTouchpad: Bool
    public var frames: [ContactFrame]
  }

  /// The path as it was given.
  public var path: String
  public var lanes: [Lane]
  /// The first event: what times count from.
  public var origin: Timestamp
  /// What was assumed of the surfaces.
  public var notes: [TraceNote]

  /// Reads a recording to its end.
  public init(
    path: String, options: ReplayOptions = ReplayOptions()
  ) throws(RecordingError) {
    let file = try TraceFile(path: path)
    self.path = path
    lanes = []
    origin = .zero
    notes = []
    switch try file.open(options) {
    case .events(let reader): try loadEvents(reader, file, options)
    case .frames(let reader): try loadFrames(reader, options)
    }
  }

  /// What it gives, in the order of time.
  public func records(_ profile: Profile = .standard) -> [GestureRecord] {
    let collector = ReportCollector(file: path, origin: origin, isOrdered: lanes.count < 2)
    for lane in lanes {
      let stage = lane.makeStage(profile, detail: .outcomes)
      stage.observer = { collector.add($0, device: lane.name) }
      lane.play(on: stage)
    }
    var records: [GestureRecord] = []
    collector.finish { if case .gesture(let record) = $0 { records.append(record) } }
    return records
  }
}

extension LoadedTrace.Lane {
  /// A stage for this device.
  package func makeStage(_ profile: Profile, detail: ReplayStage.Detail) -> ReplayStage {
    ReplayStage(
      touchArea: touchArea.size, isTouchpad: isTouchpad, profile: profile, detail: detail)
  }

  /// Plays all frames, and the end of the trace.
  package func play(on stage: ReplayStage) {
    for frame in frames { stage.application.send(frame) }
    stage.finish(pace: nil)
  }
}

// MARK: - Reading

extension LoadedTrace {
  private mutating func loadEvents(
    _ reader: any RecordingReader, _ file: TraceFile, _ options: ReplayOptions
  ) throws(RecordingError) {
    let scan = try TraceScan(reader, keepsEvents: true)
    origin = scan.origin ?? .zero
    if reader.lacksTimes { notes.append(.noTimes) }
    var trackers: [SlotTracker] = []
    for index in scan.observedDevices.indices {
      let recorded = index < scan.devices.count ? scan.devices[index].description : nil
      let known = options.device ?? recorded
      let observed = scan.observed(index)
      let touchArea = TouchArea(description: known, observed: observed, size: options.size)
      let name = scan.name(index)
      if observed?.hasPositions == true, let note = TraceNote(touchArea, device: name) {
        notes.append(note)
      }
      trackers.append(SlotTracker(description: known, touchArea: touchArea, observed: observed))
      lanes.append(
        Lane(
          name: name,
          description: known ?? DeviceDescription(touchArea: touchArea, observed: observed),
          touchArea: touchArea, isTouchpad: touchArea.kind == .touchpad, frames: []))
    }
    func take(_ batch: EventBatch) {
      guard trackers.indices.contains(batch.device) else { return }
      for event in batch.events where trackers[batch.device].process(event) {
        lanes[batch.device].frames.append(trackers[batch.device].frame)
      }
    }
    if let kept = scan.kept {
      for batch in kept { take(batch) }
    } else if case .events(let second) = try file.open(options) {
      var batch = EventBatch()
      while try second.read(into: &batch) { take(batch) }
    }
    for index in trackers.indices where trackers[index].finish() {
      lanes[index].frames.append(trackers[index].frame)
    }
  }

  /// Units a millimetre for recordings of contacts, whose device nobody described.
  private static let resolution: Int32 = 1000

  private mutating func loadFrames(
    _ reader: any ContactFrameReader, _ options: ReplayOptions
  ) throws(RecordingError) {
    var frames: [ContactFrame] = []
    while let frame = try reader.next() { frames.append(frame) }
    guard let first = frames.first else { return }
    origin = first.time
    let recorded = reader.touchAreaSize
    let size = options.size ?? recorded
    if options.size != nil {
      for index in frames.indices { frames[index].scale(from: recorded, to: size) }
    }
    if let note = TraceNote(TouchArea(of: reader, size: options.size), device: nil) {
      notes.append(note)
    }
    let description = DeviceDescription.touchpad(
      width: size.width, height: size.height, resolution: LoadedTrace.resolution,
      reporting: .slots(10), name: reader.description?.name ?? "")
    lanes = [
      Lane(
        name: nil, description: description,
        touchArea: TouchArea(description: description, size: size), isTouchpad: true, frames: frames
      )
    ]
  }
}
