import Contacts
import Gestures
import Testing
import Timeline

@Suite("Subclasses of the built-in recognizers")
struct SubclassTests {
  /// Counts the movements that a subclass's override receives.
  final class Counter {
    var moves = 0
    var resets = 0
  }

  final class OwnTap: TapRecognizer {
    let counter = Counter()
    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
      counter.moves += 1
      super.touchesMoved(touches, with: event)
    }
    override func reset() {
      counter.resets += 1
      super.reset()
    }
  }

  final class OwnPress: LongPressRecognizer {
    let counter = Counter()
    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
      counter.moves += 1
      super.touchesMoved(touches, with: event)
    }
  }

  final class OwnSwipe: SwipeRecognizer {
    let counter = Counter()
    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
      counter.moves += 1
      super.touchesMoved(touches, with: event)
    }
  }

  final class OwnUIKitSwipe: UIKitSwipeRecognizer {
    let counter = Counter()
    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
      counter.moves += 1
      super.touchesMoved(touches, with: event)
    }
  }

  final class OwnPan: PanRecognizer {
    let counter = Counter()
    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
      counter.moves += 1
      super.touchesMoved(touches, with: event)
    }
  }

  final class OwnEdgePan: EdgePanRecognizer {
    let counter = Counter()
    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
      counter.moves += 1
      super.touchesMoved(touches, with: event)
    }
  }

  final class OwnPinch: PinchRecognizer {
    let counter = Counter()
    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
      counter.moves += 1
      super.touchesMoved(touches, with: event)
    }
  }

  final class OwnRotation: RotationRecognizer {
    let counter = Counter()
    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
      counter.moves += 1
      super.touchesMoved(touches, with: event)
    }
  }

  final class OwnTapAndDrag: TapAndDragRecognizer {
    let counter = Counter()
    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
      counter.moves += 1
      super.touchesMoved(touches, with: event)
    }
  }

  final class OwnTipTap: TipTapRecognizer {
    let counter = Counter()
    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
      counter.moves += 1
      super.touchesMoved(touches, with: event)
    }
  }

  final class OwnCheckmark: CheckmarkRecognizer {
    let counter = Counter()
    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
      counter.moves += 1
      super.touchesMoved(touches, with: event)
    }
  }

  /// Plays the gesture of a kind, with at least one movement.
  private func play(_ kind: Gesture.Kind, on stage: TouchStage) {
    switch kind {
    case .tap:
      stage.frame(at: 0, [1: (100, 100)])
      stage.frame(at: 0.02, [1: (101, 100)])
      stage.frame(at: 0.05, up: [1])
    case .longPress:
      stage.frame(at: 0, [1: (100, 100)])
      stage.frame(at: 0.1, [1: (101, 100)])
      stage.frame(at: 0.7, [1: (102, 100)])
      stage.frame(at: 0.8, up: [1])
    case .pinch:
      stage.frame(at: 0, [1: (200, 200), 2: (300, 200)])
      stage.move([2], by: (150, 0), lasting: 0.2)
      stage.frame(at: 0.3, up: [1, 2])
    case .rotation:
      stage.frame(at: 0, [1: (200, 200), 2: (300, 200)])
      stage.frame(at: 0.1, [1: (250, 150), 2: (250, 250)])
      stage.frame(at: 0.3, up: [1, 2])
    case .tapAndDrag:
      stage.tap(1, at: 0, (100, 100))
      stage.frame(at: 0.2, [2: (100, 100)])
      stage.move([2], by: (100, 0), lasting: 0.2)
      stage.frame(at: 0.5, up: [2])
    case .tipTap:
      stage.frame(at: 0, [1: (200, 100)])
      stage.frame(at: 0.3, [2: (100, 100)])
      stage.frame(at: 0.35, [2: (101, 100)])
      stage.frame(at: 0.4, up: [2])
      stage.frame(at: 1, up: [1])
    case .checkmark:
      stage.frame(at: 0, [1: (100, 100)])
      stage.move([1], by: (30, 40), lasting: 0.1)
      stage.move([1], by: (80, -100), lasting: 0.2)
      stage.frame(at: 0.4, up: [1])
    default:
      stage.frame(at: 0, [1: (5, 100)])
      stage.move([1], by: (150, 0), lasting: 0.1)
      stage.frame(at: 0.2, up: [1])
    }
  }

  static let makers: [@Sendable () -> (GestureRecognizer, Counter)] = [
    {
      let tap = OwnTap()
      tap.numberOfTapsRequired = 1
      return (tap, tap.counter)
    },
    {
      let own = OwnPress()
      return (own, own.counter)
    },
    {
      let own = OwnSwipe()
      return (own, own.counter)
    },
    {
      let own = OwnUIKitSwipe(Profile.uikit.swipe)
      own.directions = [.right]
      return (own, own.counter)
    },
    {
      let own = OwnPan()
      return (own, own.counter)
    },
    {
      let own = OwnEdgePan()
      return (own, own.counter)
    },
    {
      let own = OwnPinch()
      return (own, own.counter)
    },
    {
      let own = OwnRotation()
      return (own, own.counter)
    },
    {
      let own = OwnTapAndDrag()
      return (own, own.counter)
    },
    {
      let own = OwnTipTap()
      return (own, own.counter)
    },
    {
      let own = OwnCheckmark()
      return (own, own.counter)
    },
  ]

  @Test(
    "A subclass of a built-in recognizer that calls super recognizes, alone and among others",
    arguments: 0..<11, [false, true])
  func subclass(index: Int, amongOthers: Bool) {
    let stage = TouchStage(policy: IndependentPolicy())
    let (recognizer, counter) = SubclassTests.makers[index]()
    recognizer.name = "own"
    if amongOthers { RecognizerSet.standard.attach(to: stage.window) }
    stage.attach(recognizer)
    let log = StateLog(recognizer)
    play(recognizer.kind, on: stage)
    stage.application.finish()
    #expect(counter.moves > 0)
    #expect(log.milestones == [.recognized] || log.milestones == [.began, .ended])
    #expect(stage.gestures.contains { $0.name == "own" && $0.kind == recognizer.kind })
  }

  @Test("Its reset is called after each attempt")
  func reset() {
    let stage = TouchStage()
    let tap = stage.attach(OwnTap())
    tap.numberOfTapsRequired = 1
    stage.tap(1, at: 0, (100, 100))
    let first = tap.counter.resets
    #expect(first > 0)
    stage.tap(1, at: 1, (100, 100))
    #expect(tap.counter.resets > first)
  }

  /// A pan that fails unless it starts upward, as a sheet's might.
  final class UpwardPan: PanRecognizer {
    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
      super.touchesMoved(touches, with: event)
      guard state == .began, translation.dy > 0 else { return }
      breakOff(at: event.timestamp)
    }
  }

  @Test(
    "A subclass gives up in its callback",
    arguments: [(-100.0, [GestureState.began, .ended]), (100, [.began, .cancelled])])
  func upward(distance: Double, states: [GestureState]) {
    let stage = TouchStage()
    let pan = stage.attach(UpwardPan())
    let log = StateLog(pan)
    stage.frame(at: 0, [1: (200, 200)])
    stage.move([1], by: (0, distance), lasting: 0.1)
    stage.frame(at: 0.2, up: [1])
    #expect(log.milestones == states)
  }

  /// A pan with a kind and a role of its own.
  final class RulerPan: PanRecognizer {
    override var kind: Gesture.Kind { .path }
    override func gesture(at time: Timestamp) -> Gesture {
      var gesture = super.gesture(at: time)
      gesture.name = "ruler \(numberOfTouches)"
      return gesture
    }
  }

  @Test("A subclass changes its reports")
  func report() {
    let stage = TouchStage()
    let pan = stage.attach(RulerPan())
    pan.name = "unused"
    stage.frame(at: 0, [1: (200, 200)])
    stage.move([1], by: (0, 100), lasting: 0.1)
    stage.frame(at: 0.2, up: [1])
    #expect(stage.gestures.map(\.name) == ["ruler 1", "ruler 0"])
    #expect(stage.gestures.allSatisfy { $0.kind == .path })
  }
}
