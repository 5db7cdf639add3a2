import Gestures
import Testing
import TouchScript

/// Fingers of a human hand never lift at the same time.
@Suite("Velocity at the end of a swipe of several fingers")
struct StaggeredLiftTests {
  /// The errors of the speed at the end of swipes, as shares of the true one, in ascending order.
  private func errors(fingers: Int, hands: Range<UInt64>) -> [Double] {
    let area = Size(width: 200, height: 80)
    // 40 mm in 0.25 s, and half as fast again at the end.
    let truth = 1.5 * 40 / 0.25 * Window.pointsPerMillimeter
    return hands.compactMap { seed in
      let stage = Application()
      let window = Window(touchArea: area)
      stage.addWindow(window)
      let pan = PanRecognizer()
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

  /// In the rest, the last finger has come to rest before it lifts.
  @Test("Half are within 10 % of the true one, and three of four within 20 %", arguments: 1...4)
  func speed(fingers: Int) {
    let errors = errors(fingers: fingers, hands: 0..<200)
    #expect(errors.count == 200)
    #expect(errors[100] <= 0.1)
    #expect(errors[fingers == 1 ? 190 : 150] <= 0.2)
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
