import Contacts
import Testing
import Timeline

@testable import Gestures

@Suite("Reasons: each limit from both sides")
struct ReasonLimitTests {
  static let all =
    ReasonCase.taps + ReasonCase.presses + ReasonCase.swipes + ReasonCase.pans
    + ReasonCase.pinches + ReasonCase.rotations + ReasonCase.drags + ReasonCase.tipTaps
    + ReasonCase.uikit + ReasonCase.textbook

  @Test("Just inside its limit a gesture is one", arguments: all)
  func inside(_ limit: ReasonCase) {
    limit.checkInside()
  }

  @Test("Just outside, the reason has what was measured, the limit and its name", arguments: all)
  func outside(_ limit: ReasonCase) throws {
    try limit.checkOutside()
  }

  @Test("The fifth of the textbook's taps in a row is one too many")
  func textbookTaps() {
    for count in [4, 5] {
      let tap = TextbookTapRecognizer()
      let rig = RecognizerRig(tap)
      rig.began([1: (0, 0)], tapCount: count)
      #expect(rig.gestures.map(\.taps) == (count == 4 ? [4] : []))
      #expect(tap.lastFailure?.cause == (count == 4 ? nil : .taps))
      #expect(tap.lastFailure?.measured == (count == 4 ? nil : 5))
      #expect(tap.lastFailure?.limit == (count == 4 ? nil : 4))
    }
  }

  @Test("The textbook's recognizers tell what they missed, and go on as if nothing had been")
  func textbookGoesOn() {
    let swipe = TextbookSwipeRecognizer()
    let rig = RecognizerRig(swipe)
    var told: [StateChange] = []
    rig.arbiter.tracer = { told.append($1) }
    rig.stroke(by: (20, 0))
    #expect(told.map(\.to) == [.failed])
    #expect(told.first?.reason == swipe.lastFailure)
    #expect(swipe.state == .possible)
    rig.began([2: (0, 0)], at: 1)
    rig.moved([2: (30, 0)], at: 1.1)
    #expect(rig.gestures.count == 1)
    #expect(swipe.lastFailure == nil)
  }
}

@Suite("Reasons without a number")
struct PlainReasonTests {
  static let recognizers: [@Sendable () -> GestureRecognizer] = [
    { TapRecognizer() }, { LongPressRecognizer() }, { SwipeRecognizer() },
    { TapAndDragRecognizer() },
    { CheckmarkRecognizer() }, { TipTapRecognizer() }, { UIKitSwipeRecognizer() },
  ]

  @Test("A touch that was there before it was first seen", arguments: recognizers.indices)
  func resumed(index: Int) {
    for isResumed in [false, true] {
      let rig = RecognizerRig(PlainReasonTests.recognizers[index]())
      rig.began([7: (0, 0)], isResumed: isResumed)
      #expect(rig.recognizer.lastFailure?.cause == (isResumed ? .resumedTouch : nil))
      #expect(rig.recognizer.lastFailure?.touch == (isResumed ? 7 : nil))
      if isResumed {
        #expect(
          rig.recognizer.failureSentence(since: .zero)?.hasSuffix(
            "failed at 0.000 s: a touch was already down at the start") == true)
      }
    }
  }

  @Test("A button that is down when a finger lands, or while it lies", arguments: [true, false])
  func button(onLanding: Bool) {
    for recognizer in [TapRecognizer(), TapAndDragRecognizer(), TipTapRecognizer()]
      as [GestureRecognizer]
    where onLanding || !(recognizer is TapAndDragRecognizer) {
      let stage = TouchStage()
      stage.window.addGestureRecognizer(recognizer)
      stage.frame(at: 0, [3: (100, 100)], buttons: onLanding ? .left : [])
      stage.frame(at: 0.1, buttons: .left)
      stage.frame(at: 0.2, up: [3])
      #expect(recognizer.lastFailure?.cause == .button)
      #expect(recognizer.lastFailure?.touch == 3)
    }
  }

  private func play(
    _ recognizer: GestureRecognizer, _ script: (TouchStage) -> Void
  ) -> FailureReason? {
    let stage = TouchStage()
    stage.window.addGestureRecognizer(recognizer)
    stage.frame(at: 0, [1: (100, 100), 2: (200, 100)])
    script(stage)
    return recognizer.lastFailure
  }

  @Test("A touch that turns out to be a palm, one that is taken away: two reasons, with the touch")
  func palmAndCancelled() {
    let palm = play(PanRecognizer()) { $0.frame(at: 0.1, [2: (200, 100)], tool: .palm) }
    #expect(palm?.cause == .palm)
    #expect(palm?.touch == 2)
    #expect(palm?.time == Timestamp(seconds: 0.1))
    let cancelled = play(PanRecognizer()) { $0.frame(at: 0.2, cancelled: [1]) }
    #expect(cancelled?.cause == .cancelled)
    #expect(cancelled?.touch == 1)
    #expect(cancelled?.time == Timestamp(seconds: 0.2))
  }

  @Test("Another that was recognized, or did not fail: the reason names it")
  func others() {
    let stage = TouchStage()
    let (pan, swipe, press) = (PanRecognizer(), SwipeRecognizer(), LongPressRecognizer())
    press.minimumPressDuration = 0.1
    for recognizer in [pan, swipe, press] { stage.window.addGestureRecognizer(recognizer) }
    press.require(toFail: pan)
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.2, [1: (110, 100)])
    stage.move([1], by: (100, 0), lasting: 0.1)
    #expect(swipe.lastFailure?.cause == .prevented)
    #expect(swipe.lastFailure?.other == .pan)
    #expect(swipe.failureSentence(since: .zero)?.contains("pan was recognized") == true)
    // A press that waits moves too far before the pan begins.
    #expect(press.lastFailure?.cause == .movement || press.lastFailure?.cause == .requirement)
  }

  @Test("It is told apart from the time, the direction and the limit's name in one sentence")
  func sentence() {
    let swipe = UIKitSwipeRecognizer()
    swipe.directions = [.left]
    swipe.maximumVariance = 5
    let rig = RecognizerRig(swipe)
    rig.began([1: (300, 300)], at: 1)
    rig.moved([1: (200, 307.2)], at: 1.1)
    rig.ended(1, at: 1.134)
    #expect(
      swipe.failureSentence(since: Timestamp(seconds: 1))
        == "swipe left failed at 0.134 s: 1.1 mm across, at most 0.7 mm allowed (swipe.maximumVariance)"
    )
  }
}
