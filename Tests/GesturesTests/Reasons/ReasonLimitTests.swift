import Contacts
import Testing
import Timeline

@testable import Gestures

@Suite("Reasons at each limit")
struct ReasonLimitTests {
  static let all =
    ReasonCase.taps + ReasonCase.presses + ReasonCase.swipes + ReasonCase.pans
    + ReasonCase.pinches + ReasonCase.rotations + ReasonCase.drags + ReasonCase.tipTaps
    + ReasonCase.uikit + ReasonCase.textbook

  @Test("Just inside a limit the gesture is recognized", arguments: all)
  func inside(_ limit: ReasonCase) {
    limit.checkInside()
  }

  @Test("Just outside, the reason has the measured value, the limit and its key", arguments: all)
  func outside(_ limit: ReasonCase) throws {
    try limit.checkOutside()
  }

  @Test("The textbook rule fails at the fifth tap in a row")
  func textbookTaps() {
    for count in [4, 5] {
      let tap = TextbookTapRecognizer()
      let stage = TouchStage(tap)
      for id in 1...count { stage.tap(id, at: 0.2 * Double(id), (0, 0)) }
      #expect(stage.gestures.map(\.taps) == [4])
      #expect(tap.lastFailure?.cause == (count == 4 ? nil : .taps))
      #expect(tap.lastFailure?.measured == (count == 4 ? nil : 5))
      #expect(tap.lastFailure?.limit == (count == 4 ? nil : 4))
    }
  }

  @Test("The textbook recognizers report what they missed without failing")
  func textbookGoesOn() {
    let swipe = TextbookSwipeRecognizer()
    let stage = TouchStage(swipe)
    var changes: [StateChange] = []
    stage.application.arbiter.tracer = { changes.append($1) }
    stage.stroke(by: (20, 0))
    #expect(changes.map(\.to) == [.failed])
    #expect(changes.first?.reason == swipe.lastFailure)
    #expect(swipe.state == .possible)
    stage.began([2: (0, 0)], at: 1)
    stage.moved([2: (30, 0)], at: 1.1)
    #expect(stage.gestures.count == 1)
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

  @Test("A resumed touch fails with that reason", arguments: recognizers.indices)
  func resumed(index: Int) {
    for isResumed in [false, true] {
      let stage = TouchStage(PlainReasonTests.recognizers[index]())
      stage.began([7: (0, 0)], isResumed: isResumed)
      #expect(stage.recognizer.lastFailure?.cause == (isResumed ? .resumedTouch : nil))
      #expect(stage.recognizer.lastFailure?.touch == (isResumed ? 7 : nil))
      if isResumed {
        #expect(
          stage.recognizer.failureSentence(since: .zero)?.hasSuffix(
            "failed at 0.000 s: a touch was already down at the start") == true)
      }
    }
  }

  @Test(
    "A button that is down at the touch down or during the touch fails with that reason",
    arguments: [true, false])
  func button(atTouchDown: Bool) {
    for recognizer in [TapRecognizer(), TapAndDragRecognizer(), TipTapRecognizer()]
      as [GestureRecognizer]
    where atTouchDown || !(recognizer is TapAndDragRecognizer) {
      let stage = TouchStage()
      stage.window.addGestureRecognizer(recognizer)
      stage.frame(at: 0, [3: (100, 100)], buttons: atTouchDown ? .left : [])
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

  @Test("A palm and a cancelled touch have different reasons, with the touch")
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

  @Test("The reason names the recognizer that was recognized or did not fail")
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

  @Test("The sentence has the time, the direction and the limit's key")
  func sentence() {
    let swipe = UIKitSwipeRecognizer()
    swipe.directions = [.left]
    swipe.settings.maximumVariance = 5
    let stage = TouchStage(swipe)
    stage.began([1: (300, 300)], at: 1)
    stage.moved([1: (200, 307.2)], at: 1.1)
    stage.ended(1, at: 1.134)
    #expect(
      swipe.failureSentence(since: Timestamp(seconds: 1))
        == "swipe left failed at 0.134 s: 1.1 mm across, at most 0.7 mm allowed (swipe.maximumVariance)"
    )
  }
}

// MARK: - Cases

/// A limit of a recognizer, a number just inside and one just outside of it, and a script that
/// plays a number with fingers.
struct ReasonCase: Sendable, CustomTestStringConvertible {
  var name: String
  var make: @Sendable () -> GestureRecognizer
  var cause: FailureReason.Cause
  /// A number that is allowed.
  var inside: Double
  /// A number that is not allowed, which the reason reports as measured.
  var outside: Double
  var limit: Double
  /// The limit's key in profiles.
  var parameter: String?
  /// The profile that has the limit.
  var profile = Profile.standard
  var touch: Touch.ID?
  var play: @Sendable (TouchStage, Double) -> Void

