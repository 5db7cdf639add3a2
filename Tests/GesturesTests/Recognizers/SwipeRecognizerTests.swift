import Contacts
import Gestures
import Testing
import Timeline

@Suite("Swipe")
struct SwipeRecognizerTests {
  /// Moves one finger straight, in frames of 10 ms.
  private func flick(
    _ stage: TouchStage, by translation: (Double, Double), rest: Double = 0,
    lasting duration: Double = 0.1
  ) {
    stage.began([1: (300, 300)], at: 0)
    let frames = max(1, Int((duration * 100).rounded()))
    for frame in 1...frames {
      let part = Double(frame) / Double(frames)
      stage.moved(
        [1: (300 + translation.0 * part, 300 + translation.1 * part)], at: rest + duration * part)
    }
    stage.ended(1, at: rest + duration)
  }

  @Test(
    "The direction is that of the movement on the screen",
    arguments: [
      ((100.0, 0.0), Gesture.Direction.right), ((-100, 0), .left), ((0, 100), .down),
      ((0, -100), .up), ((100, 57.7), .right), ((-57.7, -100), .up),
    ])
  func directions(translation: (Double, Double), direction: Gesture.Direction) {
    let stage = TouchStage(SwipeRecognizer())
    flick(stage, by: translation)
    #expect(stage.gestures.map(\.direction) == [direction])
    #expect(stage.gestures.first?.state == .recognized)
    #expect(stage.gestures.first?.location == .init(x: 300, y: 300))
  }

  @Test(
    "The distance across may be 0.577 of the distance along", arguments: [(57.7, 1), (57.8, 0)])
  func deviation(across: Double, swipes: Int) {
    let stage = TouchStage(SwipeRecognizer())
    flick(stage, by: (100, across))
    #expect(stage.gestures.count == swipes)
    if swipes == 0 {
      #expect(stage.recognizer.lastFailure?.cause == .deviation)
      #expect(abs((stage.recognizer.lastFailure?.measured ?? 0) - across) < 1e-9)
    }
  }

  @Test("It may take 0.5 s from the departure", arguments: [(0.5, 1), (0.500001, 0)])
  func duration(seconds: Double, swipes: Int) {
    let stage = TouchStage(SwipeRecognizer())
    stage.began([1: (0, 0)], at: 0)
    stage.moved([1: (22.1, 0)], at: 1)
    stage.moved([1: (100, 0)], at: 1.2)
    stage.ended(1, at: 1 + seconds)
    #expect(stage.gestures.count == swipes)
  }

  @Test("A rest of 1.5 s before the movement does not count")
  func rest() {
    let stage = TouchStage(SwipeRecognizer())
    flick(stage, by: (0, 150), rest: 1.5, lasting: 0.2)
    #expect(stage.gestures.map(\.direction) == [.down])
  }

  @Test("A flick of 50 ms in four frames is a swipe")
  func fastFlick() {
    let stage = TouchStage(SwipeRecognizer())
    flick(stage, by: (-60, 0), lasting: 0.05)
    #expect(stage.gestures.map(\.direction) == [.left])
  }

  @Test("A movement within the slop is not a swipe", arguments: [(36.0, 0), (36.1, 1)])
  func movement(translation: Double, swipes: Int) {
    let stage = TouchStage(SwipeRecognizer())
    flick(stage, by: (translation, 0))
    #expect(stage.gestures.count == swipes)
  }

  @Test("A movement that returns to its start is not a swipe")
  func comesBack() {
    let stage = TouchStage(SwipeRecognizer())
    stage.began([1: (0, 0)], at: 0)
    stage.moved([1: (100, 0)], at: 0.1)
    stage.moved([1: (24.9, 0)], at: 0.2)
    stage.ended(1, at: 0.3)
    #expect(stage.gestures.isEmpty)
    #expect(stage.recognizer.lastFailure?.cause == .distance)
    #expect(stage.recognizer.lastFailure?.limit == 25)
  }

  @Test("Fingers may touch down and lift 0.25 s apart and swipe together", arguments: 2...5)
  func fingers(count: Int) {
    let stage = TouchStage(SwipeRecognizer())
    for id in 1...count {
      stage.began([id: (Double(id) * 100, 0)], at: 0.25 * Double(id - 1) / Double(count - 1))
    }
    for id in 1...count { stage.moved([id: (Double(id) * 100, 120)], at: 0.35) }
    for id in 1...count {
      stage.ended(id, at: 0.4 + 0.25 * Double(id - 1) / Double(count - 1))
    }
    #expect(stage.gestures.map(\.touches) == [count])
    #expect(stage.gestures.map(\.direction) == [.down])
  }

  @Test("Only the selected directions and numbers of fingers are recognized")
  func restricted() {
    let recognizer = SwipeRecognizer()
    recognizer.directions = [.left]
    let stage = TouchStage(recognizer)
    flick(stage, by: (100, 0))
    #expect(stage.gestures.isEmpty)
    recognizer.directions = [.right]
    recognizer.numberOfTouchesRequired = 2
    let second = TouchStage(recognizer)
    flick(second, by: (100, 0))
    #expect(second.gestures.isEmpty)
    #expect(recognizer.lastFailure?.cause == .touches)
  }

  // MARK: Diagonals

