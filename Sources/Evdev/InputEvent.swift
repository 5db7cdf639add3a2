public import Timeline

/// One event of the kernel's input layer: `struct input_event` of `linux/input.h`.
public struct InputEvent: Hashable, Sendable {
  public var time: Timestamp
  public var type: EventType
  public var code: UInt16
  public var value: Int32

  @inlinable public init(time: Timestamp, type: EventType, code: UInt16, value: Int32) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }

  /// Whether the event ends a frame.
  @inlinable
  public var isReport: Bool { type == .synchronization && code == SynchronizationCode.report }

  /// The mark of lost events: `SYN_DROPPED`, and the `SYN_REPORT` that ends it.
  package static func loss(at time: Timestamp) -> [InputEvent] {
    [SynchronizationCode.dropped, SynchronizationCode.report].map {
      InputEvent(time: time, type: .synchronization, code: $0, value: 0)
    }
  }
}

/// The type of an input event: `EV_*` of `linux/input-event-codes.h`.
public struct EventType: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt16
  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

  @inlinable public static var synchronization: EventType { EventType(rawValue: 0x00) }  // EV_SYN
  @inlinable public static var key: EventType { EventType(rawValue: 0x01) }  // EV_KEY
  @inlinable public static var relative: EventType { EventType(rawValue: 0x02) }  // EV_REL
  @inlinable public static var absolute: EventType { EventType(rawValue: 0x03) }  // EV_ABS
  @inlinable public static var miscellaneous: EventType { EventType(rawValue: 0x04) }  // EV_MSC
  @inlinable public static var `switch`: EventType { EventType(rawValue: 0x05) }  // EV_SW

  /// Whether the kernel defines the type: `EV_SYN` to `EV_SW`, and `EV_LED` to `EV_FF_STATUS`.
  var isDefined: Bool { rawValue <= 0x05 || (rawValue >= 0x11 && rawValue <= 0x17) }
}

/// Codes of ``EventType/synchronization``.
public enum SynchronizationCode {
  public static let report: UInt16 = 0  // SYN_REPORT
  public static let config: UInt16 = 1  // SYN_CONFIG
  public static let multitouchReport: UInt16 = 2  // SYN_MT_REPORT
  public static let dropped: UInt16 = 3  // SYN_DROPPED
}

/// Codes of ``EventType/absolute`` that touch devices use.
public enum AbsoluteCode {
  public static let x: UInt16 = 0x00  // ABS_X
  public static let y: UInt16 = 0x01  // ABS_Y
  public static let pressure: UInt16 = 0x18  // ABS_PRESSURE
  public static let slot: UInt16 = 0x2f  // ABS_MT_SLOT
  public static let touchMajor: UInt16 = 0x30  // ABS_MT_TOUCH_MAJOR
  public static let touchMinor: UInt16 = 0x31  // ABS_MT_TOUCH_MINOR
  public static let positionX: UInt16 = 0x35  // ABS_MT_POSITION_X
  public static let positionY: UInt16 = 0x36  // ABS_MT_POSITION_Y
  public static let toolType: UInt16 = 0x37  // ABS_MT_TOOL_TYPE
  public static let trackingID: UInt16 = 0x39  // ABS_MT_TRACKING_ID
  public static let multitouchPressure: UInt16 = 0x3a  // ABS_MT_PRESSURE
  public static let multitouchDistance: UInt16 = 0x3b  // ABS_MT_DISTANCE
  static let last: UInt16 = 0x3f  // ABS_MAX
}

/// Values of ``AbsoluteCode/toolType``.
public enum ToolType {
  public static let finger: Int32 = 0  // MT_TOOL_FINGER
  public static let pen: Int32 = 1  // MT_TOOL_PEN
  public static let palm: Int32 = 2  // MT_TOOL_PALM
}

/// Codes of ``EventType/key`` that touch devices use.
public enum KeyCode {
  public static let left: UInt16 = 0x110  // BTN_LEFT
  public static let right: UInt16 = 0x111  // BTN_RIGHT
  public static let middle: UInt16 = 0x112  // BTN_MIDDLE
  public static let toolPen: UInt16 = 0x140  // BTN_TOOL_PEN
  public static let toolRubber: UInt16 = 0x141  // BTN_TOOL_RUBBER
  public static let toolFinger: UInt16 = 0x145  // BTN_TOOL_FINGER
  public static let toolQuintupleTap: UInt16 = 0x148  // BTN_TOOL_QUINTTAP
  public static let touch: UInt16 = 0x14a  // BTN_TOUCH
  public static let toolDoubleTap: UInt16 = 0x14d  // BTN_TOOL_DOUBLETAP
  public static let toolTripleTap: UInt16 = 0x14e  // BTN_TOOL_TRIPLETAP
  public static let toolQuadrupleTap: UInt16 = 0x14f  // BTN_TOOL_QUADTAP

  public static let power: UInt16 = 116  // KEY_POWER
  public static let sleep: UInt16 = 142  // KEY_SLEEP
  public static let phone: UInt16 = 169  // KEY_PHONE
  public static let screenLock: UInt16 = 152  // KEY_SCREENLOCK, KEY_COFFEE

  /// `BTN_MISC`: lower codes are keys, higher ones mostly buttons.
  public static let firstButton: UInt16 = 0x100
  /// `BTN_JOYSTICK` to the last button of `BTN_GAMEPAD`.
  public static let gamepadButtons: ClosedRange<UInt16> = 0x120...0x13e
  /// `BTN_DIGI` to `BTN_TOOL_QUADTAP`.
  public static let toolKeys: ClosedRange<UInt16> = 0x140...0x14f

  /// The keys by which touchpads count one to five fingers.
  static let fingerTools = [
    toolFinger, toolDoubleTap, toolTripleTap, toolQuadrupleTap, toolQuintupleTap,
  ]

  static let last: UInt16 = 0x2ff  // KEY_MAX
}

/// Input properties: `INPUT_PROP_*`.
public enum InputProperty {
  public static let pointer = 0  // INPUT_PROP_POINTER
  public static let direct = 1  // INPUT_PROP_DIRECT
  public static let buttonPad = 2  // INPUT_PROP_BUTTONPAD
  public static let semiMultitouch = 3  // INPUT_PROP_SEMI_MT
}
