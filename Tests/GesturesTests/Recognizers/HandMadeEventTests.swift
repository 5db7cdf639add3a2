import Contacts
import Gestures
import Testing
import Timeline

/// Calls a recognizer's callbacks as a unit test of a subclass would.
///
/// There is no application, whose arbiter `TouchStage` could not do without.
private final class HandCaller {
  let recognizer: GestureRecognizer
  let log: StateLog
  private var touches: [Touch.ID: Touch] = [:]

  init(_ recognizer: GestureRecognizer) {
    self.recognizer = recognizer
    log = StateLog(recognizer)
  }

  func began(_ positions: [Touch.ID: (Double, Double)], at seconds: Double) {
    for (id, position) in positions {
      let point = Point(x: position.0, y: position.1)
      touches[id] = Touch(
        id: id, phase: .began, timestamp: Timestamp(seconds: seconds), location: point,
        point: point)
    }
    recognizer.touchesBegan(set(positions.keys), with: event(at: seconds))
  }

  func moved(_ positions: [Touch.ID: (Double, Double)], at seconds: Double) {
    for (id, position) in positions {
      touches[id]?.phase = .moved
      touches[id]?.timestamp = Timestamp(seconds: seconds)
      touches[id]?.point = Point(x: position.0, y: position.1)
      touches[id]?.location = Point(x: position.0, y: position.1)
    }
    recognizer.touchesMoved(set(positions.keys), with: event(at: seconds))
  }

  func ended(_ ids: Touch.ID..., at seconds: Double) { finish(ids, .ended, at: seconds) }
  func cancelled(_ ids: Touch.ID..., at seconds: Double) { finish(ids, .cancelled, at: seconds) }

  private func finish(_ ids: [Touch.ID], _ phase: Touch.Phase, at seconds: Double) {
    for id in ids {
      touches[id]?.phase = phase
      touches[id]?.timestamp = Timestamp(seconds: seconds)
    }
    if phase == .ended {
      recognizer.touchesEnded(set(ids), with: event(at: seconds))
    } else {
      recognizer.touchesCancelled(set(ids), with: event(at: seconds))
    }
    for id in ids { touches[id] = nil }
  }

  private func set(_ ids: some Sequence<Touch.ID>) -> TouchSet {
    TouchSet(ids.compactMap { touches[$0] })
  }

  private func event(at seconds: Double) -> TouchEvent {
    TouchEvent(timestamp: Timestamp(seconds: seconds), touches: TouchSet(touches.values))
  }
}

@Suite("Recognizers that are called with events made by hand")
struct HandMadeEventTests {
  @Test("A tap is recognized", arguments: 1...3)
  func tap(rounds: Int) {
    let tap = TapRecognizer()
    tap.numberOfTapsRequired = 1
    let caller = HandCaller(tap)
    for round in 0..<rounds {
      caller.began([1: (100, 100)], at: Double(round))
      caller.ended(1, at: Double(round) + 0.1)
    }
    #expect(caller.log.states == Array(repeating: .recognized, count: rounds))
  }

  @Test(
    "A double tap is recognized, one that comes too late is not",
    arguments: [(0.2, true), (0.5, false)])
  func doubleTap(pause: Double, isRecognized: Bool) {
    let tap = TapRecognizer()
    tap.numberOfTapsRequired = 2
    let caller = HandCaller(tap)
    caller.began([1: (100, 100)], at: 0)
    caller.ended(1, at: 0.1)
    caller.began([2: (100, 100)], at: 0.1 + pause)
    caller.ended(2, at: 0.2 + pause)
    #expect(caller.log.states.isEmpty != isRecognized)
  }

  @Test("A tap that lasts too long or moves too far fails")
  func noTap() {
    let tap = TapRecognizer()
    let caller = HandCaller(tap)
    caller.began([1: (100, 100)], at: 0)
    caller.ended(1, at: 2)
    #expect(tap.lastFailure?.cause == .duration)
    caller.began([1: (100, 100)], at: 3)
    caller.moved([1: (300, 100)], at: 3.1)
    #expect(tap.lastFailure?.cause == .movement)
    caller.ended(1, at: 3.2)
    #expect(caller.log.states.isEmpty)
  }

