public import Contacts
internal import Timeline

/// Turns frames of contacts into the events that a device would send for them; the reverse of
/// ``SlotTracker``.
///
/// ```swift
/// let device = DeviceDescription.touchpad(width: 100, height: 60)
/// var encoder = SlotEncoder(description: device)
/// var events: [InputEvent] = []
/// for frame in frames { encoder.encode(frame, into: &events) }
/// ```
///
/// The encoder uses the protocol that the description implies (B, A or single touch), with the
/// emulated axes and the keys that the description lists. Each frame produces one `SYN_REPORT` at
/// its time, and values are sent when they change, as by the kernel.
///
/// A ``SlotTracker`` with the same description turns the events into the same frames, with
/// positions rounded to the nearest unit and ids counted from 1. Contacts beyond the device's slots
/// become extra fingers, and a pressure cannot become nil again. Cancelled contacts are encoded as
/// lost events: `SYN_DROPPED`, then the remaining state; in protocol A, like contacts that lift.
///
/// ``init(recoding:touchArea:observed:)`` creates an encoder for the frames of a recording.
public struct SlotEncoder: Sendable {
  /// The largest tracking id; the next one is 0 again, as in the kernel.
  public static let lastTrackingID: Int32 = 65_535

  /// The state of a slot as it was sent last; values that were never sent are missing.
  private struct SentSlot: Sendable {
    var contact: Contact.ID?
    /// The finger of the recording that the contact represents; nil for other contacts.
    var finger: SlotFinger?
    var values: [UInt16: Int32] = [:]
  }

  /// The description to read the events with.
  public let description: DeviceDescription
  private let touchArea: TouchArea
  private let attributes: AttributeScale
  private let touchProtocol: TouchProtocol
  private var slots: [SentSlot]
  /// The number of slots that are filled before others.
  private let announcedSlots: Int
  private var currentSlot: Int32 = 0
  /// The values of keys and emulated axes that were sent last.
  private var keys: [UInt16: Int32] = [:]
  private var emulated: [UInt16: Int32] = [:]
  private var events: [InputEvent] = []
  private var time = Timestamp.zero
  private var hasSentFrame = false

  /// Creates an encoder for frames on a touch area, by default that of the description.
  public init(description: DeviceDescription, touchArea: TouchArea? = nil) {
    self.description = description
    let touchArea = touchArea ?? TouchArea(description: description)
    self.touchArea = touchArea
    attributes = AttributeScale(description: description, observed: nil, touchArea: touchArea)
    touchProtocol = TouchProtocol(description: description, observed: nil) ?? .b
    let count = touchProtocol == .b ? description.announcedSlots ?? SlotTracker.slotLimit : 1
    slots = Array(repeating: SentSlot(), count: count)
    announcedSlots = count
  }

  /// Creates an encoder for frames, all or some, that a ``SlotTracker`` made of a recording.
  ///
  /// A tracker with only ``description``, which includes the properties that were observed or
  /// assumed, makes the same frames from the encoded events. Protocol A becomes protocol B, since
  /// contacts without tracking ids are matched beside others, which may not be encoded.
  ///
  /// - Parameters:
  ///   - description: The device's description; nil for an undescribed device.
  ///   - touchArea: The mapping that the tracker used.
  ///   - observed: The properties that the events of the whole recording reveal.
  public init(
    recoding description: DeviceDescription?, touchArea: TouchArea, observed: ObservedDevice?
  ) {
    let isSingle = TouchProtocol(description: description, observed: observed) == .single
    touchProtocol = isSingle ? .single : .b
    var complete = DeviceDescription(
      completing: description, touchArea: touchArea, observed: observed,
      touchProtocol: touchProtocol)
    complete.axes[AbsoluteCode.slot]?.value = 0
    self.description = complete
    self.touchArea = touchArea
    attributes = AttributeScale(description: complete, observed: observed, touchArea: touchArea)
    announcedSlots = isSingle ? 1 : complete.announcedSlots ?? 1
    // The tracker reads contacts beyond the announced slots, too.
    slots = Array(repeating: SentSlot(), count: isSingle ? 1 : SlotTracker.slotLimit)
  }