  var testDescription: String { name }

  /// Whether the limit is the profile's number itself, instead of one that decreases with time or
  /// is relative to something.
  var isPlain = true

  func checkInside() {
    let stage = TouchStage(make())
    play(stage, inside)
    #expect(!stage.gestures.isEmpty, "\(String(describing: stage.recognizer.lastFailure))")
  }

  func checkOutside() throws {
    let stage = TouchStage(make())
    play(stage, outside)
    #expect(stage.gestures.isEmpty)
    let reason = try #require(stage.recognizer.lastFailure)
    #expect(reason.cause == cause)
    #expect(abs((reason.measured ?? .nan) - outside) < 1e-6, "\(reason)")
    #expect(abs((reason.limit ?? .nan) - limit) < 1e-6, "\(reason)")
    #expect(reason.parameter == parameter)
    if let touch { #expect(reason.touch == touch) }
    #expect(reason.time > .zero || cause == .touches || cause == .taps)
    #expect(reason.time <= Timestamp(seconds: stage.now))
    if let parameter, isPlain {
      let entry = try #require(Profile.parameters.first { $0.key == parameter })
      #expect(profile[entry] == limit)
    }
    let sentence = try #require(stage.recognizer.failureSentence(since: .zero))
    #expect(sentence.hasPrefix(stage.recognizer.kind.rawValue))
    #expect(sentence.contains(" failed at "))
    #expect(parameter.map { sentence.hasSuffix(" (\($0))") } ?? true, "\(sentence)")
  }
}

/// The building blocks of the scripts.
extension TouchStage {
  /// One finger that touches down, moves once, and lifts.
  func stroke(
    by translation: (Double, Double), touchDown: Double = 0, moving: Double = 0.1,
    touchUp: Double = 0.2
  ) {
    began([1: (300, 300)], at: touchDown)
    moved([1: (300 + translation.0, 300 + translation.1)], at: moving)
    ended(1, at: touchUp)
  }

  /// Fingers that touch down together, move in parallel, and lift.
  func strokes(_ count: Double, by translation: (Double, Double) = (0, 0)) {
    let ids = Array(1...max(1, Int(count)))
    for id in ids { began([id: (Double(id) * 60, 300)], at: 0) }
    if translation != (0, 0) {
      moved(
        Dictionary(
          uniqueKeysWithValues: ids.map {
            ($0, (Double($0) * 60 + translation.0, 300 + translation.1))
          }),
        at: 0.1)
    }
    for id in ids.dropLast() { ended(id, at: 0.2) }
    if let last = ids.last { ended(last, at: 0.2) }
  }

  /// A touch of 0.1 s.
  func tap(_ id: Touch.ID, at time: Double, x: Double = 300, lasting duration: Double = 0.1) {
    began([id: (x, 300)], at: time)
    ended(id, at: time + duration)
  }

  /// Two fingers opposite each other, 100 points from their centroid, that change their distance,
  /// turn and move, in one frame.
  func pair(radius: Double = 100, degrees: Double = 0, translation: Double = 0) {
    began([1: (200, 300), 2: (400, 300)], at: 0)
    let x = radius * Trigonometry.cosine(degrees: degrees)
    let y = radius * Trigonometry.sine(degrees: degrees)
    moved([1: (300 - x + translation, 300 - y), 2: (300 + x + translation, 300 + y)], at: 0.4)
    ended(1, 2, at: 0.5)
  }
}
