import Contacts

/// The keys of a touch device that matter: tools, buttons, and keys that interrupt.
struct KeyState: Sendable {
  /// `BTN_TOOL_*` of 1 to 5 fingers, bit 0 for one.
  private var fingerTools: UInt8 = 0
  private var interruptions: UInt8 = 0
  private var pens: UInt8 = 0
  private(set) var buttons: ContactFrame.Buttons = []
  /// `BTN_TOUCH`; nil as long as it was not told.
  var touch: Bool?

  /// The number of fingers that the device counts.
  var fingers: Int { 8 - fingerTools.leadingZeroBitCount }
  var isInterrupted: Bool { interruptions != 0 }
  /// A pen or its rubber is near.
  var hasPen: Bool { pens != 0 }

  /// Takes a key event over; `BTN_TOUCH` is left to the caller.
  mutating func process(_ code: UInt16, isPressed: Bool) {
    switch code {
    case KeyCode.toolFinger: set(&fingerTools, 0, isPressed)
    case KeyCode.toolDoubleTap: set(&fingerTools, 1, isPressed)
    case KeyCode.toolTripleTap: set(&fingerTools, 2, isPressed)
    case KeyCode.toolQuadrupleTap: set(&fingerTools, 3, isPressed)
    case KeyCode.toolQuintupleTap: set(&fingerTools, 4, isPressed)
    case KeyCode.toolPen: set(&pens, 0, isPressed)
    case KeyCode.toolRubber: set(&pens, 1, isPressed)
    case KeyCode.left: set(.left, isPressed)
    case KeyCode.right: set(.right, isPressed)
    case KeyCode.middle: set(.middle, isPressed)
    case KeyCode.power: set(&interruptions, 0, isPressed)
    case KeyCode.sleep: set(&interruptions, 1, isPressed)
    case KeyCode.phone: set(&interruptions, 2, isPressed)
    case KeyCode.screenLock: set(&interruptions, 3, isPressed)
    default: break
    }
  }

  private func set(_ bits: inout UInt8, _ bit: UInt8, _ isSet: Bool) {
    if isSet { bits |= 1 << bit } else { bits &= ~(1 << bit) }
  }

  private mutating func set(_ button: ContactFrame.Buttons, _ isPressed: Bool) {
    if isPressed { buttons.insert(button) } else { buttons.remove(button) }
  }
}