  /// Appends the events of one frame.
  public mutating func encode(_ frame: ContactFrame, into output: inout [InputEvent]) {
    encode(frame, fingers: [], into: &output)
  }

  /// Appends the events of one frame and of the fingers that hover.
  ///
  /// - Parameter fingers: The fingers of the tracker that made the frame.
  package mutating func encode(
    _ frame: ContactFrame, fingers: [SlotFinger], into output: inout [InputEvent]
  ) {
    swap(&events, &output)
    defer { swap(&events, &output) }
    time = frame.time
    let isLossy = touchProtocol != .a && showsLoss(frame)
    if isLossy, touchProtocol == .single { announceLoss() }
    switch touchProtocol {
    case .b: encodeProtocolB(frame, fingers, isLossy: isLossy)
    case .a: encodeProtocolA(frame)
    case .single: encodeSingle(frame, isLossy: isLossy)
    }
    encodeKeys(frame)
    encodeEmulation(frame)
    append(.synchronization, SynchronizationCode.report, 0)
    hasSentFrame = true
  }

  /// Whether a frame can only follow lost events: it cancels a contact, or contains a new contact
  /// that is resumed.
  private func showsLoss(_ frame: ContactFrame) -> Bool {
    if slots.contains(where: { $0.contact.map(frame.cancelled.contains) ?? false }) { return true }
    return hasSentFrame
      && frame.contacts.contains { $0.isResumed && slot(of: $0.id) == nil }
  }

  private mutating func announceLoss() {
    append(.synchronization, SynchronizationCode.dropped, 0)
    append(.synchronization, SynchronizationCode.report, 0)
  }

  private mutating func append(_ type: EventType, _ code: UInt16, _ value: Int32) {
    events.append(InputEvent(time: time, type: type, code: code, value: value))
  }

  private mutating func send(key code: UInt16, _ isPressed: Bool) {
    let value: Int32 = isPressed ? 1 : 0
    if keys[code] ?? 0 == value { return }
    keys[code] = value
    append(.key, code, value)
  }

  private mutating func encodeKeys(_ frame: ContactFrame) {
    if touchProtocol != .single, description.supports(.key, KeyCode.touch) {
      send(key: KeyCode.touch, !frame.contacts.isEmpty)
    }
    let hasPen = touchProtocol == .single && frame.contacts.first?.tool == .pen
    if description.supports(.key, KeyCode.toolFinger) {
      let fingers = hasPen ? 0 : frame.contacts.count + max(0, frame.extraFingers)
      for (index, code) in KeyCode.fingerTools.enumerated()
      where description.supports(.key, code) {
        send(key: code, index + 1 == min(fingers, KeyCode.fingerTools.count))
      }
    }
    send(key: KeyCode.left, frame.buttons.contains(.left))
    send(key: KeyCode.right, frame.buttons.contains(.right))
    send(key: KeyCode.middle, frame.buttons.contains(.middle))
    send(key: KeyCode.screenLock, frame.isInterrupted)
  }

  /// The axes of single touch follow the oldest contact.
  private mutating func encodeEmulation(_ frame: ContactFrame) {
    if touchProtocol == .single { return }
    if let oldest = frame.contacts.first {
      emulate(AbsoluteCode.x, touchArea.x.raw(oldest.position.x))
      emulate(AbsoluteCode.y, touchArea.y.raw(oldest.position.y))
    }
    let pressure = frame.totalPressure ?? frame.contacts.first?.pressure
    // The pressure of a device that has not sent any is unknown, not zero.
    guard pressure != nil || emulated[AbsoluteCode.pressure] != nil else { return }
    emulate(AbsoluteCode.pressure, attributes.rawPressure(pressure ?? 0))
  }

  private mutating func emulate(_ code: UInt16, _ value: Int32) {
    guard description.axes[code] != nil, emulated[code] != value else { return }
    emulated[code] = value
    append(.absolute, code, value)
  }

