import Gestures
import Testing
import TouchScript

/// Fingers of a human hand never lift at the same time.
@Suite("Velocity at the end of a swipe of several fingers")
struct StaggeredLiftTests {
  /// The errors of the speed at the end of swipes, as shares of the true one, in ascending order.
  private func errors(fingers: Int, minimum: Int, hands: Range<UInt64>) -> [Double] {
    let area = Size(width: 200, height: 80)
    // 40 mm in 0.25 s, and half as fast again at the end.
    let truth = 1.5 * 40 / 0.25 * Window.pointsPerMillimetre
    return hands.compactMap { seed in
      let stage = Application()
      let window = Window(touchArea: area)
      stage.addWindow(window)
      let pan = PanRecognizer()
      pan.minimumNumberOfTouches = minimum
      window.addGestureRecognizer(pan)
      var speed: Double?
      pan.onEnd { speed = $0.velocity.dx }
      var hand = Hand.human
      hand.seed = seed
      let swipe = Swipe(.right, at: Point(x: 100, y: 40), fingers: fingers)
      for frame in FingerScript([swipe]).frames(on: area, hand: hand) { stage.send(frame) }
      return speed.map { abs($0 / truth - 1) }
    }.sorted()
  }

  @Test(
    "Half are within 10 % of the true one, and nine of ten within 20 %", arguments: 1...4, 1...2)
  func speed(fingers: Int, minimum: Int) {
    guard fingers >= minimum else { return }
    let errors = errors(fingers: fingers, minimum: minimum, hands: 0..<200)
    #expect(errors.count == 200)
    #expect(errors[100] <= 0.1)
    #expect(errors[fingers == 1 ? 190 : 180] <= 0.2)
  }

  @Test("Two fingers that lift 60 ms apart end with the speed of both")
  func apart() {
    let stage = TouchStage(PanRecognizer())
    stage.began([1: (0, 0), 2: (100, 0)], at: 0)
    for step in 1...26 {
      let x = 10 * Double(step)
      stage.moved(step <= 20 ? [1: (x, 0), 2: (100 + x, 0)] : [1: (x, 0)], at: Double(step) / 100)
      if step == 20 { stage.ended(2, at: 0.2) }
    }
    stage.ended(1, at: 0.26)
    #expect(abs((stage.finalGestures.first?.velocity?.dx ?? 0) - 1000) < 1e-6)
    #expect(abs((stage.finalGestures.first?.translation?.dx ?? 0) - 260) < 1e-9)
  }

  /// Two fingers at 1000 points a second, of which one lifts and the other one rests.
  private func flick(rest: Double, speed: Double = 0) -> Vector? {
    let stage = TouchStage(PanRecognizer())
    stage.began([1: (0, 0), 2: (100, 0)], at: 0)
    stage.move([1, 2], by: (200, 0), lasting: 0.2)
    stage.ended(2, at: 0.21)
    let frames = Int((rest * 100).rounded())
    for frame in 0..<frames {
      let x = 200 + speed * Double(frame) / 100
      stage.moved([1: (x, Double(frame % 2) * 0.1)], at: 0.22 + Double(frame) / 100)
    }
    stage.ended(1, at: 0.21 + rest)
    return stage.finalGestures.first?.velocity
  }

  @Test(
    "A last finger that slows down within 0.15 s does not slow the hand down; later it is the hand",
    arguments: [(0.02, 1000.0), (0.05, 1000), (0.15, 1000), (0.16, 0), (0.3, 0)])
  func rest(rest: Double, expected: Double) {
    #expect(abs((flick(rest: rest)?.dx ?? -1) - expected) < 50)
  }

  @Test(
    "A finger that goes on after the others is the hand if it is faster, or after 0.15 s",
    arguments: [(0.4, 500.0, 500.0), (0.08, 500, 1000), (0.08, 3000, 3000), (0.4, 3000, 3000)])
  func goesOn(rest: Double, speed: Double, expected: Double) {
    #expect(abs((flick(rest: rest, speed: speed)?.dx ?? -1) - expected) < expected / 2)
  }

  @Test("Fingers that slow down and stop have no velocity backward", arguments: [0.2, 0.25, 0.5])
  func stop(duration: Double) {
    let stage = Application()
    let window = Window(touchArea: Size(width: 100, height: 60))
    stage.addWindow(window)
    let pan = PanRecognizer()
    window.addGestureRecognizer(pan)
    var speed: Double?
    pan.onEnd { speed = $0.velocity.dx }
    let movement = Pan(
      from: Point(x: 20, y: 30), to: Point(x: 60, y: 30), duration: duration)
    let frames = FingerScript([movement]).frames(on: Size(width: 100, height: 60), hand: .perfect)
    for frame in frames { stage.send(frame) }
    #expect((speed ?? -1) >= 0)
  }
}
