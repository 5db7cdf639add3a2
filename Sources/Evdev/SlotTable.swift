import Contacts

/// The known state of one slot of a device.
///
/// The kernel sends a value only when it changes, so all but the occupancy outlasts a touch.
struct Slot: Sendable {
  enum Occupancy: UInt8, Sendable {
    /// No event has shown it yet: the recording has just begun, or events were lost.
    case unknown
    case empty
    case touched
  }

  var occupancy = Occupancy.unknown
  /// Whether a value changed since the last frame.
  var isDirty = false
  /// Whether values show a touch whose touch down was not seen.
  var isEvident = false
  /// Whether the touch was confirmed or ended since events were lost.
  var isConfirmed = false
  /// Whether the touch began before it was first seen.
  var isResumed = false
  var knowsX = false
  var knowsY = false
  var tool = Contact.Tool.finger
  /// The kernel's tracking id; -1 for a touch without one.
  var trackingID: Int32 = -1
  var x: Int32 = 0
  var y: Int32 = 0
  /// The pressure and the sizes in the device's units; `Int32.min` until the device reports them.
  var pressure: Int32 = .min
  var major: Int32 = .min
  var minor: Int32 = .min
  /// The distance in the device's units, above 0 while the finger hovers.
  var distance: Int32 = 0
  /// The touch's contact in the last frame; 0 for none.
  var contact: Contact.ID = 0

  init(occupancy: Occupancy = .unknown) { self.occupancy = occupancy }

  /// Ends the touch; its contact disappears with the next frame.
  mutating func touchUp() {
    occupancy = .empty
    contact = 0
    isEvident = false
  }

  /// Begins a touch; it gets its contact with the next frame.
  mutating func touchDown(trackingID: Int32, isResumed: Bool) {
    occupancy = .touched
    contact = 0
    isEvident = false
    isDirty = true
    self.trackingID = trackingID
    self.isResumed = isResumed
  }
}

/// The slots of a device, which ``ProtocolA``, ``ProtocolB`` and ``SingleTouch`` update, and from
/// which ``SlotTracker`` makes frames. Protocol A and single touch put each touch into a slot, too.
struct SlotTable: Sendable {
  let touchArea: TouchArea
  var slots: [Slot]
  /// Whether a touch may have begun since the last frame.
  var mayHaveTouchDowns = false
  /// Whether the frame being collected is the first one after lost events.
  private(set) var isResynchronizing = false
  /// Contacts of the last frame that the next one must cancel.
  var orphans: [Contact.ID] = []
  var anomalies = AnomalyCounts()
  // Counted apart from the other anomalies, since some devices cause them with every event.
  private(set) var outOfRangeCount = 0
  private(set) var wrappedCount = 0

  init(touchArea: TouchArea, count: Int) {
    self.touchArea = touchArea
    slots = Array(repeating: Slot(), count: count)
  }

  /// Changes a slot; does nothing for an index out of range.
  ///
  /// `isEvidence` marks a value that only a touch has. It reveals a touch in a slot whose occupancy
  /// is unknown.
  @inline(__always)
  mutating func change(_ index: Int, isEvidence: Bool = false, _ body: (inout Slot) -> Void) {
    guard index >= 0, index < slots.count else { return }
    if isEvidence, slots[index].occupancy == .unknown {
      slots[index].isEvident = true
      mayHaveTouchDowns = true
    }
    slots[index].isDirty = true
    body(&slots[index])
  }

  /// Sets a slot's x, with its sign restored.
  @inline(__always) mutating func setX(_ index: Int, _ raw: Int32) {
    let value = checked(raw, on: touchArea.x)
    change(index, isEvidence: true) {
      $0.x = value
      $0.knowsX = true
    }
  }

  /// Sets a slot's y, with its sign restored.
  @inline(__always) mutating func setY(_ index: Int, _ raw: Int32) {
    let value = checked(raw, on: touchArea.y)
    change(index, isEvidence: true) {
      $0.y = value
      $0.knowsY = true
    }
  }

  /// A coordinate with its sign restored. Counts restored and out-of-range values.
  @inline(__always) mutating func checked(_ raw: Int32, on axis: TouchArea.Axis) -> Int32 {
    let value = axis.unwrapped(raw)
    if value != raw { wrappedCount += 1 }
    if axis.isOutside(value) { outOfRangeCount += 1 }
    return value
  }

  /// Begins a touch in a slot; it is resumed if events were lost just before.
  mutating func touchDown(_ index: Int, trackingID: Int32 = -1) {
    slots[index].touchDown(trackingID: trackingID, isResumed: isResynchronizing)
    mayHaveTouchDowns = true
  }

  /// Ends the touch in a slot; an empty slot counts as an anomaly.
  mutating func touchUp(_ index: Int) {
    if slots[index].occupancy != .touched, !isResynchronizing {
      anomalies.count(.liftWithoutTouch)
    }
    slots[index].touchUp()
  }

  /// Removes all touches.
  mutating func clear() {
    for slot in slots.indices { slots[slot] = Slot() }
    orphans.removeAll(keepingCapacity: true)
  }

  /// Starts over after lost events: the next frame shows which touches are still down.
  mutating func beginResynchronizing() {
    isResynchronizing = true
    for slot in slots.indices {
      slots[slot].isConfirmed = false
      slots[slot].isDirty = false
      slots[slot].isEvident = false
    }
  }

  /// Cancels the touches that the first frame after lost events does not confirm.
  ///
  /// A touch that the frame confirms by its tracking id continues. An unconfirmed touch that moves
  /// may be a different touch by now: it is cancelled, and its movement is evidence of a new,
  /// resumed touch if `movementIsEvidence`. Does nothing unless events were lost.
  mutating func endResynchronizing(movementIsEvidence: Bool = true) {
    guard isResynchronizing else { return }
    isResynchronizing = false
    for slot in slots.indices where !slots[slot].isConfirmed {
      if slots[slot].contact != 0 { orphans.append(slots[slot].contact) }
      slots[slot].occupancy = .unknown
      slots[slot].contact = 0
      slots[slot].isEvident = slots[slot].isDirty && movementIsEvidence
      mayHaveTouchDowns = true
    }
    orphans.sort()
  }
}

extension Contact.Tool {
  /// The tool of an `MT_TOOL_*` value; all but pens and palms are fingers.
  init(toolType: Int32) {
    switch toolType {
    case ToolType.pen: self = .pen
    case ToolType.palm: self = .palm
    default: self = .finger
    }
  }
}
