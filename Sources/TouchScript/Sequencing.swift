/// A pause.
public struct Wait: FingerAction, Hashable {
  /// The duration in seconds.
  public var duration: Double

  public init(_ duration: Double) { self.duration = duration }

  public func perform(in plan: inout ScriptPlan) { plan.wait(duration) }
}

/// A group of actions at the same time, which is over when the last one is.
public struct Together: FingerAction {
  public var actions: [any FingerAction]

  public init(_ actions: [any FingerAction]) { self.actions = actions }

  /// Creates a group of actions in braces that start at the same time.
  public init(@ScriptBuilder _ actions: () -> [any FingerAction]) { self.init(actions()) }

  public func perform(in plan: inout ScriptPlan) {
    let start = plan.now
    var end = start
    for (index, action) in actions.enumerated() {
      plan.now = start
      plan.perform(action, index: index)
      end = max(end, plan.now)
    }
    plan.now = end
  }
}

/// A sequence of actions, as one part of ``Together``.
public struct InSequence: FingerAction {
  public var actions: [any FingerAction]

  public init(_ actions: [any FingerAction]) { self.actions = actions }

  /// Creates a sequence of actions in braces, one after the other.
  public init(@ScriptBuilder _ actions: () -> [any FingerAction]) { self.init(actions()) }

  public func perform(in plan: inout ScriptPlan) { plan.perform(actions) }
}

/// An action with a fixed number, which chooses its noise.
///
/// Other actions are numbered by their position in their script, ``Together`` or ``InSequence``.
/// With numbers, actions have the same noise when others are removed:
///
/// ```swift
/// FingerScript([Tap(), Wait(1), Swipe(.left)])
/// FingerScript([Swipe(.left).numbered(2)])  // the same swipe
/// ```
public struct Numbered: FingerAction {
  public var action: any FingerAction
  public var number: Int

  public func perform(in plan: inout ScriptPlan) { action.perform(in: &plan) }
}

extension FingerAction {
  /// The same action with the noise that it has at the given index of a script.
  public func numbered(_ number: Int) -> Numbered { Numbered(action: self, number: number) }
}
