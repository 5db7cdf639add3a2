/// Lets actions stand one below the other in braces.
///
/// ```swift
/// let script = FingerScript {
///   Tap(count: 2)
///   Wait(1)
///   for direction in [ExpectedGesture.Direction.left, .right] { Swipe(direction, fingers: 3) }
/// }
/// ```
///
/// Conditions and loops work, and so do other scripts and arrays of actions.
@resultBuilder
public enum ScriptBuilder {
  public static func buildExpression(_ action: any FingerAction) -> [any FingerAction] {
    [action]
  }
  public static func buildExpression(_ actions: [any FingerAction]) -> [any FingerAction] {
    actions
  }
  public static func buildExpression(_ script: FingerScript) -> [any FingerAction] {
    script.actions
  }
  public static func buildBlock(_ parts: [any FingerAction]...) -> [any FingerAction] {
    parts.flatMap { $0 }
  }
  public static func buildOptional(_ part: [any FingerAction]?) -> [any FingerAction] {
    part ?? []
  }
  public static func buildEither(first part: [any FingerAction]) -> [any FingerAction] { part }
  public static func buildEither(second part: [any FingerAction]) -> [any FingerAction] { part }
  public static func buildArray(_ parts: [[any FingerAction]]) -> [any FingerAction] {
    parts.flatMap { $0 }
  }
}

extension FingerScript {
  /// A script of actions in braces, one after the other.
  public init(@ScriptBuilder _ actions: () -> [any FingerAction]) {
    self.init(actions())
  }
}

extension Together {
  /// Actions in braces that start at the same time.
  public init(@ScriptBuilder _ actions: () -> [any FingerAction]) {
    self.init(actions())
  }
}

extension InSequence {
  /// Actions in braces, one after the other.
  public init(@ScriptBuilder _ actions: () -> [any FingerAction]) {
    self.init(actions())
  }
}
