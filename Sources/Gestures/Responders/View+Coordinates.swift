public import Contacts

extension View {
  /// The view's place in its superview: the smallest upright rectangle around it.
  ///
  /// Setting it moves and resizes the view. While ``transform`` is not the identity, set
  /// ``center`` and ``bounds`` instead.
  public var frame: Rect {
    get {
      let half = Vector(dx: bounds.size.width / 2, dy: bounds.size.height / 2)
      let first = transform.apply(to: half)
      let second = transform.apply(to: Vector(dx: half.dx, dy: -half.dy))
      let reach = Vector(
        dx: max(abs(first.dx), abs(second.dx)), dy: max(abs(first.dy), abs(second.dy)))
      return Rect(origin: center - reach, size: Size(width: reach.dx * 2, height: reach.dy * 2))
    }
    set {
      bounds.size = newValue.size
      center = newValue.center
    }
  }

  /// A point of this view in its superview's coordinates.
  public func convertToSuperview(_ point: Point) -> Point {
    placement.toSuperview(point)
  }

  /// A point of the superview in this view's coordinates; nil when ``transform`` flattens it.
  public func convertFromSuperview(_ point: Point) -> Point? {
    placement.fromSuperview(point)
  }

  /// A point of this view in another view's coordinates, or in the window's when that is nil.
  ///
  /// Returns nil when the views are not in one hierarchy, or a transform flattens one of them.
  public func convert(_ point: Point, to view: View?) -> Point? {
    var place = point
    var current = self
    while let superview = current.superview {
      place = current.convertToSuperview(place)
      current = superview
    }
    guard let view else { return place }
    return view.convertFromRoot(place, root: current)
  }

  /// A point of another view, or of the window when that is nil, in this view's coordinates.
  public func convert(_ point: Point, from view: View?) -> Point? {
    if let view { return view.convert(point, to: self) }
    var root = self
    while let superview = root.superview { root = superview }
    return convertFromRoot(point, root: root)
  }

  private func convertFromRoot(_ point: Point, root: View) -> Point? {
    if self === root { return point }
    guard let superview, let place = superview.convertFromRoot(point, root: root) else {
      return nil
    }
    return convertFromSuperview(place)
  }
}

extension Touch {
  /// The place in a view's coordinates; in the window's when `view` is nil or can't be reached.
  public func location(in view: View?) -> Point {
    view?.convert(location, from: nil) ?? location
  }

  /// The place at the last moved or began event, in a view's coordinates.
  public func previousLocation(in view: View?) -> Point {
    view?.convert(previousLocation, from: nil) ?? previousLocation
  }
}

/// How a view lies in its superview.
struct Placement {
  var bounds: Rect
  var center: Point
  var transform: AffineTransform {
    didSet { isUpright = transform == .identity }
  }
  /// Whether ``transform`` changes nothing; known beforehand, since every touch's way asks.
  private(set) var isUpright: Bool

  init(bounds: Rect, center: Point, transform: AffineTransform) {
    self.bounds = bounds
    self.center = center
    self.transform = transform
    isUpright = transform == .identity
  }

  /// The corner of the untransformed view; sums from the corner keep whole numbers whole.
  private var frameOrigin: Point {
    Point(x: center.x - bounds.size.width / 2, y: center.y - bounds.size.height / 2)
  }

  func toSuperview(_ point: Point) -> Point {
    if isUpright { return frameOrigin + (point - bounds.origin) }
    return center + transform.apply(to: point - bounds.center)
  }

  @inline(__always)
  func fromSuperview(_ point: Point) -> Point? {
    if isUpright { return bounds.origin + (point - frameOrigin) }
    return fromTurnedSuperview(point)
  }

  private func fromTurnedSuperview(_ point: Point) -> Point? {
    transform.inverse.map { bounds.center + $0.apply(to: point - center) }
  }
}
