/// The agreement of a recording's shakes with a person's labels: a shake finds the earliest label
/// that no other has found and whose interval, widened by ``tolerance``, contains its time.
public struct ShakeScore: Hashable, Sendable {
  /// The seconds before the start and after the end of a label in which a shake finds it.
  public static let tolerance = 0.3

  /// The labels by their start.
  public private(set) var labels: [ClosedRange<Timestamp>]
  public private(set) var shakes: [DetectedShake]
  /// The labels without a shake.
  public private(set) var missed: [ClosedRange<Timestamp>] = []
  /// The shakes without a label.
  public private(set) var falseShakes: [DetectedShake] = []
  /// The number of labels that overlap with the interval of a shake, each shake with one label.
  public private(set) var overlapping = 0

  public init(_ shakes: [DetectedShake], labels: [ClosedRange<Timestamp>]) {
    let labels = labels.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    self.labels = labels
    self.shakes = shakes
    var isFound = [Bool](repeating: false, count: labels.count)
    var isOverlapped = isFound
    let longest = labels.map { $0.upperBound.seconds(since: $0.lowerBound) }.max() ?? 0
    /// Marks the first label that overlaps with an interval and is not marked; false without one.
    func mark(_ isMarked: inout [Bool], _ interval: ClosedRange<Timestamp>) -> Bool {
      // Only labels that begin in this range can overlap.
      let earliest = interval.lowerBound.advanced(bySeconds: -longest)
      let start = labels.partitioningIndex { $0.lowerBound >= earliest }
      let end = labels.partitioningIndex { $0.lowerBound > interval.upperBound }
      let first = (start..<max(start, end)).first {
        !isMarked[$0] && labels[$0].overlaps(interval)
      }
      if let first { isMarked[first] = true }
      return first != nil
    }
    for shake in shakes {
      let early = shake.time.advanced(bySeconds: -ShakeScore.tolerance)
      let late = shake.time.advanced(bySeconds: ShakeScore.tolerance)
      if !mark(&isFound, early...late) { falseShakes.append(shake) }
      _ = mark(&isOverlapped, shake.start...max(shake.start, shake.end))
    }
    missed = labels.indices.filter { !isFound[$0] }.map { labels[$0] }
    overlapping = isOverlapped.count { $0 }
  }

  public var found: Int { labels.count - missed.count }
  public var counts: ShakeTuning.Counts {
    ShakeTuning.Counts(found: found, missed: missed.count, falseShakes: falseShakes.count)
  }
  /// The F1 if labels count as found where a shake's interval overlaps them; nil without labels and
  /// shakes.
  public var overlapF1: Double? {
    let all = labels.count + shakes.count
    return all > 0 ? 2 * Double(overlapping) / Double(all) : nil
  }
}
