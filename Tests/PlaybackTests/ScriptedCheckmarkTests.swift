import Contacts
import Gestures
import Testing
import Timeline
import TouchScript

@Suite("Scripted checkmarks")
struct ScriptedCheckmarkTests {
  private static let touchArea = Size(width: 120, height: 90)
  private static let middle = Point(x: 60, y: 45)

  @Test(
    "A checkmark is recognized for any hand, size and report rate",
    arguments: [12.0, 18, 30, 60], [30.0, 60, 120, 240])
  func ticks(width: Double, rate: Double) {
    let draw = Checkmark(at: ScriptedCheckmarkTests.middle, width: width)
    for hand in [Hand.perfect, .human, .shaky] {
      let missed = (0..<50).filter { seed in
        var hand = hand.seeded(UInt64(seed))
        hand.sensor.rate = rate
        return outcomes(of: draw, by: hand) != [.checkmark]
      }
      // The legs of small ones are as short as the roll of some fingertips, and the noise of some
      // sensors.
      #expect(missed.count <= (width < 20 && hand != .perfect ? 5 : 0), "seeds \(missed)")
    }
  }

  @Test("Fewer than 4 of 2000 swipes to the left and the right are recognized as checkmarks")
  func swipes() {
    var generator = SeededGenerator(seed: 1)
    var checkmarks = 0
    for seed in 0..<2000 {
      let length = 8 + 62 * generator.uniform()
      let slope = generator.uniform() - 0.5
      let half = Vector(dx: seed.isMultiple(of: 2) ? 0.5 : -0.5, dy: slope / 2) * length
      let swipe = Swipe(
        from: ScriptedCheckmarkTests.middle - half, to: ScriptedCheckmarkTests.middle + half,
        duration: 0.06 + 0.34 * generator.uniform())
      let hand = seed.isMultiple(of: 3) ? Hand.shaky : .human
      if outcomes(of: swipe, by: hand.seeded(UInt64(seed))).contains(.checkmark) {
        checkmarks += 1
      }
    }
    #expect(checkmarks < 4)
  }

  /// The gestures that the standard set recognizes in an action.
  private func outcomes(of action: any FingerAction, by hand: Hand) -> [Gesture.Kind] {
    let set = RecognizerSet.standard
    let application = Application(policy: set.policy)
    let size = ScriptedCheckmarkTests.touchArea
    let window = Window(
      frame: Rect(
        x: 0, y: 0, width: size.width * Window.pointsPerMillimetre,
        height: size.height * Window.pointsPerMillimetre))
    window.isMultipleTouchEnabled = true
    application.addWindow(window)
    set.attach(to: window)
    application.palmFilter = set.palmFilter
    var kinds: [Gesture.Kind] = []
    application.arbiter.observer = { _, gesture in
      if gesture.state == .recognized || gesture.state == .ended { kinds.append(gesture.kind) }
    }
    for frame in FingerScript([action]).frames(on: size, hand: hand) { application.send(frame) }
    application.finish()
    return kinds
  }
}
