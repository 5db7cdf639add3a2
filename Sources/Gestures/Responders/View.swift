/// A rectangle that receives touches and contains other views.
open class View: Responder {
  /// The view's own coordinate system: the position of its top left corner, and its size.
  @exclusivity(unchecked) public final var bounds: Rect
  /// The center of the view in its superview's coordinates.
  @exclusivity(unchecked) public final var center: Point
  /// The transform about the view's center.
  @exclusivity(unchecked) public final var transform = Transform.identity {
    didSet { isUpright = transform == .identity }
  }
  /// Whether ``transform`` is the identity; stored, since every conversion reads it.
  @exclusivity(unchecked) private final var isUpright = true

  /// The views inside this one, frontmost last.
  public var subviews: [View] {
    if gapCount > 0 { closeGaps() }
    return children
  }
  // Private and unchecked, since hit testing reads these properties of every view.
  private var children: [View] = []
  /// The view in the places of removed subviews until ``closeGaps()``, and the number of places.
  private var gap: View?
  private var gapCount = 0
  private var isTouchable = true
  /// The view that contains this one.
  // Not weak, since a weak reference makes every use of its target slower; the superview resets it
  // when it is deallocated.
  public private(set) unowned(unsafe) var superview: View?
  /// The window above the view, stored so that no call walks up to it; see ``window``.
  // Not weak for the same reason; a window resets it in its views when it is deallocated.
  private final unowned(unsafe) var outerWindow: Window?
  /// The index among the superview's ``children``.
  private final var place = 0
  /// The relation to the view of a claim; see ``ViewRelations``.
  final var relation = ViewRelations.Relation.unknown
  /// The controller that owns the view, as its ``ViewController/view``.
  public internal(set) weak var controller: ViewController?
  public private(set) var gestureRecognizers: [GestureRecognizer] = []

  /// Whether the view is hidden; a hidden view and its subviews receive no touches.
  public var isHidden = false { didSet { updateTouchability() } }
  /// Opacity from 0 to 1; below 0.01 a view receives no touches (UIKit's rule 1).
  public var alpha = 1.0 { didSet { updateTouchability() } }
  /// Whether the view and its subviews receive touches.
  public var isUserInteractionEnabled = true { didSet { updateTouchability() } }
  /// Whether the view receives more than one touch at a time.
  public var isMultipleTouchEnabled = false
  /// Whether touches of this view keep other views from receiving touches, and the reverse.
  public var isExclusiveTouch = false

  /// A name by which tests and tools find the view; it has no effect on touches.
  public var accessibilityIdentifier: String?

  /// Called with the touches that the view receives, before its callbacks; for tests and tools.
  @exclusivity(unchecked)
  public var touchObserver: ((TouchSet, Touch.Phase, TouchEvent) -> Void)?

  /// Creates a view with a rectangle in its superview's coordinates.
  public init(frame: Rect) {
    bounds = Rect(origin: .zero, size: frame.size)
    center = frame.center
  }

  deinit {
    for recognizer in gestureRecognizers { recognizer.view = nil }
    for child in children { child.superview = nil }
  }

  open override var next: Responder? { controller ?? superview }

  /// The view itself if it is a window; costs less than a cast.
  var asWindow: Window? { nil }

  /// Called when the view, or one that contains it, has come to another ``window`` or to none.
  open func didMoveToWindow() {}

  /// The frontmost and deepest view at a point of this view's coordinates; nil outside.
  open func hitTest(_ point: Point, with event: TouchEvent?) -> View? {
    guard isTouchable, self.point(inside: point, with: event) else { return nil }
    // A copy, since a callback may change the hierarchy; a span, since it retains no view.
    let children = subviews
    let span = children.span
    var index = span.count
    while index > 0 {
      index -= 1
      if let point = span[index].convertFromSuperview(point),
        let hit = span[index].hitTest(point, with: event)
      {
        return hit
      }
    }
    return self
  }

  /// Whether a recognizer of this view, or of one that contains it, may leave the state possible
  /// with touches that hit this view or a subview of it; false makes it fail. By default true.
  ///
  /// The recognizer asks the view that was hit, then those that contain it up to its own, then the
  /// delegate: so a control can refuse the taps of its superviews.
  open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

  /// Whether a point is in the view: its left and top edges are inside, the others are not.
  open func point(inside point: Point, with event: TouchEvent?) -> Bool {
    bounds.contains(point)
  }

  func receive(_ touches: TouchSet, phase: Touch.Phase, with event: TouchEvent) {
    if let touchObserver { touchObserver(touches, phase, event) }
    deliver(touches, phase: phase, with: event)
  }

