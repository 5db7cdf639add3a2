public import Contacts
public import Timeline

/// Counts landings that follow each other quickly and in one place.
///
/// A landing less than ``interval`` after the last one and within ``radius`` of it counts on; at
/// exactly the interval the count starts again. As soon as two touches are down, every touch
/// counts 1 (the textbook's rule: taps count for one finger only).
public struct TapCounter: Sendable {
  /// Seconds from one landing to the next: 0.4, the textbook's decision delay.
  public var interval = 0.4
  /// Points between landings: 45, the radius that UIKit is reported to use.
  public var radius = 45.0

  private var last: (time: Timestamp, point: Point, count: Int)?

  public init() {}

  /// The tap count of a touch that lands now; `touchesDown` counts it too.
  public mutating func count(landingAt point: Point, time: Timestamp, touchesDown: Int) -> Int {
    guard touchesDown == 1 else {
      last = nil
      return 1
    }
    var count = 1
    if let last, time.seconds(since: last.time) < interval,
      point.distance(to: last.point) <= radius
    {
      count = last.count + 1
    }
    last = (time, point, count)
    return count
  }
}
