import Contacts
import Testing
import Timeline

@testable import Gestures

/// A recognizer of several fingers, and the movement that makes it begin.
private struct Follower: Sendable, CustomTestStringConvertible {
  var name: String
  var make: @Sendable (GestureTiming, GestureEnding) -> GestureRecognizer
  /// The translations of the two fingers from (200, 300) and (400, 300).
  var first: (Double, Double)
  var second: (Double, Double)

  var testDescription: String { name }

  static let all = [
    Follower(
      name: "pan",
      make: { recognitionTiming, ends in
        let recognizer = PanRecognizer()
        (recognizer.settings.recognitionTiming, recognizer.settings.endsOn) = (
          recognitionTiming, ends
        )
        return recognizer
      }, first: (300, 300), second: (500, 300)),
    Follower(
      name: "pinch",
      make: { recognitionTiming, ends in
        let recognizer = PinchRecognizer()
        (recognizer.settings.recognitionTiming, recognizer.settings.endsOn) = (
          recognitionTiming, ends
        )
        return recognizer
      }, first: (100, 300), second: (500, 300)),
    Follower(
      name: "rotation",
      make: { recognitionTiming, ends in
        let recognizer = RotationRecognizer()
        (recognizer.settings.recognitionTiming, recognizer.settings.endsOn) = (
          recognitionTiming, ends
        )
        return recognizer
      }, first: (300, 200), second: (300, 400)),
    Follower(
      name: "uikit's pinch",
      make: { recognitionTiming, ends in
        let recognizer = PinchRecognizer(Profile.uikit.pinch)
        (recognizer.settings.recognitionTiming, recognizer.settings.endsOn) = (
          recognitionTiming, ends
        )
        return recognizer
      }, first: (100, 300), second: (500, 300)),
    Follower(
      name: "uikit's rotation",
      make: { recognitionTiming, ends in
        let recognizer = RotationRecognizer(Profile.uikit.rotation)
        (recognizer.settings.recognitionTiming, recognizer.settings.endsOn) = (
          recognitionTiming, ends
        )
        return recognizer
      }, first: (300, 200), second: (300, 400)),
    Follower(
      name: "long press",
      make: { recognitionTiming, ends in
        let recognizer = LongPressRecognizer()
        (recognizer.settings.recognitionTiming, recognizer.settings.endsOn) = (
          recognitionTiming, ends
        )
        return recognizer
      }, first: (210, 300), second: (410, 300)),
  ]

  /// Two fingers touch down, move or rest, and lift one after the other, at 1 s and 2 s.
  func play(_ recognitionTiming: GestureTiming, _ ends: GestureEnding) -> TouchStage {
    let stage = TouchStage(make(recognitionTiming, ends))
    stage.began([1: (200, 300), 2: (400, 300)], at: 0)
    stage.moved([1: first, 2: second], at: 0.7)
    stage.ended(2, at: 1)
    stage.moved([1: (first.0 + 5, first.1)], at: 1.5)
    stage.ended(1, at: 2)
    return stage
  }
}

@Suite("Recognition timing and endings")
struct TimingTests {
  private func times(_ stage: TouchStage) -> [String] {
    stage.gestures.filter { $0.state != .changed }.map { "\($0.state) \($0.time.seconds)" }
  }

  @Test(
    "By default a gesture begins while fingers are down and ends with the last touch up",
    arguments: Follower.all)
  fileprivate func defaults(follower: Follower) {
    let stage = follower.play(.early, .lastTouchUp)
    let start = follower.name == "long press" ? 0.5 : 0.7
    #expect(times(stage) == ["began \(start)", "ended 2.0"])
    #expect(stage.gestures.last?.touches == 2)
  }

  @Test(
    "With firstTouchUp it ends there, and the remaining fingers begin nothing",
    arguments: Follower.all)
  fileprivate func firstTouchUp(follower: Follower) {
    let stage = follower.play(.early, .firstTouchUp)
    let start = follower.name == "long press" ? 0.5 : 0.7
    #expect(times(stage) == ["began \(start)", "ended 1.0"])
    #expect(stage.recognizer.state == .possible)
  }

  @Test("With onTouchUp it begins and ends at the same time", arguments: Follower.all)
  fileprivate func onTouchUp(follower: Follower) {
    #expect(times(follower.play(.onTouchUp, .lastTouchUp)) == ["began 2.0", "ended 2.0"])
    #expect(times(follower.play(.onTouchUp, .firstTouchUp)) == ["began 1.0", "ended 1.0"])
  }

  @Test("With onTouchUp it reports the same as with early", arguments: Follower.all)
  fileprivate func sameReport(follower: Follower) throws {
    var early = try #require(follower.play(.early, .lastTouchUp).gestures.last)
    var late = try #require(follower.play(.onTouchUp, .lastTouchUp).gestures.last)
    early.velocity = nil
    late.velocity = nil
    #expect(early == late)
  }

