import Contacts
import Gestures
import Testing
import Timeline

@Suite("Options of the recognizers")
struct OptionTests {
  private let stage = TouchStage()

  // MARK: The axis of a pan

  static let pans = [Profile.standard.pan, Profile.uikit.pan]

  @Test(
    "A pan with an axis begins with a movement along it, and fails with one across",
    arguments: [
      (Gesture.Axis.horizontal, 100.0, 20.0, true), (.horizontal, -100, 99, true),
      (.horizontal, 20, 100, false), (.horizontal, 0, -100, false), (.vertical, 20, 100, true),
      (.vertical, 99, -100, true), (.vertical, 100, 20, false), (.vertical, -100, 0, false),
    ], pans)
  func axis(movement: (Gesture.Axis, Double, Double, Bool), settings: Profile.Pan) {
    let pan = stage.attach(PanRecognizer(settings))
    pan.axis = movement.0
    let log = StateLog(pan)
    stage.frame(at: 0, [1: (300, 200)])
    stage.move([1], by: (movement.1, movement.2), lasting: 0.2)
    #expect(log.states.isEmpty != movement.3)
    if movement.3 {
      let along =
        movement.0 == .horizontal
        ? Vector(dx: movement.1, dy: 0) : Vector(dx: 0, dy: movement.2)
      #expect(isNear(pan.translation, along))
      #expect(isNear(pan.velocity, along * 5, within: 1))
      // Later movements across it do not count, and do not end it.
      let across = movement.0 == .horizontal ? (0.0, 150.0) : (150.0, 0.0)
      stage.move([1], by: across, lasting: 0.2)
      #expect(isNear(pan.translation, along))
      #expect(pan.state == .changed)
    } else {
      #expect(pan.lastFailure?.cause == .deviation)
    }
    stage.frame(at: 1, up: [1])
    #expect(log.milestones == (movement.3 ? [.began, .ended] : []))
  }

