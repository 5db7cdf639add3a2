import Gestures
import Pipeline
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
      (FailureReason(.duration, measured: 0.6, limit: 0.5), "took 0.600 s, at most 0.500 allowed"),
      (
        FailureReason(.earliness, measured: 0.25, limit: 0.5),
        "lifted after 0.250 s, at least 0.500 needed"
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
      (FailureReason(.prevented, other: .pan), "pan was recognized"),
      (FailureReason(.cancelled), "the touches were cancelled"),
      (FailureReason(.pause, measured: 0.300001, limit: 0.3), "no further landing within 0.300 s"),
    ])
  func sentences(reason: FailureReason, sentence: String) {
    #expect(reason.sentence == sentence)
  }
}
