import Contacts
import Gestures
import Testing
import Timeline

@Suite("Pan")
struct PanRecognizerTests {
  @Test(
    "It begins where a movement is too far for a tap",
    arguments: [(0.1, 36.0, false), (0.1, 36.1, true), (0.4, 22.0, false), (0.4, 22.1, true)])
  func begins(time: Double, translation: Double, begins: Bool) {
    let stage = TouchStage(PanRecognizer())
    stage.began([1: (0, 0)], at: 0)
    stage.moved([1: (translation, 0)], at: time)
    #expect(stage.gestures.map(\.state) == (begins ? [.began] : []))
  }

  @Test(
    "With UIKit's rule the centroid has to move: spreading fingers do not begin it",
    arguments: [false, true])
  func middle(measuresMiddle: Bool) {
    let recognizer = PanRecognizer()
    recognizer.settings.rule = measuresMiddle ? .uikit : .standard
    let stage = TouchStage(recognizer)
    stage.began([1: (0, 0), 2: (100, 0)], at: 0)
    stage.moved([1: (-60, 0), 2: (160, 0)], at: 0.1)
    #expect(stage.gestures.isEmpty == measuresMiddle)
    stage.moved([1: (-60, 36), 2: (160, 36)], at: 0.2)
    #expect(stage.gestures.isEmpty == measuresMiddle)
    stage.moved([1: (-60, 37), 2: (160, 37)], at: 0.21)
    #expect(!stage.gestures.isEmpty)
  }

  @Test("With UIKit's rule, spreading fingers do not begin it at touch up, either")
  func middleAtLift() {
    let recognizer = PanRecognizer()
    recognizer.settings.rule = .uikit
    let stage = TouchStage(recognizer)
    stage.began([1: (0, 0), 2: (100, 0)], at: 0)
    stage.moved([1: (-200, 0), 2: (300, 0)], at: 0.5)
    stage.ended(1, 2, at: 0.6)
    #expect(stage.gestures.isEmpty)
    #expect(recognizer.lastFailure?.measured == 0)
  }

  @Test("It reports translation, main direction and velocity")
  func reports() {
    let stage = TouchStage(PanRecognizer())
    stage.began([1: (100, 100)], at: 0)
    for frame in 1...60 {
      stage.moved([1: (100 - 3 * Double(frame), 100 + Double(frame))], at: Double(frame) / 100)
    }
    stage.ended(1, at: 0.6)
    let pan = stage.finalGestures.first
    #expect(pan?.state == .ended)
    #expect(pan?.direction == .left)
    #expect(pan?.translation == Vector(dx: -180, dy: 60))
    #expect(abs((pan?.velocity?.dx ?? 0) + 300) < 1e-6)
    #expect(abs((pan?.velocity?.dy ?? 0) - 100) < 1e-6)
  }

  @Test("A further finger does not change the translation, and those that are down count")
  func laterFinger() {
    let stage = TouchStage(PanRecognizer())
    stage.began([1: (0, 0)], at: 0)
    stage.moved([1: (50, 0)], at: 0.1)
    stage.began([2: (500, 0)], at: 0.2)
    stage.moved([1: (100, 0), 2: (550, 0)], at: 0.3)
    stage.ended(1, at: 0.4)
    stage.ended(2, at: 0.5)
    #expect(stage.finalGestures.first?.touches == 2)
    #expect(stage.finalGestures.first?.translation == Vector(dx: 100, dy: 0))
  }

  @Test("A finger whose id changes during the gesture continues it")
  func changedIdentity() {
    let stage = TouchStage(PanRecognizer())
    stage.began([1: (0, 0), 2: (100, 0)], at: 0)
    stage.moved([1: (50, 0), 2: (150, 0)], at: 0.1)
    stage.ended(1, at: 0.11)
    stage.began([3: (60, 0)], at: 0.12)
    stage.moved([2: (200, 0), 3: (100, 0)], at: 0.2)
    stage.ended(2, 3, at: 0.3)
    #expect(stage.finalGestures.first?.touches == 2)
    #expect(stage.finalGestures.first?.translation == Vector(dx: 100, dy: 0))
  }

