import Contacts
import Gestures
import Testing
import Timeline

@Suite("Delegates, views and subclasses are asked")
struct DelegateTests {
  private let stage = TouchStage()

  /// A delegate with UIKit's names, as a program would write it.
  final class Delegate: GestureRecognizerDelegate {
    var log: [String] = []
    var begins = true
    var receivesEvents = true
    var receivesTouches: (Touch) -> Bool = { _ in true }
    var together = false
    var requires: (GestureRecognizer) -> Bool = { _ in false }
    var isRequired: (GestureRecognizer) -> Bool = { _ in false }

    func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
      log.append("begin")
      return begins
    }

    func gestureRecognizer(
      _ recognizer: GestureRecognizer, shouldReceive event: TouchEvent
    ) -> Bool {
      log.append("event")
      return receivesEvents
    }

    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
      log.append("touch \(touch.id)")
      return receivesTouches(touch)
    }

    func gestureRecognizer(
      _ recognizer: GestureRecognizer,
      shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool {
      log.append("with \(other.kind)")
      return together
    }

    func gestureRecognizer(
      _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
    ) -> Bool {
      log.append("require \(other.kind)")
      return requires(other)
    }

    func gestureRecognizer(
      _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
    ) -> Bool {
      log.append("required by \(other.kind)")
      return isRequired(other)
    }
  }

  private func pan() {
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.1)
    stage.frame(at: 0.2, up: [1])
  }

  private func singleTap(to view: View? = nil) -> (TapRecognizer, StateLog) {
    let tap = stage.attach(TapRecognizer(), to: view)
    tap.numberOfTapsRequired = 1
    return (tap, StateLog(tap))
  }

  @Test("The event, then its touches, then the beginning", arguments: [true, false])
  func order(begins: Bool) {
    let delegate = Delegate()
    delegate.begins = begins
    let pan = stage.attach(PanRecognizer())
    pan.delegate = delegate
    let log = StateLog(pan)
    self.pan()
    #expect(delegate.log == ["event", "touch 1", "begin"])
    #expect(log.milestones == (begins ? [.began, .ended] : []))
    #expect(pan.lastFailure?.cause == (begins ? nil : .refused))
  }

  @Test("A refused event or touch stays out", arguments: [true, false])
  func refusals(refusesEvent: Bool) {
    let delegate = Delegate()
    delegate.receivesEvents = !refusesEvent
    delegate.receivesTouches = { _ in refusesEvent }
    let (tap, log) = singleTap()
    tap.delegate = delegate
    stage.tap(1, at: 0, (100, 100))
    #expect(log.states.isEmpty)
    #expect(delegate.log == (refusesEvent ? ["event"] : ["event", "touch 1"]))
  }

  @Test("A delegate that refuses the touches of one subview, by the recognizer's view(for:)")
  func touchView() {
    let button = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    stage.window.addSubview(button)
    let delegate = Delegate()
    let (tap, log) = singleTap()
    delegate.receivesTouches = { tap.view(for: $0) !== button }
    tap.delegate = delegate
    stage.tap(1, at: 0, (50, 50))
    #expect(log.states.isEmpty)
    stage.tap(1, at: 1, (300, 50))
    #expect(log.states == [.recognized])
  }

  @Test("view(for:) is the view that was hit, in every phase; a touch of another source has none")
  func touchViewInPhases() {
    let pan = stage.attach(PanRecognizer())
    pan.cancelsTouchesInView = false
    let view = RecordingView(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    stage.window.addSubview(view)
    var views: [View?] = []
    view.onTouches = { _, touches, event in
      views += touches.map { pan.view(for: $0) }
      views += touches.map { event.view(for: $0) }
    }
    stage.frame(at: 0, [1: (50, 50)])
    stage.frame(at: 0.1, [1: (500, 300)])
    stage.frame(at: 0.2, up: [1])
    #expect(views.count == 6)
    #expect(views.allSatisfy { $0 === view })
    let touch = Touch(id: 1, phase: .began, timestamp: .zero, location: .zero, point: .zero)
    #expect(pan.view(for: touch) == nil)
    #expect(PanRecognizer().view(for: touch) == nil)
  }

  final class Control: View {
    var refuses = true
    var asked: [Gesture.Kind] = []
    override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
      asked.append(recognizer.kind)
      return !refuses
    }
  }

  @Test(
    "The view that was hit, and those between it and the recognizer's, may refuse its gesture",
    arguments: [1, 2])
  func hitViewRefuses(depth: Int) {
    let button = Control(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    stage.window.addSubview(button)
    if depth == 2 { button.addSubview(View(frame: button.bounds)) }
    let (tap, log) = singleTap()
    stage.tap(1, at: 0, (50, 50))
    #expect(log.states.isEmpty)
    #expect(tap.lastFailure?.cause == .refused)
    #expect(button.asked == [.tap])
    stage.tap(1, at: 1, (300, 50))
    #expect(log.states == [.recognized])
    #expect(button.asked == [.tap])
    button.refuses = false
    stage.tap(1, at: 2, (50, 50))
    #expect(log.states == [.recognized, .recognized])
  }

  @Test("A tap that waits for a double tap is refused by the view that it hit, which has no touch")
  func hitViewRefusesLate() {
    let button = Control(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    stage.window.addSubview(button)
    let (single, log) = singleTap()
    let double = stage.attach(TapRecognizer())
    double.numberOfTapsRequired = 2
    single.require(toFail: double)
    stage.tap(1, at: 0, (50, 50))
    stage.advance(to: 1)
    #expect(log.states.isEmpty)
    // The touch that is down when a tap elsewhere is decided is not one of its touches.
    stage.tap(2, at: 2, (300, 50))
    stage.frame(at: 2.2, [3: (50, 50)])
    stage.advance(to: 3)
    #expect(log.states == [.recognized])
  }

  @Test("One delegate that allows both is enough", arguments: [0, 1])
  func together(index: Int) {
    let delegate = Delegate()
    delegate.together = true
    let pans = [stage.attach(PanRecognizer()), stage.attach(PanRecognizer())]
    pans[index].delegate = delegate
    let logs = pans.map(StateLog.init)
    pan()
    #expect(logs.map(\.milestones) == [[.began, .ended], [.began, .ended]])
    #expect(delegate.log.contains("with pan"))
  }

  @Test("Requirements that delegates name", arguments: [true, false], [true, false])
  func requirements(asksRequiring: Bool, doubleTaps: Bool) {
    let (single, singleLog) = singleTap()
    let (double, doubleLog) = singleTap()
    double.numberOfTapsRequired = 2
    let delegate = Delegate()
    delegate.requires = { $0 === double }
    delegate.isRequired = { $0 === single }
    if asksRequiring { single.delegate = delegate } else { double.delegate = delegate }
    stage.tap(1, at: 0, (100, 100))
    #expect(singleLog.states.isEmpty)
    if doubleTaps { stage.tap(1, at: 0.2, (100, 100)) }
    stage.advance(to: 3)
    #expect(singleLog.states == (doubleTaps ? [] : [.recognized]))
    #expect(doubleLog.states == (doubleTaps ? [.recognized] : []))
    #expect(delegate.log.contains(asksRequiring ? "require tap" : "required by tap"))
  }

  @Test("A delegate without a method has the defaults")
  func emptyDelegate() {
    final class Empty: GestureRecognizerDelegate {}
    let empty = Empty()
    let pan = stage.attach(PanRecognizer())
    pan.delegate = empty
    self.pan()
    #expect(stage.outcomes == ["pan 1 right"])
  }

  // MARK: Views

  final class Gate: View {
    var log: [String] = []
    var allows = true

    override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
      guard recognizer.view === self else { return true }
      log.append("\(recognizer.kind)")
      return allows
    }
  }

  @Test("The recognizer's view is asked first, once", arguments: [true, false])
  func view(allows: Bool) {
    let gate = Gate(frame: stage.window.bounds)
    gate.allows = allows
    stage.window.addSubview(gate)
    let delegate = Delegate()
    let pan = stage.attach(PanRecognizer(), to: gate)
    pan.delegate = delegate
    let outer = StateLog(stage.attach(PanRecognizer()))
    let log = StateLog(pan)
    self.pan()
    #expect(gate.log == ["pan"])
    #expect(delegate.log.contains("begin") == allows)
    #expect(log.milestones == (allows ? [.began, .ended] : []))
    // A refusal leaves the touches to others.
    #expect(outer.milestones == (allows ? [] : [.began, .ended]))
  }

  // MARK: Subclasses

  final class Picky: PanRecognizer {
    var refusedView: View?
    var acceptsEvents = true
    var requiredKind: Gesture.Kind?
    var asked: [Touch.ID] = []

    override func shouldReceive(_ event: TouchEvent) -> Bool { acceptsEvents }
    override func shouldReceive(_ touch: Touch, with event: TouchEvent) -> Bool {
      asked.append(touch.id)
      return event.view(for: touch) !== refusedView
    }
    override func shouldRequireFailure(of other: GestureRecognizer) -> Bool {
      other.kind == requiredKind
    }
  }

  @Test("A subclass refuses events and touches without a delegate")
  func subclassRefuses() {
    let button = View(frame: Rect(x: 0, y: 0, width: 200, height: 200))
    stage.window.addSubview(button)
    let picky = stage.attach(Picky())
    let log = StateLog(picky)
    picky.refusedView = button
    pan()
    #expect(log.states.isEmpty)
    #expect(picky.asked == [1])
    picky.refusedView = nil
    picky.acceptsEvents = false
    pan()
    #expect(log.states.isEmpty)
    #expect(picky.asked == [1])
    picky.acceptsEvents = true
    pan()
    #expect(log.milestones == [.began, .ended])
  }

  @Test("A refused finger does not count beside one that is received")
  func oneOfTwoRefused() {
    let button = View(frame: Rect(x: 300, y: 0, width: 300, height: 400))
    button.isMultipleTouchEnabled = true
    stage.window.addSubview(button)
    let picky = stage.attach(Picky())
    picky.refusedView = button
    stage.frame(at: 0, [1: (100, 100), 2: (400, 100)])
    stage.move([1, 2], by: (0, 100), lasting: 0.1)
    #expect(picky.numberOfTouches == 1)
    #expect(isNear(picky.location(in: nil), Point(x: 100, y: 200)))
    stage.move([2], by: (0, 100), lasting: 0.1)
    #expect(isNear(picky.translation, Vector(dx: 0, dy: 100)))
    stage.frame(at: 1, up: [1, 2])
    #expect(stage.outcomes == ["pan 1 down"])
  }

  @Test("A subclass waits for the failure of others")
  func subclassRequires() {
    let picky = stage.attach(Picky())
    picky.requiredKind = .swipe
    let log = StateLog(picky)
    let swipe = stage.attach(SwipeRecognizer())
    swipe.directions = [.left]
    pan()
    #expect(log.milestones == [.began, .ended])
    stage.frame(at: 1, [1: (300, 100)])
    stage.move([1], by: (-100, 0), lasting: 0.1)
    stage.frame(at: 1.2, up: [1])
    #expect(log.milestones == [.began, .ended])
    #expect(stage.outcomes.last == "swipe 1 left")
  }
}
