/// A piece of a recording: a stretch of time, some of the fingers, or both.
///
/// The piece is a recording of its own. Touches that are down at its start land there, and those
/// that are down where it was cut off are lifted there.
public struct TraceCut: Hashable, Sendable {
  /// Seconds from the recording's first event; frames before are left out.
  public var from: Double?
  /// Seconds from the recording's first event; frames after are left out.
  public var to: Double?
  /// The touches to keep, by their ids, which count landings from 1; nil keeps all.
  public var fingers: [ClosedRange<Int>]?

  public init(from: Double? = nil, to: Double? = nil, fingers: [ClosedRange<Int>]? = nil) {
    self.from = from
    self.to = to
    self.fingers = fingers
  }

  /// Whether everything is kept.
  public var isWhole: Bool { from == nil && to == nil && fingers == nil }

  /// Whether a touch is kept.
  func includes(_ id: Int) -> Bool {
    fingers?.contains { $0.contains(id) } ?? true
  }

  /// The touches of a list such as `1`, `1,3` or `1-2,5`; nil for any other text.
  public static func fingers(parsing text: String) -> [ClosedRange<Int>]? {
    var ranges: [ClosedRange<Int>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false)
      let numbers = ends.compactMap { end in
        end.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(end) : nil
      }
      guard (1...2).contains(ends.count), numbers.count == ends.count,
        let first = numbers.first, let last = numbers.last, first >= 1, first <= last
      else { return nil }
      ranges.append(first...last)
    }
    return ranges
  }
}
