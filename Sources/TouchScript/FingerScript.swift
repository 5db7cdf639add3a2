public import Contacts
import Timeline

/// Something that fingers do, with the gesture that it must give.
///
/// An action lays its strokes from ``ScriptPlan/now`` on, lets that time pass, and states its
/// intent with ``ScriptPlan/expect(_:fromStroke:)``.
public protocol FingerAction: Sendable {
  /// Adds this action to a plan.
  func perform(in plan: inout ScriptPlan)
}

/// What fingers do, one action after the other, in virtual time.
///
/// ```swift
/// let script = FingerScript {
///   Tap(at: Point(x: 50, y: 35), count: 2)
///   Wait(1)
///   Swipe(.left, fingers: 3)
/// }
/// let performance = script.performed(on: Size(width: 100, height: 70), by: .human.seeded(1))
/// performance.frames    // what a touchpad would have seen
/// performance.gestures  // a double tap, a swipe of three fingers to the left
/// ```
///
/// An action starts when the one before is over, that is when its last finger has lifted.
/// Positions are in millimetres from the surface's top left corner, times in seconds.
public struct FingerScript: Sendable {
  public var actions: [any FingerAction]

  public init(_ actions: [any FingerAction]) {
    self.actions = actions
  }

  /// The frames that a surface of that size in millimetres reports.
  public func frames(on touchArea: Size, hand: Hand = .human) -> [ContactFrame] {
    performed(on: touchArea, by: hand).frames
  }

  /// The frames and the gestures they must give.
  public func performed(on touchArea: Size, by hand: Hand = .human) -> Performance {
    var plan = ScriptPlan(touchArea: touchArea, hand: hand)
    for action in actions { action.perform(in: &plan) }
    var sampler = Sampler(plan)
    sampler.run()
    return Performance(
      frames: sampler.frames, gestures: sampler.gestures(of: plan), happenings: plan.happenings)
  }

  /// The gestures that the actions mean, in their order, without playing them.
  ///
  /// Their times are those of the plan; frames show them a little later.
  public func gestures(on touchArea: Size, hand: Hand = .perfect) -> [ExpectedGesture] {
    var plan = ScriptPlan(touchArea: touchArea, hand: hand)
    for action in actions { action.perform(in: &plan) }
    return plan.intents.map { intent in
      var gesture = intent.gesture
      gesture.start = plan.strokes[intent.strokes].map(\.landing).min() ?? .zero
      gesture.end = plan.strokes[intent.strokes].map(\.lift).max() ?? .zero
      return gesture
    }
  }
}

/// A script as a hand has played it.
public struct Performance: Hashable, Sendable {
  /// While fingers are down one frame each sample, and one when the last has lifted.
  ///
  /// The first one's time is not zero if the script starts with a rest.
  public var frames: [ContactFrame]
  /// What the script was meant to give, by the end of each gesture.
  public var gestures: [ExpectedGesture]
  /// What happens to the device, in the order of the script.
  public var happenings: [Happening]
}