  @Test("Fewer fingers than the minimum do not begin it, more than the maximum fail it")
  func numbers() {
    let recognizer = PanRecognizer()
    recognizer.minimumNumberOfTouches = 2
    recognizer.maximumNumberOfTouches = 2
    let stage = TouchStage(recognizer)
    stage.began([1: (0, 0)], at: 0)
    stage.moved([1: (50, 0)], at: 0.1)
    #expect(stage.gestures.isEmpty)
    stage.began([2: (100, 0)], at: 0.2)
    stage.began([3: (200, 0)], at: 0.2)
    stage.moved([1: (150, 0), 2: (250, 0)], at: 0.3)
    #expect(stage.gestures.isEmpty)
    #expect(recognizer.lastFailure?.cause == .touches)
  }

  @Test("Movement with fewer fingers than the minimum does not count", arguments: [false, true])
  func before(measuresMiddle: Bool) {
    let pan = PanRecognizer()
    pan.minimumNumberOfTouches = 2
    pan.settings.rule = measuresMiddle ? .uikit : .standard
    let stage = TouchStage(pan)
    stage.began([1: (0, 0)], at: 0)
    stage.moved([1: (200, 0)], at: 0.4)
    stage.began([2: (300, 0)], at: 0.5)
    #expect(pan.translation == .zero)
    stage.moved([1: (200, 22), 2: (300, 22)], at: 0.9)
    #expect(stage.gestures.isEmpty)
    stage.moved([1: (200, 23), 2: (300, 23)], at: 1)
    #expect(stage.gestures.map(\.state) == [.began])
    #expect(pan.translation == Vector(dx: 0, dy: 23))
    #expect(stage.gestures.first?.direction == .down)
  }

  @Test("Too few fingers fail it with that reason, however far they move")
  func tooFew() {
    let pan = PanRecognizer()
    pan.minimumNumberOfTouches = 2
    let stage = TouchStage(pan)
    stage.began([1: (0, 0)])
    stage.moved([1: (200, 0)])
    stage.ended(1)
    #expect(stage.gestures.isEmpty)
    #expect(pan.lastFailure?.cause == .touches)
    #expect(pan.lastFailure?.measured == 1)
    #expect(pan.lastFailure?.limit == 2)
  }

  @Test("Fingers that move apart have no direction")
  func nowhere() {
    let stage = TouchStage(PanRecognizer())
    stage.began([1: (0, 0), 2: (10, 0)])
    stage.moved([1: (-100, 0), 2: (110, 0)])
    stage.ended(1, 2)
    #expect(stage.finalGestures.map(\.translation) == [.zero])
    #expect(stage.finalGestures.map(\.direction) == [nil])
  }

