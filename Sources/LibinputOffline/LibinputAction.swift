import Contacts
import Evdev
public import Timeline

/// An action of a desktop user by libinput's events: one value for a gesture from its beginning to
/// its end, for a tap, a click, and a run of motion or scrolling. A motion ends with its touch.
public struct LibinputAction: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case gesture(LibinputEvent.Gesture.Kind)
    /// A click by a tap with some fingers; with a movement of the pointer a tap-and-drag.
    case tap
    /// A click by a button.
    case button
    case scroll
    case motion
    /// A touch of a touchscreen.
    case touch
    case key
    case toggle
  }

  public var kind: Kind
  /// The index of the device among the played ones.
  public var device: Int
  public var start: Timestamp
  /// The time of the last event.
  public var end: Timestamp
  /// Whether the last event is a begin or a change: the recording ends before the action.
  public var isOpen = true
  public var isCancelled = false
  /// The fingers of a gesture or a tap.
  public var fingers: Int?
  /// The code of a button, a key or a switch, and the slot of a touch.
  public var code: Int?
  /// The movement in libinput's units of a 1000 dpi mouse, in mm for a touch; nil without one.
  public var translation: (x: Double, y: Double)? { moved ? (dx, dy) : nil }
  /// The final scale of a pinch.
  public var scale: Double?
  /// The rotation of a pinch in degrees, clockwise.
  public var rotation: Double?
  /// The number of libinput's events.
  public var events = 1

  private var dx = 0.0
  private var dy = 0.0
  private var moved = false
  /// The last position of a touch in mm.
  private var position: Point?

  fileprivate init(_ kind: Kind, _ event: LibinputEvent, code: Int? = nil) {
    self.kind = kind
    self.code = code
    device = event.device
    start = event.time
    end = event.time
  }

  fileprivate mutating func add(_ event: LibinputEvent) {
    end = event.time
    events += 1
  }

  fileprivate mutating func move(_ x: Double, _ y: Double) {
    dx += x
    dy += y
    moved = true
  }

  fileprivate mutating func move(to point: Point) {
    if let last = position { move(point.x - last.x, point.y - last.y) }
    position = point
  }

  fileprivate mutating func add(_ gesture: LibinputEvent.Gesture) {
    if gesture.state == .changed { move(gesture.dx, gesture.dy) }
    scale = gesture.scale ?? scale
    if let turned = gesture.rotation { rotation = (rotation ?? 0) + turned }
    isOpen = gesture.state == .began || gesture.state == .changed
    isCancelled = gesture.state == .cancelled
  }
}

extension LibinputAnswer {
  /// The events as actions, in the order of their starts.
  ///
  /// - Parameter swapsTapButtons: Whether taps of two and three fingers have swapped buttons.
  public func actions(swapsTapButtons: Bool = false) -> [LibinputAction] {
    var list = ActionList(swapsTapButtons: swapsTapButtons, touchDowns: touchDowns.map { $0[...] })
    for event in events { list.add(event) }
    return list.actions
  }
}

/// The actions of the events so far.
private struct ActionList {
  /// The properties that the events of an action share.
  struct Key: Hashable {
    var device: Int
    var kind: LibinputAction.Kind
    var code: Int?
  }

  let swapsTapButtons: Bool
  /// The touch downs of each device that are later than the last motion.
  var touchDowns: [ArraySlice<Timestamp>]
  var actions: [LibinputAction] = []
  /// The indices of the last actions.
  var last: [Key: Int] = [:]

  mutating func add(_ event: LibinputEvent) {
    switch event.content {
    case .gesture(let gesture):
      let kind = LibinputAction.Kind.gesture(gesture.kind)
      let known = gesture.state == .began ? nil : continued(kind, event)
      let index = known ?? begin(kind, event)
      if known == nil { actions[index].fingers = gesture.fingers }
      actions[index].add(gesture)
    case .motion(let dx, let dy, _, _):
      let tap = continued(.tap, event) { $0.isOpen }
      let isNewTouch = passesTouchDown(event)
      let known = tap ?? continued(.motion, event) { !isNewTouch && $0.continues(at: event) }
      let index = known ?? begin(.motion, event)
      actions[index].isOpen = tap != nil
      actions[index].move(dx, dy)
    case .scroll(let horizontal, let vertical):
      let isEnd = (horizontal ?? 0) == 0 && (vertical ?? 0) == 0
      let known = continued(.scroll, event) { $0.isOpen }
      guard let index = known ?? (isEnd ? nil : begin(.scroll, event)) else { return }
      actions[index].isOpen = !isEnd
      actions[index].move(horizontal ?? 0, vertical ?? 0)
    case .button(let code, let isPressed, let isTap):
      press(isTap ? .tap : .button, event, code, isPressed)
    case .touch(let slot, let state, let x, let y):
      let known =
        state == .down ? begin(.touch, event, code: slot) : continued(.touch, event, code: slot)
      guard let index = known else { return }
      actions[index].isOpen = state == .down || state == .motion
      actions[index].isCancelled = state == .cancelled
      if let x, let y { actions[index].move(to: Point(x: x, y: y)) }
    case .key(let code, let isPressed): press(.key, event, code, isPressed)
    case .toggle(let number, let isOn):
      actions[begin(.toggle, event, code: number)].isOpen = isOn
    }
  }

  /// Whether a finger has touched down since the last motion of the device.
  private mutating func passesTouchDown(_ event: LibinputEvent) -> Bool {
    guard touchDowns.indices.contains(event.device) else { return false }
    let rest = touchDowns[event.device].drop { $0 <= event.time }
    defer { touchDowns[event.device] = rest }
    return rest.count < touchDowns[event.device].count
  }

  private mutating func press(
    _ kind: LibinputAction.Kind, _ event: LibinputEvent, _ code: UInt16, _ isPressed: Bool
  ) {
    let own = kind == .tap ? nil : Int(code)
    let known = isPressed ? begin(kind, event, code: own) : continued(kind, event, code: own)
    guard let index = known else { return }
    actions[index].isOpen = isPressed
    guard isPressed else { return }
    actions[index].code = Int(code)
    if kind == .tap { actions[index].fingers = LibinputAction.fingers(code, swapsTapButtons) }
  }

  private mutating func begin(
    _ kind: LibinputAction.Kind, _ event: LibinputEvent, code: Int? = nil
  ) -> Int {
    last[Key(device: event.device, kind: kind, code: code)] = actions.count
    actions.append(LibinputAction(kind, event, code: code))
    return actions.count - 1
  }

  /// Adds an event to the last action of its kind if that meets a condition, and returns its index.
  private mutating func continued(
    _ kind: LibinputAction.Kind, _ event: LibinputEvent, code: Int? = nil,
    if condition: (LibinputAction) -> Bool = { _ in true }
  ) -> Int? {
    let index = last[Key(device: event.device, kind: kind, code: code)]
    guard let index, condition(actions[index]) else { return nil }
    actions[index].add(event)
    return index
  }
}

extension LibinputAction {
  /// The longest pause in a movement of the pointer: libinput's limit for a resting finger.
  private static let maximumPause = 0.3

  fileprivate func continues(at event: LibinputEvent) -> Bool {
    event.time.seconds(since: end) <= LibinputAction.maximumPause
  }

  /// The number of fingers of a tap that is a click of a button.
  fileprivate static func fingers(_ code: UInt16, _ swapsTapButtons: Bool) -> Int {
    switch code {
    case KeyCode.right: swapsTapButtons ? 3 : 2
    case KeyCode.middle: swapsTapButtons ? 2 : 3
    default: 1
    }
  }
}
