import Contacts
import Gestures
import Testing
import Timeline

/// Callbacks and recognizers that get in the way of touches that are held back.
@Suite("Touches that are held back")
struct HeldTouchTests {
  /// Writes down what it hears, and does something when it hears of a landing or a movement.
  private final class Meddler: View {
    var log: [String] = []
    var onBegan: (() -> Void)?
    var onMoved: (() -> Void)?

    override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
      log += touches.map { "began \($0.id)" }
      onBegan?()
    }
    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
      log += touches.map { "moved \($0.id)" }
      onMoved?()
    }
    override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
      log += touches.map { "ended \($0.id)" }
    }
    override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
      log += touches.map { "cancelled \($0.id)" }
    }
  }

  private let stage = TouchStage(policy: IndependentPolicy())
  private let left = Meddler(frame: Rect(x: 0, y: 0, width: 300, height: 400))
  private let right = Meddler(frame: Rect(x: 300, y: 0, width: 300, height: 400))

  init() {
    for view in [left, right] {
      view.isMultipleTouchEnabled = true
      stage.window.addSubview(view)
    }
  }

  @Test("A view that lets another one's touch go while it hears of a landing does not double it")
  func landingLetGo() {
    let probe = ProbeRecognizer()
    probe.delaysTouchesBegan = true
    right.addGestureRecognizer(probe)
    left.onBegan = { probe.isEnabled = false }
    stage.frame(at: 0, [1: (100, 100), 2: (400, 100)])
    stage.frame(at: 0.1, up: [1, 2])
    #expect(right.log == ["began 2", "ended 2"])
  }

  @Test("A view that lets another one's touch go while it hears of a movement does not double it")
  func movementLetGo() {
    let probe = ProbeRecognizer()
    probe.delaysTouchesBegan = true
    right.addGestureRecognizer(probe)
    left.onMoved = { probe.isEnabled = false }
    stage.frame(at: 0, [1: (100, 100), 2: (400, 100)])
    stage.frame(at: 0.1, [1: (110, 100), 2: (410, 100)])
    stage.frame(at: 0.2, up: [1, 2])
    #expect(right.log == ["began 2", "moved 2", "ended 2"])
  }

  @Test("A touch that a recognizer takes while its backlog is told is told of no more")
  func takenFromBacklog() {
    let delaying = ProbeRecognizer()
    delaying.delaysTouchesBegan = true
    delaying.onMoved = { probe, time in
      if time.seconds > 0.15 { probe.fail(FailureReason(.movement, time: time)) }
    }
    let required = ProbeRecognizer()
    let claiming = ProbeRecognizer.continuous()
    claiming.require(toFail: required)
    for recognizer in [delaying, required, claiming] { left.addGestureRecognizer(recognizer) }
    left.onBegan = { required.isEnabled = false }
    stage.frame(at: 0, [1: (100, 100), 2: (150, 100)])
    stage.frame(at: 0.1, [1: (110, 100), 2: (160, 100)])
    stage.frame(at: 0.2, [1: (120, 100), 2: (170, 100)])
    stage.frame(at: 0.3, up: [1, 2])
    #expect(left.log == ["began 1", "began 2", "cancelled 1", "cancelled 2"])
  }

  @Test("A touch that is taken before its view has heard of its landing is never told of")
  func takenUnheard() {
    let delaying = ProbeRecognizer()
    delaying.delaysTouchesBegan = true
    delaying.onMoved = { probe, time in
      if time.seconds > 0.15 { probe.fail(FailureReason(.movement, time: time)) }
    }
    let required = ProbeRecognizer()
    let claiming = ProbeRecognizer.continuous()
    claiming.require(toFail: required)
    for recognizer in [delaying, required, claiming] {
      stage.window.addGestureRecognizer(recognizer)
    }
    left.onBegan = { required.isEnabled = false }
    stage.frame(at: 0, [1: (100, 100), 2: (400, 100)])
    stage.frame(at: 0.1, [1: (110, 100), 2: (410, 100)])
    stage.frame(at: 0.2, [1: (120, 100), 2: (420, 100)])
    stage.frame(at: 0.3, up: [1, 2])
    #expect(left.log == ["began 1", "cancelled 1"])
    #expect(right.log.isEmpty)
  }

  @Test("33: A lift waits for failure also where the landing was held back")
  func liftAfterHeldLanding() {
    let delaying = ProbeRecognizer()
    delaying.delaysTouchesBegan = true
    delaying.onBegan = { _ = $0.schedule(at: $1.advanced(bySeconds: 0.2)) }
    let tap = TapRecognizer()
    tap.numberOfTapsRequired = 2
    left.addGestureRecognizer(delaying)
    left.addGestureRecognizer(tap)
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.05, up: [1])
    stage.application.advance(to: Timestamp(seconds: 0.21))
    #expect(left.log == ["began 1"])
    stage.frame(at: 0.25, [2: (100, 100)])
    stage.frame(at: 0.3, up: [2])
    #expect(left.log == ["began 1", "cancelled 1"])
  }

  @Test("33: One that acts while another holds the landing back takes the touch for good")
  func takenWhileLandingIsHeld() {
    let delaying = ProbeRecognizer()
    delaying.delaysTouchesBegan = true
    delaying.onBegan = { _ = $0.schedule(at: $1.advanced(bySeconds: 1)) }
    let tap = TapRecognizer()
    tap.numberOfTapsRequired = 2
    left.addGestureRecognizer(delaying)
    left.addGestureRecognizer(tap)
    for (id, time) in [(1, 0.0), (2, 0.2)] {
      stage.frame(at: time, [id: (100, 100)])
      stage.frame(at: time + 0.05, up: [id])
    }
    stage.finish()
    #expect(stage.gestures.map(\.taps) == [2])
    #expect(left.log.isEmpty)
  }

  @Test("33: A lift that waited for a failure comes with the movement that brings it")
  func liftBeforeMovement() {
    let tap = TapRecognizer()
    tap.numberOfTapsRequired = 2
    left.addGestureRecognizer(tap)
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.05, up: [1])
    stage.frame(at: 0.1, [2: (100, 100)])
    stage.frame(at: 0.15, [2: (200, 100)])
    #expect(left.log == ["began 1", "began 2", "ended 1", "moved 2"])
  }
}
