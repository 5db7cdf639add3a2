import Contacts
import Evdev
import Testing
import Timeline

/// Parses events from a short notation: frames separated by `|`, each with pairs of name and value.
///
/// Frames are 10 ms apart and begin at 1 s; `at 500` sets the time of the following events in ms.
/// `mt` and `dropped` have no value, and `report` is an additional `SYN_REPORT` within a frame.
/// A frame of `-` is empty.
func events(_ script: String) -> [InputEvent] {
  var events: [InputEvent] = []
  var milliseconds: Int64 = 1000
  func add(_ type: EventType, _ code: UInt16, _ value: Int32) {
    let time = Timestamp(microseconds: milliseconds * 1000)
    events.append(InputEvent(time: time, type: type, code: code, value: value))
  }
  for frame in script.split(separator: "|") {
    var words = frame.split(separator: " ").filter { $0 != "-" }[...]
    while let name = words.popFirst() {
      switch name {
      case "mt": add(.synchronization, SynchronizationCode.multitouchReport, 0)
      case "dropped": add(.synchronization, SynchronizationCode.dropped, 0)
      case "report": add(.synchronization, SynchronizationCode.report, 0)
      case "at": milliseconds = Int64(words.popFirst() ?? "") ?? 0
      default:
        let (type, code) = codes[String(name)] ?? (.miscellaneous, 0)
        add(type, code, Int32(words.popFirst() ?? "") ?? 0)
      }
    }
    add(.synchronization, SynchronizationCode.report, 0)
    milliseconds += 10
  }
  return events
}

private let codes: [String: (EventType, UInt16)] = [
  "slot": (.absolute, AbsoluteCode.slot), "id": (.absolute, AbsoluteCode.trackingID),
  "x": (.absolute, AbsoluteCode.positionX), "y": (.absolute, AbsoluteCode.positionY),
  "pressure": (.absolute, AbsoluteCode.multitouchPressure),
  "major": (.absolute, AbsoluteCode.touchMajor), "minor": (.absolute, AbsoluteCode.touchMinor),
  "distance": (.absolute, AbsoluteCode.multitouchDistance),
  "tool": (.absolute, AbsoluteCode.toolType), "absx": (.absolute, AbsoluteCode.x),
  "absy": (.absolute, AbsoluteCode.y), "absp": (.absolute, AbsoluteCode.pressure),
  "touch": (.key, KeyCode.touch), "finger": (.key, KeyCode.toolFinger),
  "double": (.key, KeyCode.toolDoubleTap), "triple": (.key, KeyCode.toolTripleTap),
  "quad": (.key, KeyCode.toolQuadrupleTap), "quint": (.key, KeyCode.toolQuintupleTap),
  "pen": (.key, KeyCode.toolPen), "left": (.key, KeyCode.left), "right": (.key, KeyCode.right),
  "middle": (.key, KeyCode.middle), "power": (.key, KeyCode.power),
  "sleep": (.key, KeyCode.sleep), "phone": (.key, KeyCode.phone),
  "lock": (.key, KeyCode.screenLock),
  "unknownabs": (.absolute, 0x1234), "unknownkey": (.key, 0x7fff),
  "unknowntype": (EventType(rawValue: 0x999), 1),
]

extension DeviceDescription: CustomTestStringConvertible {
  /// Short, since the order of the axes' dictionary varies from run to run.
  public var testDescription: String {
    let protocols = [AbsoluteCode.slot, AbsoluteCode.positionX, AbsoluteCode.trackingID]
    let words = protocols.filter { axes[$0] != nil }.map { String($0, radix: 16) }
    return "\(name) [\(words.joined(separator: " "))]"
  }
}

extension DeviceDescription {
  /// A touchscreen of 1000 × 800 units of 1 mm, so that units read as mm.
  static func plain(_ reporting: TouchReporting = .slots(5)) -> DeviceDescription {
    .touchscreen(width: 1000, height: 800, resolution: 1, reporting: reporting)
  }

  /// The same as a touchpad.
  static func plainPad(_ reporting: TouchReporting = .slots(5)) -> DeviceDescription {
    .touchpad(width: 1000, height: 800, resolution: 1, reporting: reporting)
  }
}

/// A summary of a script's frames: `1:100,200` is contact 1 at (100, 200), `~` marks a resumed
/// one, `!2` a cancelled one, `+1` a finger beyond the slots.
func frames(
  _ script: String, on description: DeviceDescription? = .plain(), observed: Bool = false
) -> [String] {
  var tracker = SlotTracker(
    description: description, observed: observed ? observe(events(script)) : nil)
  return frames(events(script), &tracker)
}

func frames(_ events: [InputEvent], _ tracker: inout SlotTracker) -> [String] {
  var lines: [String] = []
  for event in events where tracker.process(event) { lines.append(brief(tracker.frame)) }
  return lines
}

func brief(_ frame: ContactFrame) -> String {
  var words = frame.contacts.map { contact in
    "\(contact.id)\(contact.isResumed ? "~" : ""):\(Int(contact.position.x.rounded())),"
      + "\(Int(contact.position.y.rounded()))"
  }
  words += frame.cancelled.map { "!\($0)" }
  if frame.extraFingers > 0 { words.append("+\(frame.extraFingers)") }
  return words.joined(separator: " ")
}

func observe(_ events: [InputEvent]) -> ObservedDevice {
  var observed = ObservedDevice()
  observed.observe(events)
  return observed
}

/// A tracker that has processed a script.
func tracker(
  after script: String, on description: DeviceDescription? = .plain(), observed: Bool = false
) -> SlotTracker {
  var tracker = SlotTracker(
    description: description, observed: observed ? observe(events(script)) : nil)
  for event in events(script) { _ = tracker.process(event) }
  return tracker
}
