import Contacts

extension SlotTracker {
  /// Takes a multitouch value of protocol A over.
  @inline(never)
  mutating func packetAbsolute(_ code: UInt16, _ value: Int32) {
    packet.hasPending = true
    switch code {
    case AbsoluteCode.positionX:
      packet.pending.x = touchArea.x.unwrapped(value)
      packet.pending.knowsX = true
      if packet.pending.x != value { wrappedCount += 1 }
      if touchArea.x.isOutside(packet.pending.x) { outOfRangeCount += 1 }
    case AbsoluteCode.positionY:
      packet.pending.y = touchArea.y.unwrapped(value)
      packet.pending.knowsY = true
      if packet.pending.y != value { wrappedCount += 1 }
      if touchArea.y.isOutside(packet.pending.y) { outOfRangeCount += 1 }
    case AbsoluteCode.multitouchPressure: packet.pending.pressure = value
    case AbsoluteCode.touchMajor: packet.pending.major = value
    case AbsoluteCode.touchMinor: packet.pending.minor = value
    case AbsoluteCode.multitouchDistance: packet.pending.distance = value
    case AbsoluteCode.toolType: packet.pending.tool = .init(toolType: value)
    case AbsoluteCode.trackingID: packet.pending.trackingID = max(-1, value)
    default:
      if code > AbsoluteCode.last { rare.count(.unknownCode) }
    }
  }

  /// `SYN_MT_REPORT`: one contact is complete.
  mutating func endPacketContact() {
    if mode != .packets { becomePackets() }
    packet.hasReport = true
    guard packet.hasPending else { return }
    // Without position and id it says nothing: so the end of the last touch comes on some devices.
    let pending = packet.pending
    defer { packet.clearPending() }
    if pending.major == 0, defaults.zeroSizeLifts { return }
    if pending.knowsX || pending.knowsY || pending.trackingID >= 0 {
      if packet.contacts.count < SlotTracker.slotLimit {
        packet.contacts.append(pending)
      } else {
        rare.count(.slotOutOfRange)
      }
    }
  }

  /// A device of which nobody told that it speaks protocol A gives itself away.
  ///
  /// One that announces slots only emits a stray `SYN_MT_REPORT`.
  private mutating func becomePackets() {
    guard defaults.announcedSlots == nil, slots.count == 1 else { return }
    mode = .packets
    packet.pending = slots[0]
    packet.pending.contact = 0
    packet.hasPending = slots[0].isDirty
    slots[0] = Slot(occupancy: .empty)
  }

  /// Brings the slots up to date with the packet; false if it says nothing of contacts.
  mutating func gatherPacket() -> Bool {
    if packet.hasPending { endPacketContact() }
    packet.hasOtherEvents = packet.hasOtherEvents || single.hasMoved
    single.hasMoved = false
    defer { packet.begin() }
    if packet.isSilent { return false }
    placeContacts()
    for slot in slots.indices where !packet.isTaken[slot] {
      slots[slot].lift()
      slots[slot].isConfirmed = true
    }
    return true
  }

  private mutating func placeContacts() {
    packet.places.removeAll(keepingCapacity: true)
    packet.places.append(contentsOf: repeatElement(-1, count: packet.contacts.count))
    packet.isTaken.removeAll(keepingCapacity: true)
    packet.isTaken.append(contentsOf: repeatElement(false, count: slots.count))
    if isResynchronizing { orphanAnonymousSlots() }
    placeByTrackingID()
    placeByDistance()
    for index in packet.contacts.indices {
      if packet.places[index] < 0 {
        landPacketContact(index)
      } else {
        continueContact(index, in: packet.places[index])
      }
    }
  }

  /// After lost events nobody knows which of the touches without id are the same.
  private mutating func orphanAnonymousSlots() {
    for slot in slots.indices where slots[slot].contact != 0 && slots[slot].trackingID < 0 {
      orphans.append(slots[slot].contact)
      slots[slot].lift()
    }
  }

  private mutating func placeByTrackingID() {
    for index in packet.contacts.indices where packet.contacts[index].trackingID >= 0 {
      let id = packet.contacts[index].trackingID
      let slot = slots.indices.first {
        slots[$0].occupancy == .touched && slots[$0].trackingID == id && !packet.isTaken[$0]
      }
      guard let slot else { continue }
      packet.places[index] = slot
      packet.isTaken[slot] = true
    }
  }

  private mutating func placeByDistance() {
    packet.anonymousContacts.removeAll(keepingCapacity: true)
    packet.anonymousSlots.removeAll(keepingCapacity: true)
    for index in packet.contacts.indices where packet.contacts[index].trackingID < 0 {
      packet.anonymousContacts.append(index)
    }
    if packet.anonymousContacts.isEmpty { return }
    for slot in slots.indices
    where slots[slot].occupancy == .touched && slots[slot].trackingID < 0 {
      packet.anonymousSlots.append(slot)
    }
    let old = packet.anonymousSlots
    let new = packet.anonymousContacts
    let slots = slots
    let contacts = packet.contacts
    let touchArea = touchArea
    packet.matcher.match(oldCount: old.count, newCount: new.count) { oldIndex, newIndex in
      touchArea.squaredDistance(from: slots[old[oldIndex]], to: contacts[new[newIndex]])
    }
    for index in new.indices where packet.matcher.partners[index] >= 0 {
      let slot = old[packet.matcher.partners[index]]
      packet.places[new[index]] = slot
      packet.isTaken[slot] = true
    }
  }

  private mutating func continueContact(_ index: Int, in slot: Int) {
    var next = packet.contacts[index]
    let known = slots[slot]
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
    slots[slot] = next
    // One that hovered may have come down.
    if next.contact == 0 { mayHaveLandings = true }
  }

  private mutating func landPacketContact(_ index: Int) {
    var slot = slots.indices.first { slots[$0].occupancy != .touched && !packet.isTaken[$0] }
    if slot == nil, slots.count < SlotTracker.slotLimit {
      slots.append(Slot(occupancy: .empty))
      packet.isTaken.append(false)
      slot = slots.count - 1
    }
    guard let slot else {
      rare.count(.slotOutOfRange)
      return
    }
    let contact = packet.contacts[index]
    slots[slot] = contact
    slots[slot].land(trackingID: contact.trackingID, isResumed: isResynchronizing)
    slots[slot].isConfirmed = true
    packet.isTaken[slot] = true
    mayHaveLandings = true
  }
}

extension TouchArea {
  /// The square of the distance between two touches; a coordinate that was not told has not changed.
  fileprivate func squaredDistance(from old: Slot, to new: Slot) -> Double {
    let next = point(x: new.knowsX ? new.x : old.x, y: new.knowsY ? new.y : old.y)
    let difference: Vector = next - point(x: old.x, y: old.y)
    return difference.lengthSquared
  }
}
