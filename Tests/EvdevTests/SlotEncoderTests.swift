import Contacts
import Evdev
import Testing
import Timeline

@Suite struct SlotEncoderTests {
  static let models: [DeviceDescription] = [
    .touchpad(width: 100, height: 60), .touchpad(width: 100, height: 60, reporting: .slots(2)),
    .touchpad(width: 100, height: 60, reporting: .semiMultitouch),
    .touchpad(width: 100, height: 60, reporting: .single),
    .touchscreen(width: 250, height: 140), .touchscreen(width: 65, height: 120, resolution: 7),
    .touchscreen(width: 250, height: 140, reporting: .packets(hasTrackingIDs: true)),
    .touchscreen(width: 250, height: 140, reporting: .packets(hasTrackingIDs: false)),
    .touchscreen(width: 250, height: 140, reporting: .single),
  ]

  private func roundTrip(_ frames: [ContactFrame], on device: DeviceDescription) -> [ContactFrame] {
    var encoder = SlotEncoder(description: device)
    var events: [InputEvent] = []
    for frame in frames { encoder.encode(frame, into: &events) }
    var tracker = SlotTracker(description: device, observed: observe(events))
    var result: [ContactFrame] = []
    for event in events where tracker.process(event) { result.append(tracker.frame) }
    #expect(tracker.anomalies.isEmpty || frames.contains { !$0.cancelled.isEmpty })
    return result
  }

  private func frame(_ milliseconds: Int64, _ contacts: [Contact] = []) -> ContactFrame {
    ContactFrame(time: Timestamp(microseconds: milliseconds * 1000), contacts: contacts)
  }

  private func contact(_ id: Int, _ x: Double, _ y: Double) -> Contact {
    Contact(id: id, position: Point(x: x, y: y), pressure: 0.2, size: Size(width: 9, height: 7))
  }

  @Test("A virtual device has exactly the requested size", arguments: models)
  func modelSize(device: DeviceDescription) {
    let touchArea = TouchArea(description: device)
    let sizes = [
      Size(width: 100, height: 60), Size(width: 250, height: 140), Size(width: 65, height: 120),
    ]
    #expect(sizes.contains(touchArea.size))
    #expect(touchArea.scale == .resolution)
  }

  @Test(
    "One finger is reproduced within a unit and at its times on every kind of device",
    arguments: models)
  func oneFinger(device: DeviceDescription) {
    let positions = [(1.03, 2.01), (1.03, 2.01), (10.77, 30.1), (59.9, 49.95)]
    var sent = positions.enumerated().map { index, position in
      frame(Int64(index) * 8, [contact(1, position.0, position.1)])
    }
    sent.append(frame(40))
    let received = roundTrip(sent, on: device)
    #expect(received.map(\.time) == sent.map(\.time))
    let unit = TouchArea(description: device).x.millimetresPerUnit
    for (old, new) in zip(sent, received) {
      #expect(new.contacts.map(\.id) == old.contacts.map(\.id))
      for (from, to) in zip(old.contacts, new.contacts) {
        #expect(from.position.distance(to: to.position) <= unit * 0.71)
        #expect(abs((to.pressure ?? 0) - 0.2) < 0.01)
      }
    }
  }

  @Test(
    "Contacts that begin and end keep their ids, with as many slots as contacts",
    arguments: [
      DeviceDescription.touchscreen(width: 250, height: 140),
      .touchscreen(width: 250, height: 140, reporting: .slots(3)),
      .touchscreen(width: 250, height: 140, reporting: .packets(hasTrackingIDs: true)),
    ])
  func comingAndGoing(device: DeviceDescription) {
    let sent = [
      frame(0, [contact(1, 10, 10), contact(2, 20, 20)]),
      frame(8, [contact(2, 21, 20), contact(3, 30, 30)]),
      frame(16, [contact(2, 22, 20), contact(3, 31, 30), contact(4, 40, 40)]),
      // All slots get new contacts at once.
      frame(24, [contact(5, 1, 1), contact(6, 2, 2), contact(7, 3, 3)]),
      frame(32, [contact(6, 2, 2)]),
      frame(40),
      frame(48, [contact(8, 2, 2)]),
    ]
    #expect(roundTrip(sent, on: device) == sent)
  }

