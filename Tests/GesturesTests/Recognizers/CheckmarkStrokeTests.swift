import Contacts
import TestSupport
import Testing
import Timeline

@testable import Gestures

/// The checkmark on strokes of 16 shapes that six people drew, with one pixel as one point.
///
/// There is one set of limits for all of them, so a user's score is what a new user would get. The
/// limits were chosen with knowledge of these strokes.
@Suite(
  "Drawn strokes",
  .requiresShared(DrawnStroke.file))
struct CheckmarkStrokeTests {
  /// How a sensor samples a stroke.
  struct View: Sendable, CustomTestStringConvertible {
    var rate: Double?
    var scale = 1.0
    var roundsToPixels = false

    var testDescription: String {
      "\(rate.map { "\($0) Hz" } ?? "as drawn"), × \(scale)" + (roundsToPixels ? ", rounded" : "")
    }

    func positions(_ stroke: DrawnStroke) -> [(seconds: Double, position: Point)] {
      (rate.map { stroke.samples(at: $0) } ?? stroke.samples).map { sample in
        let (x, y) = (sample.point.x * scale, sample.point.y * scale)
        let position = roundsToPixels ? Point(x: x.rounded(), y: y.rounded()) : Point(x: x, y: y)
        return (sample.seconds, position)
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

  /// All ticks, all letters v, the only shape ever mistaken for a tick, and a fifth of the rest.
  private static let sample = DrawnStroke.all.enumerated().filter { index, stroke in
    ["check", "v"].contains(stroke.shape) || index.isMultiple(of: 5)
  }.map(\.element)

  @Test(
    "Report rate, size and resolution change the results by less than 0.01",
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
        stage.frame(at: sample.seconds, [1: (sample.point.x, sample.point.y)])
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
    for stroke in strokes { score.count(stroke, isRecognized: isTick(view.positions(stroke))) }
    return score
  }

  /// Plays a stroke as one touch; faster than a stage, because there are a million of them.
  private func isTick(_ positions: [(seconds: Double, position: Point)]) -> Bool {
    guard let first = positions.first else { return false }
    let arbiter = Arbiter(policy: IndependentPolicy())
    var isRecognized = false
    arbiter.observer = { _, _ in isRecognized = true }
    let recognizer = CheckmarkRecognizer()
    arbiter.join(recognizer)
    recognizer.downCount = 1
    var touch = Touch(
      id: 1, phase: .began, timestamp: .zero, location: first.position, point: first.position)
    for (index, (seconds, position)) in positions.enumerated() {
      touch.phase = index == 0 ? .began : .moved
      touch.timestamp = Timestamp(seconds: seconds)
      touch.point = position
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
