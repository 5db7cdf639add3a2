public import Timeline

/// An event that libinput sends to a desktop.
public struct LibinputEvent: Hashable, Sendable {
  /// A gesture of a touchpad.
  public struct Gesture: Hashable, Sendable {
    /// The kinds of gestures that libinput reports.
    public enum Kind: String, CaseIterable, Sendable {
      case swipe, pinch, hold
    }
    /// The state of a gesture.
    public enum State: String, CaseIterable, Sendable {
      case began, changed, ended, cancelled
    }

    public var kind: Kind
    public var state: State
    public var fingers: Int
    /// The translation since the last event, in libinput's units of a 1000 dpi mouse.
    public var dx = 0.0
    public var dy = 0.0
    /// The ratio of the distance between the fingers to the distance at the start, for a pinch.
    public var scale: Double?
    /// The rotation since the last event in degrees, clockwise, for a pinch that changed.
    public var rotation: Double?
  }

  /// The states of a touch.
  public enum TouchState: String, CaseIterable, Sendable {
    case down, motion, up, cancelled
  }

  public enum Content: Hashable, Sendable {
    case gesture(Gesture)
    /// A movement of the pointer, in units of a 1000 dpi mouse; the second pair is not accelerated.
    case motion(dx: Double, dy: Double, rawX: Double, rawY: Double)
    /// A button, and whether a tap caused it instead of the button itself.
    case button(UInt16, isPressed: Bool, isTap: Bool)
    /// Scrolling in libinput's units, which for fingers are those of motion; nil for an axis that
    /// the event lacks. Two zeros or a single one end the scrolling.
    case scroll(horizontal: Double?, vertical: Double?)
    /// A touch of a touchscreen, with its position in mm while it is down.
    case touch(slot: Int, TouchState, x: Double?, y: Double?)
    case key(UInt16, isPressed: Bool)
    case toggle(`switch`: Int, isOn: Bool)
  }

  public var time: Timestamp
  /// The index of the device among the played ones.
  public var device: Int
  public var content: Content

  public init(time: Timestamp, device: Int, content: Content) {
    self.time = time
    self.device = device
    self.content = content
  }
}

extension LibinputEvent.Gesture {
  /// The gesture of a type of events, from `LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN` (800) to
  /// `LIBINPUT_EVENT_GESTURE_HOLD_END` (807), still without its measures; nil for other types.
  package init?(type: Int32) {
    let number = Int(type) - 800
    guard (0...7).contains(number) else { return nil }
    let kind = Kind.allCases[number / 3]
    let states: [State] = kind == .hold ? [.began, .ended] : [.began, .changed, .ended]
    self.init(kind: kind, state: states[number % 3], fingers: 0)
  }
}

/// A line of libinput's log, stamped in the time of the recording.
public struct LibinputLogLine: Hashable, Codable, Sendable {
  /// The priorities of libinput.
  public enum Priority: Int, CaseIterable, Codable, Comparable, Sendable {
    case debug = 10
    case info = 20
    case error = 30

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The time of the recording; nil while devices are added, before it begins.
  public var time: Timestamp?
  public var priority: Priority
  /// The text without its newline and without repeated spaces.
  public var text: String

  /// The index of the line's device, by its first word, as in `event0`; nil for other lines.
  public var device: Int? {
    text.hasPrefix("event") ? Int(text.dropFirst(5).prefix { $0 != " " }) : nil
  }
}

/// The properties of a device in libinput.
public struct LibinputDeviceInfo: Hashable, Codable, Sendable {
  /// Whether libinput accepted the device; if not, the log has the reason.
  public var isAccepted = false
  public var isPointer = false
  public var isKeyboard = false
  public var isTouch = false
  public var hasGestures = false
  /// The most fingers of a tap; 0 for a device without tapping.
  public var tapFingers = 0
  /// The size in mm; nil if libinput does not know it.
  public var width: Double?
  public var height: Double?
  /// The wanted settings that the device does not have, by the names of options.
  public var lackedSettings: [String] = []

  package init() {}
}

/// The complete answer of libinput to a recording.
public struct LibinputAnswer: Hashable, Sendable {
  /// The devices, in the order in which they were played.
  public var devices: [LibinputDeviceInfo] = []
  /// The events in the order in which libinput sent them.
  public var events: [LibinputEvent] = []
  /// The lines of the requested priority and above.
  public var log: [LibinputLogLine] = []
  /// Whether the log had more lines than the most that are stored.
  public var isLogCut = false
  /// The times of each device at which the first finger touched down, in their order.
  package var touchDowns: [[Timestamp]] = []

  public init() {}
}
