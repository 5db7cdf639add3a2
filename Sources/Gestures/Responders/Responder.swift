/// A link of the responder chain, which events climb until a responder handles them.
///
/// Override a callback to handle an event; call `super` to pass it on. The ``Application`` counts
/// what no responder handles. For each touch a responder receives exactly one began, any number of
/// moved, and exactly one of ended and cancelled; for each motion the same without moved.
open class Responder {
  public init() {}

  /// The next link; nil at the end of the chain.
  open var next: Responder? { nil }

  // MARK: Touches

  open func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    next?.touchesBegan(touches, with: event) ?? discard()
  }

  open func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    next?.touchesMoved(touches, with: event) ?? discard()
  }

  open func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    next?.touchesEnded(touches, with: event) ?? discard()
  }

  /// Called when the system cancels touches; ended does not follow.
  open func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
    next?.touchesCancelled(touches, with: event) ?? discard()
  }

  // MARK: Motions

  open func motionBegan(_ motion: MotionEvent.Kind, with event: MotionEvent) {
    next?.motionBegan(motion, with: event) ?? discard()
  }

  open func motionEnded(_ motion: MotionEvent.Kind, with event: MotionEvent) {
    next?.motionEnded(motion, with: event) ?? discard()
  }

  /// Called when a motion is interrupted or turns out to be none; ended does not follow.
  open func motionCancelled(_ motion: MotionEvent.Kind, with event: MotionEvent) {
    next?.motionCancelled(motion, with: event) ?? discard()
  }

  // MARK: Pointers

  /// Called when a pointer that touches nothing is over the view.
  open func hoverBegan(_ event: HoverEvent) { next?.hoverBegan(event) ?? discard() }
  open func hoverMoved(_ event: HoverEvent) { next?.hoverMoved(event) ?? discard() }
  /// Called when the pointer left the view, or can't be over it any longer.
  open func hoverEnded(_ event: HoverEvent) { next?.hoverEnded(event) ?? discard() }

  /// Called when a wheel or a touchpad scrolls the content under the pointer.
  open func scrolled(_ event: ScrollEvent) { next?.scrolled(event) ?? discard() }

  // MARK: The first responder

  /// Whether the responder can be the first responder; by default false.
  open var canBecomeFirstResponder: Bool { false }

  /// Whether the responder resigns for another one; by default true.
  open var canResignFirstResponder: Bool { true }

  /// Makes this the first responder of its window, which receives motions first; false if it is in
  /// no window or can't become the first responder, or if the current one does not resign.
  @discardableResult
  open func becomeFirstResponder() -> Bool {
    guard let window = chainWindow else { return false }
    if window.firstResponder === self { return true }
    guard canBecomeFirstResponder else { return false }
    let former = window.firstResponder
    if let former, !former.resignFirstResponder() { return false }
    // The former responder may have made another one the first responder.
    guard window.firstResponder == nil || window.firstResponder === former else { return false }
    window.firstResponder = self
    return true
  }

  /// Resigns as first responder, or returns false; an override that agrees calls `super`.
  @discardableResult
  open func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return true }
    guard canResignFirstResponder else { return false }
    chainWindow?.firstResponder = nil
    return true
  }
}

extension Responder {
  /// Whether motions in the responder's window are delivered here first.
  public var isFirstResponder: Bool { chainWindow?.firstResponder === self }

  /// Counts what no responder handled, at the end of the chain.
  fileprivate func discard() { (self as? Application)?.discardedEvents += 1 }

  private var chainWindow: Window? {
    sequence(first: self, next: \.next).lazy.compactMap { $0 as? Window }.first
  }

  func deliver(_ touches: TouchSet, phase: Touch.Phase, with event: TouchEvent) {
    switch phase {
    case .began: touchesBegan(touches, with: event)
    case .moved: touchesMoved(touches, with: event)
    case .ended: touchesEnded(touches, with: event)
    case .cancelled: touchesCancelled(touches, with: event)
    case .stationary: break
    }
  }

  func deliver(_ event: MotionEvent) {
    switch event.phase {
    case .began: motionBegan(event.kind, with: event)
    case .ended: motionEnded(event.kind, with: event)
    case .cancelled: motionCancelled(event.kind, with: event)
    }
  }
}
