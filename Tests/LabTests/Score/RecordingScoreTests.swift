import Contacts
import Files
import Gestures
import Lab
import Playback
import Testing
import Timeline

struct RecordingScoreTests {
  private func record(
    _ kind: Gesture.Kind, at time: Double, from start: Double = 0,
    _ change: (inout Gesture) -> Void = { _ in }
  ) -> GestureRecord {
    var gesture = Gesture(
      kind: kind, state: .recognized, time: Timestamp(seconds: time),
      start: Timestamp(seconds: start), location: .zero, touches: 1)
    change(&gesture)
    return GestureRecord(gesture: gesture, origin: .zero)
  }

  private func labels(_ items: String) throws -> [ScoreLabel.Gesture] {
    let text = "{\"v\":2,\"file\":\"a\",\"expect\":[\(items)]}"
    return try #require(ScoreLabel.parse(Array(text.utf8), file: "labels").first).gestures
  }

  private let tap = #"{"gesture":"tap","touches":1,"taps":2,"start":1,"end":2}"#
  private let swipe =
    #"{"gesture":["swipe","pan"],"touches":1,"direction":"left","start":1,"end":2,"tolerate":["longPress"]}"#

  private func counts(_ score: RecordingScore) -> [Int] {
    [score.hits.count, score.falseReports.count, score.missed.count]
  }

  @Test(
    "A report counts from 0.1 s before the start to 1.5 s after the end",
    arguments: [(0.9, true), (0.899, false), (3.5, true), (3.501, false)])
  func window(time: Double, counted: Bool) throws {
    let score = RecordingScore(try labels(tap), [record(.tap, at: time) { $0.taps = 2 }])
    #expect(counts(score) == (counted ? [1, 0, 0] : [0, 1, 1]))
  }

  @Test("The number of fingers, the number of taps and the direction must match")
  func details() throws {
    func left(_ change: (inout Gesture) -> Void) throws -> [Int] {
      let report = record(.swipe, at: 2) {
        $0.direction = .left
        change(&$0)
      }
      return counts(RecordingScore(try labels(swipe), [report]))
    }
    #expect(try left { _ in } == [1, 0, 0])
    #expect(try left { $0.touches = 2 } == [0, 1, 1])
    #expect(try left { $0.direction = .right } == [0, 1, 1])
    #expect(try left { $0.kind = .pan } == [1, 0, 0])
    // A cancelled gesture is not a report.
    #expect(try left { $0.state = .cancelled } == [0, 0, 1])
    let single = RecordingScore(try labels(tap), [record(.tap, at: 2) { $0.taps = 1 }])
    #expect(counts(single) == [0, 1, 1])
  }

  @Test("A swipe may be reported once more as a pan; a second pan is false")
  func twins() throws {
    let one = record(.swipe, at: 2) { $0.direction = .left }
    let twin = record(.pan, at: 2) { $0.direction = .left }
    #expect(counts(RecordingScore(try labels(swipe), [one, twin])) == [1, 0, 0])
    #expect(counts(RecordingScore(try labels(swipe), [one, twin, twin])) == [1, 1, 0])
  }

  @Test("A tolerated gesture may accompany a gesture once, even if the gesture was missed")
  func tolerance() throws {
    let press = record(.longPress, at: 2)
    let one = record(.swipe, at: 2) { $0.direction = .left }
    #expect(counts(RecordingScore(try labels(swipe), [one, press])) == [1, 0, 0])
    #expect(counts(RecordingScore(try labels(swipe), [one, press, press])) == [1, 1, 0])
    #expect(counts(RecordingScore(try labels(swipe), [press])) == [0, 0, 1])
  }

  @Test("A missed gesture is confused with the nearest false report, and rows add up")
  func confusion() throws {
    var totals = ScoreTotals()
    totals.add(
      RecordingScore(
        try labels("\(tap),\(swipe)"),
        [
          record(.pinch, at: 2, from: 1) { $0.direction = .in },
          record(.swipe, at: 2.5, from: 1.2) { $0.direction = .right },
          record(.edgePan, at: 9),
        ]))
    #expect(totals.confusion("tap", "pinch") == 1)
    #expect(totals.confusion("swipe", ScoreTotals.other) == 1)
    #expect(totals.confusion(ScoreTotals.nothing, "edgePan") == 1)
    #expect(totals.total.missed == 2 && totals.total.falseReports == 3)
    #expect(totals.names.last == "edgePan")
    #expect(totals.total.f1 == 0 && ScoreCounts().f1 == nil)
  }

  @Test("Shares are rounded as in C and Python: ties to the even digit")
  func rounding() {
    #expect(ScoreNumber.share(0.0625) == "0.062")
    #expect(ScoreNumber.share(0.1875) == "0.188")
    #expect(ScoreNumber.share(nil) == "-")
  }

  @Test(
    "An invalid label is an error with its position",
    arguments: [
      ("[1]", "labels:1:1: expected a label as an object"),
      ("{", "a label as an object"),
      ("{\"v\":2,\"file\":3,\"expect\":[]}", "labels:1:15: expected the path"),
      ("{\"file\":\"a\",\"expect\":[]}", "expected labels of version 2"),
      ("{\"v\":2,\"file\":\"a\",\"expect\":[{\"gesture\":\"hold\"}]}", "did you mean longPress?"),
      ("{\"v\":2,\"file\":\"a\",\"expect\":[{\"gesture\":[]}]}", "at least one gesture"),
      (
        "{\"v\":2,\"file\":\"a\",\"expect\":[{\"gesture\":\"pan\",\"touches\":1,\"direction\":\"up\",\"start\":0,\"end\":1,\"motion\":\"flik\"}]}",
        "expected flick or drag as motion"
      ),
      ("{\"v\":2,\"file\":\"a\"}", "a list of gestures as \"expect\""),
      (
        "{\"v\":2,\"file\":\"a\",\"expect\":[{\"gesture\":\"swpie\"}]}", "did you mean swipe?"
      ),
      (
        "{\"v\":2,\"file\":\"a\",\"expect\":[{\"gesture\":\"tap\",\"start\":2,\"end\":1}]}",
        "start and end of the gesture"
      ),
      (
        "{\"v\":2,\"file\":\"a\",\"expect\":[{\"gesture\":\"tap\",\"touches\":1,\"start\":0,\"end\":1}]}",
        "expected taps of a tap, found nothing"
      ),
      (
        "{\"v\":2,\"file\":\"a\",\"expect\":[{\"gesture\":\"pinch\",\"direction\":\"up\",\"start\":0,\"end\":1}]}",
        "expected one of in, out"
      ),
    ])
  func malformed(text: String, message: String) {
    let error = #expect(throws: FileError.self) {
      try ScoreLabel.parse(Array(text.utf8), file: "labels")
    }
    #expect(error?.description.contains(message) ?? false, "\(error?.description ?? "")")
  }
}
