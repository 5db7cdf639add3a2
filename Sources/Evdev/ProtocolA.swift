import Contacts

/// Multitouch protocol A: every frame lists all contacts, each followed by `SYN_MT_REPORT`.
///
/// The contacts of a frame are collected, and at its end matched with the touches of the table: by
/// tracking id where the device sends one, otherwise by the smallest sum of squared distances (see
/// ``ContactMatcher``). See the kernel's `multi-touch-protocol.rst`.
struct ProtocolA: Sendable {
  /// Whether a size of 0 ends a touch: true unless the device reports no other size.
  private let zeroSizeEndsTouch: Bool
  /// The contact whose values are being received, and whether it has received any.
  private var pending = Slot()
  private var hasPending = false
  /// The complete contacts of the frame.
  private var contacts: [Slot] = []
  /// Whether the frame contains a `SYN_MT_REPORT`.
  private var hasReport = false
  /// Whether `BTN_TOUCH` was released in the frame.
  private var isReleased = false
  /// Whether the frame contains keys or axes of single touch.
  private var hasOtherEvents = false

  // Working storage, kept so that matching does not allocate.
  /// The slot of each contact; -1 until it has one.
  private var slotOfContact: [Int] = []
  private var isMatched: [Bool] = []
  /// The contacts without tracking id, and the slots that they may continue.
  private var anonymousContacts: [Int] = []
  private var anonymousSlots: [Int] = []
  private var matcher = ContactMatcher()

  init(observed: ObservedDevice?) { zeroSizeEndsTouch = observed?.touchMajor?.upperBound != 0 }

  /// Begins a frame without contacts.
  mutating func beginFrame() {
    clearPending()
    contacts.removeAll(keepingCapacity: true)
    hasReport = false
    isReleased = false
    hasOtherEvents = false
  }

  private mutating func clearPending() {
    pending = Slot()
    hasPending = false
  }

  /// Takes over from protocol B, whose only slot holds the values of the first contact.
  mutating func takeOver(_ table: inout SlotTable) {
    pending = table.slots[0]
    pending.contact = 0
    hasPending = table.slots[0].isDirty
    table.slots[0] = Slot(occupancy: .empty)
  }

  /// Processes a multitouch value.
  @inline(never) mutating func process(_ code: UInt16, _ value: Int32, in table: inout SlotTable) {
    hasPending = true
    switch code {
    case AbsoluteCode.positionX:
      pending.x = table.checked(value, on: table.touchArea.x)
      pending.knowsX = true
    case AbsoluteCode.positionY:
      pending.y = table.checked(value, on: table.touchArea.y)
      pending.knowsY = true
    case AbsoluteCode.multitouchPressure: pending.pressure = value
    case AbsoluteCode.touchMajor: pending.major = value
    case AbsoluteCode.touchMinor: pending.minor = value
    case AbsoluteCode.multitouchDistance: pending.distance = value
    case AbsoluteCode.toolType: pending.tool = .init(toolType: value)
    case AbsoluteCode.trackingID: pending.trackingID = max(-1, value)
    default:
      if code > AbsoluteCode.last { table.anomalies.count(.unknownCode) }
    }
  }

  /// Processes a key; `isTouchReleased` if it is `BTN_TOUCH` going up.
  mutating func processKey(isTouchReleased: Bool) {
    hasOtherEvents = true
    if isTouchReleased { isReleased = true }
  }

  /// Processes `SYN_MT_REPORT`: the contact is complete.
  mutating func endContact(in table: inout SlotTable) {
    hasReport = true
    guard hasPending else { return }
    defer { clearPending() }
    if pending.major == 0, zeroSizeEndsTouch { return }
    // Some devices end the last touch with a contact that has neither position nor id.
    guard pending.knowsX || pending.knowsY || pending.trackingID >= 0 else { return }
    if contacts.count < SlotTracker.slotLimit {
      contacts.append(pending)
    } else {
      table.anomalies.count(.slotOutOfRange)
    }
  }

  /// Processes `SYN_REPORT`: brings the table up to date with the frame's contacts.
  ///
  /// A frame that contains only keys or axes of single touch leaves the contacts unchanged.
  mutating func completeFrame(in table: inout SlotTable, hasSingleTouchEvents: Bool) {
    defer { beginFrame() }
    if hasPending { endContact(in: &table) }
    hasOtherEvents = hasOtherEvents || hasSingleTouchEvents
    if contacts.isEmpty, !hasReport, !isReleased, hasOtherEvents { return }
    matchContacts(in: &table)
    for slot in table.slots.indices where !isMatched[slot] {
      table.slots[slot].touchUp()
      table.slots[slot].isConfirmed = true
    }
    table.endResynchronizing(movementIsEvidence: false)
  }

