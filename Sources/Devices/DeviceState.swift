#if Live
  import CInput
  import Evdev
  import Timeline

  /// The state of a device as events, for readers that missed the events before.
  ///
  /// The kernel omits unchanged values: a finger that touches down in the position of a lifted one
  /// sends no position. libevdev knows all values since the device was opened.
  struct DeviceState {
    private let libevdev: Libevdev
    private let firstSlot: Int
    /// The device's multitouch axes, except slot and tracking id; empty without slots.
    private let slotAxes: [UInt16]
    /// The other axes, keys, switches and LEDs.
    private let codes: [(type: EventType, code: UInt16)]
    /// The state when the device was opened, if anything was touched, pressed or switched on, or
    /// if values of its slots are known from before.
    private var opening: [InputEvent] = []
    /// Whether the values of each slot have been sent.
    private var isSent: [Bool]
    private var isSingleSent = false

    /// - Parameter isReturning: Whether the reader of the events knows values from before.
    init(_ libevdev: Libevdev, _ description: DeviceDescription, isReturning: Bool) {
      self.libevdev = libevdev
      firstSlot = libevdev.currentSlot
      isSent = Array(repeating: false, count: min(libevdev.slots, SlotTracker.slotLimit))
      let axes = (description.codes[EventType.absolute.rawValue] ?? []).sorted()
      let multitouch = axes.filter(DeviceState.multitouchAxes.contains)
      let slotted = [AbsoluteCode.slot, AbsoluteCode.trackingID]
      slotAxes = isSent.isEmpty ? [] : multitouch.filter { !slotted.contains($0) }
      var codes = axes.filter { !multitouch.contains($0) }.map { (EventType.absolute, $0) }
      for type in [EventType.key, .switch, DeviceState.lights] {
        codes += (description.codes[type.rawValue] ?? []).sorted().map { (type, $0) }
      }
      self.codes = codes
      if isActive {
        appendState(to: &opening, .zero)
      } else if isReturning {
        // In a frame before the first one, in which a touch would count as resumed.
        appendState(to: &opening, .zero)
        append(.synchronization, SynchronizationCode.report, 0, to: &opening, .zero)
      }
    }

    /// The codes from `ABS_MT_SLOT` to `ABS_MT_TOOL_Y`; contacts of protocol A have no state.
    private static let multitouchAxes = UInt16(ABS_MT_SLOT)...UInt16(ABS_MT_TOOL_Y)
    private static let lights = EventType(rawValue: UInt16(EV_LED))

    private var isActive: Bool {
      isSent.indices.contains { libevdev.value(slot: $0, AbsoluteCode.trackingID) >= 0 }
        || codes.contains { type, code in
          (type == .key || type == .switch) && libevdev.value(type, code) != 0
        }
    }

    /// Inserts the state that the first frame presupposes at its front, and returns the number of
    /// inserted events: if the device was in use when it was opened, or returns, `SYN_DROPPED` and
    /// its state then; or else the slot of the first events, since they may not name it.
    mutating func begin(_ frame: inout [InputEvent]) -> Int {
      guard let first = frame.first else { return 0 }
      var events: [InputEvent] = []
      if !opening.isEmpty {
        events += InputEvent.loss(at: first.time)
        events += opening.map { event in
          InputEvent(time: first.time, type: event.type, code: event.code, value: event.value)
        }
        opening = []
        markSent()
      } else if !isSent.isEmpty, first.type != .absolute || first.code != AbsoluteCode.slot {
        append(.absolute, AbsoluteCode.slot, Int32(firstSlot), to: &events, first.time)
      }
      frame.insert(contentsOf: events, at: 0)
      return events.count
    }

    /// Inserts the values that touch downs presuppose before the `SYN_REPORT`; returns how many.
    mutating func complete(_ frame: inout [InputEvent]) -> Int {
      guard let report = frame.last, !isEverythingSent else { return 0 }
      let count = frame.count
      frame.removeLast()
      let current = libevdev.currentSlot
      var isElsewhere = false
      for slot in isSent.indices
      where !isSent[slot] && libevdev.value(slot: slot, AbsoluteCode.trackingID) >= 0 {
        isSent[slot] = true
        append(.absolute, AbsoluteCode.slot, Int32(slot), to: &frame, report.time)
        appendNonzeroValues(of: slot, to: &frame, report.time)
        isElsewhere = slot != current
      }
      if isElsewhere {
        append(.absolute, AbsoluteCode.slot, Int32(current), to: &frame, report.time)
      }
      if isSent.isEmpty, !isSingleSent, libevdev.value(.key, KeyCode.touch) != 0 {
        isSingleSent = true
        for (type, code) in codes where type == .absolute && code <= AbsoluteCode.y {
          append(type, code, libevdev.value(type, code), to: &frame, report.time)
        }
      }
      frame.append(report)
      return frame.count - count
    }

    private var isEverythingSent: Bool {
      isSent.isEmpty ? isSingleSent : !isSent.contains(false)
    }

    private mutating func markSent() {
      for slot in isSent.indices { isSent[slot] = true }
      isSingleSent = true
    }

    /// The position of a touch and its other nonzero values.
    private func appendNonzeroValues(
      of slot: Int, to frame: inout [InputEvent], _ time: Timestamp
    ) {
      for code in slotAxes {
        let value = libevdev.value(slot: slot, code)
        let isPosition = code == AbsoluteCode.positionX || code == AbsoluteCode.positionY
        if isPosition || value != 0 { append(.absolute, code, value, to: &frame, time) }
      }
    }

    /// Appends `SYN_DROPPED` and the whole state as a frame, in place of the missing events.
    ///
    /// - Parameter momentary: The events of the frame that are no state, as those of a wheel.
    mutating func append(
      to frame: inout [InputEvent], at time: Timestamp, momentary: [InputEvent] = []
    ) {
      frame += InputEvent.loss(at: time)
      markSent()
      appendState(to: &frame, time)
      frame += momentary
      append(.synchronization, SynchronizationCode.report, 0, to: &frame, time)
    }

    private func appendState(to frame: inout [InputEvent], _ time: Timestamp) {
      for slot in isSent.indices {
        append(.absolute, AbsoluteCode.slot, Int32(slot), to: &frame, time)
        for code in [AbsoluteCode.trackingID] + slotAxes {
          append(.absolute, code, libevdev.value(slot: slot, code), to: &frame, time)
        }
      }
      if !isSent.isEmpty {
        append(.absolute, AbsoluteCode.slot, Int32(libevdev.currentSlot), to: &frame, time)
      }
      for (type, code) in codes {
        append(type, code, libevdev.value(type, code), to: &frame, time)
      }
    }

    private func append(
      _ type: EventType, _ code: UInt16, _ value: Int32, to frame: inout [InputEvent],
      _ time: Timestamp
    ) {
      frame.append(InputEvent(time: time, type: type, code: code, value: value))
    }
  }
#endif
