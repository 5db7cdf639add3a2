package import Timeline

/// Makes frame times run forward.
///
/// A step back of up to a second is a late or misplaced stamp: time is held until the stamps catch
/// up. A longer one is a new clock (recordings that were joined, or a clock that was set): time
/// continues from where it was.
package struct FrameClock: Sendable {
  /// The longest step back that counts as a late stamp, in microseconds.
  static let maximumStepBack: Int64 = 1_000_000

  /// The longest plausible time between two frames of a touch, in microseconds: a day.
  static let maximumPause: Int64 = 86_400_000_000

  package private(set) var now: Timestamp
  private var offset: Int64 = 0

  /// Starts at the earliest time of a frame, such as that of a recording's first event.
  package init(start: Timestamp) { now = start }

  /// The time of a frame whose `SYN_REPORT` has the time `stamp`.
  package mutating func advance(to stamp: Timestamp) -> Timestamp {
    let mapped = Timestamp(microseconds: stamp.microseconds + offset)
    if mapped >= now {
      now = mapped
    } else if now.microseconds(since: mapped) > FrameClock.maximumStepBack {
      offset = now.microseconds - stamp.microseconds
    }
    return now
  }

  /// The anomaly of a stamp that is earlier than the one before it.
  package static func anomaly(from previous: Timestamp, to stamp: Timestamp) -> Anomaly {
    previous.microseconds(since: stamp) > maximumStepBack ? .timeJump : .backwardTime
  }
}
