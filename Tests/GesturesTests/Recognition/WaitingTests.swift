import Contacts
import Testing
import Timeline

@testable import Gestures

@Suite("Recognizers that wait for others to fail")
struct WaitingTests {
  private let stage = TouchStage()

  private func add<Recognizer: GestureRecognizer>(_ recognizer: Recognizer) -> Recognizer {
    stage.window.addGestureRecognizer(recognizer)
    return recognizer
  }

  private func taps(_ count: Int) -> TapRecognizer {
    let tap = add(TapRecognizer())
    tap.numberOfTapsRequired = count
    return tap
  }

  private func tap(at seconds: Double, id: Contact.ID, _ place: (Double, Double) = (100, 100)) {
    stage.frame(at: seconds, [id: place])
    stage.frame(at: seconds + 0.05, up: [id])
  }

  @Test("Switching the other off ends the wait", arguments: [true, false])
  func switchedOff(singleIsFirst: Bool) {
    let first = taps(singleIsFirst ? 1 : 2)
    let second = taps(singleIsFirst ? 2 : 1)
    let (single, double) = singleIsFirst ? (first, second) : (second, first)
    single.require(toFail: double)
    tap(at: 0, id: 1)
    #expect(stage.gestures.isEmpty)
    double.isEnabled = false
    #expect(stage.gestures.map(\.taps) == [1])
  }

  /// Watches and never says anything.
  private final class Silent: GestureRecognizer {}

  @Test("Another that leaves without a word has failed")
  func silent() {
    let silent = add(Silent())
    let single = taps(1)
    single.require(toFail: silent)
    tap(at: 0, id: 1)
    #expect(stage.gestures.map(\.taps) == [1])
  }

  @Test("Of two that require each other to fail one gives up; nobody waits for ever")
  func cycle() {
    let first = taps(1)
    let second = taps(1)
    first.require(toFail: second)
    second.require(toFail: first)
    tap(at: 0, id: 1)
    #expect(stage.gestures.map(\.taps) == [1])
    #expect(second.lastFailure?.cause == .requirementCycle)
    #expect(stage.application.arbiter.members.isEmpty)
  }

  @Test("One that requires itself to fail does so")
  func selfish() {
    let single = taps(1)
    single.require(toFail: single)
    tap(at: 0, id: 1)
    #expect(single.lastFailure?.cause == .requirementCycle)
    #expect(stage.application.arbiter.members.isEmpty)
  }

  @Test("What waits when everything is interrupted is forgotten", arguments: [true, false])
  func interrupted(singleIsFirst: Bool) {
    let first = taps(singleIsFirst ? 1 : 2)
    let second = taps(singleIsFirst ? 2 : 1)
    let (single, double) = singleIsFirst ? (first, second) : (second, first)
    single.require(toFail: double)
    tap(at: 0, id: 1)
    stage.frame(at: 0.1, isInterrupted: true)
    stage.finish()
    #expect(stage.gestures.isEmpty)
  }

  @Test("A decided tap does not hear of later ones, and is reported as it was")
  func laterTaps() {
    let single = taps(1)
    let double = taps(2)
    single.require(toFail: double)
    tap(at: 0, id: 1)
    // Too far for a double tap: that begins anew here.
    tap(at: 0.2, id: 2, (500, 300))
    stage.finish()
    #expect(stage.gestures.map(\.taps) == [1])
    #expect(stage.gestures.first?.location == Point(x: 100, y: 100))
    #expect(stage.gestures.first?.start == .zero)
  }

  @Test("A press that waits has not failed when the finger lifts")
  func press() {
    let slow = add(LongPressRecognizer())
    slow.minimumPressDuration = 2
    let press = add(LongPressRecognizer())
    press.require(toFail: slow)
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 1, up: [1])
    #expect(stage.gestures.map(\.state) == [.began, .ended])
  }

  @Test("One that fails for a claimant lets nobody begin beside it")
  func displacedTogether() {
    let press = add(LongPressRecognizer())
    press.minimumPressDuration = 0.1
    press.allowableMovement = 1000
    let blocker = add(LongPressRecognizer())
    blocker.minimumPressDuration = 5
    blocker.allowableMovement = 1000
    press.require(toFail: blocker)
    let pan = add(PanRecognizer())
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.2)
    stage.move([1], by: (100, 0), lasting: 0.5)
    stage.frame(at: 1, up: [1])
    #expect(stage.gestures.map(\.kind) == [.pan, .pan])
    #expect(press.lastFailure?.other == .pan)
    #expect(pan.lastFailure == nil)
  }
}
