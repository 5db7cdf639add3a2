/// No finger does anything.
public struct Wait: FingerAction, Hashable {
  /// In seconds.
  public var duration: Double

  public init(_ duration: Double) {
    self.duration = duration
  }

  public func perform(in plan: inout ScriptPlan) {
    plan.wait(duration)
  }
}

/// Actions at the same time; over when the last one is.
///
/// ```swift
/// Together {
///   LongPress(at: Point(x: 20, y: 40), duration: 2)
///   Tap(at: Point(x: 70, y: 40))
/// }
/// ```
public struct Together: FingerAction {
  public var actions: [any FingerAction]

  public init(_ actions: [any FingerAction]) {
    self.actions = actions
  }

  public func perform(in plan: inout ScriptPlan) {
    plan.together(actions)
  }
}

/// Actions one after the other, as one part of ``Together``.
public struct InSequence: FingerAction {
  public var actions: [any FingerAction]

  public init(_ actions: [any FingerAction]) {
    self.actions = actions
  }

  public func perform(in plan: inout ScriptPlan) {
    for action in actions { action.perform(in: &plan) }
  }
}

/// A call or an alarm that takes the user's attention away for a while.
///
/// Inside ``Together`` it falls into the gestures beside it:
///
/// ```swift
/// Together {
///   LongPress(duration: 2)
///   InSequence { Wait(1); Interrupt(0.2) }
/// }
/// ```
public struct Interrupt: FingerAction, Hashable {
  /// In seconds; at least one frame says that it began and one that it is over.
  public var duration: Double

  public init(_ duration: Double = 0.5) {
    self.duration = duration
  }

  public func perform(in plan: inout ScriptPlan) {
    plan.interrupt(duration)
  }
}
