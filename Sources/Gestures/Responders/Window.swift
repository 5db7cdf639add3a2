/// The root of a view hierarchy, laid over a touch area.
open class Window: View {
  /// The width of one unit of the window in points of 1/163 inch, which makes thresholds physical:
  /// 0.1 × 163 / 25.4 = 0.6417 for pixels of 0.1 mm.
  @exclusivity(unchecked) public final var pointsPerUnit = 1.0

  /// The devices whose touches the window receives; nil for all.
  public var devices: Set<Int>?

  /// The application that shows the window.
  // Not weak, since a weak reference makes every use of its target slower; the application resets
  // it when it is deallocated.
  @exclusivity(unchecked)
  public internal(set) unowned(unsafe) var application: Application?

  /// The responder that receives the window's motions first; nil if none was chosen.
  public internal(set) weak var firstResponder: Responder?
  private var isResigning = false

  /// The controller whose view fills the window.
  public var rootViewController: ViewController? {
    didSet {
      if oldValue === rootViewController { return }
      if let old = oldValue?.view, old.superview === self { old.removeFromSuperview() }
      if let view = rootViewController?.view { addSubview(view) }
    }
  }

  deinit {
    for view in subviews { view.keep(nil) }
  }

  open override var next: Responder? { application }

  override var asWindow: Window? { self }

  /// The number of points of 1/163 inch in a millimetre: 163 / 25.4.
  public static let pointsPerMillimetre = 163.0 / 25.4

  /// A window over a whole touch area, whose size is in mm, with points as units.
  public convenience init(touchArea: Size) {
    self.init(
      frame: Rect(
        x: 0, y: 0, width: touchArea.width * Window.pointsPerMillimetre,
        height: touchArea.height * Window.pointsPerMillimetre))
    isMultipleTouchEnabled = true
  }

  /// A window with pixels as units.
  public convenience init(frame: Rect, dotsPerInch: Double) {
    self.init(frame: frame)
    pointsPerUnit = 163 / dotsPerInch
    isMultipleTouchEnabled = true
  }

  /// Makes this the window that receives motions.
  public func makeKey() { application?.chosenKeyWindow = self }

  /// Whether the window receives motions.
  public var isKeyWindow: Bool { application?.keyWindow === self }

  /// Makes the first responder resign if its view leaves the window.
  func resignFirstResponder(in view: View) {
    guard !isResigning, let responder = firstResponder else { return }
    var link: Responder? = responder
    while let current = link, current !== view, current !== view.controller { link = current.next }
    guard link != nil else { return }
    // The callback may remove the view itself.
    isResigning = true
    defer { isResigning = false }
    responder.resignFirstResponder()
    // The responder may refuse, but its view leaves all the same.
    if firstResponder === responder { firstResponder = nil }
  }

  /// Converts a position in points of 1/163 inch to the window's coordinates.
  @inline(__always)
  public final func location(ofPoint point: Point) -> Point {
    let location = Point(x: point.x / pointsPerUnit, y: point.y / pointsPerUnit)
    return convertFromSuperview(location) ?? location
  }

  /// Converts a position in the window's coordinates to points of 1/163 inch.
  public final func point(ofLocation location: Point) -> Point {
    let location = convertToSuperview(location)
    return Point(x: location.x * pointsPerUnit, y: location.y * pointsPerUnit)
  }

  /// The nearest point inside the window.
  func clamped(_ point: Point) -> Point {
    Point(
      x: max(bounds.minX, min(bounds.maxX.nextDown, point.x)),
      y: max(bounds.minY, min(bounds.maxY.nextDown, point.y)))
  }
}
