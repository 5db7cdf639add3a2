import Evdev
import LibinputOffline
import Timeline

/// A contact from its touch down to its lift, in the device's units, as of libinput's thresholds.
package struct TouchpadTouch: Hashable, Sendable {
  /// The state after a frame that changed the contact; an axis that the device never sent is nil.
  package struct Sample: Hashable, Sendable {
    var x: Int32?
    var y: Int32?
    var pressure: Int32?
    var major: Int32?
    var minor: Int32?
    var tool: Int32?
  }

  package var start: Timestamp
  package var end: Timestamp
  package var samples: [Sample] = []

  /// The greatest value of an attribute; nil if the device never sent it.
  func peak(_ value: KeyPath<Sample, Int32?>) -> Int32? {
    samples.lazy.compactMap { $0[keyPath: value] }.max()
  }
}

/// Follows the contacts of one device in its units, unlike ``/Evdev/SlotTracker``.
struct RawTouchTracker {
  private struct Slot {
    var sample = TouchpadTouch.Sample()
    var touch: TouchpadTouch?
    var hasChanged = false
  }

  private(set) var touches: [TouchpadTouch] = []
  private var slots: [Slot]
  private var current = 0
  private let hasSlots: Bool
  /// Whether the device has one pressure for all contacts.
  private let sharesPressure: Bool

  init(_ device: DeviceDescription) {
    let last = device.axes[AbsoluteCode.slot].map { Int($0.maximum) }
    hasSlots = last != nil
    slots = Array(repeating: Slot(), count: min(max(0, last ?? 0), SlotTracker.slotLimit - 1) + 1)
    sharesPressure = device.axes[AbsoluteCode.multitouchPressure] == nil
  }

  mutating func process(_ events: ArraySlice<InputEvent>, at time: Timestamp) {
    for event in events {
      switch (event.type, event.code) {
      case (.key, KeyCode.touch) where !hasSlots:
        if event.value == 0 { lift(0, time) } else if slots[0].touch == nil { begin(0, time) }
      case (.absolute, AbsoluteCode.slot): current = Int(event.value)
      case (.absolute, AbsoluteCode.trackingID) where hasSlots && slots.indices.contains(current):
        lift(current, time)
        if event.value >= 0 { begin(current, time) }
      case (.absolute, AbsoluteCode.pressure) where sharesPressure:
        for index in slots.indices { set(\.pressure, event.value, of: index) }
      case (.absolute, _):
        if let path = path(event.code) { set(path, event.value, of: current) }
      default: break
      }
    }
    for index in slots.indices where slots[index].hasChanged {
      slots[index].hasChanged = false
      let sample = slots[index].sample
      slots[index].touch?.samples.append(sample)
    }
  }

  /// Ends the touches that are down at the end of the recording.
  mutating func finish(at time: Timestamp) {
    for index in slots.indices { lift(index, time) }
    touches.sort { ($0.start, $0.end) < ($1.start, $1.end) }
  }

  private func path(_ code: UInt16) -> WritableKeyPath<TouchpadTouch.Sample, Int32?>? {
    switch code {
    case hasSlots ? AbsoluteCode.positionX : AbsoluteCode.x: \.x
    case hasSlots ? AbsoluteCode.positionY : AbsoluteCode.y: \.y
    case AbsoluteCode.multitouchPressure: \.pressure
    case AbsoluteCode.touchMajor: \.major
    case AbsoluteCode.touchMinor: \.minor
    case AbsoluteCode.toolType: \.tool
    default: nil
    }
  }

  private mutating func set(
    _ path: WritableKeyPath<TouchpadTouch.Sample, Int32?>, _ value: Int32, of slot: Int
  ) {
    guard slots.indices.contains(slot) else { return }
    slots[slot].sample[keyPath: path] = value
    slots[slot].hasChanged = true
  }

  private mutating func begin(_ slot: Int, _ time: Timestamp) {
    slots[slot].touch = TouchpadTouch(start: time, end: time)
    slots[slot].hasChanged = true
  }

  private mutating func lift(_ slot: Int, _ time: Timestamp) {
    guard var touch = slots[slot].touch else { return }
    touch.end = time
    touches.append(touch)
    slots[slot].touch = nil
  }
}
