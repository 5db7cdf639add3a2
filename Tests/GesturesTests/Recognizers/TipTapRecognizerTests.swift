import Contacts
import Gestures
import Testing
import Timeline

@Suite("Tip-tap")
struct TipTapRecognizerTests {
  /// Resting fingers, and a tip that taps at 0.3 s.
  private func play(
    _ recognizer: TipTapRecognizer = TipTapRecognizer(), resting: [Double], tip: Double
  ) -> TouchStage {
    let stage = TouchStage(recognizer)
    for (index, x) in resting.enumerated() { stage.began([index + 1: (x, 100)], at: 0) }
    stage.began([9: (tip, 110)], at: 0.3)
    stage.ended(9, at: 0.4)
    for index in resting.indices { stage.ended(index + 1, at: 1) }
    return stage
  }

  @Test(
    "The direction is the side of the resting fingers on which the tip was",
    arguments: [
      ([200.0], 100.0, Gesture.Direction.left), ([200], 300, .right), ([200, 260], 100, .left),
      ([200, 260], 300, .right), ([200, 260], 230, nil),
    ])
  func direction(resting: [Double], tip: Double, direction: Gesture.Direction?) {
    let stage = play(resting: resting, tip: tip)
    #expect(stage.gestures.map(\.state) == [.recognized])
    #expect(stage.gestures.map(\.direction) == [direction])
    #expect(stage.gestures.first?.touches == resting.count + 1)
    #expect(stage.gestures.first?.time.seconds == 0.4)
    #expect(stage.gestures.first?.start.seconds == 0.3)
    #expect(stage.gestures.first?.location == Point(x: tip, y: 110))
    #expect(stage.recognizer.lastFailure == nil)
  }

  @Test("Only the selected side counts; a tip between the fingers is on neither")
  func wanted() {
    for (tip, taps) in [(100.0, 1), (300, 0), (230, 0)] {
      let recognizer = TipTapRecognizer()
      recognizer.directions = [.left]
      #expect(play(recognizer, resting: [200, 260], tip: tip).gestures.count == taps)
      #expect(recognizer.lastFailure?.cause == (taps == 1 ? nil : .position))
    }
  }

  @Test("Several tips count while a finger rests")
  func repeated() {
    let stage = TouchStage(TipTapRecognizer())
    stage.began([1: (200, 100)], at: 0)
    for tap in 0..<4 {
      stage.began([10 + tap: (tap % 2 == 0 ? 100 : 300, 100)], at: 1 + Double(tap) * 0.2)
      stage.ended(10 + tap, at: 1.1 + Double(tap) * 0.2)
    }
    stage.ended(1, at: 3)
    #expect(stage.gestures.map(\.direction) == [.left, .right, .left, .right])
    #expect(stage.recognizer.lastFailure == nil)
  }

  @Test("Two fingers may tap beside two resting ones, touching down and lifting in turn")
  func twoTips() {
    let stage = TouchStage(TipTapRecognizer())
    stage.began([1: (200, 100), 2: (260, 100)], at: 0)
    stage.began([3: (400, 100)], at: 0.5)
    stage.began([4: (460, 100)], at: 0.55)
    stage.ended(3, at: 0.6)
    #expect(stage.gestures.isEmpty)
    stage.ended(4, at: 0.65)
    #expect(stage.gestures.map(\.touches) == [4])
    #expect(stage.gestures.map(\.direction) == [.right])
    stage.ended(1, 2, at: 1)
    #expect(stage.gestures.count == 1)
  }

  @Test("Tips that follow each other count as many fingers as are down at the same time")
  func rollingTips() {
    let stage = TouchStage(TipTapRecognizer())
    stage.began([1: (200, 100)], at: 0)
    stage.began([2: (100, 100)], at: 1)
    stage.began([3: (120, 100)], at: 1.05)
    stage.ended(2, at: 1.1)
    stage.began([4: (140, 100)], at: 1.15)
    stage.ended(3, at: 1.2)
    stage.ended(4, at: 1.25)
    stage.ended(1, at: 2)
    #expect(stage.gestures.map(\.touches) == [3])
  }