  private mutating func matchContacts(in table: inout SlotTable) {
    slotOfContact.refill(-1, count: contacts.count)
    isMatched.refill(false, count: table.slots.count)
    if table.isResynchronizing { orphanAnonymousSlots(in: &table) }
    matchByTrackingID(table)
    matchByDistance(table)
    for index in contacts.indices {
      if slotOfContact[index] < 0 {
        touchDown(index, in: &table)
      } else {
        continueTouch(index, in: &table)
      }
    }
  }

  /// Cancels touches without id after lost events, since they may be different touches by now.
  private func orphanAnonymousSlots(in table: inout SlotTable) {
    for slot in table.slots.indices
    where table.slots[slot].contact != 0 && table.slots[slot].trackingID < 0 {
      table.orphans.append(table.slots[slot].contact)
      table.slots[slot].touchUp()
    }
  }

  private mutating func matchByTrackingID(_ table: SlotTable) {
    for index in contacts.indices where contacts[index].trackingID >= 0 {
      let id = contacts[index].trackingID
      let slot = table.slots.indices.first {
        table.slots[$0].occupancy == .touched && table.slots[$0].trackingID == id && !isMatched[$0]
      }
      if let slot { match(index, with: slot) }
    }
  }

  private mutating func matchByDistance(_ table: SlotTable) {
    anonymousContacts.removeAll(keepingCapacity: true)
    anonymousSlots.removeAll(keepingCapacity: true)
    for index in contacts.indices where contacts[index].trackingID < 0 {
      anonymousContacts.append(index)
    }
    if anonymousContacts.isEmpty { return }
    for slot in table.slots.indices
    where table.slots[slot].occupancy == .touched && table.slots[slot].trackingID < 0 {
      anonymousSlots.append(slot)
    }
    let (old, new, contacts) = (anonymousSlots, anonymousContacts, contacts)
    matcher.match(oldCount: old.count, newCount: new.count) { oldIndex, newIndex in
      table.touchArea.squaredDistance(from: table.slots[old[oldIndex]], to: contacts[new[newIndex]])
    }
    for index in new.indices where matcher.partners[index] >= 0 {
      match(new[index], with: old[matcher.partners[index]])
    }
  }

  private mutating func match(_ contact: Int, with slot: Int) {
    slotOfContact[contact] = slot
    isMatched[slot] = true
  }

  private func continueTouch(_ index: Int, in table: inout SlotTable) {
    let slot = slotOfContact[index]
    let known = table.slots[slot]
    var next = contacts[index]
    if !next.knowsX {
      next.x = known.x
      next.knowsX = known.knowsX
    }
    if !next.knowsY {
      next.y = known.y
      next.knowsY = known.knowsY
    }
    next.occupancy = .touched
    next.contact = known.contact
    next.isResumed = known.isResumed
    next.isDirty = true
    next.isConfirmed = true
    table.slots[slot] = next
    // A finger that hovered may touch now.
    if next.contact == 0 { table.mayHaveTouchDowns = true }
  }

  private mutating func touchDown(_ index: Int, in table: inout SlotTable) {
    var free = table.slots.indices.first {
      table.slots[$0].occupancy != .touched && !isMatched[$0]
    }
    if free == nil, table.slots.count < SlotTracker.slotLimit {
      table.slots.append(Slot(occupancy: .empty))
      isMatched.append(false)
      free = table.slots.count - 1
    }
    guard let slot = free else {
      table.anomalies.count(.slotOutOfRange)
      return
    }
    table.slots[slot] = contacts[index]
    table.touchDown(slot, trackingID: contacts[index].trackingID)
    table.slots[slot].isConfirmed = true
    isMatched[slot] = true
  }
}

extension TouchArea {
  /// The squared distance between two touches in mm²; an unreported coordinate is unchanged.
  fileprivate func squaredDistance(from old: Slot, to new: Slot) -> Double {
    let next = point(x: new.knowsX ? new.x : old.x, y: new.knowsY ? new.y : old.y)
    let difference: Vector = next - point(x: old.x, y: old.y)
    return difference.lengthSquared
  }
}
