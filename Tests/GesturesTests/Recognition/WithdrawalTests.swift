import Contacts
import Gestures
import Testing
import Timeline

@Suite("Recognizers that are disabled or removed in mid-gesture")
struct WithdrawalTests {
  /// How a program takes a recognizer out of the game.
  enum Way: String, CaseIterable {
    case disable, removeRecognizer, moveRecognizer, removeView, removeSuperview, moveView
    case removeWindow, moveWindow
  }

  /// When it does so.
  enum Moment: String, CaseIterable {
    case between, beganAction, changedAction, viewCallback
  }

  private let stage = TouchStage(policy: IndependentPolicy())
  private let view = RecordingView.multipleTouch(frame: Rect(x: 0, y: 0, width: 300, height: 300))
  private let superview = View(frame: Rect(x: 0, y: 0, width: 300, height: 300))
  private let elsewhere = View(frame: Rect(x: 300, y: 0, width: 300, height: 400))
  private let otherWindow = Window(frame: Rect(x: 700, y: 0, width: 600, height: 400))
  private let otherApplication = Application()

  init() {
    stage.window.addSubview(superview)
    superview.addSubview(view)
    stage.window.addSubview(elsewhere)
    stage.application.addWindow(otherWindow)
  }

  private func perform(_ way: Way, on recognizer: GestureRecognizer) {
    switch way {
    case .disable: recognizer.isEnabled = false
    case .removeRecognizer: recognizer.view?.removeGestureRecognizer(recognizer)
    case .moveRecognizer: elsewhere.addGestureRecognizer(recognizer)
    case .removeView: view.removeFromSuperview()
    case .removeSuperview: superview.removeFromSuperview()
    case .moveView: otherWindow.addSubview(view)
    case .removeWindow: stage.application.removeWindow(stage.window)
    case .moveWindow: otherApplication.addWindow(stage.window)
    }
  }

  private func make(_ kind: Gesture.Kind) -> GestureRecognizer {
    switch kind {
    case .pinch: PinchRecognizer()
    case .rotation: RotationRecognizer(Profile.uikit.rotation)
    case .longPress: LongPressRecognizer()
    default: PanRecognizer()
    }
  }

  @Test(
    "A gesture that began is cancelled once, and says nothing more",
    arguments: Way.allCases, Moment.allCases)
  func cancelledOnce(way: Way, moment: Moment) {
    for kind in [Gesture.Kind.pan, .pinch, .rotation, .longPress] {
      let scene = WithdrawalTests()
      scene.check(way, moment, kind)
    }
  }

  private func check(_ way: Way, _ moment: Moment, _ kind: Gesture.Kind) {
    let recognizer = make(kind)
    recognizer.cancelsTouchesInView = false
    view.addGestureRecognizer(recognizer)
    let log = StateLog(recognizer)
    var isDone = false
    let act = { [self] in
      guard !isDone else { return }
      isDone = true
      perform(way, on: recognizer)
    }
    log.onReport = {
      if moment == .beganAction && $0.state == .began { act() }
      if moment == .changedAction && $0.state == .changed { act() }
    }
    view.onTouches = { phase, _, _ in
      if moment == .viewCallback && phase == .moved && recognizer.state.isActive { act() }
    }
    stage.frame(at: 0, [1: (100, 100), 2: (200, 100)])
    stage.advance(to: 0.6)
    // A spread with a turn and a shift of the centroid: any of the kinds begins, or has begun.
    let goal = kind == .rotation ? (-90.0, 110.0) : (90.0, 0.0)
    stage.move([2], by: goal, lasting: 0.3)
    if moment == .between { act() }
    #expect(isDone, "\(kind)")
    let milestones = log.milestones
    stage.move([1, 2], by: (30, 30), lasting: 0.1)
    stage.frame(at: 1.5, up: [1, 2])
    stage.advance(to: 3)
    #expect(log.milestones == milestones, "\(kind)")
    #expect(log.milestones == [.began, .cancelled], "\(kind)")
    #expect(log.states.last == .cancelled, "\(kind)")
    #expect(recognizer.state == .possible)
    #expect(recognizer.lastFailure?.cause == .refused)
    #expect(recognizer.numberOfTouches == 0)
    #expect(stage.application.nextDeadline == nil)
    // The view knows one beginning and one end of each touch.
    let phases = view.log.map { String($0.split(separator: " ")[0]) }
    #expect(phases.count { $0 == "began" } == 1)
    #expect(phases.count { $0 == "ended" || $0 == "cancelled" } == 1)
    let leaves = ![Way.disable, .removeRecognizer, .moveRecognizer].contains(way)
    #expect(phases.last == (leaves ? "cancelled" : "ended"), "\(way) \(moment) \(kind)")
  }

