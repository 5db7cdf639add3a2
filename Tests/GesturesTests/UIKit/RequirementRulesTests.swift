import Contacts
import Gestures
import Testing
import Timeline

@Suite("UIKit's dynamic requirements: rule 25")
struct RequirementRulesTests {
  private let stage = TouchStage()
  /// Two views beside each other; recognizers in them have no view in common.
  private let left = View(frame: Rect(x: 0, y: 0, width: 300, height: 400))
  private let right = View(frame: Rect(x: 300, y: 0, width: 300, height: 400))
  private let waiter = ProbeRecognizer.recognizingOnTouchUp(.tap)
  private let other = ProbeRecognizer(.swipe)

  init() {
    stage.window.addSubview(left)
    stage.window.addSubview(right)
    left.addGestureRecognizer(waiter)
    right.addGestureRecognizer(other)
  }

  private var states: [String] { stage.gestures.map { "\($0.kind) \($0.state)" } }

  /// A finger stays in the right view, while one taps the left one.
  private func tapLeftHoldRight(at start: Double = 0) {
    stage.frame(at: start, [2: (400, 100)])
    stage.frame(at: start + 0.1, [1: (100, 100)])
    stage.frame(at: start + 0.2, up: [1])
  }

  /// The delegate that makes the left recognizer wait.
  enum Source: CaseIterable {
    case delegateOfWaiter, delegateOfOther, nobody, both
  }

  @Test(
    "25: Dynamic requirements may cross view hierarchies; true binds, false is no veto",
    arguments: Source.allCases)
  func acrossHierarchies(source: Source) {
    let advisors = [RecordingDelegate(), RecordingDelegate()]
    waiter.delegate = advisors[0]
    other.delegate = advisors[1]
    let (waiter, other) = (self.waiter, self.other)
    if source == .delegateOfWaiter || source == .both {
      advisors[0].requiresFailure = { $0 === other }
    }
    if source == .delegateOfOther || source == .both {
      advisors[1].isRequiredToFail = { $0 === waiter }
    }
    tapLeftHoldRight()
    #expect(states == (source == .nobody ? ["tap recognized"] : []))
    other.fail(FailureReason(.taps, time: Timestamp(seconds: 0.25)))
    #expect(states == ["tap recognized"])
  }

  @Test("25: If the other recognizer is recognized, this one fails")
  func otherSucceeds() {
    let advisor = RecordingDelegate()
    advisor.requiresFailure = { $0.kind == .swipe }
    waiter.delegate = advisor
    other.onEnded = { $0.recognize(at: $1) }
    tapLeftHoldRight()
    stage.frame(at: 0.3, up: [2])
    #expect(states == ["swipe recognized"])
    #expect(waiter.lastFailure?.cause == .requirement)
  }

  @Test("25: The delegate is asked once per attempt")
  func askedOnce() {
    let advisors = [RecordingDelegate(), RecordingDelegate()]
    waiter.delegate = advisors[0]
    other.delegate = advisors[1]
    advisors[0].requiresFailure = { _ in true }
    let asked = { (advisors[0].log + advisors[1].log).filter { $0.contains("requ") } }
    tapLeftHoldRight()
    stage.frame(at: 0.3, [2: (410, 100)])
    stage.frame(at: 0.4, up: [2])
    #expect(states == ["tap recognized"])
    #expect(asked() == ["require swipe"])
    tapLeftHoldRight(at: 1)
    stage.frame(at: 2, up: [2])
    #expect(asked() == ["require swipe", "require swipe"])
  }

  @Test("25: A subclass can require failure itself")
  func subclass() {
    final class Patient: GestureRecognizer {
      override var kind: Gesture.Kind { .tap }
      override func shouldRequireFailure(of other: GestureRecognizer) -> Bool {
        other.kind == .swipe
      }
      override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        recognize(at: event.timestamp)
      }
    }
    left.removeGestureRecognizer(waiter)
    left.addGestureRecognizer(Patient())
    tapLeftHoldRight()
    #expect(stage.gestures.isEmpty)
    stage.frame(at: 0.3, up: [2])
    #expect(states == ["tap recognized"])
  }

  @Test("A circle of requirements is detected when it is closed")
  func staticCycle() {
    let third = ProbeRecognizer(.pan)
    #expect(waiter.requirementCycle == nil)
    waiter.require(toFail: other)
    other.require(toFail: third)
    #expect(waiter.requirementCycle == nil)
    third.require(toFail: waiter)
    #expect(
      waiter.requirementCycle?.description
        == "tap waits for swipe, which waits for pan, which waits for tap")
    #expect(third.requirementCycle?.recognizers == [third, waiter, other])
    let outside = ProbeRecognizer(.pinch)
    outside.require(toFail: waiter)
    #expect(outside.requirementCycle == nil)
  }

  @Test("A circle that delegates close is reported, and the recognizer that closes it fails")
  func dynamicCycle() {
    var cycles: [String] = []
    stage.application.arbiter.cycleObserver = { cycles.append($0.description) }
    let advisor = RecordingDelegate()
    waiter.delegate = advisor
    other.delegate = advisor
    advisor.requiresFailure = { _ in true }
    other.onEnded = { $0.recognize(at: $1) }
    stage.frame(at: 0, [1: (100, 100), 2: (400, 100)])
    stage.frame(at: 0.2, up: [1])
    stage.frame(at: 0.3, up: [2])
    #expect(cycles == ["swipe waits for tap, which waits for swipe"])
    #expect(other.lastFailure?.cause == .requirementCycle)
    #expect(other.lastFailure?.other == .tap)
    #expect(states == ["tap recognized"])
  }
}
