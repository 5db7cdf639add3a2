import Contacts
import Gestures
import Testing
import Timeline

@Suite("Textbook checkmark")
struct TextbookCheckmarkTests {
  struct Case: CustomTestStringConvertible {
    let points: [(Double, Double)]
    let hits: Int
    let testDescription: String
  }

  @Test(
    "A turn of 50 to 135 degrees after more than 10 points",
    arguments: [
      Case(points: [(0, 0), (6, 6), (12, 12), (20, 4)], hits: 1, testDescription: "a tick"),
      Case(points: [(0, 0), (6, 6), (14, -2)], hits: 0, testDescription: "after 8.485"),
      Case(points: [(0, 0), (6, 8), (14, 2)], hits: 0, testDescription: "after 10 exactly"),
      Case(points: [(0, 0), (6, 8.001), (14, 2)], hits: 1, testDescription: "after 10.0008"),
      Case(points: [(0, 0), (20, 0), (20, 20)], hits: 1, testDescription: "a box corner"),
      Case(points: [(0, 0), (20, 0), (10, 10)], hits: 1, testDescription: "135 inclusive"),
      Case(points: [(0, 0), (20, 0), (9, 10)], hits: 0, testDescription: "137.726"),
      Case(points: [(0, 0), (20, 0), (30, 10)], hits: 0, testDescription: "45"),
      Case(points: [(0, 0), (10, 0), (20, 0), (10, 0)], hits: 0, testDescription: "reversal"),
    ])
  func vectors(_ test: Case) {
    #expect(play(test.points).gestures.count == test.hits)
  }

  @Test("A right angle rounded into three turns of 30 degrees is not recognized")
  func roundedCorner() {
    var points = [(0.0, 0.0), (20.0, 0.0)]
    for degrees in [30.0, 60.0, 90.0] {
      let last = points[points.count - 1]
      points.append(
        (
          last.0 + 10 * Trigonometry.cosine(degrees: degrees),
          last.1 + 10 * Trigonometry.sine(degrees: degrees)
        ))
    }
    #expect(play(points).gestures.isEmpty)
  }

  @Test(
    "The minimum angle is 50 degrees", arguments: [(50.001, 1), (49.999, 0)])
  func lowerBound(degrees: Double, hits: Int) {
    let end = (
      20 + 10 * Trigonometry.cosine(degrees: degrees), 10 * Trigonometry.sine(degrees: degrees)
    )
    #expect(play([(0, 0), (20, 0), end]).gestures.count == hits)
  }

  @Test(
    "The first move and a repeated sample are not recognized: a segment without length has no angle"
  )
  func noLength() {
    #expect(play([(0, 0), (30, 0)]).gestures.isEmpty)
    let stage = play([(0, 0), (30, 0)])
    // An application delivers no repeated sample, but a program may.
    let point = Point(x: 30, y: 0)
    let touches = TouchSet([
      Touch(id: 1, phase: .moved, timestamp: .zero, location: point, point: point)
    ])
    stage.recognizer.touchesMoved(touches, with: TouchEvent(timestamp: .zero, touches: touches))
    stage.moved([1: (30, 30)])
    #expect(stage.gestures.isEmpty)
  }

  @Test("Collinear points whose cosine is rounded past 1 are clamped")
  func clampedCosine() {
    let angle = Trigonometry.angleBetween(Vector(dx: 1, dy: 5), Vector(dx: 2, dy: 10))
    #expect(angle == 0)
  }

  private func play(_ points: [(Double, Double)]) -> TouchStage {
    let stage = TouchStage(TextbookCheckmarkRecognizer())
    stage.began([1: points[0]])
    for point in points.dropFirst() { stage.moved([1: point]) }
    return stage
  }
}
