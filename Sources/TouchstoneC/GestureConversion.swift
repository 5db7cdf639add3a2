import CTouchstone
import Gestures

extension touchstone_gesture {
  /// A gesture with lengths in mm.
  init(_ gesture: Gesture, _ strings: CStrings) {
    self.init()
    size = MemoryLayout<touchstone_gesture>.size
    kind = gesture.kind.code
    state = gesture.state.code
    direction = gesture.direction?.code ?? 0
    axis = gesture.axis?.code ?? 0
    time_us = gesture.time.microseconds
    start_us = gesture.start.microseconds
    touches = Int32(clamping: gesture.touches ?? 0)
    taps = Int32(clamping: gesture.taps ?? 0)
    duration_s = gesture.duration ?? 0
    location_x_mm = Quantity.length.outside(gesture.location.x)
    location_y_mm = Quantity.length.outside(gesture.location.y)
    translation_x_mm = Quantity.length.outside(gesture.translation?.dx ?? 0)
    translation_y_mm = Quantity.length.outside(gesture.translation?.dy ?? 0)
    velocity_x_mm_s = Quantity.length.outside(gesture.velocity?.dx ?? 0)
    velocity_y_mm_s = Quantity.length.outside(gesture.velocity?.dy ?? 0)
    scale = gesture.scale ?? 1
    rotation_deg = gesture.rotation ?? 0
    name = strings.pointer(to: gesture.name)
    runner_up = strings.pointer(to: gesture.runnerUp)
    score = gesture.score ?? 0
    runner_up_score = gesture.runnerUpScore ?? 0
  }
}

// MARK: - Codes

extension Gesture.Kind {
  /// The number in C; 0 for a shake, which touches do not make.
  var code: UInt32 {
    switch self {
    case .tap: TOUCHSTONE_TAP.rawValue
    case .longPress: TOUCHSTONE_LONG_PRESS.rawValue
    case .swipe: TOUCHSTONE_SWIPE.rawValue
    case .pan: TOUCHSTONE_PAN.rawValue
    case .edgePan: TOUCHSTONE_EDGE_PAN.rawValue
    case .pinch: TOUCHSTONE_PINCH.rawValue
    case .rotation: TOUCHSTONE_ROTATION.rawValue
    case .tapAndDrag: TOUCHSTONE_TAP_AND_DRAG.rawValue
    case .tipTap: TOUCHSTONE_TIP_TAP.rawValue
    case .checkmark: TOUCHSTONE_CHECKMARK.rawValue
    case .path: TOUCHSTONE_PATH.rawValue
    case .shake: 0
    }
  }

  /// The kind in a set of kinds; 0 for a shake.
  var bit: UInt64 { code == 0 ? 0 : 1 << UInt64(code) }
}

extension GestureState {
  /// The number in C; 0 for the states that are not reported.
  var code: UInt32 {
    switch self {
    case .began: TOUCHSTONE_BEGAN.rawValue
    case .changed: TOUCHSTONE_CHANGED.rawValue
    case .ended: TOUCHSTONE_ENDED.rawValue
    case .recognized: TOUCHSTONE_RECOGNIZED.rawValue
    case .cancelled: TOUCHSTONE_CANCELLED.rawValue
    case .possible, .failed: 0
    }
  }
}

extension Gesture.Direction {
  var code: UInt32 {
    switch self {
    case .left: TOUCHSTONE_LEFT.rawValue
    case .right: TOUCHSTONE_RIGHT.rawValue
    case .up: TOUCHSTONE_UP.rawValue
    case .down: TOUCHSTONE_DOWN.rawValue
    case .upLeft: TOUCHSTONE_UP_LEFT.rawValue
    case .upRight: TOUCHSTONE_UP_RIGHT.rawValue
    case .downLeft: TOUCHSTONE_DOWN_LEFT.rawValue
    case .downRight: TOUCHSTONE_DOWN_RIGHT.rawValue
    case .in: TOUCHSTONE_IN.rawValue
    case .out: TOUCHSTONE_OUT.rawValue
    case .clockwise: TOUCHSTONE_CLOCKWISE.rawValue
    case .counterclockwise: TOUCHSTONE_COUNTERCLOCKWISE.rawValue
    }
  }
}

extension Gesture.Axis {
  fileprivate var code: UInt32 {
    switch self {
    case .horizontal: TOUCHSTONE_HORIZONTAL.rawValue
    case .vertical: TOUCHSTONE_VERTICAL.rawValue
    }
  }
}
