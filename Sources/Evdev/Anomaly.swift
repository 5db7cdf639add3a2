/// An irregularity of a recording that is tolerated and counted.
public enum Anomaly: String, CaseIterable, Sendable {
  /// Time ran backward by at most a second; the previous time is kept.
  case backwardTime
  /// Time ran backward by more than a second; a new offset began.
  case timeJump
  /// Time advanced by more than a day during a touch: usually two recordings, or two clocks (time
  /// since boot, then wall-clock time), in one file.
  case timeGap
  /// `SYN_DROPPED`: the kernel or the recorder lost events.
  case dropped
  /// A touch began before the recording.
  case startsMidTouch
  /// A touch was still down at the end of the recording.
  case endsMidTouch
  /// A slot without a touch was released.
  case liftWithoutTouch
  /// A slot's tracking id changed without a touch up in between.
  case identityChange
  /// A touch had no known x or y when it began.
  case missingCoordinate
  /// A negative coordinate was sent as a large positive number.
  case wrappedCoordinate
  /// A coordinate was outside the axis's announced range.
  case outOfRange
  /// An axis has a range without extent.
  case emptyAxis
  /// A slot number exceeded the slots that the device announces.
  case slotOutOfRange
  /// An event had a type or code that the kernel does not define.
  case unknownCode
  /// The last line or record is incomplete.
  case truncated
  /// A line is not part of the format.
  case foreignLine
}

/// The number of occurrences of each anomaly.
public struct AnomalyCounts: Hashable, Sendable {
  private var counts: [Anomaly: Int] = [:]

  public init() {}

  public var isEmpty: Bool { counts.isEmpty }

  public subscript(anomaly: Anomaly) -> Int {
    get { counts[anomaly] ?? 0 }
    set { counts[anomaly] = newValue == 0 ? nil : newValue }
  }

  public mutating func count(_ anomaly: Anomaly) { counts[anomaly, default: 0] += 1 }

  /// Adds other counts to these.
  public mutating func merge(_ other: AnomalyCounts) {
    counts.merge(other.counts, uniquingKeysWith: +)
  }

  /// The anomalies that occurred, in the order of ``Anomaly/allCases``.
  public var occurred: [(anomaly: Anomaly, count: Int)] {
    Anomaly.allCases.compactMap { anomaly in counts[anomaly].map { (anomaly, $0) } }
  }
}
