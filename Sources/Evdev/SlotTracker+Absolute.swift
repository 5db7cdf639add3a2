extension SlotTracker {
  /// Takes a value of an axis over.
  ///
  /// It is part of ``process(_:)`` and has a function of its own for the reader only; so have the
  /// values that come in every frame. Inlined, an event costs a third less.
  @inline(__always)
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
      change(current, isEvidence: value > 0) { $0.pressure = value }
    case AbsoluteCode.slot:
      selectSlot(value)
    case AbsoluteCode.trackingID:
      track(value)
    case AbsoluteCode.touchMajor:
      change(current) { $0.major = value }
    case AbsoluteCode.touchMinor:
      change(current) { $0.minor = value }
    case AbsoluteCode.multitouchDistance:
      change(current) { $0.distance = value }
      mayHaveLandings = true
    case AbsoluteCode.toolType:
      change(current) { $0.tool = .init(toolType: value) }
    case AbsoluteCode.x, AbsoluteCode.y, AbsoluteCode.pressure:
      singleAbsolute(code, value)
    default:
      if code > AbsoluteCode.last { rare.count(.unknownCode) }
    }
  }

  /// Changes a slot.
  ///
  /// A value that only a touch has is evidence of one, where nobody told whether the slot is touched.
  @inline(__always)
  private mutating func change(
    _ index: Int, isEvidence: Bool = false, _ body: (inout Slot) -> Void
  ) {
    guard index >= 0, index < slots.count else { return }
    if isEvidence, slots[index].occupancy == .unknown {
      slots[index].isEvident = true
      mayHaveLandings = true
    }
    slots[index].isDirty = true
    body(&slots[index])
  }

  /// Sets a slot's x after restoring its sign; so does its kin for y.
  @inline(__always)
  mutating func setX(_ index: Int, _ raw: Int32) {
    let value = touchArea.x.unwrapped(raw)
    if value != raw { wrappedCount += 1 }
    if touchArea.x.isOutside(value) { outOfRangeCount += 1 }
    change(index, isEvidence: true) {
      $0.x = value
      $0.knowsX = true
    }
  }

  @inline(__always)
  mutating func setY(_ index: Int, _ raw: Int32) {
    let value = touchArea.y.unwrapped(raw)
    if value != raw { wrappedCount += 1 }
    if touchArea.y.isOutside(value) { outOfRangeCount += 1 }
    change(index, isEvidence: true) {
      $0.y = value
      $0.knowsY = true
    }
  }

  @inline(never)
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
  @inline(never)
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
