import Contacts
import Gestures
import Testing
import Timeline

/// Touches that recognizers hold back from views, while callbacks disable and release them.
@Suite("Touches held back from views")
struct HeldTouchTests {
  private let stage = TouchStage(policy: IndependentPolicy())
  private let left = RecordingView.multipleTouch(
    frame: Rect(x: 0, y: 0, width: 300, height: 400))
  private let right = RecordingView.multipleTouch(
    frame: Rect(x: 300, y: 0, width: 300, height: 400))

  init() {
    for view in [left, right] {
      view.lines = { phase, touches, _ in touches.map { "\(phase) \($0.id)" } }
      stage.window.addSubview(view)
    }
  }

  @Test("Releasing another view's touch during touchesBegan does not deliver it twice")
  func releasedInTouchesBegan() {
    let probe = ProbeRecognizer()
    probe.delaysTouchesBegan = true
    right.addGestureRecognizer(probe)
    left.onTouches = { phase, _, _ in
      if phase == .began { probe.isEnabled = false }
    }
    stage.frame(at: 0, [1: (100, 100), 2: (400, 100)])
    stage.frame(at: 0.1, up: [1, 2])
    #expect(right.log == ["began 2", "ended 2"])
  }

  @Test("Releasing another view's touch during touchesMoved does not deliver it twice")
  func releasedInTouchesMoved() {
    let probe = ProbeRecognizer()
    probe.delaysTouchesBegan = true
    right.addGestureRecognizer(probe)
    left.onTouches = { phase, _, _ in
      if phase == .moved { probe.isEnabled = false }
    }
    stage.frame(at: 0, [1: (100, 100), 2: (400, 100)])
    stage.frame(at: 0.1, [1: (110, 100), 2: (410, 100)])
    stage.frame(at: 0.2, up: [1, 2])
    #expect(right.log == ["began 2", "moved 2", "ended 2"])
  }

  @Test("A touch that is cancelled during its backlog is not delivered any further")
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
    left.onTouches = { phase, _, _ in
      if phase == .began { required.isEnabled = false }
    }
    stage.frame(at: 0, [1: (100, 100), 2: (150, 100)])
    stage.frame(at: 0.1, [1: (110, 100), 2: (160, 100)])
    stage.frame(at: 0.2, [1: (120, 100), 2: (170, 100)])
    stage.frame(at: 0.3, up: [1, 2])
    #expect(left.log == ["began 1", "began 2", "cancelled 1", "cancelled 2"])
  }

  @Test("A touch that is cancelled before its beginning was delivered is never delivered")
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
    left.onTouches = { phase, _, _ in
      if phase == .began { required.isEnabled = false }
    }
    stage.frame(at: 0, [1: (100, 100), 2: (400, 100)])
    stage.frame(at: 0.1, [1: (110, 100), 2: (410, 100)])
    stage.frame(at: 0.2, [1: (120, 100), 2: (420, 100)])
    stage.frame(at: 0.3, up: [1, 2])
    #expect(left.log == ["began 1", "cancelled 1"])
    #expect(right.log.isEmpty)
  }

  @Test("33: touchesEnded waits for failure also if touchesBegan was held back")
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

  @Test("33: A recognizer that acts while another holds touchesBegan back takes the touch")
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

  @Test(
    "33: touchesEnded that waited for a failure is delivered before the movement that caused it")
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
