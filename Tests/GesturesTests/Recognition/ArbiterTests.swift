import Contacts
import Testing
import Timeline

@testable import Gestures

@Suite("Arbiter")
struct ArbiterTests {
  @Test("Exactly the transitions of the table are allowed")
  func transitions() {
    var allowed: [String] = []
    for from in GestureState.allCases {
      for to in GestureState.allCases where from.allows(to) { allowed.append("\(from) \(to)") }
    }
    #expect(
      allowed == [
        "possible began", "possible failed", "possible recognized", "began changed",
        "began ended", "began cancelled", "changed changed", "changed ended",
        "changed cancelled",
      ])
  }

  private func flick(_ stage: TouchStage, fingers: [Contact.ID] = [1]) {
    stage.frame(at: 0, Dictionary(uniqueKeysWithValues: fingers.map { ($0, (100, 100)) }))
    stage.move(fingers, by: (100, 0), lasting: 0.1)
    stage.frame(at: 0.12, up: fingers)
  }

  @Test("By default the first recognizer to begin wins")
  func exclusive() {
    let stage = TouchStage()
    let pan = PanRecognizer()
    let swipe = SwipeRecognizer()
    stage.window.addGestureRecognizer(swipe)
    stage.window.addGestureRecognizer(pan)
    flick(stage)
    #expect(stage.outcomes == ["pan 1 right"])
    #expect(swipe.lastFailure?.cause == .prevented)
    #expect(swipe.lastFailure?.other == .pan)
  }

  @Test("One delegate's true lets both recognize")
  func simultaneous() {
    let stage = TouchStage()
    let delegate = RecordingDelegate()
    delegate.allowsBoth = { _ in true }
    let pan = PanRecognizer()
    let swipe = SwipeRecognizer()
    swipe.delegate = delegate
    stage.window.addGestureRecognizer(swipe)
    stage.window.addGestureRecognizer(pan)
    flick(stage)
    #expect(stage.outcomes == ["swipe 1 right", "pan 1 right"])
  }

  @Test(
    "A delegate can refuse the beginning, which fails the recognizer, and touches, which hides them"
  )
  func refused() {
    let stage = TouchStage()
    let delegate = RecordingDelegate()
    delegate.begins = { _ in false }
    let pan = PanRecognizer()
    pan.delegate = delegate
    stage.window.addGestureRecognizer(pan)
    flick(stage)
    #expect(stage.gestures.isEmpty)
    #expect(pan.lastFailure?.cause == .refused)
    delegate.begins = { _ in true }
    delegate.receivesTouches = { _ in false }
    stage.frame(at: 1, [5: (100, 100)])
    #expect(pan.downCount == 0)
  }

  private func taps(_ stage: TouchStage, _ count: Int) {
    for index in 0..<count {
      stage.frame(at: Double(index) * 0.2, [index + 1: (100, 100)])
      stage.frame(at: Double(index) * 0.2 + 0.05, up: [index + 1])
    }
  }

  private func makeTap(_ count: Int, in stage: TouchStage) -> TapRecognizer {
    let tap = TapRecognizer()
    tap.numberOfTapsRequired = count
    stage.window.addGestureRecognizer(tap)
    return tap
  }

  @Test(
    "A single tap that requires a double tap to fail waits for it", arguments: [(1, [1]), (2, [2])])
  func requirement(count: Int, expected: [Int]) {
    let stage = TouchStage()
    let single = makeTap(1, in: stage)
    let double = makeTap(2, in: stage)
    single.require(toFail: double)
    taps(stage, count)
    if count == 1 { #expect(stage.gestures.isEmpty) }
    stage.finish()
    #expect(stage.gestures.map(\.taps) == expected)
  }

  @Test("Without the requirement the single tap fires at once")
  func withoutRequirement() {
    let stage = TouchStage()
    _ = makeTap(1, in: stage)
    taps(stage, 1)
    #expect(stage.gestures.map(\.taps) == [1])
  }

  @Test("Disabling a recognizer cancels its gesture, and has no effect when it is idle")
  func disabled() {
    let stage = TouchStage()
    let pan = PanRecognizer()
    stage.window.addGestureRecognizer(pan)
    pan.isEnabled = false
    pan.isEnabled = true
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.1)
    pan.isEnabled = false
    #expect(stage.gestures.map(\.state) == [.began, .cancelled])
    stage.move([1], by: (100, 0), lasting: 0.1)
    stage.frame(at: 1, up: [1])
    #expect(stage.gestures.count == 2)
    #expect(pan.state == .possible)
  }

  @Test("Recognizers of sibling views don't compete")
  func besideEachOther() {
    let stage = TouchStage()
    for x in [0.0, 300] {
      let view = View(frame: Rect(x: x, y: 0, width: 300, height: 400))
      view.addGestureRecognizer(PanRecognizer())
      stage.window.addSubview(view)
    }
    stage.frame(at: 0, [1: (50, 50), 2: (350, 50)])
    stage.move([1, 2], by: (0, 100), lasting: 0.3)
    stage.frame(at: 0.4, up: [1, 2])
    #expect(stage.outcomes == ["pan 1 down", "pan 1 down"])
  }

  @Test("A recognizer receives the touches of its view's subviews")
  func descendants() {
    let stage = TouchStage()
    let inner = View(frame: Rect(x: 0, y: 0, width: 300, height: 400))
    stage.window.addSubview(inner)
    stage.window.addGestureRecognizer(TapRecognizer())
    taps(stage, 1)
    stage.finish()
    #expect(stage.outcomes == ["tap 1 ×1"])
  }

  @Test("Actions are called for reported states, never for a failure")
  func actions() {
    let stage = TouchStage()
    let pan = PanRecognizer()
    var states: [GestureState] = []
    pan.addAction { states.append($0.state) }
    stage.window.addGestureRecognizer(pan)
    taps(stage, 1)
    #expect(states.isEmpty)
    stage.frame(at: 1, [9: (100, 100)])
    stage.move([9], by: (60, 0), lasting: 0.02)
    stage.frame(at: 1.1, up: [9])
    #expect(states == [.began, .ended] || states == [.began, .changed, .ended])
  }
}
