import Contacts
import Gestures
import Testing

@Suite("UIKit's states: rules 11 to 18")
struct StateRulesTests {
  private let stage = TouchStage()

  private func add(_ recognizer: ProbeRecognizer) -> ProbeRecognizer {
    stage.window.addGestureRecognizer(recognizer)
    stage.application.arbiter.observesChanges = true
    return recognizer
  }

  private func drag(_ id: Contact.ID = 1, at start: Double = 0) {
    stage.frame(at: start, [id: (10, 10)])
    stage.frame(at: start + 0.1, [id: (20, 10)])
    stage.frame(at: start + 0.2, [id: (30, 10)])
    stage.frame(at: start + 0.3, [id: (40, 10)])
    stage.frame(at: start + 0.4, up: [id])
  }

  @Test(
    "11: Discrete: possible to recognized, or to failed; never began", arguments: [true, false])
  func discrete(succeeds: Bool) {
    let probe = add(ProbeRecognizer())
    probe.onEnded = { succeeds ? $0.recognize(at: $1) : $0.fail(FailureReason(.taps, time: $1)) }
    var changes: [StateChange] = []
    stage.application.arbiter.tracer = { changes.append($1) }
    drag()
    #expect(changes.map(\.from) == [.possible])
    #expect(changes.map(\.to) == [succeeds ? .recognized : .failed])
    #expect(stage.gestures.map(\.state) == (succeeds ? [.recognized] : []))
  }

  @Test(
    "12: Continuous: began, changed any number of times, then ended or cancelled",
    arguments: [true, false])
  func continuous(isCancelled: Bool) {
    let probe = add(.continuous())
    if isCancelled { probe.onEnded = { $0.breakOff(at: $1) } }
    drag()
    #expect(
      stage.gestures.map(\.state) == [
        .began, .changed, .changed, isCancelled ? .cancelled : .ended,
      ])
  }

  @Test(
    "13: Actions fire on began, changed, ended, cancelled and recognized; never on failed",
    arguments: GestureState.allCases)
  func actions(last: GestureState) {
    let probe = add(last == .recognized || last == .failed ? ProbeRecognizer() : .continuous())
    var states: [GestureState] = []
    probe.addAction { states.append($0.state) }
    var expected: [GestureState] = [.began, .changed, .changed]
    switch last {
    case .ended: expected.append(.ended)
    case .cancelled:
      probe.onEnded = { $0.breakOff(at: $1) }
      expected.append(.cancelled)
    case .recognized:
      probe.onEnded = { $0.recognize(at: $1) }
      expected = [.recognized]
    case .failed:
      probe.onEnded = { $0.fail(FailureReason(.taps, time: $1)) }
      expected = []
    case .possible, .began, .changed: return
    }
    drag()
    #expect(states == expected)
  }

  @Test(
    "14: After an event, a discrete recognizer may have fired and be possible again"
  )
  func discreteReadsPossible() {
    let probe = add(.recognizingOnTouchUp())
    var states: [GestureState] = []
    probe.addAction { states.append($0.state) }
    drag()
    #expect(probe.state == .possible)
    #expect(states == [.recognized])
  }

  @Test("15: After a final state a recognizer ignores the rest of the touch sequence")
  func ignoresTheRest() {
    let probe = add(ProbeRecognizer())
    probe.onMoved = { $0.recognize(at: $1) }
    stage.frame(at: 0, [1: (10, 10)])
    stage.frame(at: 0.1, [1: (20, 10)])
    stage.frame(at: 0.2, [1: (30, 10), 2: (50, 50)])
    stage.frame(at: 0.3, [1: (40, 10), 2: (60, 50)])
    stage.frame(at: 0.4, up: [1])
    stage.frame(at: 0.5, [2: (70, 50)])
    stage.frame(at: 0.6, up: [2])
    #expect(probe.log == ["began 1", "moved 1", "reset"])
    #expect(stage.gestures.count == 1)
  }

  @Test("15: A continuous recognizer keeps its final state until the sequence ends")
  func keepsFinalState() {
    let probe = add(.continuous())
    stage.frame(at: 0, [1: (10, 10), 2: (50, 50)])
    stage.frame(at: 0.1, [1: (20, 10)])
    stage.frame(at: 0.2, up: [1])
    #expect(probe.state == .ended)
    stage.frame(at: 0.3, [2: (60, 50)])
    #expect(probe.state == .ended)
    stage.frame(at: 0.4, up: [2])
    #expect(probe.state == .possible)
  }

  @Test("16: After a reset, touches that are still down are ignored")
  func ignoredAfterReset() {
    let probe = add(.continuous())
    stage.frame(at: 0, [1: (10, 10)])
    // Taken from its view and attached again, a recognizer starts from scratch.
    stage.window.removeGestureRecognizer(probe)
    stage.window.addGestureRecognizer(probe)
    stage.frame(at: 0.1, [1: (20, 10)])
    stage.frame(at: 0.2, [1: (30, 10)])
    stage.frame(at: 0.3, up: [1])
    #expect(probe.log == ["began 1", "reset"])
    #expect(stage.gestures.isEmpty)
    drag(2, at: 1)
    #expect(stage.gestures.map(\.state) == [.began, .changed, .changed, .ended])
  }

  @Test(
    "17: shouldBegin is asked before leaving possible; false fails the recognizer",
    arguments: [true, false])
  func shouldBegin(begins: Bool) {
    let advisor = RecordingDelegate()
    advisor.begins = { _ in begins }
    let probe = add(.continuous())
    probe.delegate = advisor
    var changes: [StateChange] = []
    stage.application.arbiter.tracer = { changes.append($1) }
    drag()
    #expect(advisor.log == ["event 1", "touch 1", "begin possible"])
    #expect(changes.first?.to == (begins ? .began : .failed))
    #expect(stage.gestures.isEmpty == !begins)
    if !begins { #expect(probe.lastFailure?.cause == .refused) }
  }

  @Test("18: A cancelled touch cancels an active recognizer and fails a possible one")
  func cancelledTouch() {
    let active = add(.continuous())
    let possible = add(ProbeRecognizer())
    let advisor = RecordingDelegate()
    advisor.allowsBoth = { _ in true }
    possible.delegate = advisor
    var changes: [String] = []
    stage.application.arbiter.tracer = { changes.append("\($0 == active) \($1.to)") }
    stage.frame(at: 0, [1: (10, 10)])
    stage.frame(at: 0.1, [1: (20, 10)])
    stage.frame(at: 0.2, cancelled: [1])
    #expect(changes == ["true began", "true cancelled", "false failed"])
  }
}
