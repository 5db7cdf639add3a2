import Timeline

/// Makes frame times run forward.
///
/// A step back of up to a second is a late or misplaced stamp: time stands still until it has been
/// caught up with. A longer one is a new clock (a recording that was glued together, a clock that
/// was set): time goes on from where it stood.
struct FrameClock: Sendable {
  /// The longest step back that is taken for a late stamp, in microseconds.
  static let longestStepBack: Int64 = 1_000_000

  /// The longest time between two frames of a touch that is believed, in microseconds: a day.
  static let longestPause: Int64 = 86_400_000_000

  private(set) var now: Timestamp
  private var offset: Int64 = 0

  /// - Parameter start: the time that no frame comes before, as that of a recording's first event.
  init(start: Timestamp = .min) {
    now = start
  }

  /// The time of a frame whose `SYN_REPORT` bears `stamp`.
  mutating func advance(to stamp: Timestamp) -> Timestamp {
    let mapped = Timestamp(microseconds: stamp.microseconds + offset)
    if mapped >= now {
      now = mapped
    } else if now.microseconds(since: mapped) > FrameClock.longestStepBack {
      offset = now.microseconds - stamp.microseconds
    }
    return now
  }
}
