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
    let fingers = frames.fingers(since: origin)
    var parts: [any FingerAction] = fingers.isEmpty ? [] : [Fingers(fingers)]
    for (start, end) in frames.interruptions(since: origin) {
      parts.append(InSequence([Wait(start), Interrupt(end - start)]))
    }
    self.init(parts.count > 1 ? [Together(parts)] : parts)
  }
}

extension [ContactFrame] {
  /// The fingers from touch down to touch up, in the order of touch down and within a frame by id,
  /// so that they get the same ids.
  fileprivate func fingers(since origin: Timestamp) -> [Finger] {
    var lives: [(id: Contact.ID, start: Timestamp, end: Timestamp, path: [TimedPath.Sample])] = []
    var open: [Contact.ID: Int] = [:]
    for frame in self {
      for (id, life) in open where !frame.contacts.contains(where: { $0.id == id }) {
        lives[life].end = frame.time
        open[id] = nil
      }
      for contact in frame.contacts {
        let life = open[contact.id] ?? lives.count
        if life == lives.count { lives.append((contact.id, frame.time, self[count - 1].time, [])) }
        open[contact.id] = life
        let seconds = frame.time.seconds(since: lives[life].start)
        lives[life].path.append(TimedPath.Sample(seconds: seconds, position: contact.position))
      }
    }
    return lives.map { life in
      // In a plan the touch up is a microsecond after the end of a movement.
      let duration = Swift.max(life.end.seconds(since: life.start) - 1e-6, 0)
      let movement = Movement.track(TimedPath(life.path, duration: duration))
      return (id: life.id, finger: Finger(movement, after: life.start.seconds(since: origin)))
    }.sorted { ($0.finger.delay, $0.id) < ($1.finger.delay, $1.id) }.map(\.finger)
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
