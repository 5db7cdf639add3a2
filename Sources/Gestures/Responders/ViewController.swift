/// Owns a view and stands behind it in the responder chain.
open class ViewController: Responder {
  public let view: View
  /// The controller that contains this one.
  public internal(set) weak var parent: ViewController?
  public private(set) var children: [ViewController] = []

  public init(view: View) {
    self.view = view
    super.init()
    view.controller = self
  }

  /// What holds the view: the chain goes on there.
  open override var next: Responder? { view.superview }

  /// Takes a controller in and puts its view in front of this one's others.
  public func addChild(_ child: ViewController) {
    child.parent?.children.removeAll { $0 === child }
    children.append(child)
    child.parent = self
    view.addSubview(child.view)
  }
}
