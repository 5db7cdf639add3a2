public import Evdev
import Timeline

/// What a replay went through.
public struct ReplaySummary: Hashable, Sendable {
  public var files = 0
  public var failedFiles = 0
  public var events = 0
  public var frames = 0
  public var gestures = 0
  /// Touch events that nobody in the responder chain handled.
  public var discardedEvents = 0
  public var anomalies = AnomalyCounts()
  /// What was assumed and what was odd in one file; not kept when summaries are added up.
  public var notes: [TraceNote] = []

  public init() {}

  /// Adds up two summaries, all but their notes.
  public mutating func merge(_ other: ReplaySummary) {
    files += other.files
    failedFiles += other.failedFiles
    events += other.events
    frames += other.frames
    gestures += other.gestures
    discardedEvents += other.discardedEvents
    anomalies.merge(other.anomalies)
  }
}

extension ReplaySummary {
  /// The summary as a line for people, as in `2 files, 1204 events, 5 gestures in 0.012 s (...)`.
  ///
  /// - Parameters:
  ///   - duration: seconds that the replay took.
  ///   - countsGestures: whether gestures were looked for, not just touches.
  public func text(duration: Double, countsGestures: Bool = true) -> String {
    let rate = duration > 0 ? Double(events) / duration : 0
    let seconds = duration.text(decimals: 1...3)
    var counts = [files.counted("file"), events.counted("event")]
    if countsGestures { counts.append(gestures.counted("gesture")) }
    return counts.joined(separator: ", ")
      + " in \(seconds) s (\(ReplaySummary.rounded(rate)) events/s)"
  }

  /// A rate with three digits, as in `1230000`.
  private static func rounded(_ rate: Double) -> Int {
    var unit = 1.0
    while rate / unit >= 1000 { unit *= 10 }
    return Int((rate / unit).rounded() * unit)
  }
}
