public import Timeline

/// One event of the kernel's input layer: `struct input_event` of `linux/input.h`.
public struct InputEvent: Hashable, Sendable {
  public var time: Timestamp
  public var type: EventType
  public var code: UInt16
  public var value: Int32

  @inlinable
  public init(time: Timestamp, type: EventType, code: UInt16, value: Int32) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }
  /// Whether the event ends a frame.
  @inlinable
  public var isReport: Bool { type == .synchronization && code == SynchronizationCode.report }
}

/// The type of an input event: `EV_*` of `linux/input-event-codes.h`.
public struct EventType: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt16
  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// `EV_SYN`
  @inlinable public static var synchronization: EventType { EventType(rawValue: 0x00) }
  /// `EV_KEY`
  @inlinable public static var key: EventType { EventType(rawValue: 0x01) }
  /// `EV_REL`
  @inlinable public static var relative: EventType { EventType(rawValue: 0x02) }
  /// `EV_ABS`
  @inlinable public static var absolute: EventType { EventType(rawValue: 0x03) }
  /// `EV_MSC`
  @inlinable public static var miscellaneous: EventType { EventType(rawValue: 0x04) }
  /// `EV_SW`
  @inlinable public static var `switch`: EventType { EventType(rawValue: 0x05) }

  /// Whether the kernel defines the type: `EV_SYN` to `EV_SW`, and `EV_LED` to `EV_FF_STATUS`.
  var isDefined: Bool { rawValue <= 0x05 || (rawValue >= 0x11 && rawValue <= 0x17) }
}

/// Codes of ``EventType/synchronization``.
public enum SynchronizationCode {
  /// `SYN_REPORT`
  public static let report: UInt16 = 0
  /// `SYN_CONFIG`
  public static let config: UInt16 = 1
  /// `SYN_MT_REPORT`
  public static let multitouchReport: UInt16 = 2
  /// `SYN_DROPPED`
  public static let dropped: UInt16 = 3
}

/// Codes of ``EventType/absolute`` that touch devices use.
public enum AbsoluteCode {
  /// `ABS_X`
  public static let x: UInt16 = 0x00
  /// `ABS_Y`
  public static let y: UInt16 = 0x01
  /// `ABS_PRESSURE`
  public static let pressure: UInt16 = 0x18
  /// `ABS_DISTANCE`
  public static let distance: UInt16 = 0x19
  /// `ABS_MT_SLOT`
  public static let slot: UInt16 = 0x2f
  /// `ABS_MT_TOUCH_MAJOR`
  public static let touchMajor: UInt16 = 0x30
  /// `ABS_MT_TOUCH_MINOR`
  public static let touchMinor: UInt16 = 0x31
  /// `ABS_MT_ORIENTATION`
  public static let orientation: UInt16 = 0x34
  /// `ABS_MT_POSITION_X`
  public static let positionX: UInt16 = 0x35
  /// `ABS_MT_POSITION_Y`
  public static let positionY: UInt16 = 0x36
  /// `ABS_MT_TOOL_TYPE`
  public static let toolType: UInt16 = 0x37
  /// `ABS_MT_TRACKING_ID`
  public static let trackingID: UInt16 = 0x39
  /// `ABS_MT_PRESSURE`
  public static let multitouchPressure: UInt16 = 0x3a
  /// `ABS_MT_DISTANCE`
  public static let multitouchDistance: UInt16 = 0x3b
  /// `ABS_MAX`
  static let last: UInt16 = 0x3f
}

/// Values of ``AbsoluteCode/toolType``.
public enum ToolType {
  /// `MT_TOOL_FINGER`
  public static let finger: Int32 = 0
  /// `MT_TOOL_PEN`
  public static let pen: Int32 = 1
  /// `MT_TOOL_PALM`
  public static let palm: Int32 = 2
}

/// Codes of ``EventType/key`` that touch devices use.
public enum KeyCode {
  /// `BTN_LEFT`
  public static let left: UInt16 = 0x110
  /// `BTN_RIGHT`
  public static let right: UInt16 = 0x111
  /// `BTN_MIDDLE`
  public static let middle: UInt16 = 0x112
  /// `BTN_TOOL_PEN`
  public static let toolPen: UInt16 = 0x140
  /// `BTN_TOOL_RUBBER`
  public static let toolRubber: UInt16 = 0x141
  /// `BTN_TOOL_FINGER`
  public static let toolFinger: UInt16 = 0x145
  /// `BTN_TOOL_QUINTTAP`
  public static let toolQuintupleTap: UInt16 = 0x148
  /// `BTN_TOUCH`
  public static let touch: UInt16 = 0x14a
  /// `BTN_TOOL_DOUBLETAP`
  public static let toolDoubleTap: UInt16 = 0x14d
  /// `BTN_TOOL_TRIPLETAP`
  public static let toolTripleTap: UInt16 = 0x14e
  /// `BTN_TOOL_QUADTAP`
  public static let toolQuadrupleTap: UInt16 = 0x14f

  /// `KEY_POWER`
  public static let power: UInt16 = 116
  /// `KEY_SLEEP`
  public static let sleep: UInt16 = 142
  /// `KEY_PHONE`
  public static let phone: UInt16 = 169
  /// `KEY_SCREENLOCK` (`KEY_COFFEE`)
  public static let screenLock: UInt16 = 152

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

  /// `KEY_MAX`
  static let last: UInt16 = 0x2ff
}

/// Input properties: `INPUT_PROP_*`.
public enum InputProperty {
  /// `INPUT_PROP_POINTER`
  public static let pointer = 0
  /// `INPUT_PROP_DIRECT`
  public static let direct = 1
  /// `INPUT_PROP_BUTTONPAD`
  public static let buttonPad = 2
  /// `INPUT_PROP_SEMI_MT`
  public static let semiMultitouch = 3
}
