import Contacts
import Gestures
import Testing
import Timeline

@Suite("Article on conflicts")
struct ConflictSnippets {
  private let stage = TouchStage()

  @Test("A single tap that waits for a double tap")
  func waiting() {
    let view = stage.window
    let double = TapRecognizer()
    double.numberOfTapsRequired = 2
    let single = TapRecognizer()
    single.numberOfTapsRequired = 1
    single.require(toFail: double)
    view.addGestureRecognizer(double)
    view.addGestureRecognizer(single)

    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.05, up: [1])
    #expect(stage.gestures.isEmpty)
    stage.finish()
    #expect(stage.outcomes == ["tap 1 ×1"])
  }

  final class Together: GestureRecognizerDelegate {
    func gestureRecognizer(
      _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool {
      recognizer.kind == .pinch && other.kind == .rotation
    }
  }

  @Test("A pinch and a rotation that run together")
  func together() {
    let view = stage.window
    let together = Together()
    let pinch = PinchRecognizer(Profile.uikit.pinch)
    pinch.delegate = together
    view.addGestureRecognizer(pinch)
    view.addGestureRecognizer(RotationRecognizer(Profile.uikit.rotation))

    stage.frame(at: 0, [1: (200, 200), 2: (300, 200)])
    stage.move([2], by: (60, 0), lasting: 0.2)
    stage.move([2], by: (-47, 113), lasting: 0.3)
    stage.move([2], by: (-113, 47), lasting: 0.3)
    stage.frame(at: 1, up: [1, 2])
    #expect(
      stage.gestures.filter { $0.state == .ended }.map(\.kind).sorted { $0.rawValue < $1.rawValue }
        == [.pinch, .rotation])
  }

  struct PressFirst: ArbitrationPolicy {
    func verdict(
      on other: GestureRecognizer, claimant: GestureRecognizer
    ) -> ArbitrationVerdict {
      if other.kind == .longPress && other.state.isActive { return .claimantFails }
      return ExclusivePolicy().verdict(on: other, claimant: claimant)
    }
  }

  @Test("A custom policy")
  func policy() {
    stage.application.arbiter.policy = PressFirst()
    stage.window.addGestureRecognizer(LongPressRecognizer())
    stage.window.addGestureRecognizer(PanRecognizer())
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.6, [1: (100, 100)])
    stage.move([1], by: (200, 0), lasting: 0.3)
    stage.frame(at: 1, up: [1])
    #expect(stage.outcomes.map { $0.prefix(9) } == ["longPress"])
  }
}
