import Files
import Gestures
import Playback
import Testing
import Timeline

@Suite("Sentences of reasons")
struct ReasonSentenceTests {
  @Test(
    "A sentence has the measured value, the limit and its unit",
    arguments: [
      (FailureReason(.deviation, measured: 7.2, limit: 5), "1.1 mm across, at most 0.8 mm allowed"),
      (
        FailureReason(.movement, measured: 36.1, limit: 36),
        "moved 5.63 mm, at most 5.61 mm allowed"
      ),
      (
        FailureReason(.distance, measured: 3, limit: 25), "travelled 0.5 mm, at least 3.9 mm needed"
      ),
      (FailureReason(.length, measured: 3, limit: 15), "a leg of 0.5 mm, at least 2.3 mm needed"),
      (
        FailureReason(.duration, measured: 0.6, limit: 0.5),
        "took 0.600 s, at most 0.500 s allowed"
      ),
      (
        FailureReason(.tooShort, measured: 0.25, limit: 0.5),
        "lasted 0.250 s, at least 0.500 s needed"
      ),
      (FailureReason(.touches, measured: 6, limit: 5), "6 fingers, at most 5 allowed"),
      (FailureReason(.touches, measured: 1, limit: 2), "1 finger, at least 2 needed"),
      (FailureReason(.taps, measured: 0, limit: 1), "0 taps, at least 1 needed"),
      (FailureReason(.angle, measured: 45, limit: 50), "turned 45.0°, at least 50.0° needed"),
      (
        FailureReason(.ratio, measured: 1.1, limit: 1.2),
        "a second leg of 1.10 times the first's depth with bows, at least 1.20 needed"
      ),
      (
        FailureReason(.direction, measured: 29.5, limit: 30),
        "a leg at 29.5°, at least 30.0° needed"
      ),
      (
        FailureReason(.straightness, measured: 0.6, limit: 0.65),
        "a leg with a straightness of 0.60, at least 0.65 needed"
      ),
      (
        FailureReason(.hook, measured: 0.5, limit: 0.4),
        "a hook of 0.50 of its leg, at most 0.40 allowed"
      ),
      (
        FailureReason(.position, measured: 25, limit: 20),
        "touched down 3.9 mm away, at most 3.1 mm allowed"
      ),
      (FailureReason(.position), "touched down in another position"),
      (
        FailureReason(.dominance, measured: 0.5, limit: 0.7),
        "a movement of 0.50 of the spread or turn beside it, at least 0.70 needed"
      ),
      (
        FailureReason(
          .dominance, measured: 0.5, limit: 0.7, parameter: \Profile.Pinch.dominance),
        "a spread of 0.50 of the translation, at least 0.70 needed (pinch.dominance)"
      ),
      (
        FailureReason(.distance, measured: 3, limit: 25, parameter: \Profile.Pinch.slop),
        "moved 0.5 mm together or apart, at least 3.9 mm needed (pinch.slop)"
      ),
      (
        FailureReason(.distance, measured: -0.1, limit: 0),
        "moved 0.02 mm backward, none allowed"
      ),
      (
        FailureReason(.distance, measured: -30, limit: 25),
        "moved 4.7 mm backward, at least 3.9 mm forward needed"
      ),
      (
        FailureReason(.distance, measured: 36, limit: 36),
        "travelled 5.6 mm, more than 5.6 mm needed"
      ),
      (
        FailureReason(
          .duration, measured: 0.500001, limit: 0.5, parameter: \Profile.Tap.maximumDuration),
        "gave up after 0.500001 s, at most 0.500000 s allowed (tap.maximumDuration)"
      ),
      (FailureReason(.palm), "a touch was a palm"),
      (FailureReason(.resumedTouch), "a touch was already down at the start"),
      (FailureReason(.button), "a button was down"),
      (FailureReason(.requirement, other: .swipe), "swipe did not fail"),
      (FailureReason(.refused), "it was refused"),
      (FailureReason(.prevented), "it became another gesture"),
      (FailureReason(.prevented, other: .pan), "pan was recognized"),
      (FailureReason(.cancelled), "the touches were cancelled"),
      (FailureReason(.pause, measured: 0.300001, limit: 0.3), "no further touch within 0.300 s"),
    ])
  func sentences(reason: FailureReason, sentence: String) {
    #expect(reason.sentence == sentence)
  }

  @Test("Each cause has a distinct sentence, with and without numbers")
  func complete() {
    let bare = FailureReason.Cause.allCases.map { FailureReason($0).sentence }
    #expect(Set(bare).count == bare.count)
    let measured = FailureReason.Cause.allCases.map {
      FailureReason($0, measured: 2, limit: 1).sentence
    }
    #expect(Set(measured).count == measured.count)
  }

  @Test("A change has the gesture, its direction and the time since the origin")
  func change() {
    var change = StateChange(
      kind: .swipe, from: .possible, to: .failed, time: Timestamp(seconds: 10.134),
      direction: .left, reason: FailureReason(.deviation, measured: 7.2, limit: 5))
    let origin = Timestamp(seconds: 10)
    #expect(
      change.sentence(since: origin)
        == "swipe left failed at 0.134 s: 1.1 mm across, at most 0.8 mm allowed")
    #expect(change.sentence == "swipe left failed: 1.1 mm across, at most 0.8 mm allowed")
    change.direction = nil
    change.to = .recognized
    change.reason = nil
    #expect(change.sentence(since: origin) == "swipe was recognized at 0.134 s")
    change.to = .ended
    #expect(change.sentence == "swipe ended")
  }

  @Test("A change has the likelihoods of its readings, after the reason if there is one")
  func readings() {
    var change = StateChange(
      kind: .checkmark, from: .possible, to: .recognized, time: Timestamp(seconds: 1))
    change.readings = [Reading("checkmark", 0.829), Reading("letter v", 0.171)]
    #expect(change.sentence == "checkmark was recognized: checkmark 0.83, letter v 0.17")
    let record = StateRecord(change: change, origin: .zero)
    #expect(
      record.json.hasSuffix(
        #""state":"recognized","readings":[{"name":"checkmark","likelihood":0.829},"#
          + #"{"name":"letter v","likelihood":0.171}],"#
          + #""sentence":"checkmark was recognized at 1.000 s: checkmark 0.83, letter v 0.17"}"#))
    change.to = .failed
    change.reason = FailureReason(.hook, measured: 0.6, limit: 0.5)
    #expect(
      change.sentence
        == "checkmark failed: a hook of 0.60 of its leg, at most 0.50 allowed; checkmark 0.83, "
        + "letter v 0.17")
  }

  @Test("Numbers outside of the Swift API are in mm, s and degrees")
  func outside() {
    let length = FailureReason(.movement, measured: 163, limit: 16.3).outside
    #expect(length.unit == "mm")
    #expect(length.measured.map { abs($0 - 25.4) < 1e-12 } == true)
    #expect(length.limit.map { abs($0 - 2.54) < 1e-12 } == true)
    let duration = FailureReason(.tooShort, measured: 0.25, limit: 0.5).outside
    #expect(duration == (0.25, 0.5, "s"))
    #expect(FailureReason(.angle, measured: 45, limit: 50).outside == (45, 50, "degrees"))
    #expect(FailureReason(.touches, measured: 1, limit: 2).outside == (1, 2, ""))
    #expect(FailureReason(.palm).outside == (nil, nil, ""))
  }
}
