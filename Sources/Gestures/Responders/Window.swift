public import Contacts

/// The top of a view hierarchy, laid over a surface.
open class Window: View {
  /// How many points of 1/163 inch one unit of the window is wide.
  ///
  /// It makes thresholds physical: a window in pixels of 0.1 mm has 0.1 × 163 / 25.4 = 0.6417.
  public var pointsPerUnit: Double {
    get { unit }
    set { unit = newValue }
  }
  @exclusivity(unchecked) private var unit = 1.0

  /// The devices whose touches this window takes; nil takes all.
  @exclusivity(unchecked) public var devices: Set<Int>?

  /// The application that shows the window.
  // As good as weak, since an application that ends takes it back, and without the price: a weak
  // reference makes every use of its target slower.
  @exclusivity(unchecked) public internal(set) unowned(unsafe) var application: Application?

  /// Where motions begin their way through this window; nil when nobody asked for it.
  public internal(set) weak var firstResponder: Responder?
  private var isLosingFirstResponder = false

  /// The controller whose view fills the window.
  public var rootViewController: ViewController? {
    didSet {
      oldValue?.view.removeFromSuperview()
      if let view = rootViewController?.view { addSubview(view) }
    }
  }

  open override var next: Responder? { application }

  /// Points of 1/163 inch in a millimetre: 163 / 25.4.
  public static let pointsPerMillimeter = 163.0 / 25.4

  /// A window over a whole surface whose units are points.
  public convenience init(touchArea: Size) {
    self.init(
      frame: Rect(
        x: 0, y: 0, width: touchArea.width * Window.pointsPerMillimeter,
        height: touchArea.height * Window.pointsPerMillimeter))
    isMultipleTouchEnabled = true
  }

  /// Lets motions come to this window, whichever is in front.
  public func makeKey() {
    application?.chosenKeyWindow = self
  }

  /// Whether motions come to this window.
  public var isKeyWindow: Bool { application?.keyWindow === self }

  /// The first responder leaves with a view that it is, or that it lies in.
  func loseFirstResponder(with view: View) {
    guard !isLosingFirstResponder, let responder = firstResponder else { return }
    var link: Responder? = responder
    while let current = link, current !== view, current !== view.controller { link = current.next }
    guard link != nil else { return }
    // It may leave its superview itself as soon as it hears of it.
    isLosingFirstResponder = true
    defer { isLosingFirstResponder = false }
    responder.resignFirstResponder()
    // A view that is gone may refuse, but it is gone.
    if firstResponder === responder { firstResponder = nil }
  }

  /// A window whose units are pixels.
  public convenience init(frame: Rect, dotsPerInch: Double) {
    self.init(frame: frame)
    pointsPerUnit = 163 / dotsPerInch
    isMultipleTouchEnabled = true
  }

  /// The place in the window of a place on the surface in points.
  @inline(__always)
  final func location(ofPoint point: Point) -> Point {
    let place = Point(x: point.x / unit, y: point.y / unit)
    return placement.fromSuperview(place) ?? place
  }

  /// A place for hit testing: one outside is moved to the nearest place inside.
  func clamped(_ point: Point) -> Point {
    Point(
      x: Swift.max(bounds.minX, Swift.min(bounds.maxX.nextDown, point.x)),
      y: Swift.max(bounds.minY, Swift.min(bounds.maxY.nextDown, point.y)))
  }
}
