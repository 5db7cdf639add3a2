import GestureTesting
import TestSupport
import Testing

@Suite("Matching expectations")
struct MatchingTests {
  @Test("Every action produces its gesture, by a perfect hand and by human ones", arguments: 0..<5)
  func tours(seed: UInt64) {
    let hand = seed == 0 ? Hand.perfect : .human.seeded(seed)
    expectGestures(of: tour, on: Stage(hand: hand))
    expectGestures(of: tour, on: Stage(hand: hand)) { everyAction.map(Self.expectation) }
  }

  @Test(
    "Every action survives unsteady hands on every device",
    arguments: [StageDevice.touchpad(), .touchscreen()], [60.0, 120, 240])
  func unsteady(device: StageDevice, rate: Double) {
    for seed in 0..<5 as Range<UInt64> {
      let hand = Hand.unsteady.seeded(seed).sampled(at: rate)
      expectGestures(of: tour, on: Stage(device, hand: hand))
    }
  }

  private static func expectation(_ action: any FingerAction) -> GestureExpectation {
    GestureExpectation(
      FingerScript([action]).gestures(on: StageDevice.touchpad().size)[0])
  }

  @Test("With inAnyOrder the order does not matter")
  func anyOrder() {
    let script = FingerScript {
      Tap()
      Wait(1)
      Tap(count: 2)
      Wait(1)
      Swipe(.left)
    }
    expectGestures(of: script, .inAnyOrder) {
      Swipe(.left)
      Tap(count: 2)
      Tap()
    }
  }

  @Test("A general expectation yields its gesture to one that matches no other")
  func augmenting() {
    let script = FingerScript {
      Tap()
      Wait(1)
      Tap(count: 2)
    }
    expectGestures(of: script, .inAnyOrder) {
      GestureExpectation(.tap)
      Tap()
    }
  }

  @Test(
    "An optional expectation takes what the others leave",
    arguments: [GestureDiff.Rule.exactly, .inAnyOrder])
  func optional(rule: GestureDiff.Rule) {
    expectGestures(of: FingerScript { Tap() }, rule) {
      GestureExpectation(.tap).optional()
      Tap()
    }
  }

  @Test(
    "Where others are allowed, a gesture that differs from an optional expectation is another",
    arguments: [GestureDiff.Rule.including, .includingInAnyOrder])
  func optionalAmongOthers(rule: GestureDiff.Rule) {
    expectGestures(of: FingerScript { Tap() }, rule) {
      GestureExpectation(.tap, taps: 2).optional()
    }
  }

  @Test("With including other gestures are allowed")
  func others() {
    expectGestures(of: tour, .including) {
      Swipe(.up)
      Pinch(.out)
    }
    expectGestures(of: tour, .includingInAnyOrder) {
      Pinch(.out)
      Swipe(.up)
    }
  }

  @Test("Position, time, scale and angle are compared if they are given")
  func exactly() {
    let script = FingerScript {
      Wait(1)
      LongPress(at: Point(x: 30, y: 20), duration: 1)
      Wait(1)
      Pinch(from: 20, to: 40)
      Wait(1)
      Rotation(degrees: 45)
    }
    expectGestures(of: script, on: Stage(hand: .perfect)) {
      LongPress().near(Point(x: 30, y: 20), within: 0.1).started(at: 1).recognized(at: 2)
        .lasting(0.9...1.1)
      Pinch(.out).scaled(by: 2, within: 0.05).anyFingers()
      Rotation(.clockwise).turned(by: 45, within: 1)
    }
  }

  @Test("An optional gesture may be present or missing", arguments: [true, false])
  func optional(isThere: Bool) {
    let script = FingerScript {
      if isThere { Tap() }
      Wait(1)
      LongPress()
    }
    expectGestures(of: script) {
      Tap().optional()
      LongPress()
    }
  }

  @Test("A cancelled gesture is expected as such, explicitly or by the script")
  func cancelled() {
    let script = FingerScript {
      Together {
        Pan(.left, duration: 1)
        InSequence {
          Wait(0.6)
          Interrupt(0.1)
        }
      }
    }
    expectGestures(of: script) { Pan(.left).cancelled() }
    expectGestures(of: script)
  }

  @Test("A missing gesture of a script fails with the reason at its time")
  func meaning() {
    let script = FingerScript {
      Swipe(.left)
      Wait(1)
      Swipe(.left, duration: 0.8)
    }
    let check = script.checkMeaning(on: Stage(hand: .perfect), tolerances: .standard)
    #expect(
      check.failure?.contains(
        "No swipe to the left: the movement took 0.550 s, at most 0.500 s allowed")
        == true)
  }

  @Test("The general tolerances apply to expectations without their own")
  func tolerances() {
    var narrow = GestureTolerances()
    narrow.scale = 0.01
    let script = FingerScript { Pinch(from: 20, to: 41) }
    let stage = { Stage(hand: .perfect) }
    expectGestures(of: script, on: stage()) { Pinch(from: 20, to: 40) }
    let check = GestureCheck(of: script, on: stage(), tolerances: narrow) { _ in
      [Pinch(from: 20, to: 40).expectation]
    }
    #expect(check.failure?.contains("not 2 ± 0.02") == true)
  }
}
