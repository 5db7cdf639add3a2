import Contacts
import Gestures
import Testing
import Timeline

@Suite("Locations, translations and velocities in views")
struct LocationTests {
  private let stage = TouchStage()

  /// A view and what a window position is in it.
  struct Place: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let transform: Transform
    let boundsOrigin: Point
    /// The position of the window's (150, 120), and the view's vector for 100 to the right.
    let location: Point
    let right: Vector
  }

  /// Views of 100 × 80 with the center at (200, 160), in a superview at (20, 10).
  static let places = [
    Place(
      testDescription: "upright", transform: .identity, boundsOrigin: .zero,
      location: Point(x: -20, y: -10), right: Vector(dx: 100, dy: 0)),
    Place(
      testDescription: "scrolled", transform: .identity, boundsOrigin: Point(x: 5, y: 1000),
      location: Point(x: -15, y: 990), right: Vector(dx: 100, dy: 0)),
    Place(
      testDescription: "twice the size", transform: .scale(x: 2, y: 2), boundsOrigin: .zero,
      location: Point(x: 15, y: 15), right: Vector(dx: 50, dy: 0)),
    Place(
      testDescription: "stretched", transform: .scale(x: 4, y: 0.5), boundsOrigin: .zero,
      location: Point(x: 32.5, y: -60), right: Vector(dx: 25, dy: 0)),
    Place(
      testDescription: "mirrored", transform: .scale(x: -1, y: 1), boundsOrigin: .zero,
      location: Point(x: 120, y: -10), right: Vector(dx: -100, dy: 0)),
    Place(
      testDescription: "turned clockwise",
      transform: Transform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0), boundsOrigin: .zero,
      location: Point(x: 0, y: 110), right: Vector(dx: 0, dy: -100)),
    Place(
      testDescription: "shifted by its transform", transform: .translation(x: 7, y: 9),
      boundsOrigin: .zero, location: Point(x: -27, y: -19), right: Vector(dx: 100, dy: 0)),
  ]

  private func make(_ place: Place) -> View {
    let outer = View(frame: Rect(x: 20, y: 10, width: 400, height: 300))
    let inner = View(frame: Rect(x: 150, y: 120, width: 100, height: 80))
    inner.transform = place.transform
    inner.bounds.origin = place.boundsOrigin
    outer.addSubview(inner)
    stage.window.addSubview(outer)
    return inner
  }

  @Test(
    "A pan in the coordinates of another view, at any scale of the window", arguments: places,
    [1.0, 2, 0.25])
  func pan(place: Place, unit: Double) {
    stage.window.pointsPerUnit = unit
    let view = make(place)
    let pan = stage.attach(PanRecognizer())
    // In points; the window's units are larger or smaller.
    stage.frame(at: 0, [1: (50 * unit, 120 * unit)])
    for step in 1...10 {
      stage.frame(
        at: Double(step) * 0.01, [1: ((50 + Double(step) * 10) * unit, 120 * unit)])
    }
    guard pan.state.isActive || unit < 1 else {
      Issue.record("the pan has not begun")
      return
    }
    #expect(isNear(pan.location(in: nil), Point(x: 150, y: 120)))
    #expect(isNear(pan.location(in: stage.window), Point(x: 150, y: 120)))
    #expect(isNear(pan.location(in: view), place.location))
    #expect(isNear(pan.translation, Vector(dx: 100 * unit, dy: 0)))
    #expect(isNear(pan.translation(in: nil), Vector(dx: 100, dy: 0)))
    #expect(isNear(pan.translation(in: view), place.right))
    #expect(isNear(pan.velocity(in: view), place.right * 10, within: 1))
    pan.setTranslation(Vector(dx: 3, dy: -4), in: view)
    #expect(isNear(pan.translation(in: view), Vector(dx: 3, dy: -4)))
    pan.setTranslation(place.right, in: view)
    #expect(isNear(pan.translation(in: nil), Vector(dx: 100, dy: 0)))
    #expect(isNear(pan.location(ofTouch: 0, in: view) ?? .zero, place.location))
  }

  @Test("Every recognizer has locations in views", arguments: places)
  func otherRecognizers(place: Place) {
    let view = make(place)
    let tap = stage.attach(TapRecognizer())
    tap.numberOfTapsRequired = 1
    var locations: [Point] = []
    tap.onAction { locations.append($0.location(in: view)) }
    stage.tap(1, at: 0, (150, 120))
    let press = stage.attach(LongPressRecognizer())
    press.onBegin { locations.append($0.location(in: view)) }
    stage.frame(at: 1, [2: (150, 120)])
    stage.advance(to: 1.6)
    stage.frame(at: 2, up: [2])
    #expect(locations.count == 2)
    #expect(locations.allSatisfy { isNear($0, place.location) })
  }

  @Test(
    "The location of a pinch is the centroid; each touch has its own, in the order of touch downs")
  func pinch() {
    let view = View(frame: Rect(x: 100, y: 50, width: 300, height: 300))
    stage.window.addSubview(view)
    let pinch = stage.attach(PinchRecognizer())
    stage.frame(at: 0, [5: (300, 100)])
    stage.frame(at: 0.01, [2: (200, 200), 5: (300, 100)])
    #expect(pinch.numberOfTouches == 2)
    #expect(isNear(pinch.location(in: view), Point(x: 150, y: 100)))
    #expect(isNear(pinch.location(ofTouch: 0, in: view) ?? .zero, Point(x: 200, y: 50)))
    #expect(isNear(pinch.location(ofTouch: 1, in: view) ?? .zero, Point(x: 100, y: 150)))
    #expect(pinch.location(ofTouch: 2, in: view) == nil)
    #expect(pinch.location(ofTouch: -1, in: view) == nil)
    stage.frame(at: 0.2, up: [5])
    #expect(isNear(pinch.location(ofTouch: 0, in: view) ?? .zero, Point(x: 100, y: 150)))
  }

  @Test("A window that does not begin at the touch area's corner has coordinates of its own")
  func offsetWindow() {
    let application = Application()
    let window = Window(frame: Rect(x: 200, y: 100, width: 300, height: 200))
    window.isMultipleTouchEnabled = true
    application.addWindow(window)
    let pan = PanRecognizer()
    window.addGestureRecognizer(pan)
    for step in 0...5 {
      application.send(
        ContactFrame(
          time: Timestamp(seconds: Double(step) * 0.01),
          contacts: [contact(1, 250 + Double(step) * 10, 150)]))
    }
    #expect(isNear(pan.location(in: nil), Point(x: 100, y: 50)))
    #expect(isNear(pan.location(in: window), Point(x: 100, y: 50)))
    #expect(isNear(pan.translation(in: nil), Vector(dx: 50, dy: 0)))
  }

  @Test("A view at no size at all does not break anything")
  func degenerate() {
    let view = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    view.transform = .scale(x: 0, y: 0)
    stage.window.addSubview(view)
    let pan = stage.attach(PanRecognizer())
    stage.frame(at: 0, [1: (50, 120)])
    stage.move([1], by: (100, 0), lasting: 0.1)
    let numbers = [
      pan.translation(in: view).dx, pan.velocity(in: view).dx, pan.location(in: view).x,
    ]
    #expect(numbers.allSatisfy { $0.isFinite })
    pan.setTranslation(.zero, in: view)
    #expect(pan.translation.dx.isFinite)
    stage.frame(at: 0.2, up: [1])
  }

  @Test("A view that moves with the finger sees its location stand still")
  func movingView() {
    let view = View(frame: Rect(x: 40, y: 40, width: 100, height: 100))
    stage.window.addSubview(view)
    let pan = stage.attach(PanRecognizer(), to: view)
    pan.onChange { pan in
      guard let view = pan.view else { return }
      view.center = view.center + pan.translation(in: view.superview)
      pan.setTranslation(.zero, in: view.superview)
    }
    stage.frame(at: 0, [1: (70, 80)])
    stage.move([1], by: (200, 100), lasting: 0.3)
    #expect(isNear(pan.location(in: view), Point(x: 30, y: 40)))
    #expect(isNear(view.frame.origin, Point(x: 240, y: 140)))
  }

  @Test("Between gestures there are no touches")
  func idle() {
    let pan = stage.attach(PanRecognizer())
    stage.frame(at: 0, [1: (70, 80)])
    #expect(pan.numberOfTouches == 1)
    stage.frame(at: 0.1, up: [1])
    #expect(pan.numberOfTouches == 0)
    #expect(pan.location(ofTouch: 0, in: nil) == nil)
    #expect(pan.translation == .zero)
    #expect(pan.velocity == .zero)
  }
}
