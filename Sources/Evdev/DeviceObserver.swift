import Timeline

/// Reads over a recording's events for what they tell of a device that nobody describes.
///
/// ```swift
/// var scanner = RangeScanner()
/// scanner.process(events)
/// let surface = Surface(description: nil, hints: scanner.hints)
/// ```
///
/// The kernel names a slot only when it changes, and repeats no value that is the same as before.
/// So the events before the first `ABS_MT_SLOT` belong to the slot that happened to be current:
/// slot 0, unless the first that is named is 0 itself. Then it is the lowest of the later ones
/// whose first event is not a landing, or else slot 1. After `SYN_DROPPED` a name proves nothing.
public struct DeviceObserver: Sendable {
  private var collected = ObservedDevice()
  private var slot = 0
  private var firstNamedSlot: Int?
  private var hasUnnamedEvents = false
  private var slots = [FirstWords()]
  private var touches = 0

  /// How a slot appeared first.
  private struct FirstWords: Sendable {
    enum Beginning: Sendable { case unseen, landing, other }
    var beginning = Beginning.unseen
    var isTouched = false
    var x: Int32?
    var y: Int32?
  }

  public init() {}

  /// What was learned so far.
  public var observed: ObservedDevice {
    var observed = collected
    observed.initialSlot = initialSlot
    observed.firstX = slots.map(\.x)
    observed.firstY = slots.map(\.y)
    if let initialSlot, initialSlot != 0 {
      // The unnamed events were taken for slot 0; what they told first belongs to the real one.
      while observed.firstX.count <= initialSlot {
        observed.firstX.append(nil)
        observed.firstY.append(nil)
      }
      observed.firstX[initialSlot] = slots[0].x
      observed.firstY[initialSlot] = slots[0].y
    }
    return observed
  }

  /// Takes several events over.
  public mutating func process(_ events: [InputEvent]) {
    guard let first = events.first else { return }
    collected.events += events.count
    if collected.firstTime == nil { collected.firstTime = first.time }
    var latest = collected.latestTime ?? first.time
    for event in events {
      if latest < event.time { latest = event.time }
      look(at: event)
    }
    collected.latestTime = latest
  }

  @inline(__always)
  private mutating func look(at event: InputEvent) {
    switch event.type {
    case .absolute: processAbsolute(event.code, event.value)
    case .key: processKey(event.code, event.value)
    case .synchronization:
      if event.code == SynchronizationCode.report { collected.frames += 1 }
      if event.code == SynchronizationCode.multitouchReport {
        collected.hasMultitouchReports = true
      }
      // After lost events the slots are named for their state, the current one among them.
      if event.code == SynchronizationCode.dropped, firstNamedSlot == nil { firstNamedSlot = -1 }
    default: break
    }
  }
}

extension DeviceObserver {
  private mutating func processAbsolute(_ code: UInt16, _ value: Int32) {
    switch code {
    case AbsoluteCode.positionX:
      collected.multitouchX.widen(value)
      begin(.other)
      if slot >= 0, slots[slot].x == nil { slots[slot].x = value }
    case AbsoluteCode.positionY:
      collected.multitouchY.widen(value)
      begin(.other)
      if slot >= 0, slots[slot].y == nil { slots[slot].y = value }
    case AbsoluteCode.multitouchPressure:
      collected.multitouchPressure.widen(value)
      begin(.other)
    case AbsoluteCode.touchMajor: collected.touchMajor.widen(value)
    case AbsoluteCode.slot: select(value)
    case AbsoluteCode.trackingID: track(value)
    case AbsoluteCode.x:
      collected.singleX.widen(value)
      if let only = onlyTouch, slots[only].x == nil { slots[only].x = value }
    case AbsoluteCode.y:
      collected.singleY.widen(value)
      if let only = onlyTouch, slots[only].y == nil { slots[only].y = value }
    case AbsoluteCode.pressure: collected.singlePressure.widen(value)
    default: break
    }
  }

  private mutating func processKey(_ code: UInt16, _ value: Int32) {
    switch code {
    case KeyCode.touch:
      if collected.firstTouch == nil { collected.firstTouch = value }
    case KeyCode.toolFinger, KeyCode.toolDoubleTap, KeyCode.toolTripleTap,
      KeyCode.toolQuadrupleTap, KeyCode.toolQuintupleTap:
      collected.hasToolKeys = true
    default: break
    }
  }
}

extension ObservedDevice.Extent? {
  fileprivate mutating func widen(_ value: Int32) {
    guard let known = self else {
      self = ObservedDevice.Extent(smallest: value, largest: value)
      return
    }
    if value < known.smallest { self?.smallest = value }
    if value > known.largest { self?.largest = value }
  }
}

extension DeviceObserver {
  private mutating func select(_ value: Int32) {
    guard value >= 0, value < SlotTracker.slotLimit else {
      slot = -1
      return
    }
    slot = Int(value)
    if firstNamedSlot == nil { firstNamedSlot = slot }
    collected.highestSlot = max(collected.highestSlot ?? 0, slot)
    while slots.count <= slot { slots.append(FirstWords()) }
  }

  private mutating func track(_ value: Int32) {
    let isTouched = value >= 0
    begin(isTouched ? .landing : .other)
    guard slot >= 0, slots[slot].isTouched != isTouched else { return }
    slots[slot].isTouched = isTouched
    touches += isTouched ? 1 : -1
  }

  private mutating func begin(_ beginning: FirstWords.Beginning) {
    if firstNamedSlot == nil { hasUnnamedEvents = true }
    if slot >= 0, slots[slot].beginning == .unseen { slots[slot].beginning = beginning }
  }

  /// The slot that `ABS_X` and `ABS_Y` follow: that of the only touch.
  private var onlyTouch: Int? {
    touches == 1 ? slots.firstIndex { $0.isTouched } : nil
  }

  private var initialSlot: Int? {
    guard hasUnnamedEvents else { return nil }
    guard firstNamedSlot == 0 else { return 0 }
    return slots.indices.dropFirst().first { slots[$0].beginning == .other } ?? 1
  }
}
