public import Contacts
import Timeline

extension FingerScript {
  /// A script that repeats recorded frames: each finger follows its recorded path.
  ///
  /// ```swift
  /// let script = FingerScript(tracing: frames)
  /// let again = script.frames(on: size, hand: .perfect.sampled(at: 125))
  /// ```
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
    let fingers = FingerTracer.fingers(in: frames, since: origin)
    var parts: [any FingerAction] = fingers.isEmpty ? [] : [Fingers(fingers)]
    for (start, end) in FingerTracer.interruptions(in: frames, since: origin) {
      parts.append(InSequence([Wait(start), Interrupt(end - start)]))
    }
    self.init(parts.count > 1 ? [Together(parts)] : parts)
  }
}

private enum FingerTracer {
  private struct Life {
    var id: Contact.ID
    var start: Timestamp
    var samples: [TimedPath.Sample] = []
  }

  static func fingers(in frames: [ContactFrame], since origin: Timestamp) -> [Finger] {
    var open: [Life] = []
    var fingers: [(id: Contact.ID, finger: Finger)] = []
    func close(_ life: Life, at time: Timestamp) {
      // In a plan the touch up is a microsecond after the end of a movement.
      let duration = max(time.seconds(since: life.start) - 1e-6, 0)
      let finger = Finger(
        .track(TimedPath(life.samples, duration: duration)),
        after: life.start.seconds(since: origin))
      fingers.append((life.id, finger))
    }
    for frame in frames {
      for life in open where !frame.contacts.contains(where: { $0.id == life.id }) {
        close(life, at: frame.time)
      }
      open.removeAll { life in !frame.contacts.contains { $0.id == life.id } }
      for contact in frame.contacts {
        let index = open.firstIndex { $0.id == contact.id } ?? open.endIndex
        if index == open.endIndex { open.append(Life(id: contact.id, start: frame.time)) }
        let seconds = frame.time.seconds(since: open[index].start)
        open[index].samples.append(TimedPath.Sample(seconds: seconds, position: contact.position))
      }
    }
    for life in open { close(life, at: frames.last?.time ?? life.start) }
    // In the order of touch down, within a frame by id, the fingers get the same ids.
    return fingers.sorted { ($0.finger.delay, $0.id) < ($1.finger.delay, $1.id) }.map(\.finger)
  }

  static func interruptions(
    in frames: [ContactFrame], since origin: Timestamp
  ) -> [(start: Double, end: Double)] {
    var result: [(start: Double, end: Double)] = []
    var start: Double?
    for frame in frames where frame.isInterrupted != (start != nil) {
      let seconds = frame.time.seconds(since: origin)
      if let begun = start { result.append((begun, seconds)) }
      start = frame.isInterrupted ? seconds : nil
    }
    if let start, let last = frames.last {
      result.append((start, last.time.seconds(since: origin)))
    }
    return result
  }
}
