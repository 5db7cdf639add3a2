public import Contacts
public import Timeline

/// Turns the events of one touch device into frames of contacts.
///
/// ```swift
/// var tracker = SlotTracker(description: description)
/// for event in events where tracker.process(event) {
///   show(tracker.frame)
/// }
/// if tracker.finish() { show(tracker.frame) }
/// ```
///
/// The tracker understands multitouch protocol B (slots), multitouch protocol A (`SYN_MT_REPORT`)
/// and single touch (`BTN_TOUCH` with `ABS_X` and `ABS_Y`); see the kernel's
/// `multi-touch-protocol.rst`. Every `SYN_REPORT` completes a frame.
///
/// Malformed input is tolerated and counted in ``anomalies``: no sequence of events traps or takes
/// unbounded memory. The frame is changed in place; keeping copies of it while events are processed
/// makes each frame allocate. A touch that begins and ends within one frame is never reported.
public struct SlotTracker: Sendable {
  /// The most slots that are tracked, far more than any device has; further slots are ignored and
  /// counted.
  public static let slotLimit = 256

  /// The frame that ``process(_:)`` completed last.
  public private(set) var frame: ContactFrame

  private var touchProtocol: TouchProtocol
  /// Whether protocol B is assumed for want of a description; the events may show single touch.
  private var isProtocolAssumed: Bool
  private var table: SlotTable
  private var slotProtocol: ProtocolB
  private var packetProtocol: ProtocolA
  private var single: SingleTouch
  private var keys = KeyState()
  /// The slot of each contact of the frame, in the same order.
  private var slotOfContact: [Int] = []
  private var lastID: Contact.ID = 0
  private var clock: FrameClock
  private var previousTime = Timestamp.min
  /// Whether events were lost, so that events before the next `SYN_REPORT` are ignored.
  private var isSkipping = false
  private let attributes: AttributeScale
  /// The first coordinates of the recording in each slot.
  private let firstPositions: [(x: Int32?, y: Int32?)]
  /// The values of the multitouch axes in the description.
  private let describedX: Int32?
  private let describedY: Int32?
  /// The number of touches that the device can locate at a time; nil if it is unknown.
  private let usableSlots: Int?

  /// Creates a tracker for the events of one device.
  ///
  /// - Parameters:
  ///   - description: The device's description; nil for an undescribed device.
  ///   - touchArea: The mapping to mm; by default the one that `description` and `observed` imply.
  ///   - observed: The properties that the events of a recording reveal; nil for a live device.
  ///   - device: The value of ``ContactFrame/device``.
  public init(
    description: DeviceDescription?, touchArea: TouchArea? = nil, observed: ObservedDevice? = nil,
    device: Int = 0
  ) {
    let touchArea = touchArea ?? TouchArea(description: description, observed: observed)
    frame = ContactFrame(time: .zero, device: device)
    let touchProtocol = TouchProtocol(description: description, observed: observed)
    self.touchProtocol = touchProtocol ?? .b
    isProtocolAssumed = touchProtocol == nil
    slotProtocol = ProtocolB(description: description, observed: observed)
    packetProtocol = ProtocolA(observed: observed)
    single = SingleTouch(description: description, observed: observed)
    table = SlotTable(
      touchArea: touchArea,
      count: max(slotProtocol.announcedSlots ?? 1, slotProtocol.currentSlot + 1))
    if touchArea.x.isEmpty { table.anomalies.count(.emptyAxis) }
    if touchArea.y.isEmpty { table.anomalies.count(.emptyAxis) }
    clock = FrameClock(start: observed?.firstTime ?? .min)
    attributes = AttributeScale(description: description, observed: observed, touchArea: touchArea)
    firstPositions = observed?.firstPositions ?? []
    describedX = description?.axes[AbsoluteCode.positionX]?.knownValue
    describedY = description?.axes[AbsoluteCode.positionY]?.knownValue
    usableSlots = slotProtocol.announcedSlots ?? observed?.usableSlots
  }

