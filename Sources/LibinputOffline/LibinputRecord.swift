import Evdev
public import Files
public import Timeline

/// One line of JSON about libinput: a device, an action, an event or a line of the log.
public struct LibinputRecord: JSONObject {
  public enum Content: Hashable, Sendable {
    case device(LibinputDeviceInfo, name: String, assumptions: [String])
    case action(LibinputAction)
    case event(LibinputEvent)
    case log(LibinputLogLine)
  }

  /// The path of the recording as given; nil without one, as live.
  public var file: String?
  /// The name of the device, if the recording has several.
  public var device: String?
  /// The time of the recording's first event, from which times count.
  public var origin: Timestamp
  public var content: Content

  public init(file: String?, device: String?, origin: Timestamp, _ content: Content) {
    self.file = file
    self.device = device
    self.origin = origin
    self.content = content
  }

  public func add(to line: inout JSONLine) {
    line.add("v", JSONLine.schemaVersion)
    line.add("source", "libinput")
    line.add("file", file)
    line.add("device", device)
    switch content {
    case .device(let info, let name, let assumptions): add(info, name, assumptions, to: &line)
    case .action(let action): add(action, to: &line)
    case .event(let event): add(event, to: &line)
    case .log(let text):
      line.add("time_s", text.time.map(seconds), decimals: 6)
      line.add("event", "log")
      line.add("priority", "\(text.priority)")
      line.add("message", text.text)
    }
  }

  private func seconds(_ time: Timestamp) -> Double { time.seconds(since: origin) }
}

// MARK: - Contents

extension LibinputRecord {
  private func add(
    _ info: LibinputDeviceInfo, _ name: String, _ assumptions: [String], to line: inout JSONLine
  ) {
    line.add("event", "device")
    line.add("name", name)
    line.add("accepted", info.isAccepted)
    line.add("capabilities", list: info.capabilities.map(JSONLine.quoted))
    line.add("tap_touches", info.tapFingers)
    if let width = info.width, let height = info.height {
      line.add("size_mm", x: width, y: height, decimals: 1)
    }
    line.add("assumed", list: assumptions.map(JSONLine.quoted))
  }

  private func add(_ action: LibinputAction, to line: inout JSONLine) {
    line.add("time_s", seconds(action.end), decimals: 6)
    line.add("start_s", seconds(action.start), decimals: 6)
    line.add(action.isGesture ? "gesture" : "event", action.name)
    line.add("state", action.state)
    line.add("touches", action.fingers)
    switch action.kind {
    case .tap, .button, .key:
      line.add("code", action.code.map { EventNames.text(UInt16(clamping: $0), .key) })
    case .touch: line.add("slot", action.code)
    case .toggle:
      line.add("code", action.code.map { $0 == 1 ? "SW_LID" : "SW_TABLET_MODE" })
    case .gesture, .scroll, .motion: break
    }
    if let moved = action.translationInMillimetres {
      line.add("translation_mm", x: moved.x, y: moved.y, decimals: 3)
    }
    line.add("scale", action.scale, decimals: 3)
    line.add("rotation_deg", action.rotation, decimals: 1)
    line.add("events", action.events)
  }

  private func add(_ event: LibinputEvent, to line: inout JSONLine) {
    line.add("time_s", seconds(event.time), decimals: 6)
    func addPressed(_ kind: String, _ code: String, _ isPressed: Bool) {
      line.add("event", kind)
      line.add("state", isPressed ? "pressed" : "released")
      line.add("code", code)
    }
    func addMillimetres(_ key: String, _ x: Double, _ y: Double) {
      let unit = LibinputAction.millimetresPerUnit
      line.add(key, x: x * unit, y: y * unit, decimals: 3)
    }
    switch event.content {
    case .gesture(let gesture):
      line.add("gesture", gesture.kind.rawValue)
      line.add("state", gesture.state.rawValue)
      line.add("touches", gesture.fingers)
      if gesture.state == .changed { addMillimetres("translation_mm", gesture.dx, gesture.dy) }
      line.add("scale", gesture.scale, decimals: 3)
      line.add("rotation_deg", gesture.rotation, decimals: 1)
    case .motion(let dx, let dy, let rawX, let rawY):
      line.add("event", "motion")
      addMillimetres("translation_mm", dx, dy)
      addMillimetres("unaccelerated_mm", rawX, rawY)
    case .button(let code, let isPressed, let isTap):
      addPressed(isTap ? "tap" : "button", EventNames.text(code, .key), isPressed)
    case .scroll(let horizontal, let vertical):
      line.add("event", "scroll")
      addMillimetres("translation_mm", horizontal ?? 0, vertical ?? 0)
    case .touch(let slot, let state, let x, let y):
      line.add("event", "touch")
      line.add("state", state.rawValue)
      line.add("slot", slot)
      if let x, let y { line.add("location_mm", x: x, y: y, decimals: 2) }
    case .key(let code, let isPressed):
      addPressed("key", EventNames.text(code, .key), isPressed)
    case .toggle(let number, let isOn):
      line.add("event", "switch")
      line.add("state", isOn ? "on" : "off")
      line.add("code", number == 1 ? "SW_LID" : "SW_TABLET_MODE")
    }
  }
}

// MARK: - Words

extension LibinputDeviceInfo {
  /// The capabilities by libinput's names, as in `pointer` and `gesture`.
  public var capabilities: [String] {
    [
      (isKeyboard, "keyboard"), (isPointer, "pointer"), (isTouch, "touch"),
      (hasGestures, "gesture"),
    ].filter(\.0).map(\.1)
  }
}

extension LibinputAction {
  var isGesture: Bool { if case .gesture = kind { true } else { false } }

  /// The kind in libinput's words, as in `swipe` and `motion`.
  public var name: String {
    switch kind {
    case .gesture(let kind): kind.rawValue
    case .tap: translation == nil ? "tap" : "tapAndDrag"
    case .button: "button"
    case .scroll: "scroll"
    case .motion: "motion"
    case .touch: "touch"
    case .key: "key"
    case .toggle: "switch"
    }
  }

  /// The final state, `ended` or `cancelled`; nil for an action without a final state.
  public var state: String? {
    switch kind {
    case .motion: nil
    case .toggle: isOpen ? "on" : "off"
    case .gesture, .tap, .button, .scroll, .touch, .key:
      isCancelled ? "cancelled" : isOpen ? "began" : "ended"
    }
  }

  /// The movement in mm; that of pointers is before the desktop's scale.
  public var translationInMillimetres: (x: Double, y: Double)? {
    guard let moved = translation else { return nil }
    let unit = kind == .touch ? 1 : LibinputAction.millimetresPerUnit
    return (moved.x * unit, moved.y * unit)
  }
}