  /// Sends the changes of each slot, hovering fingers included.
  private mutating func encodeProtocolB(
    _ frame: ContactFrame, _ fingers: [SlotFinger], isLossy: Bool
  ) {
    for finger in fingers { follow(finger) }
    var frame = frame
    frame.contacts += fingers.filter(\.isHovering).map(\.contact)
    encodeSlots(frame, isLossy: isLossy)
    for finger in fingers {
      guard let slot = slot(of: finger.contact.id) else { continue }
      slots[slot].finger = finger
      change(slot, AbsoluteCode.multitouchDistance, finger.distance, from: 0)
    }
  }

  /// Keeps a finger that comes down, or rises to hover, in its slot.
  private mutating func follow(_ finger: SlotFinger) {
    let slot = slots.firstIndex { sent in
      guard let contact = sent.contact, let former = sent.finger else { return false }
      return former.slot == finger.slot && former.trackingID == finger.trackingID
        && contact == former.contact.id && former.isHovering != finger.isHovering
    }
    if let slot { slots[slot].contact = finger.contact.id }
  }

  private mutating func encodeSlots(_ frame: ContactFrame, isLossy: Bool) {
    var lifted: [Int] = []
    var cancelled: [Int] = []
    for slot in slots.indices {
      guard let id = slots[slot].contact, !frame.contacts.contains(where: { $0.id == id })
      else { continue }
      slots[slot].contact = nil
      // A slot that is not mentioned after lost events is cancelled by the reader.
      if frame.cancelled.contains(id) { cancelled.append(slot) } else { lifted.append(slot) }
    }
    let new = assignSlots(frame, lifted: lifted, cancelled: cancelled)
    if isLossy {
      // A touch that is new and not resumed began before events were lost.
      for (slot, contact) in new where !contact.isResumed { sendTouchDown(contact, in: slot) }
      announceLoss()
    }
    for slot in lifted where !isLossy || slots[slot].contact == nil {
      sendInSlot(slot, AbsoluteCode.trackingID, -1)
    }
    for (slot, contact) in new where !isLossy {
      if contact.isResumed, !hasSentFrame {
        // A touch without a tracking id is one that began before the recording.
        slots[slot].values = [:]
      } else {
        sendTouchDown(contact, in: slot)
      }
    }
    for slot in slots.indices {
      guard let id = slots[slot].contact, let contact = frame.contacts.first(where: { $0.id == id })
      else { continue }
      if isLossy { sendTouchDown(contact, in: slot) }
      sendAttributes(contact, in: slot)
    }
  }

  private mutating func sendTouchDown(_ contact: Contact, in slot: Int) {
    sendInSlot(slot, AbsoluteCode.trackingID, SlotEncoder.trackingID(contact.id))
  }

  /// Assigns slots to new contacts in the order of their ids, preferring slots not freed just now.
  private mutating func assignSlots(
    _ frame: ContactFrame, lifted: [Int], cancelled: [Int]
  ) -> [(slot: Int, contact: Contact)] {
    let new = frame.contacts.filter { slot(of: $0.id) == nil }
    if new.isEmpty { return [] }
    let unused = slots.indices.filter {
      slots[$0].contact == nil && !lifted.contains($0) && !cancelled.contains($0)
    }
    let free =
      unused.filter { $0 < announcedSlots } + lifted + unused.filter { $0 >= announcedSlots }
      + cancelled
    let assigned = Array(zip(free.prefix(new.count).sorted(), new))
    for (slot, contact) in assigned { slots[slot].contact = contact.id }
    return assigned
  }

  private mutating func sendAttributes(_ contact: Contact, in slot: Int) {
    if contact.size == nil { change(slot, AbsoluteCode.touchMajor, 0, from: 0) }
    for (code, value) in rawAttributes(contact) { change(slot, code, value) }
  }

  private func slot(of contact: Contact.ID) -> Int? {
    slots.firstIndex { $0.contact == contact }
  }