  /// The mapping from units to mm.
  public var touchArea: TouchArea { table.touchArea }

  /// The anomalies so far.
  public var anomalies: AnomalyCounts {
    var counts = table.anomalies
    counts[.outOfRange] += table.outOfRangeCount
    counts[.wrappedCoordinate] += table.wrappedCount
    return counts
  }
}

// MARK: - Events

extension SlotTracker {
  /// Processes one event; returns whether it completed ``frame``.
  public mutating func process(_ event: InputEvent) -> Bool {
    if event.time < previousTime { countStepBack(event.time) }
    previousTime = event.time
    if event.type == .absolute {
      if !isSkipping || event.code == AbsoluteCode.slot { processAxis(event.code, event.value) }
      return false
    }
    if event.type == .synchronization { return synchronize(event) }
    if isSkipping { return false }
    if event.type == .key {
      processKey(event.code, event.value)
    } else if !event.type.isDefined {
      table.anomalies.count(.unknownCode)
    }
    return false
  }

  // Inlined into `process`, as are the values that every frame contains: an event then costs a
  // third less.
  @inline(__always) private mutating func processAxis(_ code: UInt16, _ value: Int32) {
    if code >= AbsoluteCode.slot {
      if touchProtocol == .a {
        packetProtocol.process(code, value, in: &table)
      } else {
        slotProtocol.process(code, value, in: &table)
      }
    } else if code <= AbsoluteCode.y || code == AbsoluteCode.pressure {
      single.remember(code, value)
      if touchProtocol == .single { single.process(code, value, in: &table) }
    }
  }

  @inline(never) private mutating func processKey(_ code: UInt16, _ value: Int32) {
    let isPressed = value != 0
    if touchProtocol == .a {
      packetProtocol.processKey(isTouchReleased: code == KeyCode.touch && !isPressed)
    }
    if code == KeyCode.touch {
      single.touchKey = isPressed
      if touchProtocol == .single { single.processTouchKey(isPressed, in: &table) }
    } else if code > KeyCode.last {
      table.anomalies.count(.unknownCode)
    } else {
      keys.process(code, isPressed: isPressed)
      if touchProtocol == .single { single.setTool(isPen: keys.hasPen, in: &table) }
    }
  }

  @inline(never) private mutating func synchronize(_ event: InputEvent) -> Bool {
    switch event.code {
    case SynchronizationCode.report:
      if isSkipping {
        isSkipping = false
        table.beginResynchronizing()
        packetProtocol.beginFrame()
        return false
      }
      completeFrame(at: event.time)
      return true
    case SynchronizationCode.multitouchReport:
      if !isSkipping { endPacketContact() }
    case SynchronizationCode.dropped:
      table.anomalies.count(.dropped)
      isSkipping = true
    case SynchronizationCode.config: break
    default: table.anomalies.count(.unknownCode)
    }
    return false
  }

  /// Processes `SYN_MT_REPORT`, which reveals that an undescribed device sends protocol A.
  ///
  /// The event is ignored as a stray one if the device announces slots, or uses several.
  private mutating func endPacketContact() {
    if touchProtocol != .a {
      guard slotProtocol.announcedSlots == nil, table.slots.count == 1 else { return }
      touchProtocol = .a
      packetProtocol.takeOver(&table)
    }
    packetProtocol.endContact(in: &table)
  }

  @inline(never) private mutating func countStepBack(_ time: Timestamp) {
    table.anomalies.count(FrameClock.anomaly(from: previousTime, to: time))
  }
}

// MARK: - Frames

