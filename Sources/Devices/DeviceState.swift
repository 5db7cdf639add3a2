#if Live
  import Evdev
  import Timeline

  /// Tells the state of a device as events, for those who did not see all that led to it.
  ///
  /// The kernel repeats no value: a finger that lands where one lifted tells no place. libevdev knows
  /// them all, from the moment when the device was opened.
  struct DeviceState {
    /// Whether something touched the device, or a key was down, when it was opened.
    let wasTouched: Bool

    private let libevdev: Libevdev
    private let firstSlot: Int
    /// The multitouch axes that the device has, but slot and tracking id.
    private let axes: [UInt16]
    /// The axes of single touch that it has.
    private let singleAxes: [UInt16]
    /// The keys that it has and that matter.
    private let keys: [UInt16]
    /// For each slot, whether its values were told.
    private var isTold: [Bool]
    private var isSingleTold = false

    init(_ libevdev: Libevdev) {
      self.libevdev = libevdev
      firstSlot = libevdev.currentSlot
      let hasSlots = libevdev.slots > 0
      axes = hasSlots ? DeviceState.slotAxes.filter { libevdev.has(.absolute, $0) } : []
      singleAxes = DeviceState.singleAxes.filter { libevdev.has(.absolute, $0) }
      keys = DeviceState.keys.filter { libevdev.has(.key, $0) }
      isTold = Array(repeating: false, count: min(libevdev.slots, SlotTracker.slotLimit))
      wasTouched =
        isTold.indices.contains { libevdev.value(slot: $0, AbsoluteCode.trackingID) >= 0 }
        || keys.contains { libevdev.value(.key, $0) != 0 }
    }

    private static let slotAxes = [
      AbsoluteCode.positionX, AbsoluteCode.positionY, AbsoluteCode.multitouchPressure,
      AbsoluteCode.touchMajor, AbsoluteCode.touchMinor, AbsoluteCode.toolType,
      AbsoluteCode.multitouchDistance,
    ]
    private static let singleAxes = [AbsoluteCode.x, AbsoluteCode.y, AbsoluteCode.pressure]
    private static let keys = [
      KeyCode.touch, KeyCode.toolFinger, KeyCode.toolDoubleTap, KeyCode.toolTripleTap,
      KeyCode.toolQuadrupleTap, KeyCode.toolQuintupleTap, KeyCode.toolPen, KeyCode.toolRubber,
      KeyCode.left, KeyCode.right, KeyCode.middle, KeyCode.power, KeyCode.sleep, KeyCode.phone,
      KeyCode.screenLock,
    ]
  }

  extension DeviceState {
    /// Puts the slot in front that the first events belong to, since they may not name it.
    func begin(_ frame: inout [InputEvent]) {
      guard let first = frame.first, !isTold.isEmpty else { return }
      if first.type == .absolute, first.code == AbsoluteCode.slot { return }
      let slot = InputEvent(
        time: first.time, type: .absolute, code: AbsoluteCode.slot, value: Int32(firstSlot))
      frame.insert(slot, at: 0)
    }

    /// Puts the values in that landings of a frame take for known, before its `SYN_REPORT`.
    mutating func complete(_ frame: inout [InputEvent]) {
      guard let report = frame.last, !isAllTold else { return }
      frame.removeLast()
      let current = libevdev.currentSlot
      var isElsewhere = false
      for slot in isTold.indices
      where !isTold[slot] && libevdev.value(slot: slot, AbsoluteCode.trackingID) >= 0 {
        isTold[slot] = true
        append(AbsoluteCode.slot, Int32(slot), to: &frame, report.time)
        appendPlaces(of: slot, to: &frame, report.time)
        isElsewhere = slot != current
      }
      if isElsewhere { append(AbsoluteCode.slot, Int32(current), to: &frame, report.time) }
      if isTold.isEmpty, !isSingleTold, libevdev.value(.key, KeyCode.touch) != 0 {
        isSingleTold = true
        for code in [AbsoluteCode.x, AbsoluteCode.y] where singleAxes.contains(code) {
          append(code, libevdev.value(.absolute, code), to: &frame, report.time)
        }
      }
      frame.append(report)
    }

    private var isAllTold: Bool {
      isTold.isEmpty ? isSingleTold : !isTold.contains(false)
    }

    /// The place of a touch and, where they say anything, its other values.
    private func appendPlaces(of slot: Int, to frame: inout [InputEvent], _ time: Timestamp) {
      for code in axes {
        let value = libevdev.value(slot: slot, code)
        let isPlace = code == AbsoluteCode.positionX || code == AbsoluteCode.positionY
        if isPlace || value != 0 { append(code, value, to: &frame, time) }
      }
    }

    /// Appends `SYN_DROPPED` and, as a frame, all that is known, in place of what was not seen.
    mutating func append(to frame: inout [InputEvent], at time: Timestamp) {
      frame.append(
        InputEvent(
          time: time, type: .synchronization, code: SynchronizationCode.dropped, value: 0))
      appendReport(to: &frame, time)
      for slot in isTold.indices {
        isTold[slot] = true
        append(AbsoluteCode.slot, Int32(slot), to: &frame, time)
        let id = libevdev.value(slot: slot, AbsoluteCode.trackingID)
        append(AbsoluteCode.trackingID, id, to: &frame, time)
        for code in axes { append(code, libevdev.value(slot: slot, code), to: &frame, time) }
      }
      if !isTold.isEmpty {
        append(AbsoluteCode.slot, Int32(libevdev.currentSlot), to: &frame, time)
      }
      isSingleTold = true
      for code in singleAxes {
        append(code, libevdev.value(.absolute, code), to: &frame, time)
      }
      for code in keys {
        frame.append(
          InputEvent(
            time: time, type: .key, code: code, value: libevdev.value(.key, code)))
      }
      appendReport(to: &frame, time)
    }

    private func append(
      _ code: UInt16, _ value: Int32, to frame: inout [InputEvent], _ time: Timestamp
    ) {
      frame.append(InputEvent(time: time, type: .absolute, code: code, value: value))
    }

    private func appendReport(to frame: inout [InputEvent], _ time: Timestamp) {
      frame.append(
        InputEvent(time: time, type: .synchronization, code: SynchronizationCode.report, value: 0))
    }
  }
#endif
