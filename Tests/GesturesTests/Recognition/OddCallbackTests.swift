import Contacts
import Testing
import Timeline

@testable import Gestures

/// Callbacks that decide, disable, remove or move at moments at which no program should, but can.
@Suite("Odd moments of callbacks")
struct OddCallbackTests {
  private let stage = TouchStage()

  /// A second application with a window, for what is moved there.
  private let other = TouchStage()

  private func isIdle(_ recognizer: GestureRecognizer) -> Bool {
    recognizer.state == .possible && recognizer.arbiter == nil && recognizer.downCount == 0
      && recognizer.deadlines.isEmpty && recognizer.ignoredTouches.isEmpty
  }

  @Test("A recognizer that claims in a question about its claim is recognized once")
  func claimInQuestion() {
    let recognizer = ProbeRecognizer.recognizingOnTouchUp()
    let delegate = RecordingDelegate()
    delegate.requiresFailure = { [unowned recognizer] _ in
      recognizer.recognize(at: .zero)
      return false
    }
    recognizer.delegate = delegate
    stage.window.addGestureRecognizer(recognizer)
    stage.window.addGestureRecognizer(ProbeRecognizer())
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, up: [1])
    #expect(stage.gestures.map(\.state) == [.recognized])
  }

  @Test(
    "Decisions and deadlines in reset have no effect",
    arguments: ResettingRecognizer.Decision.allCases)
  func decisionInReset(decision: ResettingRecognizer.Decision) {
    let recognizer = ResettingRecognizer(decision)
    stage.window.addGestureRecognizer(recognizer)
    stage.frame(at: 0, [1: (100, 100), 2: (300, 100)])
    stage.frame(at: 0.1, up: [1])
    stage.window.removeGestureRecognizer(recognizer)
    #expect(isIdle(recognizer))
    stage.window.addGestureRecognizer(recognizer)
    stage.frame(at: 0.2, [3: (100, 100)])
    stage.frame(at: 0.3, up: [3])
    #expect(isIdle(recognizer))
    #expect(stage.gestures.isEmpty)
    #expect(stage.application.nextDeadline == nil)
  }

  @Test("A recognizer that is being reset does not fail because another one succeeds")
  func failureDuringReset() {
    let required = ProbeRecognizer()
    let recognizer = ResettingRecognizer(.ignore)
    recognizer.onReset = { required.recognize(at: .zero) }
    recognizer.require(toFail: required)
    for recognizer in [required, recognizer] { stage.window.addGestureRecognizer(recognizer) }
    stage.frame(at: 0, [1: (100, 100)])
    stage.window.removeGestureRecognizer(recognizer)
    #expect(isIdle(recognizer))
  }

  @Test("A recognizer that another one's interruption withdraws does not fail afterwards")
  func withdrawnDuringInterruption() {
    let first = ProbeRecognizer()
    let second = ProbeRecognizer()
    for recognizer in [first, second] {
      recognizer.onBegan = { _ = $0.schedule(at: $1.advanced(bySeconds: 5)) }
      stage.window.addGestureRecognizer(recognizer)
    }
    stage.application.arbiter.tracer = { recognizer, _ in
      if recognizer === first { second.isEnabled = false }
    }
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, up: [1])
    stage.application.interrupt(at: Timestamp(seconds: 0.2))
    #expect(isIdle(second))
  }

  @Test("A recognizer that a question moves to another application receives no touch of the first")
  func movedByQuestion() {
    let asked = ProbeRecognizer()
    let recognizer = ProbeRecognizer()
    let delegate = RecordingDelegate()
    delegate.receivesTouches = { [other] _ in
      other.window.addGestureRecognizer(recognizer)
      return true
    }
    asked.delegate = delegate
    for recognizer in [recognizer, asked] { stage.window.addGestureRecognizer(recognizer) }
    stage.frame(at: 0, [1: (100, 100)])
    #expect(recognizer.log.isEmpty)
    #expect(isIdle(recognizer))
  }

  @Test("The kind of a touch that a recognizer did not receive does not matter later")
  func kindOfLostTouch() {
    let asked = ProbeRecognizer()
    let recognizer = ProbeRecognizer()
    let delegate = RecordingDelegate()
    delegate.receivesTouches = { touch in
      recognizer.isEnabled = touch.kind != .pen
      return true
    }
    asked.delegate = delegate
    for recognizer in [recognizer, asked] { stage.window.addGestureRecognizer(recognizer) }
    stage.frame(at: 0, [1: (100, 100)], tool: .pen)
    stage.frame(at: 0.1, up: [1])
    recognizer.isEnabled = true
    stage.frame(at: 1, [2: (100, 100)])
    #expect(recognizer.log.contains("began 2"))
  }

  private func send(device: Int, at seconds: Double) {
    let contact = Contact(id: 1, position: Point(x: 10, y: 10))
    stage.application.send(
      ContactFrame(time: Timestamp(seconds: seconds), contacts: [contact], device: device))
  }

  @Test("A recognizer that is removed when another device's touch ends its attempt is idle")
  func removedBetweenDevices() {
    let recognizer = ResettingRecognizer(.fail)
    stage.window.addGestureRecognizer(recognizer)
    recognizer.onReset = { [stage, unowned recognizer] in
      stage.window.removeGestureRecognizer(recognizer)
    }
    send(device: 0, at: 0)
    send(device: 1, at: 0.1)
    #expect(isIdle(recognizer))
  }

  @Test("A gesture that begins while another device's touch is routed goes on and ends")
  func begunBetweenDevices() {
    let recognizer = ProbeRecognizer()
    let delegate = RecordingDelegate()
    delegate.receivesTouches = { [unowned recognizer] touch in
      if touch.id > 1 { recognizer.begin(at: touch.timestamp) }
      return true
    }
    recognizer.delegate = delegate
    stage.window.addGestureRecognizer(recognizer)
    send(device: 0, at: 0)
    send(device: 1, at: 0.1)
    #expect(recognizer.state == .began)
    stage.finish()
    #expect(stage.gestures.map(\.state) == [.began, .cancelled])
  }

  @Test("A recognizer without the touch that it ignores forgets it at the end of its attempt")
  func foreignIgnoredTouch() {
    let recognizer = TextbookTapRecognizer()
    let view = View(frame: Rect(x: 0, y: 0, width: 150, height: 400))
    stage.window.addSubview(view)
    view.addGestureRecognizer(recognizer)
    stage.frame(at: 0, [1: (100, 100), 2: (300, 100)])
    for touch in stage.application.touches where touch.id == 2 { recognizer.ignore(touch) }
    stage.frame(at: 0.1, up: [1, 2])
    stage.finish()
    #expect(recognizer.ignoredTouches.isEmpty)
  }

  @Test("A recognizer that receives no touches ignores none")
  func ignoredWithoutAttempt() {
    let recognizer = ProbeRecognizer()
    stage.frame(at: 0, [1: (100, 100)])
    for touch in stage.application.touches { recognizer.ignore(touch) }
    #expect(recognizer.ignoredTouches.isEmpty)
  }

  @Test("A recognizer that acted at a deadline is deallocated when its view lets it go")
  func deallocatedAfterDeadline() {
    weak var tap: GestureRecognizer?
    do {
      let recognizer = TapRecognizer()
      tap = recognizer
      stage.window.addGestureRecognizer(recognizer)
      stage.frame(at: 0, [1: (100, 100)])
      stage.frame(at: 0.05, up: [1])
      stage.finish()
      #expect(stage.outcomes == ["tap 1 ×1"])
      stage.window.removeGestureRecognizer(recognizer)
    }
    #expect(tap == nil)
  }

  @Test("A touch begins in no view that leaves the application during the hit test")
  func removedDuringHitTest() {
    let view = HitTestedView(frame: stage.window.bounds)
    let recognizer = ProbeRecognizer()
    view.addGestureRecognizer(recognizer)
    stage.window.addSubview(view)
    view.onHitTest = { [unowned view, other] in other.window.addSubview(view) }
    stage.frame(at: 0, [1: (100, 100)])
    #expect(recognizer.log.isEmpty)
    #expect(isIdle(recognizer))
    let pan = stage.attach(PanRecognizer())
    let touch = stage.application.touches.first
    #expect(touch.flatMap { pan.view(for: $0) } === stage.window)
  }

  @Test("A window that a callback moves to another application during its removal stays there")
  func windowMovedDuringRemoval() {
    let recognizer = ProbeRecognizer.continuous()
    stage.window.addGestureRecognizer(recognizer)
    recognizer.addAction { [stage, other] in
      if $0.state == .cancelled { other.application.addWindow(stage.window) }
    }
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.1)
    stage.application.removeWindow(stage.window)
    #expect(stage.window.application === other.application)
    #expect(stage.application.windows.isEmpty)
    other.application.removeWindow(stage.window)
    #expect(other.application.windows.count == 1)
  }

  @Test("A gesture that goes on without fingers and sets deadlines for ever ends with the trace")
  func endless() {
    let recognizer = EndlessRecognizer()
    stage.window.addGestureRecognizer(recognizer)
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, up: [1])
    stage.finish()
    #expect(stage.gestures.map(\.state) == [.began, .cancelled])
    #expect(isIdle(recognizer))
    #expect(stage.application.nextDeadline == nil)
  }

  @Test("A gesture that a program reports before any tap does not start after its time")
  func reportedByProgram() {
    for recognizer in [TapRecognizer(), TipTapRecognizer(), TextbookTapRecognizer()] {
      let stage = TouchStage()
      stage.window.addGestureRecognizer(recognizer)
      stage.frame(at: -5, [1: (100, 100)])
      recognizer.recognize(at: Timestamp(seconds: -5))
      #expect(stage.gestures.map(\.start) == [Timestamp(seconds: -5)])
    }
  }

  @Test("A recognizer that sets deadlines for ever does not keep others from theirs")
  func besideEndless() {
    for recognizer in [TickingRecognizer(), TapRecognizer()] {
      stage.window.addGestureRecognizer(recognizer)
    }
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, up: [1])
    stage.finish()
    #expect(stage.gestures.contains { $0.kind == .tap })
    #expect(stage.application.nextDeadline == nil)
  }

  @Test("At the end of time no further deadline is set")
  func endOfTime() {
    let recognizer = EndlessRecognizer()
    stage.window.addGestureRecognizer(recognizer)
    stage.application.send(
      ContactFrame(time: .max, contacts: [Contact(id: 1, position: Point(x: 10, y: 10))]))
    stage.application.send(ContactFrame(time: .max))
    stage.application.advance(to: .max)
    stage.finish()
    #expect(stage.application.nextDeadline == nil)
  }

  @Test("The touch observer of a view receives movements")
  func observedMovement() {
    var phases: [Touch.Phase] = []
    stage.window.touchObserver = { _, phase, _ in phases.append(phase) }
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, [1: (120, 100)])
    stage.frame(at: 0.2, up: [1])
    #expect(phases == [.began, .moved, .ended])
  }

  @Test("A recognizer that was disabled does not restart")
  func restartedAfterDisabling() {
    let recognizer = ProbeRecognizer.continuous()
    stage.window.addGestureRecognizer(recognizer)
    recognizer.onBegan = { recognizer, time in
      recognizer.isEnabled = false
      recognizer.restart(with: TouchSet(), FailureReason(.cancelled, time: time))
    }
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.1)
    #expect(stage.gestures.isEmpty)
    #expect(recognizer.state == .failed)
  }

  @Test("A press that waits is reported as it was, although another finger touched meanwhile")
  func waitingPress() {
    let required = ProbeRecognizer()
    required.onBegan = { _ = $0.schedule(at: $1.advanced(bySeconds: 5)) }
    let press = LongPressRecognizer()
    press.settings.recognitionTiming = .onTouchUp
    press.require(toFail: required)
    for recognizer in [required, press] { stage.window.addGestureRecognizer(recognizer) }
    stage.frame(at: 1, [1: (100, 100)])
    stage.frame(at: 2, up: [1])
    stage.frame(at: 3, [2: (300, 300)])
    stage.frame(at: 3.1, up: [2])
    stage.finish()
    #expect(stage.gestures.map(\.state) == [.began, .ended])
    #expect(stage.gestures.last?.start == Timestamp(seconds: 1))
    #expect(abs((stage.gestures.last?.location.x ?? 0) - 100) < 1e-6)
  }

  @Test("A recognizer that a question about a circle removes does not wait")
  func removedByQuestionAboutCircle() {
    let last = ProbeRecognizer()
    last.onBegan = { _ = $0.schedule(at: $1.advanced(bySeconds: 5)) }
    let required = ProbeRecognizer()
    required.onBegan = { $0.begin(at: $1) }
    required.require(toFail: last)
    let recognizer = ProbeRecognizer.continuous()
    recognizer.require(toFail: required)
    let delegate = RecordingDelegate()
    delegate.requiresFailure = { [stage] other in
      if other === recognizer { stage.window.removeGestureRecognizer(recognizer) }
      return false
    }
    required.delegate = delegate
    for recognizer in [last, required, recognizer] {
      stage.window.addGestureRecognizer(recognizer)
    }
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, [1: (120, 100)])
    #expect(isIdle(recognizer))
    #expect(recognizer.waiting == nil)
  }

  @Test(
    "A view that leaves with the beginning of a late touch hears its end, if its id is in use again"
  )
  func reusedIdInBacklog() {
    let probe = ProbeRecognizer()
    probe.delaysTouchesBegan = true
    probe.onBegan = { _ = $0.schedule(at: $1.advanced(bySeconds: 5)) }
    probe.onMoved = { $0.fail(FailureReason(.cancelled, time: $1)) }
    stage.window.addGestureRecognizer(probe)
    let view = RecordingView.multipleTouch(frame: stage.window.bounds)
    view.onTouches = { [unowned view] _, _, _ in view.removeFromSuperview() }
    stage.window.addSubview(view)
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0, up: [1])
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, [1: (120, 100)])
    #expect(view.log == ["began 1", "ended 1"])
  }
}

