/// A link of the chain that events climb until somebody handles them.
///
/// Override a callback to handle it; call `super` to pass it on. What nobody handles arrives at the
/// ``Application``, which counts it as discarded. For each touch a responder hears exactly one
/// began, any number of moved, and exactly one of ended and cancelled.
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
}
