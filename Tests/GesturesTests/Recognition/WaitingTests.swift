import Contacts
import Testing
import Timeline

@testable import Gestures

@Suite("Recognizers that wait for others to fail")
struct WaitingTests {
  private let stage = TouchStage()

  private func add<Recognizer: GestureRecognizer>(_ recognizer: Recognizer) -> Recognizer {
    stage.window.addGestureRecognizer(recognizer)
    return recognizer
  }

  private func taps(_ count: Int) -> TapRecognizer {
    let tap = add(TapRecognizer())
    tap.numberOfTapsRequired = count
    return tap
  }

  private func tap(at seconds: Double, id: Contact.ID, _ position: (Double, Double) = (100, 100)) {
    stage.frame(at: seconds, [id: position])
    stage.frame(at: seconds + 0.05, up: [id])
  }

  @Test("Disabling the other recognizer ends the wait", arguments: [true, false])
  func switchedOff(singleIsFirst: Bool) {
    let first = taps(singleIsFirst ? 1 : 2)
    let second = taps(singleIsFirst ? 2 : 1)
    let (single, double) = singleIsFirst ? (first, second) : (second, first)
    single.require(toFail: double)
    tap(at: 0, id: 1)
    #expect(stage.gestures.isEmpty)
    double.isEnabled = false
    #expect(stage.gestures.map(\.taps) == [1])
  }

  /// A recognizer for which a single tap may wait, because it starts with a tap.
  enum Series: CaseIterable {
    case doubleTap, tapAndPress, tapAndDrag

    func make() -> GestureRecognizer {
      switch self {
      case .doubleTap:
        let tap = TapRecognizer()
        tap.numberOfTapsRequired = 2
        return tap
      case .tapAndPress:
        let press = LongPressRecognizer()
        press.numberOfTapsRequired = 1
        return press
      case .tapAndDrag: return TapAndDragRecognizer()
      }
    }
  }

  @Test(
    "Fast taps in different positions are single taps, also beside a finger in another view",
    arguments: [true, false])
  func besideRestingFinger(rests: Bool) {
    let (left, right) = (
      View(frame: Rect(x: 0, y: 0, width: 100, height: 400)),
      View(frame: Rect(x: 100, y: 0, width: 500, height: 400))
    )
    for view in [left, right] { stage.window.addSubview(view) }
    // It keeps the route of the finger that rests.
    stage.attach(ProbeRecognizer(), to: left)
    let double = stage.attach(TapRecognizer(), to: right)
    double.numberOfTapsRequired = 2
    let single = stage.attach(TapRecognizer(), to: right)
    single.numberOfTapsRequired = 1
    single.require(toFail: double)
    if rests { stage.frame(at: 0, [1: (50, 100)]) }
    stage.tap(2, at: 1, (200, 100))
    stage.tap(3, at: 1.15, (500, 300))
    stage.frame(at: 3, [4: (300, 300)])
    #expect(stage.gestures.map(\.taps) == [1, 1])
  }