  @Test(
    "With diagonals, a movement has the nearest of eight directions",
    arguments: [
      (100.0, 41.0, Gesture.Direction.right), (100, 42, .downRight), (100, 100, .downRight),
      (-100, 100, .downLeft), (-100, -60, .upLeft), (60, -100, .upRight), (41, -100, .up),
    ])
  func diagonals(dx: Double, dy: Double, direction: Gesture.Direction) {
    let recognizer = SwipeRecognizer()
    #expect(!recognizer.settings.allowsDiagonals)
    recognizer.settings.allowsDiagonals = true
    let stage = TouchStage(recognizer)
    flick(stage, by: (dx, dy))
    #expect(stage.gestures.map(\.direction) == [direction])
    recognizer.settings.allowsDiagonals = false
    #expect(recognizer.directions == [.left, .right, .up, .down])
  }

  @Test(
    "Without diagonals, a diagonal movement is not a swipe",
    arguments: [(100.0, 100.0), (-100, 70), (80, -90)])
  func noDiagonals(dx: Double, dy: Double) {
    let stage = TouchStage(SwipeRecognizer())
    flick(stage, by: (dx, dy))
    #expect(stage.gestures.isEmpty)
    #expect(stage.recognizer.lastFailure?.cause == .deviation)
  }

  @Test(
    "A single diagonal can be selected, and has a tolerance of 30 degrees",
    arguments: [(14.9, 0), (15.1, 1)])
  func oneDiagonal(degrees: Double, swipes: Int) {
    let recognizer = SwipeRecognizer()
    recognizer.directions = [.downRight]
    let stage = TouchStage(recognizer)
    flick(
      stage,
      by: (100 * Trigonometry.cosine(degrees: degrees), 100 * Trigonometry.sine(degrees: degrees)))
    #expect(stage.gestures.map(\.direction) == Array(repeating: .downRight, count: swipes))
  }

  @Test("The profile can enable diagonals")
  func diagonalsOfProfile() {
    for allows in [true, false] {
      var profile = Profile.standard
      profile.swipe.allowsDiagonals = allows
      let stage = TouchStage(profile: profile)
      stage.frame(at: 0, [1: (100, 100)])
      stage.move([1], by: (120, 120), lasting: 0.2)
      stage.frame(at: 0.21, up: [1])
      stage.finish()
      #expect(stage.outcomes == [allows ? "swipe 1 downRight" : "pan 1 down"])
    }
  }

  // MARK: Flicks and slow pans

  @Test(
    "A flick that lifts within 0.5 s of its departure is a swipe, a slower one a pan",
    arguments: [(0.5, "swipe 1 right"), (0.500001, "pan 1 right")])
  func flickOrPan(duration: Double, outcome: String) {
    let stage = TouchStage(profile: .standard)
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 1, [1: (122.1, 100)])
    stage.frame(at: 1.2, [1: (250, 100)])
    stage.frame(at: 1 + duration, up: [1])
    stage.finish()
    #expect(stage.outcomes == [outcome])
  }

  @Test("Five flicks in a second are five swipes", arguments: [Profile.standard, .uikit])
  func rapid(profile: Profile) {
    let stage = TouchStage(profile: profile)
    let translations: [(Double, Double)] = [(100, 0), (-100, 0), (0, 100), (0, -100), (100, 0)]
    for (index, translation) in translations.enumerated() {
      stage.frame(at: Double(index) * 0.2, [index + 1: (300, 200)])
      stage.move([index + 1], by: translation, lasting: 0.1)
      stage.frame(at: Double(index) * 0.2 + 0.12, up: [index + 1])
    }
    stage.finish()
    #expect(stage.now < 1)
    #expect(
      stage.outcomes == ["right", "left", "down", "up", "right"].map { "swipe 1 \($0)" })
  }

  // MARK: Early

  private func early() -> TouchStage {
    let recognizer = SwipeRecognizer()
    recognizer.settings.recognitionTiming = .early
    return TouchStage(recognizer)
  }

  @Test("Early, it is recognized once, as soon as the finger has moved far enough")
  func actsEarly() {
    let stage = early()
    stage.began([1: (0, 0)], at: 0)
    stage.moved([1: (36, 0)], at: 0.05)
    #expect(stage.gestures.isEmpty)
    stage.moved([1: (36.1, 0)], at: 0.06)
    #expect(stage.gestures.map(\.time.seconds) == [0.06])
    stage.moved([1: (200, 0)], at: 0.07)
    stage.ended(1, at: 0.1)
    #expect(stage.gestures.count == 1)
  }

  @Test("Early, it waits for every finger that is down")
  func earlyFingers() {
    let stage = early()
    stage.began([1: (0, 0), 2: (100, 0)], at: 0)
    stage.moved([1: (0, 80)], at: 0.05)
    #expect(stage.gestures.isEmpty)
    stage.moved([2: (100, 80)], at: 0.06)
    #expect(stage.gestures.map(\.touches) == [2])
  }

  @Test("Early, a movement that is slanted at first can still become a swipe")
  func earlyDeviation() {
    let stage = early()
    stage.began([1: (0, 0)], at: 0)
    stage.moved([1: (40, 30)], at: 0.05)
    #expect(stage.gestures.isEmpty)
    stage.moved([1: (100, 30)], at: 0.1)
    #expect(stage.gestures.map(\.direction) == [.right])
  }
}
