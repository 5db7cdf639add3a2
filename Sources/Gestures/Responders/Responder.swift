/// A link of the chain that events climb until somebody handles them.
///
/// Override a callback to handle it; call `super` to pass it on. What nobody handles arrives at the
/// ``Application``, which counts it as discarded. For each touch a responder hears exactly one
/// began, any number of moved, and exactly one of ended and cancelled; and so for each motion, without
/// the moved.
open class Responder {
  public init() {}

  /// The next link; nil at the end of the chain.
  open var next: Responder? { nil }

  /// Fingers landed.
  open func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    next?.touchesBegan(touches, with: event)
  }

  /// Fingers moved.
  open func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    next?.touchesMoved(touches, with: event)
  }

  /// Fingers lifted.
  open func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    next?.touchesEnded(touches, with: event)
  }

  /// The system took the touches away; ended does not follow.
  open func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
    next?.touchesCancelled(touches, with: event)
  }

  // MARK: Motions

  /// The device began to be moved in a way that means something.
  open func motionBegan(_ motion: MotionEvent.Kind, with event: MotionEvent) {
    next?.motionBegan(motion, with: event)
  }

  /// The motion is over.
  open func motionEnded(_ motion: MotionEvent.Kind, with event: MotionEvent) {
    next?.motionEnded(motion, with: event)
  }

  /// The motion was interrupted, or was none after all; ended does not follow.
  open func motionCancelled(_ motion: MotionEvent.Kind, with event: MotionEvent) {
    next?.motionCancelled(motion, with: event)
  }

  // MARK: The first responder

  /// Whether the responder wants to be where motions begin; by default it does not.
  open var canBecomeFirstResponder: Bool { false }

  /// Whether the responder lets another one take its place; by default it does.
  open var canResignFirstResponder: Bool { true }

  /// Asks to be where motions begin their way; there is one such responder in a window.
  ///
  /// False when it is in no window, does not want to, or the one before does not resign.
  @discardableResult
  open func becomeFirstResponder() -> Bool {
    guard let window = chainWindow else { return false }
    if window.firstResponder === self { return true }
    guard canBecomeFirstResponder else { return false }
    let former = window.firstResponder
    if let former, !former.resignFirstResponder() { return false }
    // The one that resigned may have put another one in its place.
    guard window.firstResponder == nil || window.firstResponder === former else { return false }
    window.firstResponder = self
    return true
  }

  /// Gives its place up; false when it refuses. An override that agrees calls `super`.
  @discardableResult
  open func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return true }
    guard canResignFirstResponder else { return false }
    chainWindow?.firstResponder = nil
    return true
  }
}

extension Responder {
  /// Whether motions in the responder's window begin their way here.
  public var isFirstResponder: Bool { chainWindow?.firstResponder === self }

  /// The window that the chain leads to.
  var chainWindow: Window? {
    var responder: Responder? = self
    while let current = responder {
      if let window = current as? Window { return window }
      responder = current.next
    }
    return nil
  }
}

extension Responder {
  /// Calls the method that belongs to a phase.
  func deliver(_ touches: TouchSet, phase: Touch.Phase, with event: TouchEvent) {
    switch phase {
    case .began: touchesBegan(touches, with: event)
    case .moved: touchesMoved(touches, with: event)
    case .ended: touchesEnded(touches, with: event)
    case .cancelled: touchesCancelled(touches, with: event)
    case .stationary: break
    }
  }

  /// Calls the method that belongs to a motion's phase.
  func deliver(_ event: MotionEvent) {
    switch event.phase {
    case .began: motionBegan(event.kind, with: event)
    case .ended: motionEnded(event.kind, with: event)
    case .cancelled: motionCancelled(event.kind, with: event)
    }
  }
}
