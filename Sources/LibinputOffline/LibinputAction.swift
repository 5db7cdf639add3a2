import Contacts
import Evdev
public import Timeline

/// An action of a desktop user by libinput's events: one value for a gesture from its beginning to
/// its end, for a tap, a click, and a run of motion or scrolling.
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
    var actions: [LibinputAction] = []
    /// The indices of the actions that may continue.
    var open: [ActionKey: Int] = [:]

    func begin(_ action: LibinputAction, _ key: ActionKey) {
      open[key] = actions.count
      actions.append(action)
    }
    func press(
      _ kind: LibinputAction.Kind, _ event: LibinputEvent, _ code: UInt16, _ isPressed: Bool
    ) {
      let key = ActionKey(device: event.device, kind: kind, code: kind == .tap ? nil : Int(code))
      if isPressed {
        var action = LibinputAction(kind, event, code: Int(code))
        if kind == .tap { action.fingers = LibinputAction.fingers(code, swapsTapButtons) }
        begin(action, key)
      } else if let index = open[key] {
        actions[index].add(event)
        actions[index].isOpen = false
      }
    }
    for event in events {
      let device = event.device
      switch event.content {
      case .gesture(let gesture):
        let key = ActionKey(device: device, kind: .gesture(gesture.kind))
        if gesture.state == .began || open[key] == nil {
          var action = LibinputAction(.gesture(gesture.kind), event)
          action.fingers = gesture.fingers
          begin(action, key)
        } else if let index = open[key] {
          actions[index].add(event)
        }
        if let index = open[key] { actions[index].add(gesture) }
      case .motion(let dx, let dy, _, _):
        let click = open[ActionKey(device: device, kind: .tap)]
        let tap = click.flatMap { actions[$0].isOpen ? $0 : nil }
        let key = ActionKey(device: device, kind: .motion)
        if let index = tap ?? open[key].flatMap({ actions[$0].continues(at: event) ? $0 : nil }) {
          actions[index].add(event)
        } else {
          var action = LibinputAction(.motion, event)
          action.isOpen = false
          begin(action, key)
        }
        if let index = tap ?? open[key] { actions[index].move(dx, dy) }
      case .scroll(let horizontal, let vertical):
        let key = ActionKey(device: device, kind: .scroll)
        let isEnd = (horizontal ?? 0) == 0 && (vertical ?? 0) == 0
        if let index = open[key], actions[index].isOpen {
          actions[index].add(event)
        } else if !isEnd {
          begin(LibinputAction(.scroll, event), key)
        }
        guard let index = open[key] else { continue }
        if isEnd { actions[index].isOpen = false }
        actions[index].move(horizontal ?? 0, vertical ?? 0)
      case .button(let code, let isPressed, let isTap):
        press(isTap ? .tap : .button, event, code, isPressed)
      case .touch(let slot, let state, let x, let y):
        let key = ActionKey(device: device, kind: .touch, code: slot)
        if state == .down {
          begin(LibinputAction(.touch, event, code: slot), key)
        } else if let index = open[key] {
          actions[index].add(event)
          actions[index].isOpen = state == .motion
          actions[index].isCancelled = state == .cancelled
        }
        if let index = open[key], let x, let y { actions[index].move(to: Point(x: x, y: y)) }
      case .key(let code, let isPressed):
        press(.key, event, code, isPressed)
      case .toggle(let number, let isOn):
        var action = LibinputAction(.toggle, event, code: number)
        action.isOpen = isOn
        actions.append(action)
      }
    }
    return actions
  }
}

/// The key by which an event belongs to an action.
private struct ActionKey: Hashable {
  var device: Int
  var kind: LibinputAction.Kind
  var code: Int?
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
