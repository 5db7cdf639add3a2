import Contacts
import Evdev
import Timeline

extension FuzzTarget {
  /// Feeds events to a slot tracker, or frames to an encoder and its events to a tracker.
  ///
  /// Promises: every frame is consistent; all touches end with the recording; decoded frames are
  /// those that were encoded: their number, times, contacts and positions within a unit.
  static let slots = FuzzTarget("slots", seeds: slotSeeds) { bytes in
    var reader = ByteReader(bytes)
    if reader.flag() { decodeEvents(&reader) } else { encodeFrames(&reader) }
  }

  private static let slotSeeds: [[UInt8]] = {
    var inputs: [[UInt8]] = []
    for device in 0..<7 as Range<UInt8> {
      // Two fingers touch down, move and lift.
      inputs.append(
        [0, device, 0] + [40, 2, 0, 100, 100, 1, 150, 150] + [40, 0, 120, 110, 130, 140] + [40, 4])
      // A slot, a tracking id, a position, a report.
      inputs.append(
        [1, device, 0, 0] + [10, 0, 7, 0, 1, 10, 0, 5, 0, 9, 10, 0, 9, 0, 9, 10, 15, 0, 0, 0])
    }
    return inputs
  }()
}

// MARK: - Any events

/// The codes that a tracker processes, and others.
private let codes: [(EventType, UInt16)] =
  [0, 1, 0x18, 0x2f, 0x30, 0x31, 0x35, 0x36, 0x37, 0x39, 0x3a, 0x3b].map { (.absolute, $0) }
  + [0x14a, 0x145, 0x14d, 0x14e, 0x148, 0x110, 0x140, 116, 152].map { (.key, $0) }
  + [0, 0, 2, 3].map { (.synchronization, $0) }

private func decodeEvents(_ reader: inout ByteReader) {
  let device = reader.pick(RecordingInput.devices + [.hostile])
  let description = reader.isOne(in: 4) ? nil : device
  let isObserved = reader.flag()
  var time = Timestamp.zero
  var events: [InputEvent] = []
  while !reader.isEmpty {
    let step = reader.byte()
    time =
      step == 255
      ? Timestamp(microseconds: reader.integer())
      : time.advanced(byMicroseconds: Int64(step) * 100 - 200)
    let (type, code) = reader.pick(codes) ?? (.synchronization, 0)
    let value: Int32 = reader.isOne(in: 16) ? reader.integer() : Int32(reader.integer(Int16.self))
    events.append(InputEvent(time: time, type: type, code: code, value: value))
  }
  var observed = ObservedDevice()
  observed.observe(events)
  var tracker = SlotTracker(description: description, observed: isObserved ? observed : nil)
  var promises = FramePromises()
  for event in events where tracker.process(event) { promises.check(tracker.frame) }
  if tracker.finish() { promises.check(tracker.frame) }
  promise(tracker.frame.contacts.isEmpty, "all touches end with the recording")
}

extension DeviceDescription {
  /// A description with the widest, narrowest and most invalid axes.
  fileprivate static let hostile: DeviceDescription = {
    var device = DeviceDescription.touchpad(width: 100, height: 60)
    device.axes[AbsoluteCode.slot] = .init(value: .max, minimum: 0, maximum: .max)
    device.axes[AbsoluteCode.positionX] = .init(
      value: .min, minimum: .min, maximum: .max, resolution: .max)
    device.axes[AbsoluteCode.positionY] = .init(minimum: .max, maximum: .min, resolution: .min)
    device.axes[AbsoluteCode.multitouchPressure] = .init(minimum: .min, maximum: .max)
    return device
  }()
}

// MARK: - Frames and back

