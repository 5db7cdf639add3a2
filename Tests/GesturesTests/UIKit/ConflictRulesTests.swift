import Contacts
import Gestures
import Testing
import Timeline

@Suite("UIKit's conflicts: rules 19 to 27")
struct ConflictRulesTests {
  private let stage = TouchStage()

  private func add<Recognizer: GestureRecognizer>(
    _ recognizer: Recognizer, to view: View? = nil
  ) -> Recognizer {
    (view ?? stage.window).addGestureRecognizer(recognizer)
    return recognizer
  }

  private func addTap(_ count: Int) -> TapRecognizer {
    let tap = add(TapRecognizer())
    tap.numberOfTapsRequired = count
    return tap
  }

  private func tap(_ id: Contact.ID, at seconds: Double) {
    stage.frame(at: seconds, [id: (100, 100)])
    stage.frame(at: seconds + 0.05, up: [id])
  }

  private func flick() {
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.1)
    stage.frame(at: 0.12, up: [1])
  }

  private var states: [String] { stage.gestures.map { "\($0.kind) \($0.state)" } }

  @Test("19: By default no two recognize at once")
  func exclusive() {
    let first = add(ProbeRecognizer.continuous(.pan))
    let second = add(ProbeRecognizer.continuous(.pinch))
    flick()
    #expect(states == ["pan began", "pan ended"])
    #expect(first.lastFailure == nil)
    #expect(second.lastFailure?.cause == .prevented)
    #expect(second.lastFailure?.other == .pan)
  }

  @Test(
    "20: One delegate's true for simultaneous recognition is enough; false is no veto",
    arguments: [(true, false), (false, true), (true, true), (false, false)])
  func simultaneous(first: Bool, second: Bool) {
    let advisors = [RecordingDelegate(), RecordingDelegate()]
    advisors[0].allowsBoth = { _ in first }
    advisors[1].allowsBoth = { _ in second }
    add(ProbeRecognizer.continuous(.pan)).delegate = advisors[0]
    add(ProbeRecognizer.continuous(.pinch)).delegate = advisors[1]
    flick()
    let both = ["pan began", "pinch began", "pan ended", "pinch ended"]
    #expect(states == (first || second ? both : ["pan began", "pan ended"]))
  }

  @Test(
    "21: A recognizer that was prevented before it began fails silently; it is not cancelled")
  func prevented() {
    _ = add(ProbeRecognizer.continuous(.pan))
    let second = add(ProbeRecognizer.continuous(.pinch))
    var changes: [GestureState] = []
    var actions = 0
    second.addAction { _ in actions += 1 }
    stage.application.arbiter.tracer = { if $0 === second { changes.append($1.to) } }
    flick()
    #expect(changes == [.failed])
    #expect(actions == 0)
  }

  @Test(
    "22: A tap never prevents a tap with a higher tap count",
    arguments: [(1, 2, true), (2, 2, false), (1, 1, false), (2, 1, false), (2, 3, true)])
  func taps(count: Int, other: Int, bothFire: Bool) {
    let first = addTap(count)
    let second = addTap(other)
    #expect(first.canPrevent(second) == !bothFire)
    #expect(first.canPrevent(ProbeRecognizer()))
    for index in 0..<max(count, other) { tap(index + 1, at: Double(index) * 0.2) }
    let counts = stage.gestures.compactMap(\.taps)
    #expect(counts.contains(other) == (bothFire || other == count || other < count))
    #expect(counts.contains(count))
    if count == other { #expect(counts == [count]) }
  }

  @Test("23: require(toFail:): no action until the other has failed")
  func requirement() {
    let first = add(ProbeRecognizer.recognizingOnTouchUp(.tap))
    let second = add(ProbeRecognizer(.swipe))
    second.onBegan = { _ = $0.schedule(at: $1.advanced(bySeconds: 1)) }
    first.require(toFail: second)
    flick()
    #expect(stage.gestures.isEmpty)
    stage.application.advance(to: Timestamp(seconds: 0.999999))
    #expect(stage.gestures.isEmpty)
    // Its last deadline has come, and it has not said a word.
    stage.application.advance(to: Timestamp(seconds: 1))
    #expect(states == ["tap recognized"])
  }

  @Test("24: If the other begins or recognizes, this one fails", arguments: [true, false])
  func requirementSucceeds(isContinuous: Bool) {
    let first = add(ProbeRecognizer.recognizingOnTouchUp(.tap))
    let second = add(
      isContinuous ? ProbeRecognizer.continuous(.pan) : .recognizingOnTouchUp(.swipe))
    let advisor = RecordingDelegate()
    advisor.allowsBoth = { _ in true }
    first.delegate = advisor
    first.require(toFail: second)
    flick()
    #expect(!states.contains("tap recognized"))
    #expect(states.first == (isContinuous ? "pan began" : "swipe recognized"))
    #expect(first.lastFailure?.cause == .requirement)
    #expect(first.lastFailure?.other == (isContinuous ? .pan : .swipe))
  }

  @Test("27: Continuous recognizers easily pre-empt discrete ones")
  func preemption() {
    let swipe = add(SwipeRecognizer())
    _ = add(PanRecognizer())
    flick()
    #expect(states == ["pan began", "pan ended"])
    #expect(swipe.lastFailure?.cause == .prevented)
  }

  @Test(
    "26: A single tap that requires a double tap to fail fires when the double tap's interval ends"
  )
  func singleTapWaits() {
    let single = addTap(1)
    let double = addTap(2)
    double.settings.interval = 0.25
    single.require(toFail: double)
    tap(1, at: 0)
    stage.application.advance(to: Timestamp(seconds: 0.3))
    #expect(stage.gestures.isEmpty)
    stage.application.advance(to: Timestamp(microseconds: 300_001))
    #expect(stage.gestures.map(\.taps) == [1])
  }

  @Test("26: Without the requirement the single tap fires first, at once")
  func singleTapFirst() {
    _ = addTap(2)
    _ = addTap(1)
    tap(1, at: 0)
    #expect(stage.gestures.map(\.taps) == [1])
    tap(2, at: 0.2)
    #expect(stage.gestures.map(\.taps) == [1, 2])
  }
}
