import Contacts

/// What the axes of single touch say: the touch itself, or the emulation beside multitouch.
struct SingleTouch: Sendable {
  /// How to tell whether the surface is touched.
  enum Sign: Sendable {
    /// By `BTN_TOUCH`.
    case button
    /// By `ABS_PRESSURE` above 0.
    case pressure
    /// By any position.
    case position
  }

  var x: Int32?
  var y: Int32?
  var pressure: Int32?
  /// A position came since the last frame.
  var hasMoved = false
}

extension SlotTracker {
  /// Takes `ABS_X`, `ABS_Y` or `ABS_PRESSURE` over.
  @inline(__always)
  mutating func singleAbsolute(_ code: UInt16, _ value: Int32) {
    if code == AbsoluteCode.pressure {
      single.pressure = value
    } else {
      if code == AbsoluteCode.x { single.x = value } else { single.y = value }
      single.hasMoved = true
    }
    if mode == .single { moveSingle(code, value) }
  }

  @inline(never)
  private mutating func moveSingle(_ code: UInt16, _ value: Int32) {
    switch code {
    case AbsoluteCode.x: setX(0, value)
    case AbsoluteCode.y: setY(0, value)
    default:
      slots[0].pressure = value
      slots[0].isDirty = true
    }
  }

  /// `BTN_TOUCH` of a single-touch device.
  mutating func touchSingle(_ isDown: Bool) {
    slots[0].isConfirmed = slots[0].isConfirmed || !isDown
    if isDown {
      if slots[0].occupancy == .touched { return }
      slots[0].land(trackingID: -1, isResumed: isResynchronizing)
      mayHaveLandings = true
    } else {
      if slots[0].occupancy != .touched, !isResynchronizing { rare.count(.liftWithoutTouch) }
      slots[0].lift()
    }
  }

  mutating func updateSingleTool() {
    let tool: Contact.Tool = keys.hasPen ? .pen : .finger
    if slots[0].tool != tool {
      slots[0].tool = tool
      slots[0].isDirty = true
    }
  }

  /// Decides before a frame whether a device without `BTN_TOUCH` is touched.
  mutating func gatherSingle() {
    defer { single.hasMoved = false }
    let isTouched: Bool
    switch defaults.singleSign {
    case .button:
      // A position before the first `BTN_TOUCH` is that of a touch if the first word is its end.
      if slots[0].occupancy == .unknown, !(keys.touch ?? defaults.startsTouched) {
        slots[0].isEvident = false
      }
      return
    case .pressure: isTouched = (single.pressure ?? 0) > 0
    case .position: isTouched = single.hasMoved || slots[0].occupancy == .touched
    }
    if isTouched, slots[0].occupancy != .touched {
      slots[0].land(trackingID: -1, isResumed: isResynchronizing)
      mayHaveLandings = true
    } else if !isTouched {
      slots[0].lift()
    }
  }
}

extension SlotTracker {
  /// Takes a device of which nobody told anything for single touch if it sends nothing else.
  mutating func decideMode() {
    if slots.contains(where: { $0.isDirty || $0.occupancy != .unknown }) {
      isModeGuessed = false
    } else if single.hasMoved {
      isModeGuessed = false
      mode = .single
      if let x = single.x { setX(0, x) }
      if let y = single.y { setY(0, y) }
      if let pressure = single.pressure { slots[0].pressure = pressure }
      if let touch = keys.touch { touchSingle(touch) }
      updateSingleTool()
      gatherSingle()
    }
  }
}
