import Contacts
public import Evdev
import Gestures
public import Timeline

/// Recognizes while events come: what ``Replay`` is for recordings.
///
/// ```swift
/// let live = LiveReplay(description: reader.description, options: ReplayOptions())
/// live.observer = { report in show(report) }
/// live.process(&frame)                    // as often as there is one
/// live.advance(to: live.nextDeadline)     // when that moment has come and no frame did
/// live.finish(at: now)
/// ```
///
/// Whoever records the frames as ``process(_:)`` leaves them, and then an empty one for
/// ``finish(at:)``, has a recording that gives the same gestures, byte for byte.
public final class LiveReplay {
  /// Hears what was recognized, in order.
  public var observer: ((Replay.Report) -> Void)?
  /// The first event, from which records count; nil before there was one.
  @exclusivity(unchecked) public private(set) var origin: Timestamp?

  private let lane: DeviceLane
  /// The latest deadline that fired. What comes after it happened after it.
  @exclusivity(unchecked) private var firedDeadline = Timestamp.min
  @exclusivity(unchecked) private var lastTime = Timestamp.min

  /// Prepares for one device.
  public init(description: DeviceDescription, options: ReplayOptions = ReplayOptions()) {
    lane = DeviceLane(
      description: options.device ?? description, observed: nil, options: options, name: nil)
    lane.stage.observer = { [unowned self] in report($0) }
  }

  /// Takes events in that end with a `SYN_REPORT`.
  ///
  /// Those that are stamped before a deadline that has fired already get its time.
  public func process(_ frame: inout [InputEvent]) {
    guard let last = frame.last else { return }
    if last.time < firedDeadline {
      for index in frame.indices where frame[index].time < firedDeadline {
        frame[index].time = firedDeadline
      }
    }
    if origin == nil { origin = frame.first?.time }
    lastTime = max(lastTime, frame[frame.count - 1].time)
    lane.process(frame)
  }

  /// The next moment at which something is decided if no frame comes; nil if nothing waits.
  public var nextDeadline: Timestamp? { lane.stage.application.nextDeadline }

  /// Fires the deadlines up to a moment, when no frame before it is to be expected any more.
  public func advance(to time: Timestamp) {
    while let deadline = nextDeadline, deadline <= time {
      firedDeadline = max(firedDeadline, deadline)
      lane.stage.application.advance(to: deadline)
    }
  }

  /// Ends: touches that are down are cancelled, then what waits is decided.
  ///
  /// Returns the empty frame that a recording must end with; nil if nothing ever happened.
  public func finish(at time: Timestamp) -> [InputEvent]? {
    var end: [InputEvent]?
    if origin != nil {
      let time = max(time, max(lastTime, firedDeadline))
      let frame = [
        InputEvent(time: time, type: .synchronization, code: SynchronizationCode.report, value: 0)
      ]
      lane.process(frame)
      end = frame
    }
    lane.finish()
    return end
  }

  /// What went through so far.
  public var summary: ReplaySummary {
    var summary = ReplaySummary()
    summary.files = 1
    summary.events = lane.events
    summary.frames = lane.frames
    summary.gestures = lane.stage.outcomes
    summary.discardedEvents = lane.stage.application.discardedEvents
    summary.anomalies = lane.tracker.anomalies
    return summary
  }

  private func report(_ report: ReplayStage.Report) {
    guard let observer else { return }
    let origin = origin ?? .zero
    switch report {
    case .gesture(let gesture):
      observer(.gesture(GestureRecord(gesture: gesture, origin: origin)))
    case .touch(let touch, let time, let view):
      observer(
        .touch(TouchRecord(touch: touch, delivered: time, origin: origin, view: view)))
    case .change(let change):
      observer(.change(StateRecord(change: change, origin: origin)))
    }
  }
}
