import Contacts
import Testing
import Timeline

@testable import Gestures

/// A recognizer of several fingers, and the movement that makes it begin.
private struct Follower: Sendable, CustomTestStringConvertible {
  var name: String
  var make: @Sendable (GestureTiming, GestureEnding) -> GestureRecognizer
  /// Where the two fingers go from (200, 300) and (400, 300).
  var first: (Double, Double)
  var second: (Double, Double)

  var testDescription: String { name }

  static let all = [
    Follower(
      name: "pan",
      make: { recognitionTiming, ends in
        let recognizer = PanRecognizer()
        (recognizer.recognitionTiming, recognizer.endsOn) = (recognitionTiming, ends)
        return recognizer
      }, first: (300, 300), second: (500, 300)),
    Follower(
      name: "pinch",
      make: { recognitionTiming, ends in
        let recognizer = PinchRecognizer()
        (recognizer.recognitionTiming, recognizer.endsOn) = (recognitionTiming, ends)
        return recognizer
      }, first: (100, 300), second: (500, 300)),
    Follower(
      name: "rotation",
      make: { recognitionTiming, ends in
        let recognizer = RotationRecognizer()
        (recognizer.recognitionTiming, recognizer.endsOn) = (recognitionTiming, ends)
        return recognizer
      }, first: (300, 200), second: (300, 400)),
    Follower(
      name: "uikit's pinch",
      make: { recognitionTiming, ends in
        let recognizer = UIKitPinchRecognizer()
        (recognizer.recognitionTiming, recognizer.endsOn) = (recognitionTiming, ends)
        return recognizer
      }, first: (100, 300), second: (500, 300)),
    Follower(
      name: "uikit's rotation",
      make: { recognitionTiming, ends in
        let recognizer = UIKitRotationRecognizer()
        (recognizer.recognitionTiming, recognizer.endsOn) = (recognitionTiming, ends)
        return recognizer
      }, first: (300, 200), second: (300, 400)),
    Follower(
      name: "long press",
      make: { recognitionTiming, ends in
        let recognizer = LongPressRecognizer()
        (recognizer.recognitionTiming, recognizer.endsOn) = (recognitionTiming, ends)
        return recognizer
      }, first: (210, 300), second: (410, 300)),
  ]

  /// Two fingers land, move or hold, and lift one after the other, at 1 s and 2 s.
  func play(_ recognitionTiming: GestureTiming, _ ends: GestureEnding) -> RecognizerRig {
    let rig = RecognizerRig(make(recognitionTiming, ends))
    rig.began([1: (200, 300), 2: (400, 300)], at: 0)
    rig.moved([1: first, 2: second], at: 0.7)
    rig.ended(2, at: 1)
    rig.moved([1: (first.0 + 5, first.1)], at: 1.5)
    rig.ended(1, at: 2)
    return rig
  }
}

@Suite("Early or on lift, with the last finger or the first")
struct TimingTests {
  private func times(_ rig: RecognizerRig) -> [String] {
    rig.gestures.filter { $0.state != .changed }.map { "\($0.state) \($0.time.seconds)" }
  }

  @Test(
    "By default a gesture begins while fingers are down and ends with the last",
    arguments: Follower.all)
  fileprivate func defaults(follower: Follower) {
    let rig = follower.play(.early, .lastLift)
    let start = follower.name == "long press" ? 0.5 : 0.7
    #expect(times(rig) == ["began \(start)", "ended 2.0"])
    #expect(rig.gestures.last?.touches == 2)
  }

  @Test(
    "With the first lift it ends there, and what remains begins nothing", arguments: Follower.all)
  fileprivate func firstLift(follower: Follower) {
    let rig = follower.play(.early, .firstLift)
    let start = follower.name == "long press" ? 0.5 : 0.7
    #expect(times(rig) == ["began \(start)", "ended 1.0"])
    #expect(rig.recognizer.state == .possible)
  }

  @Test("On lift, it begins and ends in the same moment", arguments: Follower.all)
  fileprivate func onLift(follower: Follower) {
    #expect(times(follower.play(.onLift, .lastLift)) == ["began 2.0", "ended 2.0"])
    #expect(times(follower.play(.onLift, .firstLift)) == ["began 1.0", "ended 1.0"])
  }

  @Test("What it reports on lift is what it would have reported early", arguments: Follower.all)
  fileprivate func sameReport(follower: Follower) throws {
    var early = try #require(follower.play(.early, .lastLift).gestures.last)
    var late = try #require(follower.play(.onLift, .lastLift).gestures.last)
    early.velocity = nil
    late.velocity = nil
    #expect(early == late)
  }

