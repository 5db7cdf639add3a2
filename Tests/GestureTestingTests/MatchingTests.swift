import GestureTesting
import TestSupport
import Testing

@Suite("Expectations that are met")
struct MatchingTests {
  @Test("Every action gives what it means, by a perfect hand and by human ones", arguments: 0..<5)
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

  @Test("In any order the order does not count")
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

  @Test("A vague expectation leaves its gesture to one that fits nothing else")
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

  @Test("Others may be allowed")
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

  @Test("What is said more exactly is met, too")
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

  @Test("What may be missing may be there, too", arguments: [true, false])
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

  @Test("A gesture that was broken off is expected as one, or of the script itself")
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

  @Test("A script that gives too little fails against its own meaning, at the right moment")
  func meaning() {
    let script = FingerScript {
      Swipe(.left)
      Wait(1)
      Swipe(.left, duration: 0.8)
    }
    let check = script.checkMeaning(on: Stage(hand: .perfect), tolerances: .standard)
    #expect(
      check.failure?.contains(
        "no swipe left: swipe left failed at 2.020 s: took 0.510 s, at most 0.500 s allowed")
        == true)
  }

  @Test("Tolerances count where an expectation has none of its own")
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
