import Contacts
import Evdev
import Timeline
import TouchScript

/// What can happen between the hand and the recording, and what is left of the gestures then.
///
/// Times are in seconds from the start of the script.
extension Performance {
  /// Nothing of it is a gesture.
  mutating func becomeNothing() {
    gestures = []
  }

  /// The recording begins in the middle.
  ///
  /// Of a touch that is down already nobody knows how long: it is no tap, press, swipe or anything
  /// else that needs a landing; but what moves on, pans.
  mutating func begin(at seconds: Double) {
    let start = Timestamp(seconds: seconds)
    frames.removeAll { $0.time < start }
    let first = frames.first
    for index in frames.indices {
      for contact in frames[index].contacts.indices {
        let id = frames[index].contacts[contact].id
        if first?.contacts.contains(where: { $0.id == id }) ?? false {
          frames[index].contacts[contact].isResumed = true
        }
      }
    }
    gestures = gestures.compactMap { gesture in
      guard gesture.start < start else { return gesture }
      guard gesture.kind == .pan, gesture.end > start, let first else { return nil }
      var rest = gesture
      rest.start = first.time
      return rest
    }
  }

  /// The recording ends in the middle: what is going on is broken off.
  mutating func end(at seconds: Double) {
    let end = Timestamp(seconds: seconds)
    frames.removeAll { $0.time > end }
    gestures.removeAll { $0.start > end }
    for index in gestures.indices where gestures[index].end > end {
      gestures[index].isInterrupted = true
    }
  }

  /// Events are lost from one moment to another, and nobody knows what became of the fingers that
  /// were down: what they did is broken off.
  mutating func loseTouches(_ seconds: Range<Double>) {
    let start = Timestamp(seconds: seconds.lowerBound)
    let end = Timestamp(seconds: seconds.upperBound)
    let last = frames.last { $0.time < start }
    frames.removeAll { $0.time >= start && $0.time < end }
    let lost = last?.contacts.map(\.id) ?? []
    for index in frames.indices where frames[index].time >= end {
      frames[index].contacts.removeAll { lost.contains($0.id) }
    }
    if let index = frames.firstIndex(where: { $0.time >= end }) { frames[index].cancelled = lost }
    for index in gestures.indices
    where gestures[index].start < start && gestures[index].end > start {
      gestures[index].isInterrupted = true
    }
  }

  /// The contacts are palms, and the device says so.
  mutating func becomePalms() {
    for index in frames.indices {
      for contact in frames[index].contacts.indices {
        frames[index].contacts[contact].tool = .palm
        frames[index].contacts[contact].size = Size(width: 42, height: 25)
      }
    }
    becomeNothing()
  }

  /// The button under the pad is down from some frames after each landing to some before the lift.
  mutating func click(delay: Int) {
    var count = 0
    for index in frames.indices {
      count = frames[index].contacts.isEmpty ? 0 : count + 1
      let remaining = frames[index...].prefix { !$0.contacts.isEmpty }.count
      if count > delay && remaining > delay { frames[index].buttons = .left }
    }
    becomeNothing()
  }
}

/// What can happen to the events on their way from the kernel to the recording.
enum Damage {
  /// The kernel's buffer overflows from one moment to another, and the recording tells afterward
  /// what the state is then, as one should that synchronizes itself (libevdev's `LIBEVDEV_READ_FLAG_SYNC`).
  static func losing(_ seconds: Range<Double>) -> (inout [InputEvent]) -> Void {
    { events in
      let start = Timestamp(seconds: seconds.lowerBound)
      let end = Timestamp(seconds: seconds.upperBound)
      let before = events.filter { $0.time < start }
      let after = events.drop { $0.time < end }
      guard let resumed = after.first?.time else { return }
      var state = SlotState()
      for event in events where event.time < end { state.process(event) }
      let report = SynchronizationCode.report
      let dropped = SynchronizationCode.dropped
      events = before
      for code in [dropped, report] {
        events.append(
          InputEvent(time: resumed, type: .synchronization, code: code, value: 0))
      }
      events += state.events(at: resumed)
      events += after
    }
  }

  /// Fingers hover: they never touch the surface.
  static func hovering(_ events: inout [InputEvent]) {
    events.removeAll { $0.type == .key && $0.code == KeyCode.touch }
    events = events.flatMap { event in
      guard event.type == .absolute, event.code == AbsoluteCode.trackingID, event.value >= 0
      else { return [event] }
      var distance = event
      distance.code = AbsoluteCode.multitouchDistance
      distance.value = 9
      return [event, distance]
    }
  }
}

/// What a device's slots hold, to tell it after lost events.
private struct SlotState {
  private var slot: Int32 = 0
  private var values: [Int32: [UInt16: Int32]] = [:]

  mutating func process(_ event: InputEvent) {
    guard event.type == .absolute else { return }
    if event.code == AbsoluteCode.slot {
      slot = event.value
    } else if event.code > AbsoluteCode.slot {
      values[slot, default: [:]][event.code] = event.value
    }
  }

  func events(at time: Timestamp) -> [InputEvent] {
    func event(_ code: UInt16, _ value: Int32) -> InputEvent {
      InputEvent(time: time, type: .absolute, code: code, value: value)
    }
    var events: [InputEvent] = []
    for index in values.keys.sorted() {
      let slot = values[index] ?? [:]
      events.append(event(AbsoluteCode.slot, index))
      // The id first: what follows is that touch's.
      events.append(event(AbsoluteCode.trackingID, slot[AbsoluteCode.trackingID] ?? -1))
      for code in slot.keys.sorted() where code != AbsoluteCode.trackingID {
        events.append(event(code, slot[code] ?? 0))
      }
    }
    events.append(event(AbsoluteCode.slot, slot))
    events.append(
      InputEvent(
        time: time, type: .synchronization, code: SynchronizationCode.report, value: 0))
    return events
  }
}
