import Contacts
public import Timeline

extension SlotTracker {
  /// Brings ``frame`` up to date with the slots.
  mutating func completeFrame(at stamp: Timestamp) {
    let lastTime = frame.contacts.isEmpty ? nil : frame.time
    if mode == .slots {
      if isModeGuessed { decideMode() }
      if isResynchronizing { cancelUnconfirmed() }
    } else {
      gatherSlots()
    }
    updateContacts()
    if mayHaveLandings { land() }
    if !frame.cancelled.isEmpty { frame.cancelled.removeAll(keepingCapacity: true) }
    if !orphans.isEmpty { swap(&frame.cancelled, &orphans) }
    frame.time = clock.advance(to: stamp)
    if let lastTime, frame.time.microseconds(since: lastTime) > FrameClock.longestPause {
      rare.count(.timeGap)
    }
    frame.buttons = keys.buttons
    frame.isInterrupted = keys.isInterrupted
    frame.extraFingers = extraFingers
    frame.totalPressure = totalPressure
  }

  // Inlined, since a call would copy the whole tracker.
  /// `ABS_PRESSURE`, where no contact has a pressure of its own: that of all fingers together.
  @inline(__always)
  private var totalPressure: Double? {
    guard let pressure = single.pressure, let contact = frame.contacts.first else { return nil }
    return mode == .single || contact.pressure == nil ? attributes.pressure(pressure) : nil
  }

  private mutating func gatherSlots() {
    if mode == .single {
      if isResynchronizing { cancelUnconfirmed() }
      gatherSingle()
    } else {
      // A frame of keys alone says nothing of the touches.
      if gatherPacket(), isResynchronizing { cancelUnconfirmed() }
    }
  }

  /// Drops the contacts whose slots hold them no more, and updates the others.
  private mutating func updateContacts() {
    var kept = 0
    for index in order.indices {
      let slot = order[index]
      guard slots[slot].contact == frame.contacts[index].id, slots[slot].distance <= 0 else {
        // A finger that rises to hover has lifted, and lands anew when it comes down.
        if slots[slot].contact == frame.contacts[index].id { slots[slot].contact = 0 }
        continue
      }
      if kept != index {
        order[kept] = slot
        frame.contacts[kept] = frame.contacts[index]
      }
      if slots[slot].isDirty { update(kept, from: slot) }
      kept += 1
    }
    if kept < order.count {
      order.removeLast(order.count - kept)
      frame.contacts.removeLast(frame.contacts.count - kept)
    }
  }

  private mutating func update(_ index: Int, from slot: Int) {
    slots[slot].isDirty = false
    let source = slots[slot]
    let old = frame.contacts[index]
    frame.contacts[index] = Contact(
      id: old.id, position: touchArea.point(x: source.x, y: source.y),
      pressure: attributes.pressure(source.pressure), size: attributes.size(source),
      tool: source.tool, isResumed: old.isResumed)
  }

  /// Gives contacts to the slots that are touched and have none, by slot.
  private mutating func land() {
    mayHaveLandings = false
    for slot in slots.indices {
      if slots[slot].isEvident {
        if rare[.dropped] == 0 { rare.count(.startsMidTouch) }
        slots[slot].land(trackingID: -1, isResumed: true)
      }
      guard slots[slot].occupancy == .touched, slots[slot].contact == 0,
        slots[slot].distance <= 0
      else { continue }
      locate(slot)
      lastID += 1
      slots[slot].contact = lastID
      order.append(slot)
      frame.contacts.append(
        Contact(id: lastID, position: .zero, isResumed: slots[slot].isResumed))
      update(order.count - 1, from: slot)
    }
  }

  /// Finds the coordinates that a touch did not tell because they are those of one before it.
  private mutating func locate(_ slot: Int) {
    if slots[slot].knowsX, slots[slot].knowsY { return }
    let isAlone = order.isEmpty
    if !slots[slot].knowsX {
      let known = defaults.x(slot) ?? (isAlone ? single.x ?? defaults.singleX : nil)
      if known == nil { rare.count(.missingCoordinate) }
      slots[slot].x = known ?? touchArea.x.minimum
    }
    if !slots[slot].knowsY {
      let known = defaults.y(slot) ?? (isAlone ? single.y ?? defaults.singleY : nil)
      if known == nil { rare.count(.missingCoordinate) }
      slots[slot].y = known ?? touchArea.y.minimum
    }
  }

  /// The fingers that the device counts beyond its slots; a count within them is no news.
  @inline(__always)
  private var extraFingers: Int {
    guard let limit = mode == .single ? 1 : defaults.usableSlots, keys.fingers > limit,
      !frame.contacts.isEmpty
    else { return 0 }
    return max(0, keys.fingers - frame.contacts.count)
  }

  /// Ends the stream: a last frame without contacts, if any were left, which are cancelled.
  ///
  /// The time is that of the last event, or `time` if it is later. Events that no `SYN_REPORT`
  /// completed are dropped.
  public mutating func finish(at time: Timestamp? = nil) -> Bool {
    guard !frame.contacts.isEmpty else { return false }
    rare[.endsMidTouch] += frame.contacts.count
    frame.cancelled = frame.contacts.map(\.id)
    frame.contacts.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    for slot in slots.indices { slots[slot] = Slot() }
    orphans.removeAll(keepingCapacity: true)
    frame.extraFingers = 0
    frame.totalPressure = nil
    frame.time = clock.advance(to: max(time ?? previousStamp, previousStamp))
    return true
  }
}
