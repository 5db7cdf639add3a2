#if Live
  import Evdev
  import Timeline

  /// What events have pressed and not released.
  struct HeldInput {
    private var keys: Set<UInt16> = []
    private var slots: Set<Int32> = []
    private var slot: Int32 = 0
    /// Contacts of protocol A in the last frame, and in the one that is coming in.
    private var hasPacket = false
    private var nextHasPacket = false
    private var usesPackets = false

    mutating func process(_ event: InputEvent) {
      switch event.type {
      case .key:
        if event.value != 0 { keys.insert(event.code) } else { keys.remove(event.code) }
      case .absolute: absolute(event.code, event.value)
      case .synchronization: synchronize(event.code)
      default: break
      }
    }

    private mutating func absolute(_ code: UInt16, _ value: Int32) {
      switch code {
      case AbsoluteCode.slot: slot = value
      case AbsoluteCode.trackingID:
        if value >= 0 { slots.insert(slot) } else { slots.remove(slot) }
      case AbsoluteCode.positionX: nextHasPacket = true
      default: break
      }
    }

    private mutating func synchronize(_ code: UInt16) {
      if code == SynchronizationCode.multitouchReport { usesPackets = true }
      guard code == SynchronizationCode.report else { return }
      hasPacket = nextHasPacket
      nextHasPacket = false
    }

    /// The events that release everything; none if nothing is held.
    mutating func releasing() -> [InputEvent] {
      var events: [InputEvent] = []
      func add(_ type: EventType, _ code: UInt16, _ value: Int32) {
        events.append(InputEvent(time: .zero, type: type, code: code, value: value))
      }
      if usesPackets {
        if hasPacket { add(.synchronization, SynchronizationCode.multitouchReport, 0) }
      } else {
        for slot in slots.sorted() {
          add(.absolute, AbsoluteCode.slot, slot)
          add(.absolute, AbsoluteCode.trackingID, -1)
        }
      }
      for key in keys.sorted() { add(.key, key, 0) }
      if !events.isEmpty { add(.synchronization, SynchronizationCode.report, 0) }
      self = HeldInput()
      return events
    }
  }
#endif