  @Test(
    "A pan begins, changes and ends, with its translation and velocity",
    arguments: [Profile.standard.pan, Profile.uikit.pan])
  func pan(settings: Profile.Pan) {
    let pan = PanRecognizer(settings)
    let caller = HandCaller(pan)
    var atEnd: Vector?
    pan.onEnd { atEnd = $0.velocity }
    for round in 0..<2 {
      let start = Double(round)
      caller.began([1: (100, 100)], at: start)
      #expect(pan.state == .possible)
      for step in 1...10 {
        caller.moved([1: (100 + Double(step) * 10, 100)], at: start + Double(step) * 0.01)
      }
      #expect(pan.state == .changed)
      #expect(pan.translation == Vector(dx: 100, dy: 0))
      #expect(pan.numberOfTouches == 1)
      #expect(isNear(pan.velocity, Vector(dx: 1000, dy: 0), within: 1))
      caller.ended(1, at: start + 0.11)
      #expect(isNear(atEnd?.dx ?? 0, 1000, within: 1))
    }
    #expect(caller.log.milestones == [.began, .ended, .began, .ended])
  }

  @Test("A pan of two fingers that lift one after the other")
  func panOfTwo() {
    let pan = PanRecognizer()
    let caller = HandCaller(pan)
    caller.began([1: (100, 100)], at: 0)
    caller.moved([1: (200, 100)], at: 0.1)
    caller.began([2: (400, 400)], at: 0.2)
    #expect(pan.translation == Vector(dx: 100, dy: 0))
    caller.moved([2: (400, 500)], at: 0.3)
    #expect(pan.translation == Vector(dx: 100, dy: 50))
    caller.ended(2, at: 0.4)
    caller.moved([1: (200, 0)], at: 0.5)
    #expect(pan.translation == Vector(dx: 100, dy: -50))
    caller.ended(1, at: 0.6)
    #expect(caller.log.milestones == [.began, .ended])
  }

  @Test("A long press begins when a later event passes its deadline")
  func longPress() {
    let press = LongPressRecognizer()
    let caller = HandCaller(press)
    caller.began([1: (100, 100)], at: 0)
    caller.moved([1: (101, 100)], at: 0.4)
    #expect(caller.log.states.isEmpty)
    caller.moved([1: (102, 100)], at: 0.6)
    #expect(caller.log.states.first == .began)
    caller.moved([1: (200, 100)], at: 0.7)
    caller.ended(1, at: 0.8)
    #expect(caller.log.milestones == [.began, .ended])
  }

  @Test("It begins and ends with a lift that comes after its deadline, too")
  func longPressWithoutMovement() {
    let press = LongPressRecognizer()
    let caller = HandCaller(press)
    caller.began([1: (100, 100)], at: 0)
    caller.ended(1, at: 0.8)
    #expect(caller.log.states == [.began, .ended])
    caller.began([1: (100, 100)], at: 1)
    caller.ended(1, at: 1.3)
    #expect(caller.log.states == [.began, .ended])
    #expect(press.lastFailure?.cause == .tooShort)
  }

  @Test(
    "A swipe is recognized in its direction",
    arguments: [(Gesture.Direction.left, -1.0, 0.0), (.right, 1, 0), (.up, 0, -1), (.down, 0, 1)])
  func swipe(direction: Gesture.Direction, x: Double, y: Double) {
    for wanted in [Gesture.Direction.left, .right, .up, .down] {
      let swipe = SwipeRecognizer()
      swipe.directions = [wanted]
      let caller = HandCaller(swipe)
      caller.began([1: (300, 200)], at: 0)
      for step in 1...10 {
        let distance = Double(step) * 12
        caller.moved([1: (300 + x * distance, 200 + y * distance)], at: Double(step) * 0.01)
      }
      caller.ended(1, at: 0.11)
      #expect(caller.log.states == (wanted == direction ? [.recognized] : []))
    }
  }

  @Test("UIKit's swipe is recognized while the finger moves")
  func swipeOfUIKit() {
    let swipe = UIKitSwipeRecognizer(Profile.uikit.swipe)
    swipe.directions = [.right]
    let caller = HandCaller(swipe)
    caller.began([1: (100, 200)], at: 0)
    for step in 1...10 {
      caller.moved([1: (100 + Double(step) * 12, 200)], at: Double(step) * 0.01)
    }
    #expect(caller.log.states == [.recognized])
    caller.ended(1, at: 0.2)
    #expect(caller.log.states == [.recognized])
  }