  @Test(
    "Fast taps in different positions are single taps",
    arguments: Series.allCases, [true, false])
  func apart(series: Series, singleIsFirst: Bool) {
    let single = TapRecognizer()
    single.numberOfTapsRequired = 1
    let other = series.make()
    for recognizer in singleIsFirst ? [single, other] : [other, single] { _ = add(recognizer) }
    single.require(toFail: other)
    var failures: [FailureReason.Cause] = []
    stage.application.arbiter.tracer = { recognizer, change in
      if recognizer === other, let cause = change.reason?.cause { failures.append(cause) }
    }
    let positions = [(100.0, 100.0), (500, 300), (100, 300)]
    for (index, position) in positions.enumerated() {
      tap(at: 0.15 * Double(index), id: index + 1, position)
    }
    stage.finish()
    #expect(stage.gestures.map(\.taps) == [1, 1, 1])
    #expect(
      stage.gestures.map { ($0.location.x, $0.location.y) == (100, 100) } == [true, false, false])
    // As soon as the next finger shows that nothing else can come.
    #expect(stage.gestures.prefix(2).map(\.time.seconds) == [0.15, 0.3])
    #expect(failures.prefix(2) == [.position, .position])
  }

  @Test("A view loses the tap that waited, but not the touch that ended the wait")
  func views() {
    let view = RecordingView(frame: Rect(x: 0, y: 0, width: 600, height: 400))
    stage.window.addSubview(view)
    let single = taps(1)
    single.require(toFail: taps(2))
    var delivered: [[String]] = []
    single.addAction { _ in delivered.append(view.log) }
    tap(at: 0, id: 1)
    tap(at: 0.15, id: 2, (500, 300))
    #expect(delivered == [["began 1", "cancelled 1"]])
    stage.finish()
    #expect(view.log == ["began 1", "cancelled 1", "began 2", "cancelled 2"])
  }

  @Test("A tap elsewhere is the first of a new double tap", arguments: [true, false])
  func anew(singleIsFirst: Bool) {
    let first = taps(singleIsFirst ? 1 : 2)
    let second = taps(singleIsFirst ? 2 : 1)
    let (single, double) = singleIsFirst ? (first, second) : (second, first)
    single.require(toFail: double)
    tap(at: 0, id: 1, (500, 300))
    tap(at: 0.15, id: 2)
    tap(at: 0.3, id: 3)
    stage.finish()
    #expect(stage.gestures.map(\.taps) == [1, 2])
  }

  @Test("A finger in another view does not end a series")
  func elsewhere() {
    let view = View(frame: Rect(x: 0, y: 0, width: 300, height: 400))
    stage.window.addSubview(view)
    let single = TapRecognizer()
    single.numberOfTapsRequired = 1
    let double = TapRecognizer()
    double.numberOfTapsRequired = 2
    for recognizer in [single, double] { view.addGestureRecognizer(recognizer) }
    single.require(toFail: double)
    tap(at: 0, id: 1)
    tap(at: 0.1, id: 2, (500, 300))
    tap(at: 0.2, id: 3)
    stage.finish()
    #expect(stage.gestures.map(\.taps) == [2])
  }

  @Test("A recognizer that ends its attempt undecided counts as failed")
  func undecided() {
    let undecided = add(ProbeRecognizer())
    let single = taps(1)
    single.require(toFail: undecided)
    tap(at: 0, id: 1)
    #expect(stage.gestures.map(\.taps) == [1])
  }

  @Test("Of two recognizers that require each other to fail, one fails")
  func cycle() {
    let first = taps(1)
    let second = taps(1)
    first.require(toFail: second)
    second.require(toFail: first)
    tap(at: 0, id: 1)
    #expect(stage.gestures.map(\.taps) == [1])
    #expect(second.lastFailure?.cause == .requirementCycle)
    #expect(stage.application.arbiter.members.isEmpty)
  }

  @Test("A recognizer that requires itself to fail fails")
  func selfish() {
    let single = taps(1)
    single.require(toFail: single)
    tap(at: 0, id: 1)
    #expect(single.lastFailure?.cause == .requirementCycle)
    #expect(stage.application.arbiter.members.isEmpty)
  }

  @Test("An interruption drops waiting recognizers", arguments: [true, false])
  func interrupted(singleIsFirst: Bool) {
    let first = taps(singleIsFirst ? 1 : 2)
    let second = taps(singleIsFirst ? 2 : 1)
    let (single, double) = singleIsFirst ? (first, second) : (second, first)
    single.require(toFail: double)
    tap(at: 0, id: 1)
    stage.frame(at: 0.1, isInterrupted: true)
    stage.finish()
    #expect(stage.gestures.isEmpty)
  }

  @Test("A decided tap is reported unchanged, whatever touches follow")
  func laterTaps() {
    let single = taps(1)
    let double = taps(2)
    single.require(toFail: double)
    tap(at: 0, id: 1)
    // Too far for a double tap: that begins anew here.
    tap(at: 0.2, id: 2, (500, 300))
    stage.finish()
    #expect(stage.gestures.map(\.taps) == [1, 1])
    #expect(stage.gestures.first?.location == Point(x: 100, y: 100))
    #expect(stage.gestures.first?.start == .zero)
  }

  @Test("A waiting press does not fail when the finger lifts")
  func press() {
    let slow = add(LongPressRecognizer())
    slow.minimumPressDuration = 2
    let press = add(LongPressRecognizer())
    press.require(toFail: slow)
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 1, up: [1])
    #expect(stage.gestures.map(\.state) == [.began, .ended])
  }

  @Test("A recognizer that fails for a claimant lets no other begin beside it")
  func displacedTogether() {
    let press = add(LongPressRecognizer())
    press.minimumPressDuration = 0.1
    press.allowableMovement = 1000
    let blocker = add(LongPressRecognizer())
    blocker.minimumPressDuration = 5
    blocker.allowableMovement = 1000
    press.require(toFail: blocker)
    let pan = add(PanRecognizer())
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.2)
    stage.move([1], by: (100, 0), lasting: 0.5)
    stage.frame(at: 1, up: [1])
    #expect(stage.gestures.map(\.kind) == [.pan, .pan])
    #expect(press.lastFailure?.other == .pan)
    #expect(pan.lastFailure == nil)
  }

  @Test("A swipe that is decided early and waits is not undone by later movements")
  func earlySwipeWaits() {
    let stage = TouchStage()
    let required = ProbeRecognizer()
    required.onEnded = { $0.fail(FailureReason(.duration, time: $1)) }
    let swipe = SwipeRecognizer()
    swipe.settings.recognitionTiming = .early
    swipe.require(toFail: required)
    stage.window.addGestureRecognizer(required)
    stage.window.addGestureRecognizer(swipe)
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (200, 0), lasting: 0.1)
    stage.move([1], by: (0, 200), lasting: 2)
    stage.frame(at: 3, up: [1])
    #expect(stage.outcomes == ["swipe 1 right"])
  }

  @Test(
    "A requirement that is taken back holds nothing back, not even what waits for it",
    arguments: ["before", "while it waits", "in an action"])
  func takenBack(moment: String) {
    let stage = TouchStage()
    let single = stage.attach(TapRecognizer(taps: 1))
    let double = stage.attach(TapRecognizer(taps: 2))
    let log = StateLog(single)
    single.require(toFail: double)
    single.require(toFail: double)
    if moment == "before" { single.removeRequirement(toFail: double) }
    let probe = stage.attach(ProbeRecognizer(.pan))
    probe.prevents = { _ in false }
    probe.onBegan = { $0.begin(at: $1) }
    probe.onEnded = { $0.end(at: $1) }
    probe.onEnd { _ in
      if moment == "in an action" { single.removeRequirement(toFail: double) }
    }
    stage.tap(1, at: 0, (100, 100))
    if moment == "while it waits" {
      #expect(log.states.isEmpty)
      single.removeRequirement(toFail: double)
    }
    #expect(log.states == [.recognized])
    #expect(stage.gestures.last { $0.kind == .tap }?.time == Timestamp(seconds: 0.05))
    single.removeRequirement(toFail: double)
  }
}
