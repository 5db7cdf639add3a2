public import Contacts
import Timeline

/// An action of fingers, with the gesture that it is meant to produce.
///
/// An action adds its strokes from ``ScriptPlan/now`` on, advances that time, and states its intent
/// with ``ScriptPlan/expect(_:fromStroke:)``.
public protocol FingerAction: Sendable {
  /// Adds this action to a plan.
  func perform(in plan: inout ScriptPlan)
}

/// A sequence of finger actions in virtual time.
///
/// ```swift
/// let script = FingerScript {
///   Tap(at: Point(x: 50, y: 35), count: 2)
///   Wait(1)
///   Swipe(.left, fingers: 3)
/// }
/// let performance = script.performed(on: Size(width: 100, height: 70), by: .human.seeded(1))
/// performance.frames    // what a touchpad would have reported
/// performance.gestures  // a double tap, a swipe of three fingers to the left
/// ```
///
/// An action starts when the last finger of the one before has lifted. Positions are in millimetres
/// from the top left corner of the touch area, times in seconds. The noise of an action depends on
/// the hand's seed and the action's index, not on the actions before it; ``Numbered`` actions have
/// the same noise at any index.
public struct FingerScript: Sendable {
  public var actions: [any FingerAction]

  public init(_ actions: [any FingerAction]) { self.actions = actions }

  /// Creates a script of actions in braces, one after the other.
  public init(@ScriptBuilder _ actions: () -> [any FingerAction]) { self.init(actions()) }

  /// The frames that a touch area of the given size in millimetres reports.
  public func frames(on touchArea: Size, hand: Hand = .human) -> [ContactFrame] {
    performed(on: touchArea, by: hand).frames
  }

  /// The frames, with the gestures that the script intends.
  public func performed(on touchArea: Size, by hand: Hand = .human) -> Performance {
    var plan = ScriptPlan(touchArea: touchArea, hand: hand)
    plan.perform(actions)
    var sampler = Sampler(plan)
    sampler.run()
    return Performance(
      frames: sampler.frames, gestures: sampler.gestures, deviceEvents: plan.deviceEvents)
  }

  /// Whether a finger is beside the touch area by more than a millimetre: a recording shows it at
  /// the edge.
  public func leaves(_ touchArea: Size) -> Bool {
    var plan = ScriptPlan(touchArea: touchArea, hand: .perfect)
    plan.perform(actions)
    return plan.strokes.contains { stroke in
      (0...8).contains { step in
        let time = stroke.touchUp.microseconds(since: stroke.touchDown) * Int64(step) / 8
        let point = stroke.position(at: stroke.touchDown.advanced(byMicroseconds: time))
        return !(point.x >= -1 && point.x <= touchArea.width + 1)
          || !(point.y >= -1 && point.y <= touchArea.height + 1)
      }
    }
  }

  /// Whether the device itself shakes or moves: recordings of touches do not show it.
  public var shakesDevice: Bool {
    var plan = ScriptPlan(touchArea: Size(width: 100, height: 70), hand: .perfect)
    plan.perform(actions)
    return !plan.deviceEvents.isEmpty
  }

  /// The gestures that the actions intend, in their order, without playing them.
  ///
  /// Their times are those of the plan; frames show them up to a sample later.
  public func gestures(on touchArea: Size, hand: Hand = .perfect) -> [IntendedGesture] {
    var plan = ScriptPlan(touchArea: touchArea, hand: hand)
    plan.perform(actions)
    return plan.intents.map { intent in
      var gesture = intent.gesture
      gesture.start = plan.strokes[intent.strokes].map(\.touchDown).min() ?? .zero
      gesture.end = plan.strokes[intent.strokes].map(\.touchUp).max() ?? .zero
      return gesture
    }
  }
}

/// The frames and gestures of a script that a hand plays.
public struct Performance: Hashable, Sendable {
  /// The frames: one per sample while fingers are down, and one when the last has lifted.
  ///
  /// The time of the first frame is not zero if the script starts with a wait.
  public var frames: [ContactFrame]
  /// The gestures that the script intends, in the order of their ends.
  public var gestures: [IntendedGesture]
  /// The events of the device itself, in the order of the script.
  public var deviceEvents: [DeviceEvent]
}

/// A result builder for scripts: actions in braces, one per line, with conditions, loops, other
/// scripts and arrays of actions.
public typealias ScriptBuilder = ListBuilder<any FingerAction>

/// A result builder for elements in braces, one per line.
@resultBuilder
public enum ListBuilder<Element> {
  public static func buildExpression(_ element: Element) -> [Element] { [element] }
  public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
  public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap { $0 } }
  public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
  public static func buildEither(first part: [Element]) -> [Element] { part }
  public static func buildEither(second part: [Element]) -> [Element] { part }
  public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap { $0 } }
}

extension ListBuilder<any FingerAction> {
  public static func buildExpression(_ script: FingerScript) -> [Element] { script.actions }
}
