import Contacts
import Evdev
import Testing
import Timeline

/// Frames that are encoded anew, with no more than the encoder's description to read them by.
@Suite struct RecodingTests {
  /// The frames of a recording, and those of its recoded events.
  private func recode(
    _ events: [InputEvent], on description: DeviceDescription?
  ) -> (frames: [ContactFrame], again: [ContactFrame], encoder: SlotEncoder) {
    let observed = observe(events)
    var tracker = SlotTracker(description: description, observed: observed)
    var encoder = SlotEncoder(
      recoding: description, touchArea: tracker.touchArea, observed: observed)
    let made = encoder
    var frames: [ContactFrame] = []
    var encoded: [InputEvent] = []
    for event in events where tracker.process(event) {
      frames.append(tracker.frame)
      encoder.encode(tracker.frame, into: &encoded)
    }
    var second = SlotTracker(description: made.description, observed: observe(encoded))
    var again: [ContactFrame] = []
    for event in encoded where second.process(event) { again.append(second.frame) }
    #expect(second.touchArea.kind == tracker.touchArea.kind)
    return (frames, again, made)
  }

  @Test(
    "All that a frame has is kept",
    arguments: [
      "id 1 x 10 y 20 pressure 30 major 40 minor 20 tool 2 | x 11 | id -1",
      // The pressure of all fingers together, and fingers that are only counted.
      "id 1 x 10 y 20 absp 200 finger 1 | finger 0 triple 1 absp 210 | absp 0 id -1 triple 0",
      // Touches that began before the recording, or while events were lost.
      "x 10 y 20 | x 11 | id -1", "slot 1 x 5 y 6 | slot 0 id 7 x 1 y 1 | slot 1 id -1",
      "dropped | id 4 x 7 y 8 | x 9 | id -1",
      "id 1 x 1 y 1 | dropped | slot 1 id 2 x 5 y 5 | id -1",
      // A size that ends, buttons and interruptions.
      "id 1 x 1 y 1 major 50 | major 0 | x 2 | id -1",
      "id 1 x 1 y 1 left 1 | right 1 lock 1 | left 0 | id -1 right 0 lock 0",
      // Single touch and protocol A.
      "absx 5 absy 6 touch 1 absp 9 | absx 7 | touch 0", "absx 5 absy 6 | absx 7 | touch 0",
      "x 5 y 6 mt x 50 y 60 mt | x 7 y 6 mt x 51 y 60 mt | x 51 y 61 mt | mt",
      "id 1 x 5 y 6 mt id 2 x 50 y 60 mt | id 2 x 51 y 61 mt | mt",
      // A slot beyond those that devices announce, and one that is reused within a frame.
      "slot 12 id 1 x 5 y 5 | slot 0 id 2 x 3 y 3 | id -1 id 3 x 9 y 9 | id -1 slot 12 id -1",
    ], [nil, DeviceDescription(), .plain()])
  func frames(script: String, description: DeviceDescription?) {
    let (frames, again, _) = recode(events(script), on: description)
    #expect(again == frames)
    #expect(frames.contains { !$0.contacts.isEmpty })
  }

  @Test("Frames of random events are kept, on any device", arguments: UInt64(1)...60)
  func randomEvents(seed: UInt64) {
    let list = RandomEvents(seed: seed).list(400)
    for description in SlotTrackerFuzzTests.descriptions {
      let (frames, again, encoder) = recode(list, on: description)
      let size = TouchArea(description: encoder.description, observed: observe(list)).size
      // Coordinates far outside may be negative ones to a device with a range, so only others
      // count.
      func positions(_ frame: ContactFrame, like other: ContactFrame) -> [Point] {
        zip(frame.contacts, other.contacts).compactMap { contact, other in
          let isInside =
            0...size.width ~= other.position.x && 0...size.height ~= other.position.y
          return isInside ? contact.position : nil
        }
      }
      #expect(again.count == frames.count)
      for (frame, other) in zip(frames, again) {
        #expect(other.contacts.map(\.id) == frame.contacts.map(\.id), "\(seed)")
        #expect(positions(other, like: frame) == positions(frame, like: frame), "\(seed)")
        #expect(other.contacts.map(\.isResumed) == frame.contacts.map(\.isResumed), "\(seed)")
        #expect(other.contacts.map(\.tool) == frame.contacts.map(\.tool), "\(seed)")
        #expect(other.cancelled == frame.cancelled, "\(seed)")
        #expect(other.extraFingers == frame.extraFingers, "\(seed)")
        #expect(other.buttons == frame.buttons, "\(seed)")
        #expect(other.isInterrupted == frame.isInterrupted, "\(seed)")
        #expect(other.time == frame.time, "\(seed)")
      }
    }
  }

  @Test("A complete description stays, but for the current slot")
  func complete() {
    var device = DeviceDescription.touchpad(width: 100, height: 60)
    device.properties.insert(InputProperty.buttonPad)
    device.axes[AbsoluteCode.slot]?.value = 2
    let list = events("slot 0 id 1 x 10 y 20 pressure 3 touch 1 finger 1 | id -1")
    let completed = DeviceDescription(
      completing: device, touchArea: TouchArea(description: device), observed: observe(list))
    #expect(completed == device)
    let encoder = recode(list, on: device).encoder
    device.axes[AbsoluteCode.slot]?.value = 0
    #expect(encoder.description == device)
  }

  @Test("An incomplete description gets what was observed: kind, keys, ranges, slots and tools")
  func incomplete() {
    let axis = DeviceDescription.Axis(minimum: 0, maximum: 999, resolution: 20)
    let device = DeviceDescription(
      name: "Pad", axes: [AbsoluteCode.positionX: axis, AbsoluteCode.positionY: axis])
    let list = events(
      "slot 1 id 1 x 10 y 20 tool 2 major 4 pressure 9 triple 1 left 1 | id -1 triple 0 left 0")
    let completed = recode(list, on: device).encoder.description
    #expect(completed.name == "Pad" && completed.properties == [InputProperty.pointer])
    #expect(completed.axes[AbsoluteCode.positionX] == axis)
    #expect(
      completed.supports(.key, KeyCode.toolTripleTap) && completed.supports(.key, KeyCode.left))
    // Three fingers are counted and two slots used: there are no more.
    #expect(completed.axes[AbsoluteCode.slot]?.maximum == 1)
    #expect(completed.axes[AbsoluteCode.toolType] != nil)
    #expect(completed.axes[AbsoluteCode.touchMajor]?.maximum == 4)
    #expect(completed.axes[AbsoluteCode.multitouchPressure]?.maximum == 255)
    let screen = recode(events("id 1 x 10 y 20 | id -1"), on: device).encoder.description
    #expect(screen.properties == [InputProperty.direct])
    #expect(!screen.supports(.key, KeyCode.toolFinger))
    #expect(screen.axes[AbsoluteCode.slot]?.maximum == 9)
  }
}