extension SlotTracker {
  /// Ends the stream; returns whether ``frame`` is a last one, in which the remaining contacts are
  /// cancelled.
  ///
  /// The frame's time is that of the last event, or `time` if that is later. Events after the last
  /// `SYN_REPORT` are dropped.
  public mutating func finish(at time: Timestamp? = nil) -> Bool {
    guard !frame.contacts.isEmpty else { return false }
    table.anomalies[.endsMidTouch] += frame.contacts.count
    frame.cancelled = frame.contacts.map(\.id)
    frame.contacts.removeAll(keepingCapacity: true)
    slotOfContact.removeAll(keepingCapacity: true)
    table.clear()
    frame.extraFingers = 0
    frame.totalPressure = nil
    frame.time = clock.advance(to: max(time ?? previousTime, previousTime))
    return true
  }

  /// Brings ``frame`` up to date with the slots.
  private mutating func completeFrame(at stamp: Timestamp) {
    let lastTime = frame.contacts.isEmpty ? nil : frame.time
    switch touchProtocol {
    case .b:
      if isProtocolAssumed { checkAssumedProtocol() }
      table.endResynchronizing()
    case .a:
      packetProtocol.completeFrame(in: &table, hasSingleTouchEvents: single.hasMoved)
      single.hasMoved = false
    case .single:
      single.completeFrame(in: &table)
    }
    updateContacts()
    if table.mayHaveTouchDowns { addContacts() }
    if !frame.cancelled.isEmpty { frame.cancelled.removeAll(keepingCapacity: true) }
    if !table.orphans.isEmpty { swap(&frame.cancelled, &table.orphans) }
    frame.time = clock.advance(to: stamp)
    if let lastTime, frame.time.microseconds(since: lastTime) > FrameClock.maximumPause {
      table.anomalies.count(.timeGap)
    }
    frame.buttons = keys.buttons
    frame.isInterrupted = keys.isInterrupted
    frame.extraFingers = extraFingers
    frame.totalPressure = totalPressure
  }

  /// Falls back to single touch for an undescribed device that sends only `ABS_X` and `ABS_Y`.
  private mutating func checkAssumedProtocol() {
    if table.slots.contains(where: { $0.isDirty || $0.occupancy != .unknown }) {
      isProtocolAssumed = false
    } else if single.hasMoved {
      isProtocolAssumed = false
      touchProtocol = .single
      single.takeOver(&table, isPen: keys.hasPen)
    }
  }

  /// Removes the contacts whose slots no longer hold them, and updates the others.
  private mutating func updateContacts() {
    var kept = 0
    for index in slotOfContact.indices {
      let slot = slotOfContact[index]
      guard table.slots[slot].contact == frame.contacts[index].id, table.slots[slot].distance <= 0
      else {
        // A finger that rises to hover is up; it gets a new contact when it comes down.
        if table.slots[slot].contact == frame.contacts[index].id { table.slots[slot].contact = 0 }
        continue
      }
      if kept != index {
        slotOfContact[kept] = slot
        frame.contacts[kept] = frame.contacts[index]
      }
      if table.slots[slot].isDirty { updateContact(kept, from: slot) }
      kept += 1
    }
    if kept < slotOfContact.count {
      slotOfContact.removeLast(slotOfContact.count - kept)
      frame.contacts.removeLast(frame.contacts.count - kept)
    }
  }

  private mutating func updateContact(_ index: Int, from slot: Int) {
    table.slots[slot].isDirty = false
    let old = frame.contacts[index]
    frame.contacts[index] = contact(old.id, in: table.slots[slot], isResumed: old.isResumed)
  }

  @inline(__always)
  private func contact(_ id: Contact.ID, in slot: Slot, isResumed: Bool) -> Contact {
    Contact(
      id: id, position: table.touchArea.point(x: slot.x, y: slot.y),
      pressure: attributes.pressure(slot.pressure), size: attributes.size(slot),
      tool: slot.tool, isResumed: isResumed)
  }

