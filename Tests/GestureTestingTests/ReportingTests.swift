import Foundation
import GestureTesting
import TestSupport
import Testing

@Suite("Reporting failures")
struct ReportingTests {
  private let script = FingerScript { Tap() }

  @Test("Swift Testing receives a failure with its message and line")
  func swiftTesting() {
    let line = #line + 2
    withKnownIssue {
      expectGestures(of: script) { Tap(count: 2) }
    } matching: { issue in
      issue.comments.first?.rawValue.contains("1 tap, not 2") == true
        && issue.sourceLocation?.line == line
    }
  }

  @Test("Met expectations report nothing")
  func silence() {
    #expect(expectGestures(of: script) { Tap() })
    #expect(expectGestures(of: script))
  }

  @Test("A function like XCTFail receives a failure with its message, file and line")
  func function() {
    let list = FailureList()
    let line: UInt = #line + 1
    let isMet = expectGestures(of: script, reporting: list.fail) { Tap(count: 2) }
    #expect(!isMet)
    #expect(list.failures.count == 1)
    #expect(list.failures.first?.message.contains("1 tap, not 2") == true)
    #expect(list.failures.first?.line == line)
    #expect(list.failures.first?.file == #filePath)
    #expect(expectGestures(of: script, reporting: list.fail) { Tap() })
    #expect(expectGestures(of: script, reporting: list.fail))
    #expect(list.failures.count == 1)
  }

  @Test("Scripts, traces and golden files report failures alike")
  func others() {
    let list = FailureList()
    let slow = FingerScript { Swipe(.left, duration: 2) }
    #expect(!expectGestures(of: slow, reporting: list.fail))
    #expect(!expectGestures(of: Trace("nowhere.evemu"), reporting: list.fail))
    #expect(!expectGolden(gesturesOf: script, "no such file", reporting: list.fail))
    let parts = [
      "no swipe left", "cannot play nowhere.evemu", "no expectations",
    ]
    #expect(list.failures.count == parts.count)
    for (failure, part) in zip(list.failures, parts) { #expect(failure.message.contains(part)) }
    withKnownIssue { expectGestures(of: slow) }
    withKnownIssue { expectGestures(of: Trace("nowhere.evemu")) }
    withKnownIssue { expectGolden(gesturesOf: script, "no such file") }
  }

  @Test("The attached recording produces the same gestures")
  func attachment() throws {
    let folder = try TemporaryFolder()
    let check = GestureCheck(of: tour) { _ in [] }
    let log = try #require(check.log)
    #expect(!check.isMatch)
    try folder.write("again.evemu", try log.recording())
    let again = try Trace(folder.path + "/again.evemu").played(on: nil)
    #expect(again.gestures.count == everyAction.count)
    #expect(again.gestures.map(\.kind) == log.gestures.map(\.kind))
    #expect(again.gestures.map(\.direction) == log.gestures.map(\.direction))
  }
}
