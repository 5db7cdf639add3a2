public import Evdev
public import Gestures

/// The counts of a replay.
public struct ReplaySummary: Hashable, Sendable {
  public var files = 0
  public var events = 0
  public var frames = 0
  /// Distinct touches.
  public var touches = 0
  /// The number of ``touches`` that are palms.
  public var palms = 0
  /// The numbers of gestures of the kinds that occurred.
  public var gesturesByKind: [Gesture.Kind: Int] = [:]
  /// Touch events that no responder handled.
  public var discardedEvents = 0
  public var anomalies = AnomalyCounts()
  /// Assumptions about one recording and its anomalies; not kept when summaries are added up.
  public var notes: [RecordingNote] = []

  public init() {}

  /// The number of gestures of all kinds.
  public var gestures: Int { gesturesByKind.values.reduce(0, +) }

  /// Adds up two summaries except their notes.
  public mutating func merge(_ other: ReplaySummary) {
    files += other.files
    events += other.events
    frames += other.frames
    touches += other.touches
    palms += other.palms
    gesturesByKind.merge(other.gesturesByKind, uniquingKeysWith: +)
    discardedEvents += other.discardedEvents
    anomalies.merge(other.anomalies)
  }
}
