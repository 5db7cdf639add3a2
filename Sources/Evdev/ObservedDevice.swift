public import Timeline

/// The properties of a device that the events of a recording reveal, for recordings without a
/// description.
///
/// ```swift
/// var observed = ObservedDevice()
/// observed.observe(events)
/// let touchArea = TouchArea(description: nil, observed: observed)
/// ```
///
/// The kernel sends `ABS_MT_SLOT` only when the slot changes, and never repeats an unchanged value.
/// Events before the first `ABS_MT_SLOT` therefore belong to the slot that was current when the
/// recording began; see ``initialSlot``.
public struct ObservedDevice: Hashable, Sendable {
  /// A touch that was down before the recording began, with the first coordinates that it reports.
  public struct InitialTouch: Hashable, Sendable {
    public var slot: Int
    public var x: Int32?
    public var y: Int32?
  }

  /// The number of events, and how many of them are `SYN_REPORT`.
  public private(set) var events = 0
  public private(set) var frames = 0
  /// The time of the first event and the latest time of any event.
  public private(set) var firstTime: Timestamp?
  public private(set) var latestTime: Timestamp?
  /// The values of `ABS_MT_POSITION_X` and `ABS_MT_POSITION_Y`.
  public private(set) var multitouchX: ClosedRange<Int32>?
  public private(set) var multitouchY: ClosedRange<Int32>?
  /// The values of `ABS_X` and `ABS_Y`.
  public private(set) var singleX: ClosedRange<Int32>?
  public private(set) var singleY: ClosedRange<Int32>?
  /// The values of `ABS_MT_PRESSURE` and `ABS_PRESSURE`.
  public private(set) var multitouchPressure: ClosedRange<Int32>?
  public private(set) var singlePressure: ClosedRange<Int32>?
  /// The values of `ABS_MT_TOUCH_MAJOR`.
  public private(set) var touchMajor: ClosedRange<Int32>?
  /// The highest `ABS_MT_SLOT` below ``SlotTracker/slotLimit``.
  public private(set) var highestSlot: Int?
  /// Whether `ABS_MT_TOOL_TYPE` occurs.
  public private(set) var hasToolTypes = false
  /// Whether `BTN_TOOL_FINGER`, `BTN_TOOL_DOUBLETAP` and so on occur, which only touchpads send.
  public var hasToolKeys = false
  /// The most fingers that the tool keys count, 0 to 5.
  public private(set) var mostFingers = 0
  /// Whether `SYN_MT_REPORT` occurs, which only multitouch protocol A sends.
  public private(set) var hasMultitouchReports = false

  /// Whether `EV_REL` occurs, which mice and trackballs send.
  public private(set) var hasRelativeAxes = false
  /// Whether `EV_SW` occurs.
  public private(set) var hasSwitches = false

  /// The first value of each key.
  private var firstKeyValues: [UInt16: Int32] = [:]
  private var slots = [SlotStart()]
  /// The events before the first `ABS_MT_SLOT` if that selects slot 0. They belong to another slot,
  /// which only later events identify.
  private var unnamedSlot = SlotStart()
  private var currentSlot = 0
  /// The first `ABS_MT_SLOT`; -1 if `SYN_DROPPED` came before any.
  private var firstNamedSlot: Int?
  private var hasUnnamedEvents = false
  private var touchCount = 0
  /// Whether the start of the current slot may lack a value. It is asked for every coordinate.
  private var mayLackStart = true
  /// Whether the start of the only touch may lack a coordinate. It is asked for every coordinate.
  private var mayLackOnlyStart = true

  public init() {}

  /// The first appearance of a slot in the events.
  private struct SlotStart: Hashable, Sendable {
    enum FirstEvent: Sendable { case none, touchDown, other }
    var firstEvent = FirstEvent.none
    var isTouched = false
    var x: Int32?
    var y: Int32?

    var lacksCoordinate: Bool { x == nil || y == nil }

