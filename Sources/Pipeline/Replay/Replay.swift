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
  }

  public let path: String
  public let options: ReplayOptions
  /// Waits until so many seconds after the trace's first event; nil replays as fast as possible.
  public var pace: ((Double) -> Void)?

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
    let scan = try TraceScan(reader)
    var summary = ReplaySummary()
    summary.files = 1
    guard case .events(let reader) = try file.open(options), let origin = scan.origin else {
      return summary
    }
    let collector = ReportCollector(file: path, origin: origin, isOrdered: scan.scanners.count < 2)
    let lanes = makeLanes(scan, origin: origin, collector: collector)
    var batch = EventBatch()
    while try reader.read(into: &batch) {
      if batch.device < lanes.count { lanes[batch.device].process(batch.events) }
      collector.release(to: body)
    }
    for lane in lanes {
      lane.finish()
      summary.events += lane.events
      summary.frames += lane.frames
      summary.discardedEvents += lane.stage.application.discardedEvents
      summary.anomalies.merge(lane.tracker.anomalies)
    }
    summary.anomalies.merge(reader.anomalies)
    collector.finish(to: body)
    summary.gestures = collector.gestures
    return summary
  }

  private func makeLanes(
    _ scan: TraceScan, origin: Timestamp, collector: ReportCollector
  ) -> [DeviceLane] {
    scan.scanners.indices.map { index in
      let recorded = index < scan.devices.count ? scan.devices[index].description : nil
      let lane = DeviceLane(
        description: options.device ?? recorded, hints: scan.hints(index), options: options,
        index: index)
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
    guard let first = try reader.next() else { return summary }
    let surface = Surface(description: reader.description, size: options.size)
    let stage = ReplayStage(
      surface: surface.size, isTouchpad: true, profile: options.profile,
      reportsEveryState: options.reportsEveryState, reportsTouches: options.reportsTouches)
    let collector = ReportCollector(file: path, origin: first.time, isOrdered: true)
    stage.observer = { collector.add($0, device: nil) }
    var next: ContactFrame? = first
    while let frame = next {
      summary.frames += 1
      pace?(frame.time.seconds(since: first.time))
      stage.application.send(frame)
      collector.release(to: body)
      next = try reader.next()
    }
    stage.application.finish()
    collector.finish(to: body)
    summary.events = reader.entryCount
    summary.gestures = collector.gestures
    summary.discardedEvents = stage.application.discardedEvents
    summary.anomalies = reader.anomalies
    return summary
  }
}

/// Turns what happens on stages into records, and puts those of several devices in order.
private final class ReportCollector {
  private let file: String
  private let origin: Timestamp
  /// One device reports in the order of time; several are sorted at the end.
  private let isOrdered: Bool
  private var waiting: [(time: Timestamp, report: Replay.Report)] = []
  private(set) var gestures = 0

  init(file: String, origin: Timestamp, isOrdered: Bool) {
    self.file = file
    self.origin = origin
    self.isOrdered = isOrdered
  }

  func add(_ report: ReplayStage.Report, device: String?) {
    switch report {
    case .gesture(let gesture):
      if gesture.state.isFinal { gestures += 1 }
      let record = GestureRecord(file: file, device: device, gesture: gesture, origin: origin)
      waiting.append((gesture.time, .gesture(record)))
    case .touch(let touch, let time, let view):
      let record = TouchRecord(
        file: file, device: device, touch: touch, delivered: time, origin: origin, view: view)
      waiting.append((time, .touch(record)))
    }
  }

  func release(to body: (Replay.Report) -> Void) {
    if isOrdered && !waiting.isEmpty { finish(to: body) }
  }

  func finish(to body: (Replay.Report) -> Void) {
    if !isOrdered {
      // Equal times stay in the order of the devices: the sort has to be stable.
      let order = waiting.indices.sorted {
        (waiting[$0].time, $0) < (waiting[$1].time, $1)
      }
      for index in order { body(waiting[index].report) }
    } else {
      for entry in waiting { body(entry.report) }
    }
    waiting.removeAll(keepingCapacity: true)
  }
}
