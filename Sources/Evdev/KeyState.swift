import Contacts

/// The state of a touch device's tools, buttons, and keys that interrupt touches.
struct KeyState: Sendable {
  /// The pressed keys of `BTN_TOOL_FINGER` to `BTN_TOOL_QUINTTAP`, one finger in bit 0.
  private var fingerTools: UInt8 = 0
  private var interruptions: UInt8 = 0
  private var pens: UInt8 = 0
  private(set) var buttons: ContactFrame.Buttons = []

  /// The number of fingers that the device reports by its tools.
  var fingers: Int { 8 - fingerTools.leadingZeroBitCount }
  /// Whether a key is held that interrupts touches: power, sleep, phone or screen lock.
  var isInterrupted: Bool { interruptions != 0 }
  /// Whether a pen or its rubber is near.
  var hasPen: Bool { pens != 0 }

  /// Processes a key event other than `BTN_TOUCH`, which ``SingleTouch`` handles.
  mutating func process(_ code: UInt16, isPressed: Bool) {
    switch code {
    case KeyCode.toolPen: set(&pens, 0, isPressed)
    case KeyCode.toolRubber: set(&pens, 1, isPressed)
    case KeyCode.left: set(.left, isPressed)
    case KeyCode.right: set(.right, isPressed)
    case KeyCode.middle: set(.middle, isPressed)
    case KeyCode.power: set(&interruptions, 0, isPressed)
    case KeyCode.sleep: set(&interruptions, 1, isPressed)
    case KeyCode.phone: set(&interruptions, 2, isPressed)
    case KeyCode.screenLock: set(&interruptions, 3, isPressed)
    default:
      if let bit = KeyCode.fingerTools.firstIndex(of: code) { set(&fingerTools, bit, isPressed) }
    }
  }

  private func set(_ bits: inout UInt8, _ bit: Int, _ isSet: Bool) {
    if isSet { bits |= 1 << bit } else { bits &= ~(1 << bit) }
  }

  private mutating func set(_ button: ContactFrame.Buttons, _ isPressed: Bool) {
    if isPressed { buttons.insert(button) } else { buttons.remove(button) }
  }
}
