public import Contacts
import Timeline

/// Removes frames without losing the changes that only they report.
public enum FrameThinning {
  /// The frames whose index `isKept` accepts; contacts cancelled in a removed frame are cancelled
  /// in the next.
  public static func keeping(_ frames: [ContactFrame], _ isKept: (Int) -> Bool) -> [ContactFrame] {
    var result: [ContactFrame] = []
    result.reserveCapacity(frames.count)
    var cancelled: [Contact.ID] = []
    var down: [Contact.ID] = []
    for (index, frame) in frames.enumerated() {
      cancelled += frame.cancelled
      guard isKept(index) else { continue }
      var frame = frame
      // A contact that is in no kept frame cannot be cancelled.
      frame.cancelled = Set(cancelled).intersection(down).sorted()
      cancelled.removeAll(keepingCapacity: true)
      down = frame.contacts.map(\.id)
      result.append(frame)
    }
    return result
  }

  /// The frames without the lost ones. Contacts missing after a gap are cancelled; new ones are
  /// marked resumed. Reported frames are kept and still end a gap.
  static func losing(
    _ frames: [ContactFrame], _ lost: Set<Int>, reported: Set<Int>
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
      if isAfterLoss || reported.contains(index) {
        frame.cancelled = down.subtracting(ids).sorted()
        resumed.formUnion(ids.subtracting(down))
      }
      isAfterLoss = false
      for contact in frame.contacts.indices where resumed.contains(frame.contacts[contact].id) {
        frame.contacts[contact].isResumed = true
      }
      down = ids
      result.append(frame)
    }
    return result
  }

  /// The runs of frames from a first touch down to the frame without a finger, or the last one.
  public static func touches(
    _ frames: [ContactFrame], where isDown: (ContactFrame) -> Bool = { !$0.contacts.isEmpty }
  ) -> [Range<Int>] {
    frames.indices(where: isDown).ranges.map { run in
      run.lowerBound..<min(run.upperBound + 1, frames.count)
    }
  }
}

extension [ContactFrame] {
  /// The median time from a frame with a finger to the next, in seconds; 0 without such a pair.
  package var usualInterval: Double {
    let intervals = zip(self, dropFirst()).filter { !$0.0.contacts.isEmpty }
      .map { $1.time.seconds(since: $0.time) }.sorted()
    return intervals.isEmpty ? 0 : Swift.max(intervals[intervals.count / 2], 0)
  }
}

extension Sequence<ContactFrame> {
  /// The contacts in the order of their touch downs.
  package var contactIDs: [Contact.ID] {
    var known: Set<Contact.ID> = []
    return flatMap(\.contacts).map(\.id).filter { known.insert($0).inserted }
  }
}

extension MutableCollection<ContactFrame> {
  /// Changes every contact; the closure receives the time of its frame, too.
  package mutating func changeContacts(_ change: (inout Contact, Timestamp) -> Void) {
    for index in indices {
      let time = self[index].time
      for contact in self[index].contacts.indices { change(&self[index].contacts[contact], time) }
    }
  }
}