  @Test(
    "After the first touch up the next gesture begins when all fingers have lifted",
    arguments: Follower.all)
  fileprivate func again(follower: Follower) {
    let stage = follower.play(.early, .firstTouchUp)
    stage.began([3: (200, 300), 4: (400, 300)], at: 3)
    stage.moved([3: follower.first, 4: follower.second], at: 3.7)
    stage.ended(3, 4, at: 4)
    #expect(stage.finalGestures.map(\.time.seconds) == [1, 4])
  }

  @Test(
    "A press below the minimum duration fails with onTouchUp, too",
    arguments: [(0.499999, 0), (0.5, 1)])
  func pressOnLift(touchUp: Double, presses: Int) {
    let recognizer = LongPressRecognizer()
    recognizer.settings.recognitionTiming = .onTouchUp
    let stage = TouchStage(recognizer)
    stage.began([1: (0, 0)], at: 0)
    stage.ended(1, at: touchUp)
    #expect(stage.finalGestures.count == presses)
    #expect(recognizer.lastFailure?.cause == (presses == 1 ? nil : .tooShort))
  }

  @Test("With onTouchUp, a press has to rest until it lifts", arguments: [(22.0, 1), (22.1, 0)])
  func pressOnLiftMoves(translation: Double, presses: Int) {
    let recognizer = LongPressRecognizer()
    recognizer.settings.recognitionTiming = .onTouchUp
    let stage = TouchStage(recognizer)
    stage.stroke(by: (translation, 0), moving: 0.8, touchUp: 1)
    #expect(stage.finalGestures.count == presses)
  }

  @Test("A press of 0 s is recognized at touch down")
  func atTouchDown() {
    let stage = TouchStage()
    let press = LongPressRecognizer()
    press.minimumPressDuration = 0
    stage.window.addGestureRecognizer(press)
    stage.frame(at: 1, [1: (100, 100)])
    #expect(stage.application.nextDeadline == Timestamp(seconds: 1))
    stage.application.advance(to: Timestamp(seconds: 1))
    #expect(stage.gestures.map(\.state) == [.began])
    stage.frame(at: 1.1, up: [1])
  }

  @Test("A tap-and-drag ends with the first touch up, or is recognized there, if configured")
  func drags() {
    for (recognitionTiming, ends, expected) in [
      (GestureTiming.early, GestureEnding.lastTouchUp, ["began 0.3", "ended 2.0"]),
      (.early, .firstTouchUp, ["began 0.3", "ended 1.0"]),
      (.onTouchUp, .lastTouchUp, ["began 2.0", "ended 2.0"]),
    ] {
      let recognizer = TapAndDragRecognizer()
      (recognizer.settings.recognitionTiming, recognizer.settings.endsOn) = (
        recognitionTiming, ends
      )
      let stage = TouchStage(recognizer)
      stage.tap(1, at: 0)
      stage.began([2: (300, 300)], at: 0.2)
      stage.moved([2: (400, 300)], at: 0.3)
      if recognitionTiming == .early { stage.began([3: (100, 100)], at: 0.5) }
      if recognitionTiming == .early { stage.ended(3, at: 1) }
      stage.ended(2, at: 2)
      #expect(times(stage) == expected)
    }
  }

  @Test("The profile sets timing and ending of every recognizer that has them")
  func profile() throws {
    var profile = Profile.standard
    profile.edgePan.rule = .standard
    for choice in Profile.choices
    where choice.key.hasSuffix(".recognitionTiming") || choice.key.hasSuffix(".endsOn") {
      choice.set(
        [choice.key.hasSuffix(".recognitionTiming") ? "onTouchUp" : "firstTouchUp"], &profile)
    }
    for recognizer in RecognizerSet(profile: profile).recognizers {
      let isSet: Bool? =
        switch recognizer {
        case let pan as PanRecognizer:
          pan.settings.recognitionTiming == .onTouchUp && pan.settings.endsOn == .firstTouchUp
        case let pinch as PinchRecognizer:
          pinch.settings.recognitionTiming == .onTouchUp && pinch.settings.endsOn == .firstTouchUp
        case let turn as RotationRecognizer:
          turn.settings.recognitionTiming == .onTouchUp && turn.settings.endsOn == .firstTouchUp
        case let press as LongPressRecognizer:
          press.settings.recognitionTiming == .onTouchUp && press.settings.endsOn == .firstTouchUp
        case let drag as TapAndDragRecognizer:
          drag.settings.recognitionTiming == .onTouchUp && drag.settings.endsOn == .firstTouchUp
        case let swipe as SwipeRecognizer: swipe.settings.recognitionTiming == .onTouchUp
        default: nil
        }
      #expect(isSet != false, "\(recognizer.kind)")
    }
  }

  @Test("A pan that ends with the first touch up leaves the outcome to a pinch that continues")
  func panBesidePinch() {
    var profile = Profile.standard
    profile.pan.endsOn = .firstTouchUp
    let stage = TouchStage(profile: profile)
    stage.frame(at: 0, [1: (200, 200), 2: (300, 200)])
    stage.move([2], by: (120, 0), lasting: 0.3)
    stage.frame(at: 0.4, up: [2])
    stage.frame(at: 0.6, up: [1])
    stage.finish()
    #expect(stage.outcomes == ["pinch 2 out"])
  }
}
