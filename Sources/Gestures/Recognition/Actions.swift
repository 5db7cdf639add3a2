/// An action of a recognizer: a closure, and a number to remove it by.
struct Action {
  let token: ActionToken
  let states: Set<GestureState>?
  let run: (GestureRecognizer) -> Void
}

/// Removes an action from its recognizer.
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

/// A type whose actions receive a value of that very type; only ``GestureRecognizer`` conforms to it.
public protocol ActionSource: AnyObject {}

extension GestureRecognizer: ActionSource {}

extension ActionSource where Self: GestureRecognizer {
  /// Adds a closure that is called in every state except possible and failed.
  ///
  /// It receives the recognizer with its own type. A closure that captured the recognizer, or the view
  /// that it is attached to, would keep both alive for ever: use the parameter, or
  /// ``onAction(for:_:)``.
  ///
  /// - Returns: A token that removes it.
  @discardableResult
  public func onAction(_ action: @escaping (Self) -> Void) -> ActionToken {
    add(nil) { action($0) }
  }

  /// Adds a closure that also receives an object which it does not retain; it is not called once the
  /// object is deallocated.
  ///
  /// ```swift
  /// pan.onAction(for: self) { view, pan in view.scroll(by: pan.translation(in: view)) }
  /// ```
  ///
  /// - Returns: A token that removes it.
  @discardableResult
  public func onAction<Target: AnyObject>(
    for target: Target, _ action: @escaping (Target, Self) -> Void
  ) -> ActionToken {
    add(nil) { [weak target] recognizer in
      if let target { action(target, recognizer) }
    }
  }

  /// Adds a closure that is called when the gesture begins.
  @discardableResult
  public func onBegin(_ action: @escaping (Self) -> Void) -> ActionToken {
    add([.began]) { action($0) }
  }

  /// Adds a closure that is called when the gesture begins and whenever it changes.
  @discardableResult
  public func onChange(_ action: @escaping (Self) -> Void) -> ActionToken {
    add([.began, .changed]) { action($0) }
  }

  /// Adds a closure that is called when the gesture ends or is recognized, but not when it is cancelled.
  @discardableResult
  public func onEnd(_ action: @escaping (Self) -> Void) -> ActionToken {
    add([.ended, .recognized]) { action($0) }
  }

  /// Adds a closure that is called when the gesture is cancelled.
  @discardableResult
  public func onCancel(_ action: @escaping (Self) -> Void) -> ActionToken {
    add([.cancelled]) { action($0) }
  }

  private func add(
    _ states: Set<GestureState>?, _ action: @escaping (Self) -> Void
  ) -> ActionToken {
    // It is called with the recognizer that it was added to.
    addAction(in: states) { action(unsafeDowncast($0, to: Self.self)) }
  }
}
