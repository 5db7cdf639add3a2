public import Contacts

/// A rectangle that can be touched and can hold others.
open class View: Responder {
  /// The view's own coordinate system: where its corner lies, and how large it is.
  public var bounds: Rect {
    get { placement.bounds }
    set { placement.bounds = newValue }
  }
  /// The middle of the view, in its superview's coordinates.
  public var center: Point {
    get { placement.center }
    set { placement.center = newValue }
  }
  /// Turns and stretches the view about its center.
  public var transform: AffineTransform {
    get { placement.transform }
    set { placement.transform = newValue }
  }
  @exclusivity(unchecked) var placement: Placement

  /// The views inside, the frontmost last.
  public var subviews: [View] { children }
  // What hit testing asks every view for is stored apart, where reading it needs no check of
  // exclusive access.
  @exclusivity(unchecked) private var children: [View] = []
  @exclusivity(unchecked) private var isTouchable = true
  /// The view that this one is inside.
  // As good as weak, since a view that goes takes it back, and without the price: a weak reference
  // makes every use of its target slower, and hit testing uses every view on the way.
  @exclusivity(unchecked) public private(set) unowned(unsafe) var superview: View?
  /// The controller whose ``ViewController/view`` this is.
  @exclusivity(unchecked) public internal(set) weak var controller: ViewController?
  @exclusivity(unchecked) public private(set) var gestureRecognizers: [GestureRecognizer] = []

  /// A hidden view is not touched, and nothing inside it.
  public var isHidden = false { didSet { updateTouchability() } }
  /// Opacity from 0 to 1; below 0.01 a view is not touched (`uikit-facts`: rule 1).
  public var alpha = 1.0 { didSet { updateTouchability() } }
  /// Whether the view, and what is inside it, can be touched.
  public var isUserInteractionEnabled = true { didSet { updateTouchability() } }
  /// Whether the view gets more than one touch at a time.
  @exclusivity(unchecked) public var isMultipleTouchEnabled = false
  /// Whether touches in this view keep others from landing in other views, and the reverse.
  @exclusivity(unchecked) public var isExclusiveTouch = false

  /// Hears of the touches that the view is told of, before its callbacks; for tests and tools.
  @exclusivity(unchecked) public var touchObserver: ((TouchSet, Touch.Phase, TouchEvent) -> Void)?

  /// A view at a place in its superview.
  public init(frame: Rect) {
    placement = Placement(
      bounds: Rect(origin: .zero, size: frame.size), center: frame.center, transform: .identity)
  }

  deinit {
    for recognizer in gestureRecognizers { recognizer.view = nil }
    for child in children { child.superview = nil }
  }

  open override var next: Responder? { controller ?? superview }

  /// The window that the view is in.
  public var window: Window? {
    var view: View? = self
    while let current = view {
      if let window = current as? Window { return window }
      view = current.superview
    }
    return nil
  }

  /// The frontmost and deepest view under a point of this view's coordinates; nil outside.
  open func hitTest(_ point: Point, with event: TouchEvent?) -> View? {
    guard isTouchable, self.point(inside: point, with: event) else { return nil }
    // Kept, since a callback may change the hierarchy; a span lends the views without retaining each.
    let children = children
    let span = children.span
    var index = span.count
    while index > 0 {
      index -= 1
      if let place = span[index].convertFromSuperview(point),
        let hit = span[index].hitTest(place, with: event)
      {
        return hit
      }
    }
    return self
  }

  /// Whether a point lies in the view: its left and top edges are inside, the others are not.
  open func point(inside point: Point, with event: TouchEvent?) -> Bool {
    bounds.contains(point)
  }

  /// Takes touches of a phase in.
  func hear(_ touches: TouchSet, phase: Touch.Phase, with event: TouchEvent) {
    if let touchObserver { touchObserver(touches, phase, event) }
    deliver(touches, phase: phase, with: event)
  }

  private func updateTouchability() {
    isTouchable = !isHidden && isUserInteractionEnabled && alpha >= 0.01
  }
}

// MARK: - Hierarchy

extension View {
  /// Puts a view in front of the others inside this one.
  public func addSubview(_ view: View) {
    insertSubview(view, at: children.endIndex)
  }

  /// Puts a view among the others; index 0 is behind all of them.
  public func insertSubview(_ view: View, at index: Int) {
    precondition(view !== self && !isDescendant(of: view), "a view can't be inside itself")
    if view.superview != nil, let window = view.window, window !== self.window {
      window.loseFirstResponder(with: view)
    }
    view.detach()
    children.insert(view, at: min(index, children.endIndex))
    view.superview = self
  }

  /// Takes the view out; a first responder in it gives its place up.
  public func removeFromSuperview() {
    if superview != nil { window?.loseFirstResponder(with: self) }
    detach()
  }

  private func detach() {
    superview?.children.removeAll { $0 === self }
    superview = nil
  }

  public func bringSubviewToFront(_ view: View) {
    guard let index = children.firstIndex(where: { $0 === view }) else { return }
    children.append(children.remove(at: index))
  }

  /// Whether this view is `view` or inside it.
  public func isDescendant(of view: View) -> Bool {
    var current: View? = self
    while let candidate = current {
      if candidate === view { return true }
      current = candidate.superview
    }
    return false
  }

  /// Attaches a recognizer; it sees the touches of this view and of those inside it.
  public func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    // Its actions hear of that, and may have plans of their own.
    while let view = recognizer.view { view.removeGestureRecognizer(recognizer) }
    gestureRecognizers.append(recognizer)
    recognizer.view = self
  }

  public func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard recognizer.view === self else { return }
    recognizer.cancelFromOutside()
    // An action may have attached it to another view.
    guard recognizer.view === self else { return }
    gestureRecognizers.removeAll { $0 === recognizer }
    recognizer.view = nil
  }
}