  @Test("A pinch and a rotation", arguments: [Profile.standard, Profile.uikit])
  func pinchAndRotation(profile: Profile) {
    let pinch = PinchRecognizer(profile.pinch)
    let pinching = HandCaller(pinch)
    pinching.began([1: (100, 100), 2: (200, 100)], at: 0)
    pinching.moved([1: (50, 100), 2: (250, 100)], at: 0.1)
    pinching.moved([1: (0, 100), 2: (300, 100)], at: 0.2)
    #expect(pinch.scale > 1.4)
    #expect(isNear(pinch.gesture(at: Timestamp(seconds: 0.2)).scale ?? 0, pinch.scale))
    pinching.ended(1, 2, at: 0.3)
    #expect(pinching.log.milestones == [.began, .ended])

    let rotation = RotationRecognizer(profile.rotation)
    let turning = HandCaller(rotation)
    turning.began([1: (100, 200), 2: (300, 200)], at: 0)
    turning.moved([1: (200, 100), 2: (200, 300)], at: 0.1)
    #expect(isNear(rotation.rotation, profile.rotation.rule == .uikit ? 85 : 90))
    turning.ended(1, 2, at: 0.3)
    #expect(turning.log.milestones == [.began, .ended])
  }

  @Test("Cancelled touches cancel what began, and fail what did not")
  func cancelled() {
    let pan = PanRecognizer()
    let caller = HandCaller(pan)
    caller.began([1: (100, 100)], at: 0)
    caller.cancelled(1, at: 0.1)
    #expect(caller.log.states.isEmpty)
    caller.began([2: (100, 100)], at: 1)
    caller.moved([2: (200, 100)], at: 1.1)
    caller.cancelled(2, at: 1.2)
    #expect(caller.log.milestones == [.began, .cancelled])
    caller.began([3: (100, 100)], at: 2)
    caller.moved([3: (100, 200)], at: 2.1)
    #expect(pan.translation == Vector(dx: 0, dy: 100))
    caller.ended(3, at: 2.2)
    #expect(caller.log.milestones == [.began, .cancelled, .began, .ended])
  }

  @Test("Afterwards the recognizer works in an application")
  func thenAttached() {
    let pan = PanRecognizer()
    let caller = HandCaller(pan)
    caller.began([1: (100, 100)], at: 0)
    caller.moved([1: (200, 100)], at: 0.1)
    caller.ended(1, at: 0.2)
    let stage = TouchStage()
    stage.attach(pan)
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (0, 100), lasting: 0.1)
    stage.frame(at: 0.2, up: [1])
    #expect(caller.log.milestones == [.began, .ended, .began, .ended])
    #expect(stage.outcomes == ["pan 1 down"])
  }

  @Test("An attached recognizer can be called by hand between gestures")
  func attachedByHand() {
    let stage = TouchStage()
    let tap = stage.attach(TapRecognizer())
    tap.numberOfTapsRequired = 1
    let caller = HandCaller(tap)
    stage.tap(1, at: 0, (100, 100))
    caller.began([1: (100, 100)], at: 5)
    caller.ended(1, at: 5.1)
    stage.tap(1, at: 6, (100, 100))
    #expect(caller.log.states == [.recognized, .recognized, .recognized])
    // The application knows of its own two.
    #expect(stage.outcomes.count == 2)
  }

  @Test("A checkmark and a tip-tap")
  func pathAndTip() {
    let checkmark = HandCaller(CheckmarkRecognizer())
    checkmark.began([1: (100, 100)], at: 0)
    for step in 1...10 {
      let part = Double(step) / 10
      checkmark.moved([1: (100 + 30 * part, 100 + 40 * part)], at: part / 10)
    }
    for step in 1...10 {
      let part = Double(step) / 10
      checkmark.moved([1: (130 + 80 * part, 140 - 100 * part)], at: 0.1 + part / 10)
    }
    checkmark.ended(1, at: 0.3)
    #expect(checkmark.log.states == [.recognized])

    let tip = HandCaller(TipTapRecognizer())
    tip.began([1: (200, 100)], at: 0)
    tip.began([2: (100, 110)], at: 0.3)
    tip.ended(2, at: 0.4)
    #expect(tip.log.states == [.recognized])
    tip.ended(1, at: 1)
  }

  /// Recognizes at the second touch down, if that comes within a second of the first.
  final class SecondTouch: GestureRecognizer {
    override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
      super.touchesBegan(touches, with: event)
      if numberOfTouches == 2 { return recognize(at: event.timestamp) }
      _ = schedule(at: event.timestamp.advanced(bySeconds: 1))
    }

    override func deadlineReached(_ deadline: Deadline, at time: Timestamp) {
      fail(FailureReason(.duration, measured: 1, limit: 1, time: time))
    }
  }

  @Test("A recognizer of one's own that calls super, round after round")
  func ownRecognizer() {
    let caller = HandCaller(SecondTouch())
    for (round, pause) in [(0.0, 0.5), (10, 0.9), (20, 1.1), (30, 0.1)] {
      caller.began([1: (100, 100)], at: round)
      caller.began([2: (200, 100)], at: round + pause)
      caller.ended(1, 2, at: round + 5)
    }
    #expect(caller.log.states == [.recognized, .recognized, .recognized])
  }

  @Test("A recognizer that was called by hand is deallocated", arguments: [true, false])
  func deallocated(inMidGesture: Bool) {
    let reference = { () -> Weak<GestureRecognizer> in
      let caller = HandCaller(PanRecognizer())
      caller.began([1: (100, 100)], at: 0)
      caller.moved([1: (200, 100)], at: 0.1)
      if !inMidGesture { caller.ended(1, at: 0.2) }
      return Weak(caller.recognizer)
    }()
    #expect(reference.object == nil)
  }
}