  @Test(
    "Of two pans with an axis each, the movement chooses one",
    arguments: [(100.0, 30.0), (30, 100)], [true, false])
  func twoAxes(movement: (Double, Double), horizontalFirst: Bool) {
    let pans = (PanRecognizer(), PanRecognizer())
    pans.0.axis = .horizontal
    pans.1.axis = .vertical
    for pan in horizontalFirst ? [pans.0, pans.1] : [pans.1, pans.0] { stage.attach(pan) }
    let logs = (StateLog(pans.0), StateLog(pans.1))
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: movement, lasting: 0.2)
    stage.frame(at: 0.3, up: [1])
    let isHorizontal = movement.0 > movement.1
    #expect(logs.0.milestones == (isHorizontal ? [.began, .ended] : []))
    #expect(logs.1.milestones == (isHorizontal ? [] : [.began, .ended]))
  }

  @Test("A list in a pager: the inner pan takes one axis, the outer one the other")
  func nestedAxes() {
    let list = View(frame: Rect(x: 0, y: 0, width: 300, height: 300))
    stage.window.addSubview(list)
    let scroll = stage.attach(PanRecognizer(), to: list)
    scroll.axis = .vertical
    let page = stage.attach(PanRecognizer())
    page.axis = .horizontal
    let logs = (StateLog(scroll), StateLog(page))
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (-90, 10), lasting: 0.2)
    stage.frame(at: 0.3, up: [1])
    #expect(logs.0.states.isEmpty)
    #expect(logs.1.milestones == [.began, .ended])
    stage.frame(at: 1, [1: (100, 100)])
    stage.move([1], by: (10, 90), lasting: 0.2)
    stage.frame(at: 1.3, up: [1])
    #expect(logs.0.milestones == [.began, .ended])
    #expect(logs.1.milestones == [.began, .ended])
  }

  // MARK: Velocity and flings

  /// Pans at a speed and lifts; returns what `onEnd` saw.
  private func flick(_ pan: PanRecognizer, speed: Double) -> (velocity: Vector, fling: Vector?)? {
    stage.attach(pan)
    var result: (Vector, Vector?)?
    pan.onEnd { result = ($0.velocity, $0.fling()) }
    stage.frame(at: 0, [1: (50, 100)])
    let duration = min(2, 500 / speed)
    let frames = max(5, Int(duration * 100))
    for frame in 1...frames {
      let part = Double(frame) / Double(frames)
      stage.frame(at: duration * part, [1: (50 + speed * duration * part, 100)])
    }
    stage.frame(at: duration + 0.005, up: [1])
    return result
  }

  @Test(
    "A fling needs at least 50 points per second",
    arguments: [(30.0, false), (49, false), (51, true), (500, true), (5000, true)])
  func fling(speed: Double, isFling: Bool) {
    let result = flick(PanRecognizer(), speed: speed)
    #expect((result?.fling != nil) == isFling)
    if isFling { #expect(isNear(result?.fling?.dx ?? 0, speed, within: speed / 50)) }
  }

  @Test("The speed is limited, not the direction", arguments: [100.0, 1000, 8000])
  func maximumVelocity(limit: Double) {
    let pan = PanRecognizer()
    pan.maximumVelocity = limit
    pan.velocityStrategy = .impulse
    stage.attach(pan)
    stage.frame(at: 0, [1: (50, 50)])
    for step in 1...10 {
      stage.frame(at: Double(step) * 0.002, [1: (50 + Double(step) * 30, 50 + Double(step) * 40)])
    }
    // 25,000 points per second.
    #expect(isNear(pan.velocity.length, limit, within: 1e-6))
    #expect(isNear(pan.velocity, Vector(dx: 0.6, dy: 0.8) * limit, within: limit / 1000))
    stage.frame(at: 0.025, up: [1])
    #expect(isNear(stage.gestures.last?.velocity?.length ?? 0, limit, within: 1e-6))
  }

  @Test(
    "Both strategies measure an even movement alike",
    arguments: [VelocityTracker.Strategy.parabola, .impulse], [200.0, 1000, 4000])
  func strategies(strategy: VelocityTracker.Strategy, speed: Double) {
    let pan = PanRecognizer()
    pan.velocityStrategy = strategy
    #expect(isNear(flick(pan, speed: speed)?.velocity.dx ?? 0, speed, within: speed / 50))
  }

  // MARK: Taps

  static let buttonCases: [(ContactFrame.Buttons, ContactFrame.Buttons, Bool)] = [
    ([], [], true), ([], .left, false), (.left, .left, true), (.left, [], true),
    (.left, .right, false), (.right, .right, true), ([.left, .right], [.left, .right], true),
    (.left, [.left, .right], false), ([.left, .right, .middle], .middle, true),
  ]

  @Test("A tap with a button is one if the button is allowed", arguments: buttonCases)
  func buttons(allowed: ContactFrame.Buttons, pressed: ContactFrame.Buttons, isTap: Bool) {
    let tap = stage.attach(TapRecognizer())
    tap.numberOfTapsRequired = 1
    tap.allowedButtons = allowed
    let log = StateLog(tap)
    stage.frame(at: 0, [1: (100, 100)], buttons: pressed)
    stage.frame(at: 0.05, up: [1], buttons: [])
    #expect(log.states == (isTap ? [.recognized] : []))
    #expect(tap.lastFailure?.cause == (isTap ? nil : .button))
    // A button that is pressed and released within the tap counts as well.
    stage.frame(at: 1, [1: (100, 100)])
    stage.frame(at: 1.02, [1: (100, 100)], buttons: pressed)
    stage.frame(at: 1.04, [1: (100, 100)])
    stage.frame(at: 1.06, up: [1])
    #expect(log.states.count == (isTap ? 2 : 0))
  }

  @Test("A tap of several fingers", arguments: 1...5, 1...5)
  func fingers(required: Int, count: Int) {
    let tap = stage.attach(TapRecognizer())
    tap.numberOfTapsRequired = 1
    tap.numberOfTouchesRequired = required
    let log = StateLog(tap)
    for id in 1...count { stage.frame(at: Double(id) * 0.01, [id: (Double(id) * 100, 100)]) }
    for id in 1...count { stage.frame(at: 0.1 + Double(id) * 0.01, up: [id]) }
    stage.advance(to: 2)
    #expect(log.states == (required == count ? [.recognized] : []))
  }

  // MARK: Quick scale

  @Test(
    "A drag after a tap zooms by powers of two",
    arguments: [
      (0.0, 100.0, Gesture.Axis.vertical, 100.0, 2.0), (0, -100, .vertical, 100, 0.5),
      (0, 150, .vertical, 50, 8), (100, 0, .vertical, 100, 1), (100, 0, .horizontal, 100, 2),
      (-200, 30, .horizontal, 100, 0.25),
    ])
  func quickScale(dx: Double, dy: Double, axis: Gesture.Axis, points: Double, scale: Double) {
    let drag = stage.attach(TapAndDragRecognizer())
    var scales: [Double] = []
    drag.onAction { scales.append($0.quickScale(doublingEvery: points, along: axis)) }
    stage.tap(1, at: 0, (300, 200))
    stage.frame(at: 0.2, [2: (300, 200)])
    stage.move([2], by: (dx, dy), lasting: 0.3)
    stage.frame(at: 0.6, up: [2])
    #expect(scales.count > 10)
    #expect(isNear(scales.last ?? 0, scale))
    #expect(stage.outcomes.count == 1)
  }

  @Test("A second finger that joins and lifts does not change the zoom")
  func quickScaleWithSecondFinger() {
    let drag = stage.attach(TapAndDragRecognizer())
    stage.tap(1, at: 0, (300, 200))
    stage.frame(at: 0.2, [2: (300, 200)])
    stage.move([2], by: (0, 100), lasting: 0.3)
    #expect(isNear(drag.quickScale(), 2))
    stage.frame(at: 0.6, [3: (500, 50)])
    #expect(isNear(drag.quickScale(), 2))
    stage.frame(at: 0.8, up: [3])
    #expect(isNear(drag.quickScale(), 2))
    stage.move([2], by: (0, 100), lasting: 0.3)
    #expect(isNear(drag.quickScale(), 4))
  }

  @Test("A drag without a tap before it is not a tap-and-drag")
  func noTapBefore() {
    let drag = stage.attach(TapAndDragRecognizer())
    let log = StateLog(drag)
    stage.frame(at: 0, [1: (300, 200)])
    stage.move([1], by: (0, 100), lasting: 0.3)
    stage.frame(at: 0.5, up: [1])
    #expect(log.states.isEmpty)
    #expect(drag.lastFailure?.cause == .taps)
  }

  // MARK: Edge pans

  @Test(
    "An edge pan begins at its edges only",
    arguments: [
      (EdgePanRecognizer.Edges.left, 5.0, 200.0, 100.0, 0.0, true),
      (.left, 25, 200, 100, 0, false), (.left, 595, 200, -100, 0, false),
      (.right, 595, 200, -100, 0, true), (.top, 300, 5, 0, 100, true),
      (.bottom, 300, 395, 0, -100, true), (.all, 300, 395, 0, -100, true),
      (.all, 300, 200, 0, -100, false), (.left, 5, 200, 0, 100, false),
    ])
  func edges(
    edges: EdgePanRecognizer.Edges, x: Double, y: Double, dx: Double, dy: Double, begins: Bool
  ) {
    let pan = stage.attach(EdgePanRecognizer())
    pan.edges = edges
    let log = StateLog(pan)
    stage.frame(at: 0, [1: (x, y)])
    stage.move([1], by: (dx, dy), lasting: 0.2)
    stage.frame(at: 0.3, up: [1])
    #expect(log.milestones == (begins ? [.began, .ended] : []))
    if begins {
      #expect(stage.gestures.last?.translation.map { isNear($0, Vector(dx: dx, dy: dy)) } == true)
    }
  }
}
