import Contacts

extension SlotTracker {
  /// Lost events are over: the next frame tells what is still there.
  mutating func endSkipping() {
    isSkipping = false
    isResynchronizing = true
    for slot in slots.indices {
      slots[slot].isConfirmed = false
      slots[slot].isDirty = false
      slots[slot].isEvident = false
    }
    packet.begin()
  }

  /// Cancels the touches that the first frame after lost events did not name.
  ///
  /// A touch that it names by the same tracking id goes on. One that moves without being named may
  /// be another by now: it is cancelled, and what moves is a new, resumed one.
  mutating func cancelUnconfirmed() {
    isResynchronizing = false
    for slot in slots.indices where !slots[slot].isConfirmed {
      if slots[slot].contact != 0 { orphans.append(slots[slot].contact) }
      slots[slot].occupancy = .unknown
      slots[slot].contact = 0
      slots[slot].isEvident = slots[slot].isDirty && mode != .packets
      mayHaveLandings = true
    }
    orphans.sort()
  }
}