private func encodeFrames(_ reader: inout ByteReader) {
  let device = reader.pick(RecordingInput.devices) ?? .touchpad(width: 100, height: 60)
  let isLossy = reader.isOne(in: 4)
  let sent = frames(&reader, isLossy: isLossy)
  var encoder = SlotEncoder(description: device)
  var events: [InputEvent] = []
  for frame in sent { encoder.encode(frame, into: &events) }
  var observed = ObservedDevice()
  observed.observe(events)
  var tracker = SlotTracker(description: device, observed: observed)
  var promises = FramePromises()
  var received: [ContactFrame] = []
  for event in events where tracker.process(event) {
    promises.check(tracker.frame)
    received.append(tracker.frame)
  }
  promise(
    events.count <= sent.reduce(8) { $0 + 30 + 20 * $1.contacts.count + 2 * $1.cancelled.count },
    "events are in proportion to frames")
  // Lost events make frames of their own.
  guard !isLossy else { return }
  promise(received.count == sent.count, "\(sent.count) frames are read back, not \(received.count)")
  var comparison = FrameComparison(device)
  for (old, new) in zip(sent, received) { comparison.check(old, new) }
}

/// Frames of contacts that come, move and go; each has an id of its own.
private func frames(_ reader: inout ByteReader, isLossy: Bool) -> [ContactFrame] {
  var frames: [ContactFrame] = []
  var contacts: [Contact] = []
  var time = Timestamp.zero
  var lastID = 0
  while !reader.isEmpty, frames.count < 200 {
    time = time.advanced(byMicroseconds: Int64(reader.byte()) * 200)
    let change = reader.byte()
    var frame = ContactFrame(time: time)
    if change & 4 != 0 { contacts = [] }
    if change & 8 != 0, !contacts.isEmpty {
      let gone = contacts.remove(at: reader.below(contacts.count))
      if isLossy, change & 16 != 0 { frame.cancelled = [gone.id] }
    }
    for index in contacts.indices {
      contacts[index].position = position(&reader)
      if change & 32 != 0 { contacts[index].pressure = reader.share() }
    }
    for _ in 0..<change & 3 where contacts.count < 5 {
      lastID += 1
      var contact = Contact(id: lastID, position: position(&reader))
      if isLossy, change & 64 != 0 { contact.isResumed = true }
      contacts.append(contact)
    }
    frame.contacts = contacts
    if change & 128 != 0 { frame.buttons = .left }
    frames.append(frame)
  }
  return frames
}

private func position(_ reader: inout ByteReader) -> Point {
  Point(x: Double(reader.byte()) / 255 * 100, y: Double(reader.byte()) / 255 * 60)
}

/// Compares frames with those that were decoded, whose contacts have other ids.
private struct FrameComparison {
  private let touchArea: TouchArea
  /// How contacts are known: slots and tracking ids keep them apart, packets without ids and a
  /// single touch do not.
  private let keepsIDs: Bool
  private let maximumContacts: Int
  private var ids: [Contact.ID: Contact.ID] = [:]

  init(_ device: DeviceDescription) {
    touchArea = TouchArea(description: device)
    let slots = device.axes[AbsoluteCode.slot].map { Int($0.maximum) + 1 }
    keepsIDs = slots != nil || device.axes[AbsoluteCode.trackingID] != nil
    let isMultitouch = device.axes[AbsoluteCode.positionX] != nil
    maximumContacts = slots ?? (isMultitouch ? .max : 1)
  }

  mutating func check(_ old: ContactFrame, _ new: ContactFrame) {
    promise(new.time == old.time, "a frame keeps its time")
    promise(new.buttons == old.buttons, "a frame keeps its buttons")
    guard old.contacts.count <= maximumContacts else {
      ids = [:]
      return
    }
    promise(
      new.contacts.count == old.contacts.count,
      "\(old.contacts.count) contacts are read back, not \(new.contacts.count)")
    guard keepsIDs else { return }
    for (from, to) in zip(old.contacts, new.contacts) {
      if let id = ids[from.id] { promise(id == to.id, "a contact keeps its id") }
      ids[from.id] = to.id
      let unit = max(touchArea.x.millimetresPerUnit, touchArea.y.millimetresPerUnit)
      promise(
        from.position.distance(to: to.position) <= unit * 0.71 + 1e-9,
        "a contact keeps its position \(from.position), not \(to.position)")
    }
  }
}
