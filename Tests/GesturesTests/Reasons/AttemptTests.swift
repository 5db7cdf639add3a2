import Contacts
import Testing
import Timeline

@testable import Gestures

/// Counts its resets.
private final class CountingRecognizer: GestureRecognizer {
  enum Course: CaseIterable {
    case fails, isRecognized, begins, saysNothing, failsLater
  }

  let course: Course
  var resets = 0

  init(_ course: Course) { self.course = course }

  override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    switch course {
    case .fails: fail(FailureReason(.touches, measured: 1, limit: 2, time: event.timestamp))
    case .isRecognized: recognize(at: event.timestamp)
    case .begins: begin(at: event.timestamp)
    case .saysNothing: break
    case .failsLater: _ = schedule(at: event.timestamp.advanced(bySeconds: 0.5))
    }
  }

  override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    end(at: event.timestamp)
  }

  override func deadlineReached(_ deadline: Deadline, at time: Timestamp) {
    fail(FailureReason(.pause, measured: 0.5, limit: 0.5, time: time))
  }

  override func reset() { resets += 1 }
}

@Suite("Attempts")
struct AttemptTests {
  @Test("Every attempt is reset once", arguments: CountingRecognizer.Course.allCases)
  fileprivate func resets(course: CountingRecognizer.Course) {
    let stage = TouchStage()
    let recognizer = CountingRecognizer(course)
    stage.window.addGestureRecognizer(recognizer)
    for attempt in 1...3 {
      stage.frame(at: Double(attempt), [attempt: (100, 100)])
      stage.frame(at: Double(attempt) + 0.1, up: [attempt])
      stage.frame(at: Double(attempt) + 0.8)
      #expect(recognizer.resets == attempt)
      #expect(recognizer.state == .possible)
    }
    stage.finish()
    #expect(recognizer.resets == 3)
  }

  @Test("An attempt that is disabled midway is reset once")
  func switchedOff() {
    let stage = TouchStage()
    let recognizer = CountingRecognizer(.begins)
    stage.window.addGestureRecognizer(recognizer)
    stage.frame(at: 0, [1: (100, 100)])
    recognizer.isEnabled = false
    stage.frame(at: 0.1, up: [1])
    recognizer.isEnabled = true
    #expect(recognizer.resets == 1)
    #expect(recognizer.lastFailure?.cause == .refused)
  }

  @Test("The reason of a failure remains until the next success")
  func lastFailure() {
    let stage = TouchStage(SwipeRecognizer())
    stage.stroke(by: (10, 0))
    let first = stage.recognizer.lastFailure
    #expect(first?.measured == 10)
    stage.began([2: (0, 0)], at: 1)
    #expect(stage.recognizer.lastFailure == first)
    stage.moved([2: (100, 0)], at: 1.1)
    stage.ended(2, at: 1.2)
    #expect(stage.gestures.count == 1)
    #expect(stage.recognizer.lastFailure == nil)
  }
}
