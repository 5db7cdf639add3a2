import Contacts
import Gestures
import Testing
import Timeline

@Suite("UIKit's swipe: rules 39 to 42")
struct SwipeRulesTests {
  /// One finger moves by each translation from its start at the given times, and then lifts.
  private func swipe(
    _ steps: [(time: Double, dx: Double, dy: Double)],
    in directions: Set<Gesture.Direction> = [.right], fingers: Int = 1
  ) -> TouchStage {
    let recognizer = UIKitSwipeRecognizer()
    recognizer.directions = directions
    recognizer.numberOfTouchesRequired = fingers
    let stage = TouchStage(recognizer)
    stage.began([1: (300, 300)], at: 0)
    for step in steps { stage.moved([1: (300 + step.dx, 300 + step.dy)], at: step.time) }
    stage.ended(1)
    return stage
  }

  // MARK: Rule 39

  @Test(
    "Every finger has moved at least 50(1 - 0.94t) pt along the direction",
    arguments: [
      (0.0, 50.0), (0.1, 45.3), (0.2, 40.6), (0.25, 38.25), (0.3, 35.9), (0.4, 31.2), (0.5, 26.5),
    ])
  func along(time: Double, limit: Double) throws {
    #expect(swipe([(time, limit, 0)]).gestures.count == 1)
    #expect(swipe([(time, limit + 0.001, 0)]).gestures.count == 1)
    let short = swipe([(time, limit - 0.001, 0)])
    #expect(short.gestures.isEmpty)
    let failure = try #require(short.recognizer.lastFailure)
    if time < 0.5 {
      #expect(failure.cause == .distance)
      #expect(abs((failure.measured ?? 0) - (limit - 0.001)) < 1e-9)
      #expect(abs((failure.limit ?? 0) - limit) < 1e-9)
    } else {
      #expect(failure.cause == .duration)
    }
  }

  @Test(
    "Every finger has moved at most 50(1 - 0.98t) pt across it",
    arguments: [
      (0.0, 50.0), (0.1, 45.1), (0.2, 40.2), (0.25, 37.75), (0.3, 35.3), (0.4, 30.4), (0.5, 25.5),
    ])
  func across(time: Double, limit: Double) throws {
    #expect(swipe([(time, 100, limit)]).gestures.count == 1)
    #expect(swipe([(time, 100, 0.001 - limit)]).gestures.count == 1)
    let wide = swipe([(time, 100, limit + 0.001)])
    #expect(wide.gestures.isEmpty)
    let failure = try #require(wide.recognizer.lastFailure)
    if time < 0.5 {
      #expect(failure.cause == .deviation)
      #expect(abs((failure.measured ?? 0) - (limit + 0.001)) < 1e-9)
      #expect(abs((failure.limit ?? 0) - limit) < 1e-9)
      #expect(failure.touch == 1)
    } else {
      #expect(failure.cause == .duration)
    }
  }

  @Test("With t seconds since touch-down, t <= 0.5", arguments: [(0.5, 1), (0.500001, 0)])
  func duration(time: Double, swipes: Int) {
    let stage = swipe([(time, 100, 0)])
    #expect(stage.gestures.count == swipes)
    if swipes == 0 {
      #expect(stage.recognizer.lastFailure?.cause == .duration)
      #expect(stage.recognizer.lastFailure?.measured == 0.500001)
      #expect(stage.recognizer.lastFailure?.limit == 0.5)
    }
  }

  @Test("Exceeding the limit across does not fail the swipe: only current positions count")
  func comesBackToTheLine() {
    #expect(swipe([(0.1, 30, 80), (0.2, 60, 10)]).gestures.map(\.time.seconds) == [0.2])
  }

  @Test("Every finger has to move far enough: one that lags delays the swipe")
  func everyFinger() {
    let recognizer = UIKitSwipeRecognizer()
    recognizer.numberOfTouchesRequired = 2
    let stage = TouchStage(recognizer)
    stage.began([1: (0, 0), 2: (0, 100)], at: 0)
    stage.moved([1: (100, 0), 2: (45.299, 100)], at: 0.1)
    #expect(stage.gestures.isEmpty)
    stage.moved([2: (45.3, 100)], at: 0.1)
    #expect(stage.gestures.map(\.touches) == [2])
  }

  // MARK: Rule 40

  @Test("A swipe requires its exact number of fingers", arguments: 1...3, 1...3)
  func number(required: Int, fingers: Int) {
    let recognizer = UIKitSwipeRecognizer()
    recognizer.numberOfTouchesRequired = required
    let stage = TouchStage(recognizer)
    for id in 1...fingers { stage.began([id: (0, Double(id) * 100)], at: 0) }
    for id in 1...fingers { stage.moved([id: (100, Double(id) * 100)], at: 0.1) }
    for id in 1...fingers { stage.ended(id, at: 0.2) }
    #expect(stage.gestures.map(\.touches) == (required == fingers ? [required] : []))
    if required != fingers {
      #expect(recognizer.lastFailure?.cause == .touches)
      #expect(recognizer.lastFailure?.limit == Double(required))
    }
  }