    /// Sets the coordinates that are still unknown.
    mutating func complete(x: Int32?, y: Int32?) {
      if self.x == nil { self.x = x }
      if self.y == nil { self.y = y }
    }
  }

  /// Whether any coordinate of the multitouch axes was seen.
  public var hasMultitouchPositions: Bool { multitouchX != nil || multitouchY != nil }

  /// Whether any coordinate was seen.
  public var hasPositions: Bool { hasMultitouchPositions || singleX != nil || singleY != nil }

  /// The first value of `BTN_TOUCH`: 0 if the recording begins during a touch.
  public var firstTouch: Int32? { firstKeyValues[KeyCode.touch] }

  /// The slot of the events before the first `ABS_MT_SLOT`; nil if there are no such events.
  ///
  /// It is slot 0 unless the first `ABS_MT_SLOT` is 0. Then it is the lowest other slot whose first
  /// event is not a touch down, or else slot 1. After `SYN_DROPPED` an `ABS_MT_SLOT` proves
  /// nothing, since it may repeat the current slot.
  public var initialSlot: Int? {
    guard hasUnnamedEvents else { return nil }
    guard firstNamedSlot == 0 else { return 0 }
    return slots.indices.dropFirst().first { slots[$0].firstEvent == .other } ?? 1
  }

  /// The first coordinates that are reported in each slot.
  ///
  /// The kernel omits a coordinate that equals the coordinate of the slot's previous touch, so a
  /// touch without one is at the first value that follows, or was at it before.
  public var firstPositions: [(x: Int32?, y: Int32?)] { starts.map { ($0.x, $0.y) } }

  /// The first appearance of each slot; events of the unnamed slot are attributed to its actual
  /// number.
  private var starts: [SlotStart] {
    guard let initialSlot, initialSlot != 0 else { return slots }
    var starts = slots
    while starts.count <= initialSlot { starts.append(SlotStart()) }
    let later = starts[initialSlot]
    starts[initialSlot] = unnamedSlot
    starts[initialSlot].x = unnamedSlot.x ?? later.x
    starts[initialSlot].y = unnamedSlot.y ?? later.y
    return starts
  }

  /// The touches that were down before the recording began: the first event of their slots is not
  /// a touch down.
  public var initialTouches: [InitialTouch] {
    starts.enumerated().compactMap { slot, start in
      start.firstEvent == .other ? InitialTouch(slot: slot, x: start.x, y: start.y) : nil
    }
  }

  /// The keys that occur.
  public var keys: Set<UInt16> { Set(firstKeyValues.keys) }

  /// The keys that were pressed before the recording began, in ascending order: their first event
  /// is a release.
  public var initialKeys: [UInt16] { firstKeyValues.filter { $0.value == 0 }.keys.sorted() }

  /// Adds the events that follow those observed so far.
  public mutating func observe(_ batch: [InputEvent]) {
    guard let first = batch.first else { return }
    events += batch.count
    if firstTime == nil { firstTime = first.time }
    var latest = latestTime ?? first.time
    for event in batch {
      if latest < event.time { latest = event.time }
      // Nearly all events are values of axes.
      if event.type == .absolute { observeAxis(event.code, event.value) } else { observe(event) }
    }
    latestTime = latest
  }

  private mutating func observe(_ event: InputEvent) {
    switch event.type {
    case .key: observeKey(event.code, event.value)
    case .synchronization:
      switch event.code {
      case SynchronizationCode.report: frames += 1
      case SynchronizationCode.multitouchReport: hasMultitouchReports = true
      case SynchronizationCode.dropped:
        if firstNamedSlot == nil { firstNamedSlot = -1 }
      default: break
      }
    case .relative: hasRelativeAxes = true
    case .switch: hasSwitches = true
    default: break
    }
  }

