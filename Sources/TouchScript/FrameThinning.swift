public import Contacts
import Timeline

/// Leaving out frames, so that what they alone told is not lost with them.
public enum FrameThinning {
  /// The frames whose index `isKept` says yes to; contacts that were cancelled in one that is left
  /// out are cancelled in the next.
  public static func keeping(
    _ frames: [ContactFrame], _ isKept: (Int) -> Bool
  ) -> [ContactFrame] {
    var result: [ContactFrame] = []
    result.reserveCapacity(frames.count)
    var cancelled: [Contact.ID] = []
    var down: [Contact.ID] = []
    for (index, frame) in frames.enumerated() {
      cancelled += frame.cancelled
      guard isKept(index) else { continue }
      var frame = frame
      // What nobody has seen landing cannot be taken back either.
      frame.cancelled = Set(cancelled).intersection(down).sorted()
      cancelled.removeAll(keepingCapacity: true)
      down = frame.contacts.map(\.id)
      result.append(frame)
    }
    return result
  }

  /// The frames without those that were lost: who lifted meanwhile is cancelled, who landed
  /// meanwhile is resumed.
  ///
  /// - Parameter told: Frames of which nothing is known but what they leave behind.
  static func losing(
    _ frames: [ContactFrame], _ lost: Set<Int>, told: Set<Int> = []
  ) -> [ContactFrame] {
    var result: [ContactFrame] = []
    var down: Set<Contact.ID> = []
    var resumed: Set<Contact.ID> = []
    var isAfterLoss = false
    for (index, frame) in frames.enumerated() {
      if lost.contains(index) {
        isAfterLoss = true
        continue
      }
      var frame = frame
      let ids = Set(frame.contacts.map(\.id))
      if isAfterLoss || told.contains(index) {
        frame.cancelled = down.subtracting(ids).sorted()
        resumed.formUnion(ids.subtracting(down))
      }
      isAfterLoss = false
      for place in frame.contacts.indices where resumed.contains(frame.contacts[place].id) {
        frame.contacts[place].isResumed = true
      }
      down = ids
      result.append(frame)
    }
    return result
  }

  /// The stretches of frames from a first landing to the frame without a finger, or the last one.
  public static func touches(_ frames: [ContactFrame]) -> [Range<Int>] {
    var touches: [Range<Int>] = []
    var start: Int?
    for (index, frame) in frames.enumerated() {
      if frame.contacts.isEmpty {
        if let first = start { touches.append(first..<index + 1) }
        start = nil
      } else if start == nil {
        start = index
      }
    }
    if let start { touches.append(start..<frames.count) }
    return touches
  }

  /// Seconds from a frame with a finger to the next one: the median; 0 where there is none.
  static func usualInterval(_ frames: [ContactFrame]) -> Double {
    let intervals = zip(frames, frames.dropFirst()).filter { !$0.0.contacts.isEmpty }
      .map { $1.time.seconds(since: $0.time) }.sorted()
    return intervals.isEmpty ? 0 : max(intervals[intervals.count / 2], 0)
  }
}
