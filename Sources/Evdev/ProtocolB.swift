/// Multitouch protocol B: `ABS_MT_SLOT` selects a slot, and the values that follow belong to it.
///
/// The tracking id begins and ends a slot's touch. See the kernel's `multi-touch-protocol.rst`.
struct ProtocolB: Sendable {
  /// The number of slots that the device announces; nil if it is unknown.
  let announcedSlots: Int?
  /// The slot that events belong to; -1 for an ignored slot.
  private(set) var currentSlot: Int

  init(description: DeviceDescription?, observed: ObservedDevice?) {
    announcedSlots = description?.announcedSlots
    let described = description?.axes[AbsoluteCode.slot].flatMap { axis in
      axis.value > 0 && axis.value < SlotTracker.slotLimit ? Int(axis.value) : nil
    }
    currentSlot = described ?? observed?.initialSlot ?? 0
  }

  /// Processes a multitouch value.
  @inline(__always)
  mutating func process(_ code: UInt16, _ value: Int32, in table: inout SlotTable) {
    switch code {
    case AbsoluteCode.positionX: table.setX(currentSlot, value)
    case AbsoluteCode.positionY: table.setY(currentSlot, value)
    case AbsoluteCode.multitouchPressure:
      table.change(currentSlot, isEvidence: value > 0) { $0.pressure = value }
    case AbsoluteCode.slot: select(value, in: &table)
    case AbsoluteCode.trackingID: track(value, in: &table)
    case AbsoluteCode.touchMajor: table.change(currentSlot) { $0.major = value }
    case AbsoluteCode.touchMinor: table.change(currentSlot) { $0.minor = value }
    case AbsoluteCode.multitouchDistance:
      table.change(currentSlot) { $0.distance = value }
      table.mayHaveTouchDowns = true
    case AbsoluteCode.toolType:
      table.change(currentSlot) { $0.tool = .init(toolType: value) }
    default:
      if code > AbsoluteCode.last { table.anomalies.count(.unknownCode) }
    }
  }

  @inline(never) private mutating func select(_ value: Int32, in table: inout SlotTable) {
    guard value >= 0, value < SlotTracker.slotLimit else {
      table.anomalies.count(.slotOutOfRange)
      currentSlot = -1
      return
    }
    currentSlot = Int(value)
    guard currentSlot >= table.slots.count else { return }
    if let announcedSlots, currentSlot >= announcedSlots {
      table.anomalies.count(.slotOutOfRange)
    }
    table.slots.append(
      contentsOf: repeatElement(Slot(), count: currentSlot + 1 - table.slots.count))
  }

  /// Processes a tracking id: a touch down, or a touch up if it is negative.
  @inline(never) private func track(_ id: Int32, in table: inout SlotTable) {
    guard table.slots.indices.contains(currentSlot) else { return }
    table.slots[currentSlot].isConfirmed = true
    if id < 0 {
      table.touchUp(currentSlot)
    } else if table.slots[currentSlot].occupancy != .touched {
      table.touchDown(currentSlot, trackingID: id)
    } else if table.slots[currentSlot].trackingID != id {
      if !table.isResynchronizing { table.anomalies.count(.identityChange) }
      table.touchDown(currentSlot, trackingID: id)
    }
  }
}

extension DeviceDescription {
  /// The number of slots that the device announces, up to ``SlotTracker/slotLimit``; nil without
  /// an `ABS_MT_SLOT` axis.
  var announcedSlots: Int? {
    axes[AbsoluteCode.slot].map { axis in
      Int(max(1, min(Int64(SlotTracker.slotLimit), Int64(axis.maximum) + 1)))
    }
  }
}
