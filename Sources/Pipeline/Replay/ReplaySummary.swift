public import Evdev

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
