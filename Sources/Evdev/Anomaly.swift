/// Something unusual in a recording that was survived, and is counted rather than hidden.
public enum Anomaly: String, CaseIterable, Sendable {
  /// Time ran backward by at most a second and was held.
  case backwardTime
  /// Time ran backward by more than a second; a new offset began.
  case timeJump
  /// Time went on by more than a day while a touch was down: as a rule two recordings, or two
  /// clocks (that of the boot, then the calendar's), in one.
  case timeGap
  /// `SYN_DROPPED`: the kernel or the recorder lost events.
  case dropped
  /// A touch was down already when the recording began.
  case startsMidTouch
  /// A touch was still down at the end.
  case endsMidTouch
  /// A lift on a slot that held no touch.
  case liftWithoutTouch
  /// A slot's tracking id changed without a lift in between.
  case identityChange
  /// A touch whose position nobody has told so far.
  case missingCoordinate
  /// A negative coordinate that came as a large positive number.
  case wrappedCoordinate
  /// A coordinate outside the axis' announced range.
  case outOfRange
  /// An axis whose minimum equals its maximum.
  case emptyAxis
  /// A slot number beyond the ones that the device announced.
  case slotOutOfRange
  /// An event type or code that the kernel does not define for touch devices.
  case unknownCode
  /// The last line or record is cut off.
  case truncated
  /// A line that is no part of the format, between lines that are.
  case foreignLine
}

/// How often each anomaly occurred.
public struct AnomalyCounts: Hashable, Sendable {
  private var counts: [Anomaly: Int] = [:]

  public init() {}

  public var isEmpty: Bool { counts.isEmpty }

  public subscript(anomaly: Anomaly) -> Int {
    get { counts[anomaly] ?? 0 }
    set { counts[anomaly] = newValue == 0 ? nil : newValue }
  }

  public mutating func count(_ anomaly: Anomaly) {
    counts[anomaly, default: 0] += 1
  }

  /// Adds up two counts.
  public mutating func merge(_ other: AnomalyCounts) {
    counts.merge(other.counts, uniquingKeysWith: +)
  }

  /// The anomalies that occurred, in the order of their declaration.
  public var occurred: [(anomaly: Anomaly, count: Int)] {
    Anomaly.allCases.compactMap { anomaly in counts[anomaly].map { (anomaly, $0) } }
  }
}