  /// Creates a contact for each touched slot without one, in the order of the slots.
  private mutating func addContacts() {
    table.mayHaveTouchDowns = false
    for slot in table.slots.indices {
      if table.slots[slot].isEvident {
        if table.anomalies[.dropped] == 0 { table.anomalies.count(.startsMidTouch) }
        table.slots[slot].touchDown(trackingID: -1, isResumed: true)
      }
      guard table.slots[slot].occupancy == .touched, table.slots[slot].contact == 0,
        table.slots[slot].distance <= 0
      else { continue }
      findMissingCoordinates(slot)
      lastID += 1
      table.slots[slot].contact = lastID
      slotOfContact.append(slot)
      frame.contacts.append(
        Contact(id: lastID, position: .zero, isResumed: table.slots[slot].isResumed))
      updateContact(slotOfContact.count - 1, from: slot)
    }
  }

  /// Finds the coordinates that were not sent because they equal those of an earlier touch.
  private mutating func findMissingCoordinates(_ slot: Int) {
    if table.slots[slot].knowsX, table.slots[slot].knowsY { return }
    let first = slot < firstPositions.count ? firstPositions[slot] : (x: nil, y: nil)
    let isAlone = slotOfContact.isEmpty
    if !table.slots[slot].knowsX {
      let known = first.x ?? describedX ?? (isAlone ? single.x : nil)
      if known == nil { table.anomalies.count(.missingCoordinate) }
      table.slots[slot].x = known.map(touchArea.x.unwrapped) ?? touchArea.x.minimum
    }
    if !table.slots[slot].knowsY {
      let known = first.y ?? describedY ?? (isAlone ? single.y : nil)
      if known == nil { table.anomalies.count(.missingCoordinate) }
      table.slots[slot].y = known.map(touchArea.y.unwrapped) ?? touchArea.y.minimum
    }
  }

  // These two are inlined since a call would copy the whole tracker.

  /// The pressure of all fingers together, from `ABS_PRESSURE`, unless the contacts have pressures.
  @inline(__always) private var totalPressure: Double? {
    guard let pressure = single.pressure, let contact = frame.contacts.first else { return nil }
    return touchProtocol == .single || contact.pressure == nil
      ? attributes.pressure(pressure) : nil
  }

  /// The number of fingers that the device counts but cannot locate.
  @inline(__always) private var extraFingers: Int {
    guard let limit = touchProtocol == .single ? 1 : usableSlots, keys.fingers > limit,
      !frame.contacts.isEmpty
    else { return 0 }
    return max(0, keys.fingers - frame.contacts.count)
  }
}

// MARK: - Hovering

/// A finger in a slot of a device. It touches, or hovers at a distance.
package struct SlotFinger: Sendable {
  package let slot: Int
  let trackingID: Int32
  /// The contact of the frame or, for a hovering finger, one with a negative id.
  let contact: Contact
  /// The distance in units of the device; 0 for a finger that touches.
  let distance: Int32

  package var isHovering: Bool { distance > 0 }
}

extension SlotTracker {
  /// The fingers of ``frame``, and the hovering fingers whose positions are known.
  package var fingers: [SlotFinger] {
    table.slots.indices.compactMap { index in
      let slot = table.slots[index]
      guard slot.occupancy == .touched else { return nil }
      if let contact = frame.contacts.first(where: { $0.id == slot.contact }) {
        return SlotFinger(slot: index, trackingID: slot.trackingID, contact: contact, distance: 0)
      }
      guard slot.distance > 0, slot.knowsX, slot.knowsY else { return nil }
      return SlotFinger(
        slot: index, trackingID: slot.trackingID,
        contact: contact(-1 - index, in: slot, isResumed: false), distance: slot.distance)
    }
  }
}

extension ObservedDevice {
  /// The number of touches that the device can locate at a time; nil for protocol A and single
  /// touch.
  fileprivate var usableSlots: Int? {
    hasMultitouchPositions && !hasMultitouchReports ? (highestSlot ?? 0) + 1 : nil
  }
}
