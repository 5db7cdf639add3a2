import Contacts
import Gestures
import Testing
import Timeline

@Suite("Custom recognizers")
struct CustomRecognizerTests {
  /// Begins once the finger has drawn far enough, in any direction.
  final class Doodle: GestureRecognizer {
    var ownRole = GestureRole.custom
    var minimum = 150.0
    private var length = 0.0

    override var role: GestureRole { ownRole }
    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
      for touch in touches { length += (touch.point - touch.previousPoint).length }
      if state.isActive { return change(at: event.timestamp) }
      if length > minimum { begin(at: event.timestamp) }
    }
    override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
      guard numberOfTouches == 0 else { return }
      if state.isActive {
        end(at: event.timestamp)
      } else {
        fail(FailureReason(.distance, measured: length, limit: minimum, time: event.timestamp))
      }
    }
    override func reset() { length = 0 }
  }

  private func standardStage(_ recognizer: GestureRecognizer, first: Bool) -> TouchStage {
    let stage = TouchStage(policy: RecognizerSet.standard.policy)
    if first { stage.attach(recognizer) }
    RecognizerSet.standard.attach(to: stage.window)
    if !first { stage.attach(recognizer) }
    return stage
  }

  @Test(
    "The scrub of the article fires beside the standard set, and nothing else",
    arguments: [true, false])
  func scrub(first: Bool) {
    let scrub = ScrubRecognizer()
    let stage = standardStage(scrub, first: first)
    for (index, x) in [100.0, 140, 100, 140, 100, 140].enumerated() {
      stage.frame(at: Double(index) * 0.1, [1: (x, 100)])
    }
    stage.frame(at: 0.6, up: [1])
    stage.application.finish()
    #expect(stage.outcomes.count == 1)
    #expect(stage.gestures.last?.name == "scrub")
    // A tap and a swipe are what they were.
    stage.tap(1, at: 0, (100, 100))
    stage.frame(at: 1, [1: (100, 100)])
    stage.move([1], by: (120, 0), lasting: 0.1)
    stage.frame(at: 1.12, up: [1])
    stage.application.finish()
    #expect(stage.outcomes.dropFirst() == ["tap 1 ×1", "swipe 1 right"])
  }

  @Test(
    "A continuous one replaces the pan when it begins, and is the only outcome",
    arguments: [true, false])
  func doodle(first: Bool) {
    let doodle = Doodle()
    let log = StateLog(doodle)
    let stage = standardStage(doodle, first: first)
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (300, 0), lasting: 0.6)
    stage.move([1], by: (0, 200), lasting: 0.4)
    stage.frame(at: 1.2, up: [1])
    stage.application.finish()
    #expect(log.milestones == [.began, .ended])
    #expect(stage.outcomes.count == 1)
    #expect(stage.gestures.contains { $0.kind == .pan && $0.state == .cancelled })
  }

  @Test("With too little movement, it leaves the outcome to the set")
  func shortDoodle() {
    let doodle = Doodle()
    let stage = standardStage(doodle, first: true)
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 1)
    stage.frame(at: 1.2, up: [1])
    stage.application.finish()
    #expect(stage.outcomes == ["pan 1 right"])
    #expect(doodle.lastFailure?.cause == .distance)
  }

  @Test(
    "Its role says what it replaces",
    arguments: [
      (GestureRole.custom, ["path"]), (.stroke, ["path"]), (.press, ["pan"]),
      (GestureRole(rank: 1), ["pan"]), (GestureRole(rank: 9), ["path"]),
    ])
  func role(role: GestureRole, outcomes: [String]) {
    let doodle = Doodle()
    doodle.ownRole = role
    let stage = standardStage(doodle, first: true)
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (300, 0), lasting: 1)
    stage.frame(at: 1.2, up: [1])
    stage.application.finish()
    #expect(stage.outcomes.map { String($0.prefix { $0 != " " }) } == outcomes)
  }

  @Test(
    "Two custom ones: the first to begin wins",
    arguments: [(50.0, 150.0, "quick"), (150, 50, "slow")])
  func two(quick: Double, slow: Double, winner: String) {
    let stage = TouchStage(policy: StandardPolicy())
    for (name, minimum) in [("quick", quick), ("slow", slow)] {
      let doodle = stage.attach(Doodle())
      doodle.name = name
      doodle.minimum = minimum
    }
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (300, 0), lasting: 1)
    stage.frame(at: 1.2, up: [1])
    #expect(stage.gestures.map(\.name) == [winner, winner])
  }

  private func touchDownRecognizer() -> ProbeRecognizer {
    let probe = ProbeRecognizer()
    probe.onBegan = { $0.recognize(at: $1) }
    return probe
  }

  @Test(
    "One that claims a touch as it begins is the only outcome, in any order and view",
    arguments: [true, false], [true, false])
  func touchDown(first: Bool, isStandard: Bool) {
    for isInside in [true, false] {
      let stage = TouchStage(policy: isStandard ? StandardPolicy() : ExclusivePolicy())
      let inner = View(frame: stage.window.frame)
      stage.window.addSubview(inner)
      let probe = touchDownRecognizer()
      if first { (isInside ? inner : stage.window).addGestureRecognizer(probe) }
      RecognizerSet.standard.attach(to: stage.window)
      if !first { (isInside ? inner : stage.window).addGestureRecognizer(probe) }
      stage.tap(1, at: 0, (100, 100))
      stage.application.finish()
      #expect(stage.outcomes == ["path 0"])
    }
  }

  @Test(
    "A tap that requires one to fail does not act after it was recognized",
    arguments: [true, false])
  func requirement(first: Bool) {
    let stage = TouchStage()
    let probe = touchDownRecognizer()
    let tap = TapRecognizer()
    tap.require(toFail: probe)
    for recognizer in first ? [probe, tap] : [tap, probe] { stage.attach(recognizer) }
    stage.tap(1, at: 0, (100, 100))
    stage.application.finish()
    #expect(stage.outcomes == ["path 0"])
  }

  @Test("A claim and a deadline for a time that has passed do not turn back the time")
  func past() {
    let probe = ProbeRecognizer()
    probe.onBegan = { probe, time in _ = probe.schedule(at: time.advanced(bySeconds: -3)) }
    probe.onMoved = { $0.recognize(at: $1.advanced(bySeconds: -5)) }
    let stage = TouchStage(probe)
    let press = stage.attach(LongPressRecognizer())
    press.minimumPressDuration = -5
    stage.frame(at: 100, [1: (100, 100)])
    stage.frame(at: 101, [1: (100, 100)])
    #expect(stage.gestures.first { $0.kind == press.kind }?.time == Timestamp(seconds: 100))
    stage.frame(at: 102, [1: (300, 100)])
    #expect(stage.application.now == Timestamp(seconds: 102))
  }

  // MARK: Names

  @Test("A name is in reports and failure sentences")
  func names() {
    let stage = TouchStage()
    let pan = stage.attach(PanRecognizer())
    pan.name = "sheet"
    var changes: [StateChange] = []
    stage.application.arbiter.tracer = { changes.append($1) }
    stage.tap(1, at: 0, (100, 100))
    #expect(pan.failureSentence(since: .zero)?.hasPrefix("sheet failed") == true)
    stage.frame(at: 1, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.1)
    stage.frame(at: 1.2, up: [1])
    #expect(stage.gestures.map(\.name) == ["sheet", "sheet"])
    #expect(changes.map(\.name) == ["sheet", "sheet", "sheet"])
    #expect(changes.first?.sentence.hasPrefix("sheet failed") == true)
  }
}
