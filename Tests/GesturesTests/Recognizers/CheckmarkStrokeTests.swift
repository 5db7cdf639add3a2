import Contacts
import Testing
import Timeline

@testable import Gestures

/// The checkmark on strokes that six people drew, of 16 shapes, with a pixel for a point.
///
/// The limits are one set for all of them, so a user's score is what a new user would get; their
/// numbers were chosen with these strokes in sight, by the reasons beside them.
@Suite(
  "Drawn strokes",
  .enabled(if: !DrawnStroke.all.isEmpty, "no drawn strokes beside the checkout, or no gzip"))
struct CheckmarkStrokeTests {
  /// How a sensor sees a stroke.
  struct View: Sendable, CustomTestStringConvertible {
    var rate: Double?
    var scale = 1.0
    var roundsToPixels = false

    var testDescription: String {
      "\(rate.map { "\($0) Hz" } ?? "as drawn"), × \(scale)" + (roundsToPixels ? ", rounded" : "")
    }

    func places(_ stroke: DrawnStroke) -> [(seconds: Double, place: Point)] {
      (rate.map { stroke.samples(at: $0) } ?? stroke.samples).map { sample in
        let (x, y) = (sample.place.x * scale, sample.place.y * scale)
        let place = roundsToPixels ? Point(x: x.rounded(), y: y.rounded()) : Point(x: x, y: y)
        return (sample.seconds, place)
      }
    }
  }

  struct Score {
    var hits = 0
    var misses = 0
    var falseAlarms = 0
    var precision: Double { Double(hits) / Double(max(1, hits + falseAlarms)) }
    var recall: Double { Double(hits) / Double(max(1, hits + misses)) }

    mutating func count(_ stroke: DrawnStroke, isRecognized: Bool) {
      let isTick = stroke.shape == "check"
      if isTick && isRecognized { hits += 1 }
      if isTick && !isRecognized { misses += 1 }
      if !isTick && isRecognized { falseAlarms += 1 }
    }
  }

  @Test("Precision and recall are at least 0.95 for each user", arguments: 1...6)
  func users(user: Int) {
    let strokes = DrawnStroke.all.filter { $0.user == "\(user)" }
    #expect(strokes.count == 480)
    let score = score(strokes, seen: View())
    #expect(score.precision >= 0.95 && score.recall >= 0.95, "\(score)")
  }

  /// All ticks, all letters v, which alone were ever mistaken for them, and a fifth of the rest.
  private static let sample = DrawnStroke.all.enumerated().filter { index, stroke in
    ["check", "v"].contains(stroke.shape) || index.isMultiple(of: 5)
  }.map(\.element)

  @Test(
    "The rate, the size and the pixels of the sensor make less than 0.01 of difference",
    arguments: [
      View(rate: 30), View(rate: 30, roundsToPixels: true), View(rate: 60, roundsToPixels: true),
      View(rate: 120), View(rate: 120, roundsToPixels: true),
      View(rate: 240, roundsToPixels: true), View(scale: 0.6),
      View(scale: 8, roundsToPixels: true),
    ])
  func sensors(view: View) {
    let drawn = CheckmarkStrokeTests.asDrawn
    let score = score(CheckmarkStrokeTests.sample, seen: view)
    #expect(abs(score.precision - drawn.precision) <= 0.01, "\(score)")
    #expect(abs(score.recall - drawn.recall) <= 0.01, "\(score)")
  }

  @Test(
    "With the whole standard set on a view, ticks are checkmarks and the letter v is a movement")
  func standardSet() {
    var score = Score()
    for stroke in DrawnStroke.all where ["check", "v"].contains(stroke.shape) {
      let stage = TouchStage(profile: .standard)
      let samples = stroke.samples
      for sample in samples {
        stage.frame(at: sample.seconds, [1: (sample.place.x, sample.place.y)])
      }
      stage.frame(at: (samples.last?.seconds ?? 0) + 0.01, up: [1])
      stage.finish()
      #expect(stage.outcomes.count == 1)
      score.count(stroke, isRecognized: stage.outcomes == ["checkmark 1"])
    }
    #expect(score.precision >= 0.95 && score.recall >= 0.95, "\(score)")
  }

  private static let asDrawn = CheckmarkStrokeTests().score(sample, seen: View())

  private func score(_ strokes: [DrawnStroke], seen view: View) -> Score {
    var score = Score()
    for stroke in strokes { score.count(stroke, isRecognized: isTick(view.places(stroke))) }
    return score
  }

  /// Plays a stroke as one touch; leaner than the rig, since there are a million of them.
  private func isTick(_ places: [(seconds: Double, place: Point)]) -> Bool {
    guard let first = places.first else { return false }
    let arbiter = Arbiter(policy: IndependentPolicy())
    var isRecognized = false
    arbiter.observer = { _, _ in isRecognized = true }
    let recognizer = CheckmarkRecognizer()
    arbiter.join(recognizer)
    recognizer.downCount = 1
    var touch = Touch(
      id: 1, phase: .began, timestamp: .zero, location: first.place, point: first.place)
    for (index, (seconds, place)) in places.enumerated() {
      touch.phase = index == 0 ? .began : .moved
      touch.timestamp = Timestamp(seconds: seconds)
      touch.point = place
      deliver(touch, to: recognizer)
    }
    touch.phase = .ended
    recognizer.downCount = 0
    deliver(touch, to: recognizer)
    return isRecognized
  }

  private func deliver(_ touch: Touch, to recognizer: GestureRecognizer) {
    let touches = TouchSet([touch])
    let event = TouchEvent(timestamp: touch.timestamp, touches: touches)
    recognizer.deliver(touches, phase: touch.phase, with: event)
  }
}
