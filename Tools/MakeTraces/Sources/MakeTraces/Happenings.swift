import Contacts
import Evdev
import Timeline
import TouchScript

/// Changes of the frames between the hand and the recording, and their effects on the gestures.
///
/// Times are in seconds from the start of the script.
extension Performance {
  /// Removes all gestures: none is expected.
  mutating func becomeNothing() {
    gestures = []
  }

  /// The recording begins in the middle.
  ///
  /// The touch-down of a contact that is already down is unknown, so it is not part of a tap, long
  /// press, swipe or another gesture that needs a touch-down; but if it keeps moving, it pans.
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

  /// The recording ends in the middle: gestures in progress are interrupted.
  mutating func end(at seconds: Double) {
    let end = Timestamp(seconds: seconds)
    frames.removeAll { $0.time > end }
    gestures.removeAll { $0.start > end }
    for index in gestures.indices where gestures[index].end > end {
      gestures[index].isInterrupted = true
    }
  }

  /// Events are lost in a range of time. The state of the fingers that were down is unknown, and
  /// their gestures are interrupted.
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

  /// The contacts are palms, and the device reports them as such.
  mutating func becomePalms() {
    for index in frames.indices {
      for contact in frames[index].contacts.indices {
        frames[index].contacts[contact].tool = .palm
        frames[index].contacts[contact].size = Size(width: 42, height: 25)
      }
    }
    becomeNothing()
  }

  /// The touchpad's button is down from `delay` frames after each touch-down to as many before the
  /// touch-up.
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

/// Changes of the events between the kernel and the recording.
enum Damage {
  /// The kernel's buffer overflows in a range of time, after which the recording has the state at
  /// its end, as after a synchronization (libevdev's `LIBEVDEV_READ_FLAG_SYNC`).
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

  /// Fingers hover: they never touch the screen.
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

/// The contents of a device's slots, to be reported after lost events.
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
      // The id comes first: the values after it belong to that touch.
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
