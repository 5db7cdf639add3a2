struct Action {
  let token: ActionToken
  let states: Set<GestureState>?
  let run: (GestureRecognizer) -> Void
}

/// The result of adding an action to a recognizer, which removes it.
///
/// ```swift
/// let token = pan.onChange { pan in box.center = pan.location(in: view) }
/// token.remove()
/// ```
///
/// The action stays if the token is dropped.
public struct ActionToken {
  let number: Int
  let reference: RecognizerReference

  /// Removes the action; does nothing if it was removed or the recognizer is deallocated.
  public func remove() { reference.recognizer?.removeAction(self) }
}

/// A type whose actions receive a value of that very type; ``GestureRecognizer`` is the only one.
public protocol ActionSource: AnyObject {}

extension GestureRecognizer: ActionSource {}

// Each closure receives the recognizer with its own type. A closure that captured the recognizer,
// or the view that it is attached to, would keep both alive for ever: use the parameters.
extension ActionSource where Self: GestureRecognizer {
  /// Adds a closure that is called in every state except possible and failed.
  @discardableResult
  public func onAction(_ action: @escaping (Self) -> Void) -> ActionToken { add(nil, action) }

  /// Adds a closure that is called when the gesture begins.
  @discardableResult
  public func onBegin(_ action: @escaping (Self) -> Void) -> ActionToken { add([.began], action) }

  /// Adds a closure that is called when the gesture begins and whenever it changes.
  @discardableResult
  public func onChange(_ action: @escaping (Self) -> Void) -> ActionToken {
    add([.began, .changed], action)
  }

  /// Adds a closure that is called when the gesture ends or is recognized, not when it is
  /// cancelled.
  @discardableResult
  public func onEnd(_ action: @escaping (Self) -> Void) -> ActionToken {
    add([.ended, .recognized], action)
  }

  /// Adds a closure that is called when the gesture is cancelled.
  @discardableResult
  public func onCancel(_ action: @escaping (Self) -> Void) -> ActionToken {
    add([.cancelled], action)
  }

  private func add(
    _ states: Set<GestureState>?, _ action: @escaping (Self) -> Void
  ) -> ActionToken {
    // The recognizer of the call is always the one that the action was added to.
    addAction(in: states) { action(unsafeDowncast($0, to: Self.self)) }
  }
}

// MARK: - With a target

// The target is not retained; after its deallocation the closure is not called.
extension ActionSource where Self: GestureRecognizer {
  /// Same as ``onAction(_:)``, with an object that is not retained.
  ///
  /// ```swift
  /// pan.onAction(for: self) { view, pan in view.scroll(by: pan.translation(in: view)) }
  /// ```
  @discardableResult
  public func onAction<Target: AnyObject>(
    for target: Target, _ action: @escaping (Target, Self) -> Void
  ) -> ActionToken { onAction(weakly(target, action)) }

  /// Same as ``onBegin(_:)``, with an object that is not retained.
  @discardableResult
  public func onBegin<Target: AnyObject>(
    for target: Target, _ action: @escaping (Target, Self) -> Void
  ) -> ActionToken { onBegin(weakly(target, action)) }

  /// Same as ``onChange(_:)``, with an object that is not retained.
  @discardableResult
  public func onChange<Target: AnyObject>(
    for target: Target, _ action: @escaping (Target, Self) -> Void
  ) -> ActionToken { onChange(weakly(target, action)) }

  /// Same as ``onEnd(_:)``, with an object that is not retained.
  @discardableResult
  public func onEnd<Target: AnyObject>(
    for target: Target, _ action: @escaping (Target, Self) -> Void
  ) -> ActionToken { onEnd(weakly(target, action)) }

  /// Same as ``onCancel(_:)``, with an object that is not retained.
  @discardableResult
  public func onCancel<Target: AnyObject>(
    for target: Target, _ action: @escaping (Target, Self) -> Void
  ) -> ActionToken { onCancel(weakly(target, action)) }

  private func weakly<Target: AnyObject>(
    _ target: Target, _ action: @escaping (Target, Self) -> Void
  ) -> (Self) -> Void {
    { [weak target] recognizer in
      if let target { action(target, recognizer) }
    }
  }
}