/// A recognizer that decides in `reset`.
final class ResettingRecognizer: GestureRecognizer {
  enum Decision: CaseIterable {
    case recognize, begin, fail, schedule, ignore, restart
  }

  var onReset: () -> Void = {}
  private let decision: Decision
  private var last = TouchSet()

  init(_ decision: Decision) { self.decision = decision }

  override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) { last = touches }

  override func reset() {
    onReset()
    switch decision {
    case .recognize: recognize(at: .zero)
    case .begin: begin(at: .zero)
    case .fail: fail(FailureReason(.cancelled, time: .zero))
    case .schedule: _ = schedule(at: Timestamp(seconds: 5))
    case .ignore: for touch in last { ignore(touch) }
    case .restart: restart(with: last, FailureReason(.cancelled, time: .zero))
    }
  }
}

/// A recognizer that begins after its finger has lifted, and never ends.
private final class EndlessRecognizer: GestureRecognizer {
  override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    _ = schedule(at: event.timestamp.advanced(bySeconds: 0.1))
  }

  override func deadlineReached(_ deadline: Deadline, at time: Timestamp) {
    begin(at: time)
    _ = schedule(at: time.advanced(bySeconds: 0.1))
  }
}

/// A recognizer that sets a deadline each microsecond, and decides nothing.
private final class TickingRecognizer: GestureRecognizer {
  override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    _ = schedule(at: event.timestamp.advanced(bySeconds: 0.1))
  }

  override func deadlineReached(_ deadline: Deadline, at time: Timestamp) {
    _ = schedule(at: time.advanced(byMicroseconds: 1))
  }
}

/// A view that does something during the hit test.
private final class HitTestedView: View {
  var onHitTest: () -> Void = {}

  override func point(inside point: Point, with event: TouchEvent?) -> Bool {
    onHitTest()
    return super.point(inside: point, with: event)
  }
}