  @Test("A small initial jump exceeds the slop once the touch is older")
  func jump() {
    let stage = TouchStage(profile: .standard)
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, [1: (130, 100)])
    stage.frame(at: 1, up: [1])
    stage.finish()
    #expect(stage.outcomes == ["pan 1 right"])
  }

  @Test(
    "While one finger rests, any number of others may touch down and lift",
    arguments: [10, 31, 32, 500])
  func endless(count: Int) {
    let stage = TouchStage(PanRecognizer())
    stage.began([0: (0, 0)])
    for id in 1...count {
      stage.began([id: (100 + Double(id % 2) * 200, 100)], at: Double(id))
      stage.moved([id: (100 + Double(id % 2) * 200, 150)])
      stage.ended(id)
    }
    stage.ended(0)
    let pan = stage.finalGestures.last
    #expect(pan?.state == .ended)
    #expect(pan?.touches == 2)
    // Each of the others moves the centroid of two fingers by half of its way.
    let expected = 25 * Double(count)
    #expect(abs((pan?.translation?.dy ?? 0) - expected) < 1e-9)
    #expect(pan?.translation?.dx == 0)
  }

  @Test(
    "Setting the translation rebases it and keeps the velocity; reports have the whole translation"
  )
  func rebase() {
    let recognizer = PanRecognizer()
    let stage = TouchStage(recognizer)
    stage.began([1: (100, 100)], at: 0)
    for step in 1...10 {
      stage.moved([1: (100 + 10 * Double(step), 100)], at: Double(step) / 100)
    }
    #expect(recognizer.translation == Vector(dx: 100, dy: 0))
    #expect(abs(recognizer.velocity.dx - 1000) < 1e-6)
    recognizer.translation = Vector(dx: 5, dy: 7)
    #expect(recognizer.translation == Vector(dx: 5, dy: 7))
    #expect(abs(recognizer.velocity.dx - 1000) < 1e-6)
    stage.moved([1: (210, 120)], at: 0.11)
    #expect(recognizer.translation == Vector(dx: 15, dy: 27))
    #expect(abs(recognizer.velocity.dx - 1000) < 1e-6)
    stage.ended(1, at: 0.12)
    #expect(stage.finalGestures.map(\.translation) == [Vector(dx: 110, dy: 20)])
    #expect(recognizer.translation == .zero)
  }

  @Test("Translations that an action resets to zero add up to the whole")
  func incremental() {
    let recognizer = PanRecognizer()
    let stage = TouchStage(recognizer)
    var sum = Vector.zero
    recognizer.addAction { recognizer in
      guard let pan = recognizer as? PanRecognizer else { return }
      sum = sum + pan.translation
      pan.translation = .zero
    }
    stage.began([1: (0, 0)], at: 0)
    for step in 1...30 { stage.moved([1: (0, 4 * Double(step))]) }
    stage.began([2: (500, 0)], at: 1)
    stage.moved([1: (0, 140), 2: (500, 20)])
    stage.ended(1, 2)
    #expect(sum == stage.finalGestures.first?.translation)
    #expect(sum == Vector(dx: 0, dy: 140))
  }

  @Test("Setting the translation has no effect with no finger down")
  func rebaseIdle() {
    let recognizer = PanRecognizer()
    recognizer.translation = Vector(dx: 5, dy: 5)
    #expect(recognizer.translation == .zero)
    #expect(recognizer.velocity == .zero)
  }

  @Test("A finger that returns before it begins does not keep it from following")
  func returns() {
    let pan = PanRecognizer()
    pan.minimumNumberOfTouches = 2
    let stage = TouchStage(pan)
    stage.began([1: (100, 100), 2: (200, 100)])
    stage.ended(2)
    stage.began([3: (200, 100)], at: 0.1)
    stage.move([1, 3], by: (50, 0), lasting: 0.1)
    #expect(pan.state.isActive && pan.translation.dx == 50)
    #expect(pan.velocity.dx > 100)
  }

  @Test("Of several fingers at once, those beyond the largest number are ignored")
  func excess() {
    let pan = PanRecognizer()
    (pan.minimumNumberOfTouches, pan.maximumNumberOfTouches) = (2, 2)
    let stage = TouchStage(pan)
    stage.began([1: (100, 100), 2: (200, 100)])
    stage.move([1, 2], by: (50, 0), lasting: 0.1)
    stage.ended(2)
    stage.began([3: (250, 100), 4: (300, 100)], at: 0.2)
    #expect(pan.ignoredTouches.count == 1)
    let before = pan.translation.dx
    stage.move([1, 3], by: (50, 0), lasting: 0.1)
    #expect(pan.translation.dx == before + 50)
  }

  @Test("Fingers that turn have no direction")
  func turn() {
    let stage = TouchStage(PanRecognizer())
    stage.began([1: (100, 100), 2: (200, 100)])
    stage.moved([1: (100, 150), 2: (200, 50)], at: 0.1)
    #expect(stage.gestures.map(\.direction) == [nil])
    stage.moved([1: (100, 150), 2: (200, 60)], at: 0.2)
    #expect(stage.gestures.map(\.direction) == [nil, .down])
  }
}