  private func updateTouchability() {
    isTouchable = !isHidden && isUserInteractionEnabled && alpha >= 0.01
  }
}

// MARK: - Hierarchy

extension View {
  /// The window that contains the view.
  public var window: Window? { asWindow ?? outerWindow }

  /// Stores the window above the view in the view and its subviews, except in windows among them.
  final func keep(_ window: Window?) {
    var views = outerWindow === window ? [] : [self]
    while let view = views.popLast() {
      view.outerWindow = window
      if view.asWindow == nil { views += view.subviews }
    }
  }

  /// Adds a view in front of the other subviews; it leaves its previous superview. A view that is
  /// to contain itself ends the program with a message.
  public func addSubview(_ view: View) { insertSubview(view, at: children.endIndex) }

  /// Inserts a view among the subviews, index 0 behind all of them; other indices are clamped.
  public func insertSubview(_ view: View, at index: Int) {
    // A fatal error, since a precondition prints no message in release.
    if isInside(view) { fatalError("a view can't contain itself") }
    view.move(to: self, at: index)
  }

  /// Inserts a view behind one of the subviews; does nothing if the sibling is no subview.
  public func insertSubview(_ view: View, belowSubview sibling: View) {
    insert(view, beside: sibling, 0)
  }

  /// Inserts a view in front of one of the subviews; does nothing if the sibling is no subview.
  public func insertSubview(_ view: View, aboveSubview sibling: View) {
    insert(view, beside: sibling, 1)
  }

  private func insert(_ view: View, beside sibling: View, _ offset: Int) {
    let others = subviews.filter { $0 !== view }
    guard let index = others.firstIndex(where: { $0 === sibling }) else { return }
    insertSubview(view, at: index + offset)
  }

  final func joinApplication() {
    forEachInside { view in
      for recognizer in view.gestureRecognizers { recognizer.belongsToApplication = true }
    }
  }

  private func forEachInside(_ body: (View) -> Void) {
    body(self)
    for view in subviews { view.forEachInside(body) }
  }

  private func didMove(from former: Window?, to window: Window?) {
    // A callback may have moved the view on.
    guard self.window === window else { return }
    didMoveToWindow()
    controller?.viewDidMove(from: former, to: window)
  }

  /// Whether this view is `view` or inside it; most new views have no subviews to search.
  private func isInside(_ view: View) -> Bool {
    view === self || (!view.children.isEmpty && isDescendant(of: view))
  }

  private func attach(_ view: View, at index: Int) {
    guard index < children.count - gapCount else {
      view.place = children.count
      return children.append(view)
    }
    closeGaps()
    children.insert(view, at: max(0, index))
    number(from: max(0, index))
  }

  /// Removes a subview. Those in front keep their places for now: removing all takes linear time.
  private func removeChild(at index: Int) {
    guard index < children.count - 1 else {
      children.removeLast()
      while gapCount > 0, children.last === gap {
        children.removeLast()
        gapCount -= 1
      }
      return
    }
    let gap = gap ?? View(frame: .zero)
    self.gap = gap
    children[index] = gap
    gapCount += 1
    if gapCount > children.count / 2 { closeGaps() }
  }

  private func closeGaps() {
    guard gapCount > 0 else { return }
    children.removeAll { $0 === gap }
    gapCount = 0
    number(from: 0)
  }

  private func number(from first: Int) {
    for index in first..<children.count { children[index].place = index }
  }

  /// Removes the view from its superview: a first responder in it resigns, and touches of the view
  /// and its subviews and the gestures of their recognizers are cancelled.
  public func removeFromSuperview() { move(to: nil, at: 0) }

  /// Moves the view among the subviews of a container, or out of its hierarchy.
  private func move(to container: View?, at index: Int) {
    let former = superview == nil ? nil : window
    let newWindow = container?.window
    if former !== newWindow {
      leaveWindow()
      forEachInside { $0.controller?.viewWillMove(from: former, to: newWindow) }
    }
    // A callback may have moved the view.
    if let container, container.isInside(self) { return }
    superview?.removeChild(at: place)
    container?.attach(self, at: index)
    superview = container
    keep(container?.window)
    guard former !== newWindow else { return }
    if newWindow?.application != nil { joinApplication() }
    forEachInside { $0.didMove(from: former, to: newWindow) }
  }

  /// Ends touches, gestures and hovers in the view before it leaves its window.
  private func leaveWindow() {
    guard superview != nil, let window else { return }
    window.resignFirstResponder(in: self)
    if let application = window.application { leave(application) }
  }

