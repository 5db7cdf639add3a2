import Contacts
import Evdev
import Timeline
import TouchScript

/// The actions of one hand on one device of a trace.
struct Track {
  var device: Device
  var hand: Hand
  var script: FingerScript
  /// When the script starts, on the clock of the recording, in seconds.
  var clock: Double
  /// Changes the frames, and with them the gestures.
  var happening: (inout Performance) -> Void = { _ in }
  /// Changes the events; ``happening`` makes the corresponding changes of the gestures.
  var damage: (inout [InputEvent]) -> Void = { _ in }

  init(
    _ device: Device, _ hand: Hand, clock: Double = 0, _ actions: any FingerAction...,
    happening: @escaping (inout Performance) -> Void = { _ in },
    damage: @escaping (inout [InputEvent]) -> Void = { _ in }
  ) {
    self.device = device
    self.hand = hand
    self.clock = clock
    script = FingerScript(actions)
    self.happening = happening
    self.damage = damage
  }
}

extension Track {
  /// The events and the intended gestures, on the recording's clock.
  func render() -> (events: [InputEvent], gestures: [IntendedGesture]) {
    var performance = script.performed(on: device.size, by: hand)
    happening(&performance)
    performance.delay(by: Timestamp(seconds: clock).microseconds)
    var encoder = SlotEncoder(description: device.description)
    var events: [InputEvent] = []
    for frame in performance.frames { encoder.encode(frame.withSizes, into: &events) }
    damage(&events)
    return (events, performance.gestures)
  }
}

extension Performance {
  fileprivate mutating func delay(by microseconds: Int64) {
    for index in frames.indices {
      frames[index].time = frames[index].time.advanced(byMicroseconds: microseconds)
    }
    for index in gestures.indices {
      gestures[index].start = gestures[index].start.advanced(byMicroseconds: microseconds)
      gestures[index].end = gestures[index].end.advanced(byMicroseconds: microseconds)
    }
  }
}

extension ContactFrame {
  /// The same contacts; those without a size have that of a fingertip, 8 by 6.5 mm.
  fileprivate var withSizes: ContactFrame {
    var frame = self
    for index in frame.contacts.indices where frame.contacts[index].size == nil {
      frame.contacts[index].size = Size(width: 8, height: 6.5)
    }
    return frame
  }
}
