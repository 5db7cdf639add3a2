import Evdev
import Timeline

/// What was down already when a recording began, as its events betray it.
///
/// A finger moves or lifts that never landed; a key is released that was never pressed.
struct TraceBeginning: Sendable {
  /// The first word about a slot.
  private struct FirstWords: Sendable {
    var isKnown = false
    var isTouched = false
    var x: Int32?
    var y: Int32?
  }

  private var slots: [Int32: FirstWords] = [:]
  private var slot: Int32
  private let firstSlot: Int32
  private var heldKeys: Set<UInt16> = []
  private var knownKeys: Set<UInt16> = []

  init(firstSlot: Int) {
    self.firstSlot = Int32(clamping: firstSlot)
    slot = self.firstSlot
  }

  mutating func process(_ event: InputEvent) {
    if event.type == .key, knownKeys.insert(event.code).inserted, event.value == 0 {
      heldKeys.insert(event.code)
    }
    guard event.type == .absolute else { return }
    switch event.code {
    case AbsoluteCode.slot: slot = event.value
    case AbsoluteCode.trackingID: begin(isTouched: event.value < 0)
    case AbsoluteCode.positionX:
      begin(isTouched: true)
      if slots[slot]?.x == nil { slots[slot]?.x = event.value }
    case AbsoluteCode.positionY:
      begin(isTouched: true)
      if slots[slot]?.y == nil { slots[slot]?.y = event.value }
    default: break
    }
  }

  private mutating func begin(isTouched: Bool) {
    if slots[slot]?.isKnown ?? false { return }
    slots[slot] = FirstWords(isKnown: true, isTouched: isTouched)
  }

  /// Tracking ids that recordings hardly ever come to: the kernel counts from 0.
  private static let firstID: Int32 = 60_000

  /// The events that bring a device of a description to this state, a frame; none if nothing is down.
  func events(_ device: DeviceDescription) -> [InputEvent] {
    var events: [InputEvent] = []
    func add(_ type: EventType, _ code: UInt16, _ value: Int32) {
      events.append(InputEvent(time: .zero, type: type, code: code, value: value))
    }
    // Without slots each frame tells all contacts anyway.
    if device.axes[AbsoluteCode.slot] != nil {
      for slot in slots.keys.sorted() {
        guard slot >= 0, let words = slots[slot], words.isTouched else { continue }
        add(.absolute, AbsoluteCode.slot, slot)
        add(.absolute, AbsoluteCode.trackingID, TraceBeginning.firstID &+ slot)
        // A unit beside the first place, since the kernel passes on only what changes.
        if let x = words.x { add(.absolute, AbsoluteCode.positionX, x > 0 ? x - 1 : x &+ 1) }
        if let y = words.y { add(.absolute, AbsoluteCode.positionY, y > 0 ? y - 1 : y &+ 1) }
      }
      if !events.isEmpty { add(.absolute, AbsoluteCode.slot, firstSlot) }
    }
    for key in heldKeys.sorted() { add(.key, key, 1) }
    if !events.isEmpty { add(.synchronization, SynchronizationCode.report, 0) }
    return events
  }
}