  /// Cancels the touches of the view and its subviews, and the gestures of their recognizers.
  final func leave(_ application: Application) {
    application.arbiter.perform {
      forEachInside { view in
        for recognizer in view.gestureRecognizers { recognizer.withdraw(forgetsTouches: true) }
      }
      application.arbiter.cancelTouches(in: self)
      application.endHovers(in: self, at: application.arbiter.now)
    }
  }

  public func bringSubviewToFront(_ view: View) {
    guard view.superview === self else { return }
    removeChild(at: view.place)
    attach(view, at: .max)
  }

  public func sendSubviewToBack(_ view: View) {
    if view.superview === self { insertSubview(view, at: 0) }
  }

  /// Whether this view is `view` or inside it.
  public func isDescendant(of view: View) -> Bool {
    sequence(first: self, next: \.superview).contains { $0 === view }
  }

  /// Attaches a recognizer, which receives the touches of this view and of its subviews, and leaves
  /// the view that it was attached to; does nothing if it is attached here already.
  public func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard recognizer.view !== self else { return }
    // The removal may call actions, which may attach the recognizer elsewhere.
    while let view = recognizer.view { view.removeGestureRecognizer(recognizer) }
    gestureRecognizers.append(recognizer)
    recognizer.view = self
    if window?.application != nil { recognizer.belongsToApplication = true }
  }

  public func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard recognizer.view === self else { return }
    recognizer.withdraw(forgetsTouches: true)
    // An action may have attached the recognizer to another view.
    guard recognizer.view === self else { return }
    gestureRecognizers.removeAll { $0 === recognizer }
    recognizer.view = nil
  }

  // MARK: Coordinates

  /// The smallest upright rectangle around the view, in its superview's coordinates; set ``center``
  /// and ``bounds`` instead while ``transform`` is not the identity.
  public var frame: Rect {
    get {
      let half = Vector(dx: bounds.size.width / 2, dy: bounds.size.height / 2)
      let first = transform.apply(to: half)
      let second = transform.apply(to: Vector(dx: half.dx, dy: -half.dy))
      let reach = Vector(
        dx: max(abs(first.dx), abs(second.dx)), dy: max(abs(first.dy), abs(second.dy)))
      let middle = center + Vector(dx: transform.tx, dy: transform.ty)
      return Rect(origin: middle - reach, size: Size(width: reach.dx * 2, height: reach.dy * 2))
    }
    set {
      bounds.size = newValue.size
      center = newValue.center
    }
  }

  /// The corner of the untransformed view; sums from the corner keep whole numbers whole.
  private final var frameOrigin: Point {
    Point(x: center.x - bounds.size.width / 2, y: center.y - bounds.size.height / 2)
  }

  /// Converts a point of this view to its superview's coordinates.
  public final func convertToSuperview(_ point: Point) -> Point {
    if isUpright { return frameOrigin + (point - bounds.origin) }
    return center + (transform.apply(to: Point.zero + (point - bounds.center)) - Point.zero)
  }

  /// Converts a point of the superview to this view; nil if ``transform`` has no inverse.
  @inline(__always)
  public final func convertFromSuperview(_ point: Point) -> Point? {
    if isUpright { return bounds.origin + (point - frameOrigin) }
    return convertFromTransformedSuperview(point)
  }

  private final func convertFromTransformedSuperview(_ point: Point) -> Point? {
    transform.inverse.map {
      bounds.center + ($0.apply(to: Point.zero + (point - center)) - Point.zero)
    }
  }

  /// Converts a point of this view to another view's coordinates, or to the window's for nil; nil
  /// if the views are not in one hierarchy, or a transform has no inverse.
  public func convert(_ point: Point, to view: View?) -> Point? {
    var point = point
    var current = self
    while let superview = current.superview {
      point = current.convertToSuperview(point)
      current = superview
    }
    guard let view else { return point }
    return view.convertFromRoot(point, root: current)
  }

  /// Converts a point of another view, or of the window for nil, to this view's coordinates; nil if
  /// the views are not in one hierarchy, or a transform has no inverse.
  public func convert(_ point: Point, from view: View?) -> Point? {
    if let view { return view.convert(point, to: self) }
    var root = self
    while let superview = root.superview { root = superview }
    return convertFromRoot(point, root: root)
  }

  private func convertFromRoot(_ point: Point, root: View) -> Point? {
    if self === root { return point }
    guard let superview, let point = superview.convertFromRoot(point, root: root) else {
      return nil
    }
    return convertFromSuperview(point)
  }
}
