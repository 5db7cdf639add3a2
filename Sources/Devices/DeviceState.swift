#if Live
  import Evdev
  import Timeline

  /// Expresses the state of a device as events, for readers that missed the events before.
  ///
  /// The kernel omits unchanged values: a finger that touches down where one lifted sends no position.
  /// libevdev knows all values since the device was opened.
  struct DeviceState {
    /// Whether a touch or a key was down when the device was opened.
    let wasTouched: Bool

    private let libevdev: Libevdev
    private let firstSlot: Int
    /// The device's multitouch axes, except slot and tracking id.
    private let axes: [UInt16]
    /// The device's single-touch axes.
    private let singleAxes: [UInt16]
    /// The device's keys that recognition depends on.
    private let keys: [UInt16]
    /// For each slot, whether its values have been sent.
    private var isSent: [Bool]
    private var isSingleSent = false

    init(_ libevdev: Libevdev) {
      self.libevdev = libevdev
      firstSlot = libevdev.currentSlot
      let hasSlots = libevdev.slots > 0
      axes = hasSlots ? DeviceState.slotAxes.filter { libevdev.has(.absolute, $0) } : []
      singleAxes = DeviceState.singleAxes.filter { libevdev.has(.absolute, $0) }
      keys = DeviceState.keys.filter { libevdev.has(.key, $0) }
      isSent = Array(repeating: false, count: min(libevdev.slots, SlotTracker.slotLimit))
      wasTouched =
        isSent.indices.contains { libevdev.value(slot: $0, AbsoluteCode.trackingID) >= 0 }
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
    /// Inserts the slot of the first events at the front, since they may not name it.
    func begin(_ frame: inout [InputEvent]) {
      guard let first = frame.first, !isSent.isEmpty else { return }
      if first.type == .absolute, first.code == AbsoluteCode.slot { return }
      let slot = InputEvent(
        time: first.time, type: .absolute, code: AbsoluteCode.slot, value: Int32(firstSlot))
      frame.insert(slot, at: 0)
    }

    /// Inserts the values that touch downs of a frame presuppose, before its `SYN_REPORT`.
    mutating func complete(_ frame: inout [InputEvent]) {
      guard let report = frame.last, !isEverythingSent else { return }
      frame.removeLast()
      let current = libevdev.currentSlot
      var isElsewhere = false
      for slot in isSent.indices
      where !isSent[slot] && libevdev.value(slot: slot, AbsoluteCode.trackingID) >= 0 {
        isSent[slot] = true
        append(AbsoluteCode.slot, Int32(slot), to: &frame, report.time)
        appendValues(of: slot, to: &frame, report.time)
        isElsewhere = slot != current
      }
      if isElsewhere { append(AbsoluteCode.slot, Int32(current), to: &frame, report.time) }
      if isSent.isEmpty, !isSingleSent, libevdev.value(.key, KeyCode.touch) != 0 {
        isSingleSent = true
        for code in [AbsoluteCode.x, AbsoluteCode.y] where singleAxes.contains(code) {
          append(code, libevdev.value(.absolute, code), to: &frame, report.time)
        }
      }
      frame.append(report)
    }

    private var isEverythingSent: Bool {
      isSent.isEmpty ? isSingleSent : !isSent.contains(false)
    }

    /// The position of a touch and its other nonzero values.
    private func appendValues(of slot: Int, to frame: inout [InputEvent], _ time: Timestamp) {
      for code in axes {
        let value = libevdev.value(slot: slot, code)
        let isPosition = code == AbsoluteCode.positionX || code == AbsoluteCode.positionY
        if isPosition || value != 0 { append(code, value, to: &frame, time) }
      }
    }

    /// Appends `SYN_DROPPED` and the whole state as a frame, in place of the missing events.
    mutating func append(to frame: inout [InputEvent], at time: Timestamp) {
      frame.append(
        InputEvent(
          time: time, type: .synchronization, code: SynchronizationCode.dropped, value: 0))
      appendReport(to: &frame, time)
      for slot in isSent.indices {
        isSent[slot] = true
        append(AbsoluteCode.slot, Int32(slot), to: &frame, time)
        let id = libevdev.value(slot: slot, AbsoluteCode.trackingID)
        append(AbsoluteCode.trackingID, id, to: &frame, time)
        for code in axes { append(code, libevdev.value(slot: slot, code), to: &frame, time) }
      }
      if !isSent.isEmpty {
        append(AbsoluteCode.slot, Int32(libevdev.currentSlot), to: &frame, time)
      }
      isSingleSent = true
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