  @Test(
    "After the first lift the next gesture begins when all have lifted", arguments: Follower.all)
  fileprivate func again(follower: Follower) {
    let rig = follower.play(.early, .firstLift)
    rig.began([3: (200, 300), 4: (400, 300)], at: 3)
    rig.moved([3: follower.first, 4: follower.second], at: 3.7)
    rig.ended(3, 4, at: 4)
    #expect(rig.outcomes.map(\.time.seconds) == [1, 4])
  }

  @Test(
    "A press that has not lasted long enough is none on lift, either",
    arguments: [(0.499999, 0), (0.5, 1)])
  func pressOnLift(lift: Double, presses: Int) {
    let recognizer = LongPressRecognizer()
    recognizer.recognitionTiming = .onLift
    let rig = RecognizerRig(recognizer)
    rig.began([1: (0, 0)], at: 0)
    rig.ended(1, at: lift)
    #expect(rig.outcomes.count == presses)
    #expect(recognizer.lastFailure?.cause == (presses == 1 ? nil : .tooShort))
  }

  @Test("On lift, a press may not wander before it lifts", arguments: [(22.0, 1), (22.1, 0)])
  func pressOnLiftMoves(way: Double, presses: Int) {
    let recognizer = LongPressRecognizer()
    recognizer.recognitionTiming = .onLift
    let rig = RecognizerRig(recognizer)
    rig.stroke(by: (way, 0), moving: 0.8, lift: 1)
    #expect(rig.outcomes.count == presses)
  }

  @Test("A press of 0 s acts on landing")
  func onLanding() {
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

  @Test("A drag of a tap-and-drag ends with the first lift if it is told to, or waits for it")
  func drags() {
    for (recognitionTiming, ends, expected) in [
      (GestureTiming.early, GestureEnding.lastLift, ["began 0.3", "ended 2.0"]),
      (.early, .firstLift, ["began 0.3", "ended 1.0"]),
      (.onLift, .lastLift, ["began 2.0", "ended 2.0"]),
    ] {
      let recognizer = TapAndDragRecognizer()
      (recognizer.recognitionTiming, recognizer.endsOn) = (recognitionTiming, ends)
      let rig = RecognizerRig(recognizer)
      rig.tap(1, at: 0)
      rig.began([2: (300, 300)], at: 0.2)
      rig.moved([2: (400, 300)], at: 0.3)
      if recognitionTiming == .early { rig.began([3: (100, 100)], at: 0.5) }
      if recognitionTiming == .early { rig.ended(3, at: 1) }
      rig.ended(2, at: 2)
      #expect(times(rig) == expected)
    }
  }

  @Test("The profile sets both for every recognizer that has them")
  func profile() throws {
    var profile = Profile.standard
    profile.edgePan.rule = .standard
    for choice in Profile.choices
    where choice.key.hasSuffix(".recognitionTiming") || choice.key.hasSuffix(".endsOn") {
      choice.set([choice.key.hasSuffix(".recognitionTiming") ? "onLift" : "firstLift"], &profile)
    }
    for recognizer in RecognizerSet(profile: profile).recognizers {
      let isSet: Bool? =
        switch recognizer {
        case let pan as PanRecognizer: pan.recognitionTiming == .onLift && pan.endsOn == .firstLift
        case let pinch as PinchRecognizer:
          pinch.recognitionTiming == .onLift && pinch.endsOn == .firstLift
        case let turn as RotationRecognizer:
          turn.recognitionTiming == .onLift && turn.endsOn == .firstLift
        case let press as LongPressRecognizer:
          press.recognitionTiming == .onLift && press.endsOn == .firstLift
        case let drag as TapAndDragRecognizer:
          drag.recognitionTiming == .onLift && drag.endsOn == .firstLift
        case let swipe as SwipeRecognizer: swipe.recognitionTiming == .onLift
        default: nil
        }
      #expect(isSet != false, "\(recognizer.kind)")
    }
  }

  @Test("A pan that ends with the first lift leaves a pinch that goes on the outcome")
  func panBesidePinch() {
    var profile = Profile.standard
    profile.pan.endsOn = .firstLift
    let stage = TouchStage(profile: profile)
    stage.frame(at: 0, [1: (200, 200), 2: (300, 200)])
    stage.move([2], by: (120, 0), lasting: 0.3)
    stage.frame(at: 0.4, up: [2])
    stage.frame(at: 0.6, up: [1])
    stage.finish()
    #expect(stage.outcomes == ["pinch 2 out"])
  }
}