  @Test("Tool, size, buttons and interruptions are reproduced")
  func attributes() {
    var palm = contact(1, 5, 5)
    palm.tool = .palm
    var sent = [frame(0, [palm]), frame(8, [contact(1, 6, 5)]), frame(16)]
    sent[0].buttons = [.left, .middle]
    sent[1].isInterrupted = true
    #expect(roundTrip(sent, on: .touchscreen(width: 250, height: 140))[0].contacts == [palm])
    let received = roundTrip(sent, on: .touchpad(width: 100, height: 60, resolution: 255))
    #expect(received.map(\.buttons) == sent.map(\.buttons))
    #expect(received.map(\.isInterrupted) == sent.map(\.isInterrupted))
  }

  @Test("Contacts beyond the slots become extra fingers, and extra fingers are reproduced")
  func extraFingers() {
    let many = (1...4).map { contact($0, Double($0) * 10, 10) }
    var counted = frame(8, Array(many.prefix(2)))
    counted.extraFingers = 1
    let device = DeviceDescription.touchpad(
      width: 100, height: 60, reporting: .semiMultitouch)
    #expect(roundTrip([frame(0, many), counted], on: device).map(\.extraFingers) == [2, 1])
    let single = DeviceDescription.touchpad(width: 100, height: 60, reporting: .single)
    #expect(roundTrip([frame(0, many)], on: single).map(\.extraFingers) == [3])
  }

  @Test("A cancelled contact is cancelled again, and the others continue")
  func cancelled() {
    var sent = [
      frame(0, [contact(1, 10, 10), contact(2, 20, 20)]), frame(8, [contact(2, 21, 20)]),
      frame(16, [contact(2, 22, 20)]),
    ]
    sent[1].cancelled = [1]
    #expect(roundTrip(sent, on: .touchscreen(width: 250, height: 140)) == sent)
  }

  @Test("A cancelled single touch is cancelled again")
  func cancelledSingle() {
    var sent = [frame(0, [contact(1, 10, 10)]), frame(8), frame(16, [contact(2, 30, 30)])]
    sent[1].cancelled = [1]
    let device = DeviceDescription.touchscreen(width: 250, height: 140, reporting: .single)
    #expect(roundTrip(sent, on: device).map(\.cancelled) == [[], [1], []])
  }

  @Test("A touch that is resumed in the first frame is resumed again")
  func resumed() {
    var early = contact(1, 10, 10)
    early.isResumed = true
    var encoder = SlotEncoder(description: .touchscreen(width: 250, height: 140))
    var events: [InputEvent] = []
    encoder.encode(frame(0, [early, contact(2, 20, 20)]), into: &events)
    encoder.encode(frame(8, [contact(2, 20, 20)]), into: &events)
    var tracker = SlotTracker(description: .touchscreen(width: 250, height: 140))
    #expect(frames(events, &tracker) == ["1~:10,10 2:20,20", "2:20,20"])
  }

  @Test("Unchanged values are not sent")
  func economy() {
    var encoder = SlotEncoder(description: .touchscreen(width: 250, height: 140))
    var events: [InputEvent] = []
    encoder.encode(frame(0, [contact(1, 10, 10)]), into: &events)
    events.removeAll()
    encoder.encode(frame(8, [contact(1, 10, 10)]), into: &events)
    #expect(events.map(\.isReport) == [true])
  }

  @Test("Tracking ids stay within 16 bits, as in the kernel")
  func trackingIDs() {
    var encoder = SlotEncoder(description: .touchscreen(width: 250, height: 140))
    var events: [InputEvent] = []
    encoder.encode(frame(0, [contact(65_537, 1, 1)]), into: &events)
    #expect(events.contains { $0.code == AbsoluteCode.trackingID && $0.value == 1 })
  }

  @Test("Values beyond an axis's range are clamped")
  func extremeValues() {
    var extreme = contact(1, .infinity, -.infinity)
    extreme.pressure = .nan
    extreme.size = Size(width: .nan, height: .infinity)
    var encoder = SlotEncoder(description: .touchscreen(width: 250, height: 140))
    var events: [InputEvent] = []
    encoder.encode(frame(0, [extreme]), into: &events)
    #expect(events.contains { $0.code == AbsoluteCode.positionX && $0.value == .max })
  }
}