  @inline(__always)
  private mutating func observeAxis(_ code: UInt16, _ value: Int32) {
    switch code {
    case AbsoluteCode.positionX:
      multitouchX.widen(value)
      if mayLackStart { noteFirst(.other, x: value) }
    case AbsoluteCode.positionY:
      multitouchY.widen(value)
      if mayLackStart { noteFirst(.other, y: value) }
    case AbsoluteCode.multitouchPressure:
      multitouchPressure.widen(value)
      if mayLackStart { noteFirst(.other) }
    case AbsoluteCode.touchMajor: touchMajor.widen(value)
    case AbsoluteCode.toolType: hasToolTypes = true
    case AbsoluteCode.slot: selectSlot(value)
    case AbsoluteCode.trackingID: observeTrackingID(value)
    case AbsoluteCode.x:
      singleX.widen(value)
      if mayLackOnlyStart { noteOnlyTouched(x: value) }
    case AbsoluteCode.y:
      singleY.widen(value)
      if mayLackOnlyStart { noteOnlyTouched(y: value) }
    case AbsoluteCode.pressure: singlePressure.widen(value)
    default: break
    }
  }

  private mutating func observeKey(_ code: UInt16, _ value: Int32) {
    if firstKeyValues[code] == nil { firstKeyValues[code] = value }
    guard let tool = KeyCode.fingerTools.firstIndex(of: code) else { return }
    hasToolKeys = true
    if value != 0 { mostFingers = max(mostFingers, tool + 1) }
  }

  private mutating func selectSlot(_ value: Int32) {
    mayLackStart = true
    mayLackOnlyStart = true
    guard value >= 0, value < SlotTracker.slotLimit else {
      currentSlot = -1
      return
    }
    currentSlot = Int(value)
    if firstNamedSlot == nil {
      firstNamedSlot = currentSlot
      if currentSlot == 0 { swap(&unnamedSlot, &slots[0]) }
    }
    highestSlot = max(highestSlot ?? 0, currentSlot)
    while slots.count <= currentSlot { slots.append(SlotStart()) }
  }

  private mutating func observeTrackingID(_ id: Int32) {
    let isTouched = id >= 0
    mayLackOnlyStart = true
    noteFirst(isTouched ? .touchDown : .other)
    guard currentSlot >= 0 else { return }
    if slots[currentSlot].isTouched != isTouched {
      slots[currentSlot].isTouched = isTouched
      touchCount += isTouched ? 1 : -1
    } else if !isTouched, unnamedSlot.isTouched, currentSlot != 0 {
      // A touch-up in a slot without a touch ends the touch of the unnamed slot.
      unnamedSlot.isTouched = false
      touchCount -= 1
    }
  }

  private mutating func noteFirst(
    _ event: SlotStart.FirstEvent, x: Int32? = nil, y: Int32? = nil
  ) {
    if firstNamedSlot == nil { hasUnnamedEvents = true }
    guard currentSlot >= 0 else {
      mayLackStart = false
      return
    }
    if slots[currentSlot].firstEvent == .none { slots[currentSlot].firstEvent = event }
    slots[currentSlot].complete(x: x, y: y)
    mayLackStart = slots[currentSlot].lacksCoordinate
  }

  /// Notes a coordinate of the only touch, which `ABS_X` and `ABS_Y` follow, if there is exactly
  /// one.
  private mutating func noteOnlyTouched(x: Int32? = nil, y: Int32? = nil) {
    guard touchCount == 1 else { return }
    if let slot = slots.firstIndex(where: \.isTouched) {
      slots[slot].complete(x: x, y: y)
      mayLackOnlyStart = slots[slot].lacksCoordinate
    } else {
      unnamedSlot.complete(x: x, y: y)
      mayLackOnlyStart = unnamedSlot.lacksCoordinate
    }
  }
}

extension ClosedRange<Int32>? {
  fileprivate mutating func widen(_ value: Int32) {
    guard let known = self else {
      self = value...value
      return
    }
    if !known.contains(value) {
      self = Swift.min(known.lowerBound, value)...Swift.max(known.upperBound, value)
    }
  }
}
