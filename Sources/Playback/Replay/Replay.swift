import Contacts
import Evdev
import Gestures
public import Recordings
import Timeline

/// Replays one recording: from its bytes to reports of gestures or touches.
///
/// ```swift
/// let replay = Replay(path: "swipe.evemu", options: ReplayOptions())
/// let summary = try replay.run { report in
///   if case .gesture(let record) = report { print(record.json) }
/// }
/// ```
public struct Replay {
  public enum Report: Sendable {
    case gesture(GestureRecord)
    case touch(TouchRecord)
    case change(StateRecord)
  }

  public let path: String
  public let options: ReplayOptions
  /// Waits until so many seconds after the trace's first event; nil replays as fast as possible.
  public var pace: ((Double) -> Void)?
  /// Hears now and then how many bytes were read; files of events are read twice.
  public var progress: ((Int) -> Void)?

  public init(path: String, options: ReplayOptions = ReplayOptions()) {
    self.path = path
    self.options = options
  }

  /// Reads the recording to its end and reports in the order of time.
  public func run(_ body: (Report) -> Void) throws(RecordingError) -> ReplaySummary {
    let file = try TraceFile(path: path)
    switch try file.open(options) {
    case .events(let reader): return try replayEvents(file, scannedBy: reader, body)
    case .frames(let reader): return try replayFrames(reader, body)
    }
  }
}

// MARK: - Events

extension Replay {
  private func replayEvents(
    _ file: TraceFile, scannedBy reader: any RecordingReader, _ body: (Report) -> Void
  ) throws(RecordingError) -> ReplaySummary {
    // At a pace of its own, progress is told by what the second reading has reached.
    let scan = try TraceScan(reader, keepsEvents: pace == nil) { progress?(file.bytesRead) }
    var summary = ReplaySummary()
    summary.files = 1
    summary.anomalies = reader.anomalies
    guard let origin = scan.origin else {
      summary.addNotes(scan.devices.contains { $0.description != nil } ? [.noEvents] : [])
      return summary
    }
    let collector = ReportCollector(
      file: path, origin: origin, isOrdered: scan.observedDevices.count < 2)
    let lanes = makeLanes(scan, origin: origin, collector: collector)
    try forEachBatch(scan, file) { batch in
      if batch.device < lanes.count { lanes[batch.device].process(batch.events) }
      collector.release(to: body)
    }
    for lane in lanes {
      lane.finish()
      summary.events += lane.events
      summary.frames += lane.frames
      summary.gestures += lane.stage.outcomes
      summary.discardedEvents += lane.stage.application.discardedEvents
      summary.anomalies.merge(lane.tracker.anomalies)
    }
    summary.addNotes((reader.lacksTimes ? [.noTimes] : []) + lanes.compactMap(\.note))
    collector.finish(to: body)
    return summary
  }

  /// All events again: those that were kept, or those of a second reading.
  private func forEachBatch(
    _ scan: TraceScan, _ file: TraceFile, _ body: (EventBatch) -> Void
  ) throws(RecordingError) {
    if let kept = scan.kept { return kept.forEach(body) }
    guard case .events(let reader) = try file.open(options) else { return }
    var batch = EventBatch()
    while try reader.read(into: &batch) {
      body(batch)
      progress?(file.bytesRead)
    }
  }

  private func makeLanes(
    _ scan: TraceScan, origin: Timestamp, collector: ReportCollector
  ) -> [DeviceLane] {
    scan.observedDevices.indices.map { index in
      let recorded = index < scan.devices.count ? scan.devices[index].description : nil
      let lane = DeviceLane(
        description: options.device ?? recorded, observed: scan.observed(index), options: options,
        name: scan.name(index))
      lane.pace = pace.map { pace in { pace($0.seconds(since: origin)) } }
      let name = scan.name(index)
      lane.stage.observer = { collector.add($0, device: name) }
      return lane
    }
  }
}

// MARK: - Frames

extension Replay {
  private func replayFrames(
    _ reader: any ContactFrameReader, _ body: (Report) -> Void
  ) throws(RecordingError) -> ReplaySummary {
    var summary = ReplaySummary()
    summary.files = 1
    var next = try reader.next()
    guard let first = next else { return summary }
    let recorded = reader.touchAreaSize
    let size = options.size ?? recorded
    let stage = ReplayStage(
      touchArea: options.transform?.size(size) ?? size, isTouchpad: true, profile: options.profile,
      detail: options.detail)
    let collector = ReportCollector(file: path, origin: first.time, isOrdered: true)
    stage.observer = { collector.add($0, device: nil) }
    let pace = pace.map { pace in { (time: Timestamp) in pace(time.seconds(since: first.time)) } }
    while var frame = next {
      summary.frames += 1
      if options.size != nil { frame.scale(from: recorded, to: size) }
      options.transform?.apply(to: &frame, on: size)
      stage.send(frame, pace: pace)
      collector.release(to: body)
      next = try reader.next()
    }
    stage.finish(pace: pace)
    collector.finish(to: body)
    summary.events = reader.entryCount
    summary.gestures = stage.outcomes
    summary.discardedEvents = stage.application.discardedEvents
    summary.anomalies = reader.anomalies
    let note = TraceNote(TouchArea(of: reader, size: options.size), device: nil)
    summary.addNotes(note.map { [$0] } ?? [])
    return summary
  }
}

extension TouchArea {
  /// The surface of a recording of contacts, whose range nobody needs any more.
  init(of reader: any ContactFrameReader, size: Size?) {
    let told = TouchArea(description: reader.description)
    self.init(description: reader.description, size: size ?? reader.touchAreaSize)
    scale = size == nil ? told.scale : .given
  }
}

extension ContactFrame {
  /// Moves the contacts to a surface of another size.
  package mutating func scale(from old: Size, to new: Size) {
    guard old.width > 0, old.height > 0 else { return }
    for index in contacts.indices {
      contacts[index].position.x *= new.width / old.width
      contacts[index].position.y *= new.height / old.height
    }
  }
}

extension ReplaySummary {
  /// Notes something, and what was odd after it.
  fileprivate mutating func addNotes(_ first: [TraceNote]) {
    notes = first + anomalies.occurred.map { .anomaly($0.anomaly, count: $0.count) }
  }
}
