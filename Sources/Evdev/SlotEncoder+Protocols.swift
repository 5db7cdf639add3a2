import Contacts

extension SlotEncoder {
  /// Protocol B.
  mutating func encodeSlots(_ frame: ContactFrame, isLossy: Bool) {
    var freed: [Int] = []
    for slot in slots.indices {
      guard let id = slots[slot].contact, !frame.contacts.contains(where: { $0.id == id })
      else { continue }
      slots[slot].contact = nil
      freed.append(slot)
      // After lost events, silence about a slot means that nobody knows.
      if !frame.cancelled.contains(id) { sendInSlot(slot, AbsoluteCode.trackingID, -1) }
    }
    land(frame, freed: freed)
    for slot in slots.indices {
      guard let id = slots[slot].contact, let contact = frame.contacts.first(where: { $0.id == id })
      else { continue }
      if isLossy { sendInSlot(slot, AbsoluteCode.trackingID, SlotEncoder.trackingID(id)) }
      sendAttributes(contact, in: slot)
    }
  }

  /// Gives slots to new contacts, in the order of their ids, and if possible not one just freed.
  private mutating func land(_ frame: ContactFrame, freed: [Int]) {
    let new = frame.contacts.filter { contact in !slots.contains { $0.contact == contact.id } }
    if new.isEmpty { return }
    let free = slots.indices.filter { slots[$0].contact == nil && !freed.contains($0) } + freed
    for (slot, contact) in zip(free.prefix(new.count).sorted(), new) {
      slots[slot].contact = contact.id
      if contact.isResumed, !hasSentFrame {
        // Without a tracking id the touch is older than the recording.
        slots[slot].values = [:]
      } else {
        sendInSlot(slot, AbsoluteCode.trackingID, SlotEncoder.trackingID(contact.id))
      }
    }
  }

  private mutating func sendAttributes(_ contact: Contact, in slot: Int) {
    for (code, value) in rawAttributes(contact) where slots[slot].values[code] != value {
      slots[slot].values[code] = value
      sendInSlot(slot, code, value)
    }
  }

  private mutating func sendInSlot(_ slot: Int, _ code: UInt16, _ value: Int32) {
    if currentSlot != Int32(slot) {
      currentSlot = Int32(slot)
      append(.absolute, AbsoluteCode.slot, currentSlot)
    }
    append(.absolute, code, value)
  }

  /// Protocol A.
  mutating func encodePackets(_ frame: ContactFrame) {
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

  /// Single touch: the oldest contact; the others are only counted.
  mutating func encodeSingle(_ frame: ContactFrame, isLossy: Bool) {
    let contact = frame.contacts.first
    let previous = slots[0].contact
    slots[0].contact = contact?.id
    if let previous, previous != contact?.id {
      if !isLossy { sendTouch(false) }
      if contact != nil { sendTouch(true) }
    } else if previous == nil, contact != nil {
      sendTouch(true)
    }
    if let contact {
      emulate(AbsoluteCode.x, touchArea.x.raw(contact.position.x))
      emulate(AbsoluteCode.y, touchArea.y.raw(contact.position.y))
      if let pressure = contact.pressure {
        emulate(AbsoluteCode.pressure, attributes.rawPressure(pressure))
      }
      sendPen(contact.tool == .pen)
    }
  }

  private mutating func sendTouch(_ isDown: Bool) {
    keys[KeyCode.touch] = isDown ? 1 : 0
    append(.key, KeyCode.touch, isDown ? 1 : 0)
  }

  private mutating func sendPen(_ isPen: Bool) {
    let value: Int32 = isPen ? 1 : 0
    if keys[KeyCode.toolPen] ?? 0 == value { return }
    keys[KeyCode.toolPen] = value
    append(.key, KeyCode.toolPen, value)
  }

  private static func trackingID(_ id: Contact.ID) -> Int32 {
    Int32(truncatingIfNeeded: id & Int(lastTrackingID))
  }
}

extension SlotEncoder {
  /// The values of a contact on the axes that the device has, in the kernel's usual order.
  private func rawAttributes(_ contact: Contact) -> [(code: UInt16, value: Int32)] {
    var values = [
      (AbsoluteCode.positionX, touchArea.x.raw(contact.position.x)),
      (AbsoluteCode.positionY, touchArea.y.raw(contact.position.y)),
    ]
    if let pressure = contact.pressure, description.axes[AbsoluteCode.multitouchPressure] != nil {
      values.append((AbsoluteCode.multitouchPressure, attributes.rawPressure(pressure)))
    }
    if let size = contact.size {
      if description.axes[AbsoluteCode.touchMajor] != nil {
        values.append((AbsoluteCode.touchMajor, attributes.rawLength(size.width)))
      }
      if description.axes[AbsoluteCode.touchMinor] != nil {
        values.append((AbsoluteCode.touchMinor, attributes.rawLength(size.height)))
      }
    }
    if description.axes[AbsoluteCode.toolType] != nil {
      values.append((AbsoluteCode.toolType, contact.tool.toolType))
    }
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

extension AttributeScale {
  /// The units of a pressure from 0 to 1.
  func rawPressure(_ share: Double) -> Int32 {
    if share.isNaN { return 0 }
    return Int32(
      clamping: Int64((max(0, min(1, share)) / pressureScale + pressureMinimum).rounded()))
  }

  /// The units of a length in mm.
  func rawLength(_ millimetres: Double) -> Int32 {
    let value = (millimetres / millimetresPerUnit).rounded()
    return value.isNaN ? 0 : Int32(max(0, min(Double(Int32.max), value)))
  }
}