  /// Sends a value that differs from the one sent last, or from `initial` before any.
  private mutating func change(
    _ slot: Int, _ code: UInt16, _ value: Int32, from initial: Int32? = nil
  ) {
    if slots[slot].values[code] ?? initial == value { return }
    slots[slot].values[code] = value
    sendInSlot(slot, code, value)
  }

  private mutating func sendInSlot(_ slot: Int, _ code: UInt16, _ value: Int32) {
    if currentSlot != Int32(slot) {
      currentSlot = Int32(slot)
      append(.absolute, AbsoluteCode.slot, currentSlot)
    }
    append(.absolute, code, value)
  }

  /// Sends all contacts, each followed by `SYN_MT_REPORT`.
  private mutating func encodeProtocolA(_ frame: ContactFrame) {
    let hasIDs = description.axes[AbsoluteCode.trackingID] != nil
    for contact in frame.contacts {
      if hasIDs {
        append(.absolute, AbsoluteCode.trackingID, SlotEncoder.trackingID(contact.id))
      }
      for (code, value) in rawAttributes(contact) { append(.absolute, code, value) }
      append(.synchronization, SynchronizationCode.multitouchReport, 0)
    }
    if frame.contacts.isEmpty, slots[0].contact != nil {
      append(.synchronization, SynchronizationCode.multitouchReport, 0)
    }
    slots[0].contact = frame.contacts.first?.id
  }

  /// Sends the oldest contact; the others are only counted by keys.
  private mutating func encodeSingle(_ frame: ContactFrame, isLossy: Bool) {
    let contact = frame.contacts.first
    let previous = slots[0].contact
    slots[0].contact = contact?.id
    if let previous, previous != contact?.id {
      if !isLossy {
        send(key: KeyCode.touch, false)
        if contact != nil { send(key: KeyCode.touch, true) }
      } else if contact != nil {
        // To the reader, a touch that moves unconfirmed after lost events is a different touch.
        emulated[AbsoluteCode.x] = nil
        emulated[AbsoluteCode.y] = nil
      } else {
        keys[KeyCode.touch] = 0
      }
    } else if previous == nil, let contact {
      // A touch without `BTN_TOUCH` is one that began before the recording.
      if contact.isResumed, !hasSentFrame {
        keys[KeyCode.touch] = 1
      } else {
        send(key: KeyCode.touch, true)
      }
    }
    if let contact {
      emulate(AbsoluteCode.x, touchArea.x.raw(contact.position.x))
      emulate(AbsoluteCode.y, touchArea.y.raw(contact.position.y))
      if let pressure = contact.pressure {
        emulate(AbsoluteCode.pressure, attributes.rawPressure(pressure))
      }
      send(key: KeyCode.toolPen, contact.tool == .pen)
    }
  }

  private static func trackingID(_ id: Contact.ID) -> Int32 {
    Int32(truncatingIfNeeded: id & Int(lastTrackingID))
  }

  /// A contact's values on the axes of the device, in the kernel's usual order.
  private func rawAttributes(_ contact: Contact) -> [(code: UInt16, value: Int32)] {
    var values = [
      (AbsoluteCode.positionX, touchArea.x.raw(contact.position.x)),
      (AbsoluteCode.positionY, touchArea.y.raw(contact.position.y)),
    ]
    func add(_ code: UInt16, _ value: Int32?) {
      if let value, description.axes[code] != nil { values.append((code, value)) }
    }
    add(AbsoluteCode.multitouchPressure, contact.pressure.map(attributes.rawPressure))
    add(AbsoluteCode.touchMajor, (contact.size?.width).map(attributes.rawLength))
    add(AbsoluteCode.touchMinor, (contact.size?.height).map(attributes.rawLength))
    add(AbsoluteCode.toolType, contact.tool.toolType)
    return values
  }
}

extension Contact.Tool {
  /// The tool's `MT_TOOL_*` value.
  fileprivate var toolType: Int32 {
    switch self {
    case .finger: ToolType.finger
    case .pen: ToolType.pen
    case .palm: ToolType.palm
    }
  }
}
