import Contacts
import Gestures
import Testing
import Timeline

@Suite("Predicted touches")
struct PredictedTouchesTests {
  private let stage = TouchStage()
  private let canvas = Canvas(frame: Rect(x: 0, y: 0, width: 600, height: 400))

  init() {
    canvas.isMultipleTouchEnabled = true
    stage.window.addSubview(canvas)
  }

  private func send(_ milliseconds: Int, _ positions: [Contact.ID: Int]) {
    stage.application.send(frame(milliseconds, positions))
  }

  @Test("A steady finger is predicted up to 25 ms ahead, sample by sample")
  func steady() {
    for number in 0...5 { send(number * 8, [1: 10 + number * 4]) }
    #expect(canvas.predicted.map(\.timestamp.microseconds) == [48_000, 56_000, 64_000])
    #expect(canvas.predicted.map { ($0.point.x * 1000).rounded() } == [34_000, 38_000, 42_000])
    #expect(
      canvas.predicted.map { ($0.previousPoint.x * 1000).rounded() } == [30_000, 34_000, 38_000])
    #expect(canvas.predicted.allSatisfy { $0.phase == .moved && $0.id == 1 })
  }

  @Test("Samples more than 25 ms apart predict nothing", arguments: [(25, 1), (26, 0)])
  func interval(milliseconds: Int, count: Int) {
    for number in 0...3 { send(number * milliseconds, [1: 10 + number * 4]) }
    #expect(canvas.predicted.count == count)
  }

  @Test("Predictions are at least 2.5 ms apart")
  func minimumInterval() {
    for number in 0...8 { send(number, [1: 10 + number]) }
    #expect(canvas.predicted.count == 10)
    #expect(canvas.predicted.first?.timestamp.microseconds == 10_500)
  }

  @Test("Locations are predicted in the window's units, whatever its origin")
  func units() {
    stage.window.pointsPerUnit = 2
    stage.window.bounds.origin = Point(x: 100, y: 0)
    canvas.frame.origin.x = 100
    for number in 0...5 { send(number * 8, [1: 10 + number * 4]) }
    #expect(canvas.predicted.first?.location.x.rounded() == 117)
    #expect(canvas.predicted.first?.previousLocation.x.rounded() == 115)
  }

  @Test("A touch that begins, rests or ends has no prediction, and the first answer is empty")
  func none() {
    send(0, [1: 10])
    #expect(canvas.predicted.isEmpty)
    let late = TouchStage()
    let view = Canvas(frame: canvas.frame)
    for number in 0...3 { late.application.send(frame(number * 8, [1: 10 + number * 4])) }
    late.window.addSubview(view)
    for number in 4...6 { late.application.send(frame(number * 8, [2: 10 + number * 4])) }
    #expect(view.predicted.count == 3)
    send(8, [1: 20])
    send(16, [1: 30])
    #expect(!canvas.predicted.isEmpty)
    send(24, [:])
    #expect(canvas.predicted.isEmpty)
  }

  @Test("The predicted speed is at most twice the speed of the last step")
  func bounded() {
    for (time, x) in [(0, 100), (8, 100), (16, 101), (24, 104)] { send(time, [1: x]) }
    let step = (canvas.predicted.first?.point.x ?? 0) - 104
    #expect(step > 3 && step < 6.0001)
  }

  @Test("Coalesced samples are used for predictions")
  func coalesced() {
    stage.application.send([frame(0, [1: 10])])
    stage.application.send((1...4).map { frame($0 * 4, [1: 10 + $0 * 2]) })
    #expect(canvas.predicted.count == 6)
    #expect(canvas.predicted.first.map { ($0.point.x * 1000).rounded() } == 20_000)
  }

  @Test("On a curve, predictions are closer to the actual path than no prediction")
  func bend() {
    func position(_ milliseconds: Double) -> Point {
      // A circle of 60 points, round in half a second.
      let angle = milliseconds / 500 * 360
      return Point(
        x: 200 + 60 * Trigonometry.cosine(degrees: angle),
        y: 200 + 60 * Trigonometry.sine(degrees: angle))
    }
    var predictionError = 0.0
    var holdingError = 0.0
    for number in 0...40 {
      let now = position(Double(number) * 8)
      stage.frame(at: Double(number) * 0.008, [1: (now.x, now.y)])
      guard number > 5, let last = canvas.predicted.last else { continue }
      let truth = position(Double(last.timestamp.microseconds) / 1000)
      predictionError += last.point.distance(to: truth)
      holdingError += now.distance(to: truth)
    }
    #expect(holdingError > 0 && predictionError < 0.35 * holdingError)
  }
}
