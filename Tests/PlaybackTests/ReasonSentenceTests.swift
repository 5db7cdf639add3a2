import Gestures
import Playback
import Testing
import Timeline

@Suite("Reasons in words")
struct ReasonSentenceTests {
  @Test(
    "A reason names what was measured and the limit",
    arguments: [
      (FailureReason(.deviation, measured: 7.2, limit: 5), "7.2 pt across, at most 5.0 allowed"),
      (FailureReason(.movement, measured: 36.1, limit: 36), "moved 36.1 pt, at most 36.0 allowed"),
      (FailureReason(.distance, measured: 3, limit: 25), "went 3.0 pt, at least 25.0 needed"),
      (FailureReason(.length, measured: 3, limit: 15), "a line of 3.0 pt, at least 15.0 needed"),
      (FailureReason(.duration, measured: 0.6, limit: 0.5), "took 0.600 s, at most 0.500 allowed"),
      (
        FailureReason(.tooShort, measured: 0.25, limit: 0.5),
        "lasted 0.250 s, at least 0.500 needed"
      ),
      (FailureReason(.touches, measured: 6, limit: 5), "6 fingers, at most 5 allowed"),
      (FailureReason(.touches, measured: 1, limit: 2), "1 finger, at least 2 needed"),
      (FailureReason(.taps, measured: 0, limit: 1), "0 taps, at least 1 needed"),
      (FailureReason(.angle, measured: 45, limit: 50), "turned 45.0°, at least 50.0 needed"),
      (FailureReason(.ratio, measured: 1.1, limit: 1.2), "a ratio of 1.10, at least 1.20 needed"),
      (
        FailureReason(.direction, measured: 29.5, limit: 30),
        "a line 29.5° off level, at least 30.0 needed"
      ),
      (
        FailureReason(.straightness, measured: 0.6, limit: 0.65),
        "a line straight to 0.60, at least 0.65 needed"
      ),
      (
        FailureReason(.hook, measured: 0.5, limit: 0.4),
        "a hook of 0.50 of its line, at most 0.40 allowed"
      ),
      (FailureReason(.place, measured: 25, limit: 20), "landed 25.0 pt off, at most 20.0 allowed"),
      (FailureReason(.place), "landed in another place"),
      (
        FailureReason(.dominance, measured: 0.5, limit: 0.7),
        "0.50 of the other movement, at least 0.70 needed"
      ),
      (FailureReason(.distance, measured: -0.1, limit: 0), "went 0.1 pt backward, none allowed"),
      (
        FailureReason(.distance, measured: -30, limit: 25),
        "went 30.0 pt backward, at least 25.0 forward needed"
      ),
      (FailureReason(.distance, measured: 36, limit: 36), "went 36.0 pt, more than 36.0 needed"),
      (
        FailureReason(.duration, measured: 0.500001, limit: 0.5, parameter: "tap.maximumDuration"),
        "took 0.500001 s, at most 0.500000 allowed (tap.maximumDuration)"
      ),
      (FailureReason(.palm), "a touch was a palm"),
      (FailureReason(.resumedTouch), "a touch was there before the start and never landed"),
      (FailureReason(.button), "a button was down"),
      (FailureReason(.requirement, other: .swipe), "swipe did not fail"),
      (FailureReason(.refused), "it was refused"),
      (FailureReason(.prevented), "it became another gesture"),
      (FailureReason(.prevented, other: .pan), "pan was recognized"),
      (FailureReason(.cancelled), "the touches were cancelled"),
      (FailureReason(.pause, measured: 0.300001, limit: 0.3), "no further landing within 0.300 s"),
    ])
  func sentences(reason: FailureReason, sentence: String) {
    #expect(reason.sentence == sentence)
  }

  @Test("Every reason has words of its own, whether or not its numbers are known")
  func complete() {
    let bare = FailureReason.Cause.allCases.map { FailureReason($0).sentence }
    #expect(Set(bare).count == bare.count)
    let measured = FailureReason.Cause.allCases.map {
      FailureReason($0, measured: 2, limit: 1).sentence
    }
    #expect(Set(measured).count == measured.count)
  }

  @Test("A change tells what, which way, and when; its time counts from the trace's start")
  func change() {
    var change = StateChange(
      kind: .swipe, from: .possible, to: .failed, time: Timestamp(seconds: 10.134),
      direction: .left, reason: FailureReason(.deviation, measured: 7.2, limit: 5))
    let origin = Timestamp(seconds: 10)
    #expect(
      change.sentence(since: origin)
        == "swipe left failed at 0.134 s: 7.2 pt across, at most 5.0 allowed")
    #expect(change.sentence == "swipe left failed: 7.2 pt across, at most 5.0 allowed")
    change.direction = nil
    change.to = .recognized
    change.reason = nil
    #expect(change.sentence(since: origin) == "swipe was recognized at 0.134 s")
    change.to = .ended
    #expect(change.sentence == "swipe ended")
  }
}
