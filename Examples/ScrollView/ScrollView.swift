import Gestures

/// A view whose content follows the fingers, continues after a flick, and zooms.
final class ScrollView: View, GestureRecognizerDelegate, FixedStepClient {
  let content: View
  let pan = PanRecognizer()
  let pinch = PinchRecognizer()
  let doubleTap = TapRecognizer()
  private(set) var zoomScale = 1.0
  private(set) var velocity = Vector.zero  // After a flick, in units of the view per second.
  var onRest: () -> Void = {}  // Called when the content comes to rest.

  init(frame: Rect, contentSize: Size) {
    content = View(frame: Rect(origin: .zero, size: contentSize))
    super.init(frame: frame)
    addSubview(content)
    // The pan is first: the pinch zooms about the centroid after the content has followed it.
    for recognizer in [pan, pinch, doubleTap] { addGestureRecognizer(recognizer) }
    pan.delegate = self
    pan.onAction(for: self) { view, pan in
      view.scroll(by: pan.translation(in: view))
      pan.translation = .zero
      // 250 points per second: lifting rolls the fingertip; 11 of 400 resting `Hand.human`s are
      // faster.
      guard pan.state == .ended, !view.pinch.state.isActive else { return }
      view.velocity = pan.fling(atLeast: 250, in: view) ?? .zero
    }
    pinch.onChange { [unowned self] in
      zoom(to: zoomScale * $0.scale, at: $0.location(in: self))
      $0.scale = 1
    }
    doubleTap.numberOfTapsRequired = 2
    doubleTap.onEnd { [unowned self] in zoom(to: zoomScale < 2 ? 2 : 1, at: $0.location(in: self)) }
  }

  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { other == pinch }

  /// A finger stops the content. Touches of the views inside arrive here along the responder chain.
  override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) { velocity = .zero }

  /// Continues a flick for a millisecond, with `UIScrollView.DecelerationRate.normal`: 0.998. The
  /// whole way is velocity / 1000 * 0.998 / (1 - 0.998) (WWDC 2018, session 803).
  func perform(_ step: FixedStep) {
    guard velocity != .zero else { return }
    velocity = velocity * 0.998
    scroll(by: velocity * step.duration)
    if velocity.length < 1 { velocity = .zero }  // Less than half a unit of the way is left.
    if velocity == .zero { onRest() }
  }

  /// Zooms to 1 to 4 times the size; a point of this view's coordinates stays in place.
  func zoom(to scale: Double, at point: Point) {
    guard let anchor = content.convert(point, from: self) else { return }
    zoomScale = min(max(scale, 1), 4)
    content.transform = .scale(x: zoomScale, y: zoomScale)
    content.center = .zero + (content.bounds.center - .zero) * zoomScale
    scroll(by: point - content.convertToSuperview(anchor))
  }

  /// Moves the content, at most until its edge is at the view's.
  private func scroll(by translation: Vector) {
    let (size, wanted) = (content.frame.size, bounds.origin - translation)
    bounds.origin = Point(
      x: min(max(wanted.x, 0), size.width - bounds.size.width),
      y: min(max(wanted.y, 0), size.height - bounds.size.height))
    if bounds.origin.x != wanted.x { velocity.dx = 0 }
    if bounds.origin.y != wanted.y { velocity.dy = 0 }
  }
}

/// A view in the content of a scroll view, which one finger drags and a tap selects.
final class Item: View {
  let pan = PanRecognizer()
  let tap = TapRecognizer()
  private(set) var isSelected = false

  init(frame: Rect, in scrollView: ScrollView) {
    super.init(frame: frame)
    scrollView.content.addSubview(self)
    for recognizer in [pan, tap] { addGestureRecognizer(recognizer) }
    pan.maximumNumberOfTouches = 1
    pan.onAction(for: self) { item, pan in
      item.center = item.center + pan.translation(in: item.superview)
      pan.setTranslation(.zero, in: item.superview)
    }
    tap.numberOfTapsRequired = 1
    tap.onAction(for: self) { item, _ in item.isSelected = true }
    // Dragging an item does not scroll, and the first of two taps does not select.
    scrollView.pan.require(toFail: pan)
    tap.require(toFail: scrollView.doubleTap)
  }
}