  @Test("Adding a recognizer to its own view again changes nothing")
  func addedAgain() {
    let pan = stage.attach(PanRecognizer(), to: view)
    let other = stage.attach(ProbeRecognizer(), to: view)
    let log = StateLog(pan)
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (50, 0), lasting: 0.1)
    view.addGestureRecognizer(pan)
    stage.move([1], by: (50, 0), lasting: 0.1)
    stage.frame(at: 0.3, up: [1])
    #expect(log.milestones == [.began, .ended])
    #expect(Array(view.gestureRecognizers.suffix(2)) == [pan, other])
  }

  @Test("A recognizer that has not begun fails in silence", arguments: Way.allCases)
  func silentFailure(way: Way) {
    let tap = TapRecognizer()
    view.addGestureRecognizer(tap)
    let log = StateLog(tap)
    stage.frame(at: 0, [1: (100, 100)])
    perform(way, on: tap)
    stage.frame(at: 0.05, up: [1])
    stage.advance(to: 2)
    #expect(log.states.isEmpty)
    #expect(tap.lastFailure?.cause == .refused)
  }

  @Test("A tap that waits for another one is withdrawn with its view", arguments: Way.allCases)
  func waitingTap(way: Way) {
    let single = TapRecognizer()
    single.numberOfTapsRequired = 1
    let double = TapRecognizer()
    double.numberOfTapsRequired = 2
    single.require(toFail: double)
    view.addGestureRecognizer(single)
    view.addGestureRecognizer(double)
    let log = StateLog(single)
    stage.tap(1, at: 0, (100, 100))
    perform(way, on: single)
    stage.advance(to: 2)
    #expect(log.states.isEmpty)
    stage.application.finish()
    #expect(stage.application.nextDeadline == nil)
  }

  @Test(
    "The superviews' recognizers continue when a view leaves",
    arguments: [Way.removeView, .removeSuperview, .moveView],
    Moment.allCases)
  func superviewContinues(way: Way, moment: Moment) {
    let outer = stage.attach(PanRecognizer())
    let outerLog = StateLog(outer)
    let inner = stage.attach(PanRecognizer(), to: view)
    inner.cancelsTouchesInView = false
    outer.cancelsTouchesInView = false
    let innerLog = StateLog(inner)
    var isDone = false
    let act = { [self] in
      guard !isDone else { return }
      isDone = true
      perform(way, on: inner)
    }
    innerLog.onReport = {
      if moment == .beganAction && $0.state == .began { act() }
      if moment == .changedAction && $0.state == .changed { act() }
    }
    view.onTouches = { phase, _, _ in
      if moment == .viewCallback && phase == .moved && inner.state.isActive { act() }
    }
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.2)
    if moment == .between { act() }
    #expect(isDone)
    stage.move([1], by: (100, 50), lasting: 0.2)
    #expect(outer.state == .changed)
    #expect(isNear(outer.translation, Vector(dx: 200, dy: 50)))
    stage.frame(at: 0.6, up: [1])
    #expect(outerLog.milestones == [.began, .ended])
    #expect(innerLog.milestones == [.began, .cancelled])
  }

  @Test("Disabling one recognizer in the action of another one", arguments: Moment.allCases)
  func disablesOther(moment: Moment) {
    let first = stage.attach(PanRecognizer(), to: view)
    let second = stage.attach(PanRecognizer(), to: view)
    let firstLog = StateLog(first)
    let secondLog = StateLog(second)
    firstLog.onReport = {
      if moment == .beganAction && $0.state == .began { second.isEnabled = false }
      if moment == .changedAction && $0.state == .changed { second.isEnabled = false }
    }
    first.cancelsTouchesInView = false
    second.cancelsTouchesInView = false
    view.onTouches = { phase, _, _ in
      if moment == .viewCallback && phase == .moved { second.isEnabled = false }
    }
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.2)
    if moment == .between { second.isEnabled = false }
    stage.frame(at: 0.3, up: [1])
    #expect(firstLog.milestones == [.began, .ended])
    #expect(secondLog.milestones == [] || secondLog.milestones == [.began, .cancelled])
    #expect(secondLog.milestones.isEmpty == (moment == .beganAction || moment == .viewCallback))
  }

  /// Takes its recognizer out of the game when it is asked.
  final class Interferer: GestureRecognizerDelegate {
    var act: () -> Void = {}
    var question = ""

    func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
      if question == "begin" { act() }
      return true
    }

    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
      if question == "touch" { act() }
      return true
    }

    func gestureRecognizer(
      _ recognizer: GestureRecognizer, shouldReceive event: TouchEvent
    ) -> Bool {
      if question == "event" { act() }
      return true
    }
  }

  @Test(
    "Withdrawn while its delegate is asked, a recognizer reports nothing", arguments: Way.allCases,
    ["begin", "touch", "event"])
  func inDelegate(way: Way, question: String) {
    let pan = stage.attach(PanRecognizer(), to: view)
    let log = StateLog(pan)
    let interferer = Interferer()
    var isDone = false
    interferer.question = question
    interferer.act = { [self] in
      guard !isDone else { return }
      isDone = true
      perform(way, on: pan)
    }
    pan.delegate = interferer
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.2)
    stage.frame(at: 0.3, up: [1])
    #expect(isDone)
    #expect(log.states.isEmpty)
    #expect(pan.numberOfTouches == 0)
    #expect(pan.state == .possible)
  }

  final class FirstTouch: GestureRecognizer {
    override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
      recognize(at: event.timestamp)
    }
  }

  @Test(
    "Withdrawn in another one's action at the touch down, a recognizer reports nothing",
    arguments: Way.allCases)
  func inActionAtTouchDown(way: Way) {
    let first = stage.attach(FirstTouch(), to: view)
    let pan = stage.attach(PanRecognizer(), to: view)
    let log = StateLog(pan)
    var isDone = false
    first.onAction { [self] _ in
      guard !isDone else { return }
      isDone = true
      perform(way, on: pan)
    }
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.2)
    stage.frame(at: 0.3, up: [1])
    #expect(isDone)
    #expect(log.states.isEmpty)
    #expect(pan.state == .possible)
  }
}