  @Test(
    "0.1 pt backwards fails the swipe before it has begun in the direction",
    arguments: [(-0.1, 0), (0.0, 1)])
  func backwards(translation: Double, swipes: Int) {
    let stage = swipe([(0.01, translation, 0), (0.1, 100, 0)])
    #expect(stage.gestures.count == swipes)
    if swipes == 0 {
      #expect(stage.recognizer.lastFailure?.cause == .distance)
      #expect(abs((stage.recognizer.lastFailure?.measured ?? 0) + 0.1) < 1e-9)
      #expect(stage.recognizer.lastFailure?.limit == 0)
    }
  }

  @Test("A retreat that stays ahead of the start does not fail the swipe")
  func retreat() {
    #expect(swipe([(0.01, 20, 0), (0.02, 0.1, 0), (0.1, 100, 0)]).gestures.count == 1)
  }

  // MARK: Rule 41

  @Test("A swipe fires while moving")
  func firesWhileMoving() {
    let stage = swipe([(0.06, 43.599, 0), (0.07, 50, 0), (0.08, 60, 0)])
    #expect(stage.gestures.map(\.time.seconds) == [0.07])
    #expect(stage.gestures.map(\.state) == [.recognized])
  }

  @Test(
    "As soon as left or right is among several directions, only the horizontal axis counts",
    arguments: [
      ([.right, .down], (100.0, 0.0), Gesture.Direction.right), ([.right, .down], (0, 100), nil),
      ([.right, .down], (-100, 0), nil), ([.left, .up], (-100, 0), .left),
      ([.left, .up], (0, -100), nil), ([.left, .right, .up, .down], (100, 0), .right),
      ([.left, .right, .up, .down], (-100, 0), .left),
      ([.left, .right, .up, .down], (0, 100), nil),
      ([.up, .down], (0, 100), .down), ([.up, .down], (0, -100), .up),
    ] as [(Set<Gesture.Direction>, (Double, Double), Gesture.Direction?)])
  func several(
    directions: Set<Gesture.Direction>, translation: (Double, Double), direction: Gesture.Direction?
  ) {
    let stage = swipe([(0.1, translation.0, translation.1)], in: directions)
    #expect(stage.gestures.map(\.direction) == (direction.map { [$0] } ?? []))
  }

  @Test(
    "With all four directions a diagonal of 50, 50 passes at t = 0",
    arguments: [(50.0, 1), (50.001, 0)])
  func diagonal(across: Double, swipes: Int) {
    let stage = swipe([(0, 50, across)], in: [.left, .right, .up, .down])
    #expect(stage.gestures.count == swipes)
  }

  @Test("With left and right both directions pass, and no movement is backwards")
  func either() {
    #expect(
      swipe([(0.01, -20, 0), (0.1, 100, 0)], in: [.left, .right]).gestures.map(\.direction)
        == [.right])
    #expect(
      swipe([(0.01, 20, 0), (0.1, -100, 0)], in: [.left, .right]).gestures.map(\.direction) == [
        .left
      ])
  }

  @Test(
    "An empty or unknown direction never recognizes",
    arguments: [[], [.in], [.out, .clockwise]] as [Set<Gesture.Direction>])
  func noDirection(directions: Set<Gesture.Direction>) {
    let stage = swipe([(0.1, 100, 0)], in: directions)
    #expect(stage.gestures.isEmpty)
    #expect(stage.recognizer.lastFailure != nil)
  }

  @Test("Zero fingers required never recognizes")
  func zeroFingers() {
    let stage = swipe([(0.1, 100, 0)], fingers: 0)
    #expect(stage.gestures.isEmpty)
    #expect(stage.recognizer.lastFailure?.cause == .touches)
  }

  // MARK: Rule 42

  @Test("The location of a swipe is the centroid of the start points")
  func location() {
    #expect(swipe([(0.1, 100, 20)]).gestures.map(\.location) == [Point(x: 300, y: 300)])
    let recognizer = UIKitSwipeRecognizer()
    recognizer.numberOfTouchesRequired = 2
    let stage = TouchStage(recognizer)
    stage.began([1: (0, 0), 2: (40, 100)], at: 0)
    stage.moved([1: (100, 0), 2: (140, 100)], at: 0.1)
    #expect(stage.gestures.map(\.location) == [Point(x: 20, y: 50)])
  }

  // MARK: Beyond the rules

  @Test("A resumed touch is no swipe")
  func resumed() {
    let stage = TouchStage(UIKitSwipeRecognizer())
    stage.began([1: (0, 0)], at: 0, isResumed: true)
    stage.moved([1: (100, 0)], at: 0.1)
    #expect(stage.gestures.isEmpty)
    #expect(stage.recognizer.lastFailure?.cause == .resumedTouch)
  }

  @Test("With a range of fingers, any number in the range passes")
  func range() {
    let recognizer = UIKitSwipeRecognizer()
    recognizer.touchCounts = 1...5
    let stage = TouchStage(recognizer)
    for id in 1...3 { stage.began([id: (0, Double(id) * 100)], at: 0) }
    for id in 1...3 { stage.moved([id: (60, Double(id) * 100)], at: 0.1) }
    #expect(stage.gestures.map(\.touches) == [3])
  }

  @Test("A swipe is recognized again after the fingers lift")
  func again() {
    let stage = swipe([(0.1, 100, 0)])
    stage.began([2: (0, 0)], at: 1)
    stage.moved([2: (100, 0)], at: 1.1)
    #expect(stage.gestures.map(\.time.seconds) == [0.1, 1.1])
  }
}