/// Their callbacks do not call `super`, as in the documentation's examples.
@Suite("Recognizers of one's own that are called with events made by hand")
struct HandMadeCustomTests {
  final class FirstTouchRecognizer: GestureRecognizer {
    override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
      recognize(at: event.timestamp)
    }
  }

  @Test("A discrete gesture is recognized, each time", arguments: 1...3)
  func discrete(rounds: Int) {
    let caller = HandCaller(FirstTouchRecognizer())
    for round in 0..<rounds {
      caller.began([1: (100, 100)], at: Double(round))
      caller.ended(1, at: Double(round) + 0.1)
    }
    #expect(caller.log.states == Array(repeating: .recognized, count: rounds))
  }

  /// Rubs three times, in legs of a length that begin at the given times.
  private func rub(_ length: Double, at times: [Double]) -> HandCaller {
    let caller = HandCaller(ScrubRecognizer())
    rub(caller, length, at: times)
    return caller
  }

  private func rub(_ caller: HandCaller, _ length: Double, at times: [Double]) {
    caller.began([1: (100, 100)], at: times[0])
    for (index, time) in times.dropFirst().enumerated() {
      caller.moved([1: (index % 2 == 0 ? 100 + length : 100, 100)], at: time)
    }
    caller.ended(1, at: (times.last ?? 0) + 0.1)
  }

  @Test("The article's recognizer decides at its limits", arguments: [(20.1, 1), (19.9, 0)])
  func scrub(length: Double, count: Int) {
    let caller = rub(length, at: [0, 0.1, 0.2, 0.3, 0.4])
    #expect(caller.log.states.count == count)
    #expect(caller.recognizer.lastFailure?.cause == .distance)
    rub(caller, 40, at: [1, 1.1, 1.2, 1.3, 1.4])
    #expect(caller.log.states.count == count + 1)
  }

  @Test("A deadline that is due by a decision fires before it", arguments: [(1.9, 1), (2, 0)])
  func deadline(last: Double, count: Int) {
    let caller = rub(40, at: [0, 0.1, 0.2, 0.3, last])
    #expect(caller.log.states.count == count)
    if count == 0 { #expect(caller.recognizer.lastFailure?.cause == .distance) }
  }

  @Test("A continuous gesture begins, changes and ends, and the next one begins anew")
  func continuous() {
    let probe = ProbeRecognizer.continuous()
    let caller = HandCaller(probe)
    for round in [0.0, 1] {
      caller.began([1: (100, 100)], at: round)
      for step in 1...3 { caller.moved([1: (100 + 10 * Double(step), 100)], at: round + 0.1) }
      caller.ended(1, at: round + 0.2)
    }
    let states: [GestureState] = [.began, .changed, .changed, .ended]
    #expect(caller.log.states == states + states)
  }

  @Test("In an application, a recognizer without touches decides nothing")
  func inApplication() {
    let stage = TouchStage()
    let recognizer = stage.attach(FirstTouchRecognizer())
    let log = StateLog(recognizer)
    recognizer.recognize(at: .zero)
    #expect(log.states.isEmpty)
    stage.tap(1, at: 0, (100, 100))
    #expect(log.states == [.recognized])
    stage.window.removeGestureRecognizer(recognizer)
    recognizer.recognize(at: Timestamp(seconds: 1))
    #expect(log.states == [.recognized])
  }
}
