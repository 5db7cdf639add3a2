extension SlotTracker {
  /// Takes a value of an axis over.
  mutating func absolute(_ code: UInt16, _ value: Int32) {
    if mode == .packets, code >= AbsoluteCode.slot {
      packetAbsolute(code, value)
      return
    }
    switch code {
    case AbsoluteCode.positionX:
      setX(current, value)
    case AbsoluteCode.positionY:
      setY(current, value)
    case AbsoluteCode.multitouchPressure:
      change { $0.pressure = value }
      if value > 0 { noteEvidence(current) }
    case AbsoluteCode.slot:
      selectSlot(value)
    case AbsoluteCode.trackingID:
      track(value)
    case AbsoluteCode.touchMajor:
      change { $0.major = value }
    case AbsoluteCode.touchMinor:
      change { $0.minor = value }
    case AbsoluteCode.multitouchDistance:
      change { $0.distance = value }
      mayHaveLandings = true
    case AbsoluteCode.toolType:
      change { $0.tool = .init(toolType: value) }
    case AbsoluteCode.x, AbsoluteCode.y, AbsoluteCode.pressure:
      singleAbsolute(code, value)
    default:
      if code > AbsoluteCode.last { rare.count(.unknownCode) }
    }
  }

  @inline(__always)
  private mutating func change(_ body: (inout Slot) -> Void) {
    guard slots.indices.contains(current) else { return }
    body(&slots[current])
    slots[current].isDirty = true
  }

  /// Sets a slot's x after restoring its sign; so does its kin for y.
  mutating func setX(_ index: Int, _ raw: Int32) {
    guard slots.indices.contains(index) else { return }
    let value = surface.x.unwrapped(raw)
    if value != raw { wrappedCount += 1 }
    if surface.x.isOutside(value) { outOfRangeCount += 1 }
    slots[index].x = value
    slots[index].knowsX = true
    slots[index].isDirty = true
    noteEvidence(index)
  }

  mutating func setY(_ index: Int, _ raw: Int32) {
    guard slots.indices.contains(index) else { return }
    let value = surface.y.unwrapped(raw)
    if value != raw { wrappedCount += 1 }
    if surface.y.isOutside(value) { outOfRangeCount += 1 }
    slots[index].y = value
    slots[index].knowsY = true
    slots[index].isDirty = true
    noteEvidence(index)
  }

  /// A value that only a touch has, in a slot of which nobody told whether it is touched.
  private mutating func noteEvidence(_ index: Int) {
    guard slots.indices.contains(index), slots[index].occupancy == .unknown else { return }
    slots[index].isEvident = true
    mayHaveLandings = true
  }

  private mutating func selectSlot(_ value: Int32) {
    guard value >= 0, value < SlotTracker.slotLimit else {
      rare.count(.slotOutOfRange)
      current = -1
      return
    }
    current = Int(value)
    guard current >= slots.count else { return }
    if let announced = defaults.announcedSlots, current >= announced {
      rare.count(.slotOutOfRange)
    }
    slots.append(contentsOf: repeatElement(Slot(), count: current + 1 - slots.count))
  }

  /// Takes a tracking id over: a landing, or a lift if it is negative.
  private mutating func track(_ id: Int32) {
    guard slots.indices.contains(current) else { return }
    slots[current].isConfirmed = true
    if id < 0 {
      if slots[current].occupancy != .touched, !isResynchronizing {
        rare.count(.liftWithoutTouch)
      }
      slots[current].lift()
    } else if slots[current].occupancy != .touched {
      slots[current].land(trackingID: id, isResumed: isResynchronizing)
      mayHaveLandings = true
    } else if slots[current].trackingID != id {
      if !isResynchronizing { rare.count(.identityChange) }
      slots[current].land(trackingID: id, isResumed: isResynchronizing)
      mayHaveLandings = true
    }
  }
}
