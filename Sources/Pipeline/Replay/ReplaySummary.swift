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

  public init() {}

  /// Adds up two summaries.
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
