/// The owner of a view, which follows it in the responder chain.
open class ViewController: Responder {
  public let view: View

  public init(view: View) {
    self.view = view
    super.init()
    view.controller = self
  }

  /// The superview of the controller's view.
  open override var next: Responder? { view.superview }

  /// Called before the view, or one that contains it, is added to a window.
  open func viewWillAppear() {}
  /// Called when the view is in a window, after its ``View/didMoveToWindow()``.
  open func viewDidAppear() {}
  /// Called before the view, or one that contains it, is removed from its window.
  open func viewWillDisappear() {}
  /// Called when the view is in no window.
  open func viewDidDisappear() {}

  final func viewWillMove(from former: Window?, to window: Window?) {
    if former == nil { viewWillAppear() } else if window == nil { viewWillDisappear() }
  }

  final func viewDidMove(from former: Window?, to window: Window?) {
    if former == nil { viewDidAppear() } else if window == nil { viewDidDisappear() }
  }
}
