import Contacts
import Gestures
import Testing
import Timeline

/// Cases that Flutter's and Android's own tests have, as far as they translate.
@Suite("Cases of Flutter and Android")
struct OtherSystemsTests {
  private let stage = TouchStage()

  /// Positions of Flutter's test of scales, times ten, and moved into the window.
  private func place(_ x: Double, _ y: Double) -> (Double, Double) { (x * 5 + 100, y * 5 + 40) }

  /// Flutter counts the scale anew whenever a finger comes or goes; here it continues.
  @Test("Flutter: a scale with fingers that come and go has the same ratios, step by step")
  func scaleSteps() {
    let pinch = stage.attach(PinchRecognizer())
    var base = 1.0
    func expect(_ ratio: Double, focus: (Double, Double), _ location: SourceLocation) {
      #expect(isNear(pinch.scale / base, ratio), sourceLocation: location)
      let (x, y) = place(focus.0, focus.1)
      #expect(isNear(pinch.location(in: nil), Point(x: x, y: y)), sourceLocation: location)
    }
    stage.frame(at: 0, [1: place(0, 0)])
    stage.frame(at: 0.1, [1: place(20, 30)])
    #expect(isNear(pinch.scale, 1))
    stage.frame(at: 0.2, [2: place(10, 20)])
    stage.frame(at: 0.3, [2: place(0, 10)])
    expect(2, focus: (10, 20), #_sourceLocation)
    stage.frame(at: 0.4, [2: place(15, 25)])
    expect(0.5, focus: (17.5, 27.5), #_sourceLocation)
    // Three fingers.
    base = pinch.scale
    stage.frame(at: 0.5, [3: place(25, 35)])
    expect(1, focus: (20, 30), #_sourceLocation)
    stage.frame(at: 0.6, [3: place(55, 65)])
    expect(5, focus: (30, 40), #_sourceLocation)
    stage.frame(at: 0.7, [1: place(25, 35), 2: place(20, 30), 3: place(15, 25)])
    expect(1, focus: (20, 30), #_sourceLocation)
    stage.frame(at: 0.8, up: [1])
    base = pinch.scale
    // Two fingers again.
    stage.frame(at: 0.9, [3: place(10, 20)])
    expect(2, focus: (15, 25), #_sourceLocation)
    stage.frame(at: 1, up: [2])
    // One finger only pans.
    let scale = pinch.scale
    stage.frame(at: 1.1, [3: place(0, 0)])
    #expect(isNear(pinch.scale, scale, within: 1e-9))
    stage.frame(at: 1.2, up: [3])
    #expect(stage.gestures.map(\.state) == [.began, .ended])
  }

  @Test("Flutter: a scale that is beyond the window is still one")
  func outsideWindow() {
    let pinch = stage.attach(PinchRecognizer())
    stage.frame(at: 0, [1: (250, 200), 2: (350, 200)])
    stage.frame(at: 0.1, [1: (-100, 200), 2: (900, 200)])
    #expect(isNear(pinch.scale, 10))
    #expect(pinch.state.isActive)
  }

  @Test(
    "Flutter: touches that dragged are not a tap, and the next tap is recognized",
    arguments: [40.0, 100, 300])
  func tapAfterDrag(distance: Double) {
    let tap = stage.attach(TapRecognizer())
    tap.numberOfTapsRequired = 1
    let log = StateLog(tap)
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.05, [1: (100 + distance, 100)])
    stage.frame(at: 0.08, [1: (100, 100)])
    stage.frame(at: 0.1, up: [1])
    #expect(log.states.isEmpty)
    stage.tap(1, at: 1, (100, 100))
    #expect(log.states == [.recognized])
  }

  @Test(
    "Flutter: two recognizers of single taps: the one attached first wins",
    arguments: [true, false])
  func twoTaps(inner: Bool) {
    let view = View(frame: stage.window.bounds)
    stage.window.addSubview(view)
    let taps = [TapRecognizer(), TapRecognizer()]
    for tap in taps { tap.numberOfTapsRequired = 1 }
    stage.attach(taps[0], to: view)
    stage.attach(taps[1], to: inner ? view : stage.window)
    let logs = taps.map(StateLog.init)
    stage.tap(1, at: 0, (100, 100))
    #expect(logs.map(\.states) == [[.recognized], []])
  }

  @Test(
    "Android: a long press that has begun keeps a scroll from beginning, a scroll a press",
    arguments: [true, false])
  func pressOrScroll(waits: Bool) {
    let press = StateLog(stage.attach(LongPressRecognizer()))
    let pan = StateLog(stage.attach(PanRecognizer()))
    stage.frame(at: 0, [1: (100, 100)])
    if waits { stage.advance(to: 0.6) }
    stage.move([1], by: (0, 200), lasting: 0.3)
    stage.advance(to: 3)
    stage.frame(at: 3.1, up: [1])
    #expect(press.milestones == (waits ? [.began, .ended] : []))
    #expect(pan.milestones == (waits ? [] : [.began, .ended]))
  }

  @Test("Android: a double tap and hold is a press after a tap, not two taps")
  func doubleTapAndHold() {
    let single = stage.attach(TapRecognizer())
    single.numberOfTapsRequired = 1
    let double = stage.attach(TapRecognizer())
    double.numberOfTapsRequired = 2
    single.require(toFail: double)
    let press = stage.attach(LongPressRecognizer())
    press.numberOfTapsRequired = 1
    let logs = (StateLog(single), StateLog(double), StateLog(press))
    stage.tap(1, at: 0, (100, 100))
    stage.frame(at: 0.2, [2: (100, 100)])
    stage.advance(to: 0.75)
    #expect(logs.2.states == [.began])
    stage.frame(at: 1, up: [2])
    stage.advance(to: 3)
    #expect(logs.1.states.isEmpty)
    #expect(logs.2.milestones == [.began, .ended])
  }

  @Test(
    "Android: a second finger turns a tap into none, and a pan goes on with either",
    arguments: [1, 2])
  func pointerUp(lifted: Int) {
    let pan = stage.attach(PanRecognizer())
    let tap = stage.attach(TapRecognizer())
    tap.numberOfTouchesRequired = 1
    let logs = (StateLog(pan), StateLog(tap))
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.05, [2: (300, 100)])
    stage.move([1, 2], by: (0, 80), lasting: 0.1)
    stage.frame(at: 0.3, up: [lifted])
    stage.move([3 - lifted], by: (0, 80), lasting: 0.1)
    stage.frame(at: 0.6, up: [3 - lifted])
    #expect(logs.0.milestones == [.began, .ended])
    #expect(logs.1.states.isEmpty)
    #expect(stage.gestures.last?.translation.map { isNear($0, Vector(dx: 0, dy: 160)) } == true)
  }

  @Test(
    "Flutter: a finger that rests before it flings has the speed of the flick",
    arguments: [0.0, 0.2, 2])
  func restThenFling(rest: Double) {
    let pan = stage.attach(PanRecognizer())
    var fling: Vector?
    pan.onEnd { fling = $0.fling() }
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: rest + 0.01, [1: (100, 100.5)])
    stage.move([1], by: (0, 200), lasting: 0.1)
    stage.frame(at: rest + 0.12, up: [1])
    #expect(isNear(fling?.dy ?? 0, 2000, within: 40))
  }

  @Test("Flutter: a drag that turns back flings backward")
  func flingBack() {
    let pan = stage.attach(PanRecognizer())
    var fling: Vector?
    pan.onEnd { fling = $0.fling() }
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (300, 0), lasting: 0.3)
    stage.move([1], by: (-150, 0), lasting: 0.15)
    stage.frame(at: 0.46, up: [1])
    #expect(isNear(fling?.dx ?? 0, -1000, within: 20))
    #expect(stage.gestures.last?.translation.map { isNear($0, Vector(dx: 150, dy: 0)) } == true)
  }

  // MARK: One gesture at a time

  @Test(
    "A finger that joins an active pan begins no other pan under the exclusive policy",
    arguments: [true, false])
  func joinsPan(outerFirst: Bool) {
    let view = View(frame: Rect(x: 300, y: 0, width: 300, height: 400))
    view.isMultipleTouchEnabled = true
    stage.window.addSubview(view)
    let outer = stage.attach(PanRecognizer())
    let logs = (StateLog(stage.attach(PanRecognizer(), to: view)), StateLog(outer))
    // Outside of the view, only the window's pan receives the first finger.
    stage.frame(at: 0, [1: outerFirst ? (100, 100) : (400, 100)])
    stage.move([1], by: (60, 0), lasting: 0.1)
    stage.frame(at: 0.2, [2: (400, 200)])
    stage.move([2], by: (0, 100), lasting: 0.1)
    stage.frame(at: 0.5, up: [2])
    stage.frame(at: 0.6, up: [1])
    #expect(logs.0.milestones == (outerFirst ? [] : [.began, .ended]))
    #expect(logs.1.milestones == (outerFirst ? [.began, .ended] : []))
    let sum = Vector(dx: 60, dy: 50)
    #expect(isNear(stage.gestures.last?.translation ?? .zero, sum))
  }

  @Test("A swipe that is decided and waits is reported as it was")
  func waitingSwipe() {
    var settings = Profile.standard.swipe
    settings.recognitionTiming = .early
    let swipe = stage.attach(SwipeRecognizer(settings))
    swipe.numberOfTouchesRequired = 1
    // Two fingers would be a tap of another one, which fails with the lift.
    let double = stage.attach(TapRecognizer(Profile.uikit.tap))
    double.numberOfTapsRequired = 2
    double.settings.stillness = StillnessLimits(slop: 500, initialSlop: 500, initialDuration: 1)
    swipe.require(toFail: double)
    stage.frame(at: 0, [1: (300, 50)])
    stage.move([1], by: (60, 0), lasting: 0.1)
    stage.move([1], by: (0, 200), lasting: 0.2)
    stage.frame(at: 0.4, up: [1])
    stage.advance(to: 2)
    #expect(stage.outcomes == ["swipe 1 right"])
  }
}