  @Test("A tip that stays too long rests, and the next one taps beside both")
  func tipRests() {
    let stage = TouchStage(TipTapRecognizer())
    stage.began([1: (200, 100)], at: 0)
    stage.began([2: (300, 100)], at: 0.3)
    stage.began([3: (250, 100)], at: 1)
    stage.ended(3, at: 1.1)
    #expect(stage.gestures.map(\.touches) == [3])
    #expect(stage.gestures.map(\.direction) == [nil])
    stage.ended(1, 2, at: 2)
  }

  @Test("It fails if the resting finger lifts first")
  func restLiftsFirst() {
    let stage = TouchStage(TipTapRecognizer())
    stage.began([1: (200, 100)], at: 0)
    stage.began([2: (300, 100)], at: 0.3)
    stage.ended(1, at: 0.35)
    stage.ended(2, at: 0.4)
    #expect(stage.gestures.isEmpty)
    #expect(stage.recognizer.lastFailure?.cause == .taps)
    #expect(stage.recognizer.state == .possible)
  }

  // MARK: In a set

  private func stage(_ rule: Profile.Rule) -> TouchStage {
    var profile = Profile.standard
    profile.tipTap.rule = rule
    return TouchStage(profile: profile)
  }

  @Test(
    "If enabled, it supersedes the long press of the resting finger",
    arguments: [0.3, 1.2])
  func inSet(touchDown: Double) {
    let stage = stage(.standard)
    stage.frame(at: 0, [1: (300, 200)])
    stage.frame(at: touchDown, [2: (200, 200)])
    stage.frame(at: touchDown + 0.1, up: [2])
    stage.frame(at: touchDown + 2, up: [1])
    stage.finish()
    #expect(stage.outcomes == ["tipTap 2 left"])
  }

  @Test("A tap with two fingers, a press and a pan are not affected")
  func others() {
    let stage = stage(.standard)
    stage.frame(at: 0, [1: (300, 200)])
    stage.frame(at: 0.1, [2: (200, 200)])
    stage.frame(at: 0.2, up: [1])
    stage.frame(at: 0.22, up: [2])
    stage.frame(at: 1, [3: (300, 200)])
    stage.frame(at: 2, up: [3])
    stage.frame(at: 3, [4: (300, 200), 5: (360, 200)])
    stage.move([4, 5], by: (0, 150), lasting: 1)
    stage.frame(at: 4.1, up: [4, 5])
    stage.finish()
    #expect(stage.outcomes == ["tap 2 ×1", "longPress 1", "pan 2 down"])
  }

  @Test("A movement after a tip-tap is a pan")
  func thenPan() {
    let stage = stage(.standard)
    stage.frame(at: 0, [1: (300, 200)])
    stage.frame(at: 0.3, [2: (200, 200)])
    stage.frame(at: 0.4, up: [2])
    stage.move([1], by: (0, 150), lasting: 1)
    stage.frame(at: 2, up: [1])
    stage.finish()
    #expect(stage.outcomes == ["tipTap 2 left", "pan 2 down"])
  }

  @Test("A tip-tap with a reused contact id starts from its latest touch down")
  func tipUsedAgain() {
    let stage = TouchStage()
    stage.window.addGestureRecognizer(TipTapRecognizer())
    stage.frame(at: 0, [1: (300, 100)])
    stage.frame(at: 0.5, [2: (100, 100), 3: (200, 100)])
    stage.frame(at: 0.6, up: [2])
    stage.frame(at: 0.7, [2: (160, 100)])
    stage.frame(at: 0.72, [2: (161, 100)])
    stage.frame(at: 0.8, up: [2, 3])
    stage.frame(at: 1, up: [1])
    // Three fingers, of which one came twice.
    #expect(stage.outcomes == ["tipTap 3 left"])
  }

  @Test("More resting fingers than allowed make no tip-tap")
  func tooManyRest() {
    let stage = TouchStage()
    let recognizer = TipTapRecognizer()
    recognizer.restingCounts = 1...1
    stage.window.addGestureRecognizer(recognizer)
    stage.frame(at: 0, [1: (300, 100)])
    stage.frame(at: 0.5, [2: (400, 100)])
    stage.frame(at: 2, [3: (100, 100)])
    stage.frame(at: 2.1, up: [3])
    stage.frame(at: 3, up: [1, 2])
    #expect(stage.outcomes.isEmpty)
    #expect(recognizer.lastFailure?.cause == .touches)
  }
}
