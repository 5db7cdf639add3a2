public import Contacts
import Timeline

extension FingerScript {
  /// A script that repeats recorded frames: each finger follows its recorded path.
  ///
  /// ``Hand/perfect`` plays it with the same positions at the same times, sampled anew from the
  /// first frame on; other hands add their noise to that of the recording. The script contains
  /// interruptions, but not pressures, sizes, buttons, palms and fingers without a position, and a
  /// cancelled touch lifts.
  public init(tracing frames: [ContactFrame]) {
    guard let origin = frames.first?.time else {
      self.init([])
      return
    }
    let fingers = frames.fingers.map { finger in
      // In a plan the touch up is a microsecond after the end of a movement.
      let duration = max(finger.end.seconds(since: finger.start) - 1e-6, 0)
      return Finger(
        .track(TimedPath(finger.path, duration: duration)),
        after: finger.start.seconds(since: origin))
    }
    var parts: [any FingerAction] = fingers.isEmpty ? [] : [Fingers(fingers)]
    for (start, end) in frames.interruptions(since: origin) {
      parts.append(InSequence([Wait(start), Interrupt(end - start)]))
    }
    self.init(parts.count > 1 ? [Together(parts)] : parts)
  }
}

/// A finger of recorded frames from its touch down to its touch up, or to the last frame.
package struct RecordedFinger: Sendable {
  var id: Contact.ID
  package var start: Timestamp
  package var end: Timestamp
  /// The positions, with the seconds since the touch down.
  package var path: [TimedPath.Sample] = []
}

extension [ContactFrame] {
  /// The fingers in the order of touch down, and within a frame by id, so that they get the same
  /// ids again.
  package var fingers: [RecordedFinger] {
    var fingers: [RecordedFinger] = []
    var open: [Contact.ID: Int] = [:]
    for frame in self {
      for (id, index) in open where !frame.contacts.contains(where: { $0.id == id }) {
        fingers[index].end = frame.time
        open[id] = nil
      }
      for contact in frame.contacts {
        let index = open[contact.id] ?? fingers.count
        if index == fingers.count {
          fingers.append(
            RecordedFinger(id: contact.id, start: frame.time, end: self[count - 1].time))
        }
        open[contact.id] = index
        let seconds = frame.time.seconds(since: fingers[index].start)
        fingers[index].path.append(TimedPath.Sample(seconds: seconds, position: contact.position))
      }
    }
    return fingers.sorted { ($0.start, $0.id) < ($1.start, $1.id) }
  }

  fileprivate func interruptions(since origin: Timestamp) -> [(start: Double, end: Double)] {
    var result: [(start: Double, end: Double)] = []
    var start: Double?
    for frame in self where frame.isInterrupted != (start != nil) {
      let seconds = frame.time.seconds(since: origin)
      if let begun = start { result.append((begun, seconds)) }
      start = frame.isInterrupted ? seconds : nil
    }
    if let start, let last { result.append((start, last.time.seconds(since: origin))) }
    return result
  }
}
