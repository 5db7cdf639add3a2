import Foundation
import TestSupport
import Testing

@testable import GestureTesting

#if canImport(FoundationXML)
  import FoundationXML
#endif

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

  @Test("Far fingers in one place have a picture", arguments: [1e17, 1e300, .infinity, .nan])
  func farPicture(y: Double) throws {
    let stage = Stage()
    stage.lift(stage.touchDown(at: [Point(x: 1, y: y), Point(x: 1, y: y)]))
    let picture = try #require(FailurePicture(stage.log, message: "far"))
    #expect(picture.svg.contains("2: 0 to 0 s"))
  }

  @Test(
    "A recognizer of the test's own views that received nothing says so",
    arguments: [
      ("beside", "no tap: the tap recognizer never decided, or received no touch: its view may be"),
      ("hidden", "no tap: the tap recognizer never decided, or received no touch: its view may be"),
      ("disabled", "no tap: the tap recognizer is disabled"),
      ("refused", "or refuse them"),
    ])
  func withoutTouches(cause: String, message: String) {
    let tap = TapRecognizer()
    let delegate = Refusal()
    let stage = Stage { window in
      let corner = Rect(x: 0, y: 0, width: 9, height: 9)
      let view = View(frame: cause == "beside" ? corner : window.frame)
      view.isHidden = cause == "hidden"
      tap.isEnabled = cause != "disabled"
      if cause == "refused" { tap.delegate = delegate }
      view.addGestureRecognizer(tap)
      window.addSubview(view)
    }
    let check = GestureCheck(of: script, on: stage) { _ in [Tap().expectation] }
    #expect(check.failure?.contains(message) == true, "\(check.failure ?? "")")
  }

  private final class Refusal: GestureRecognizerDelegate {
    func gestureRecognizer(
      _ recognizer: GestureRecognizer, shouldReceive touch: Touch
    ) -> Bool { false }
  }

  @Test("While a finger is down, a tap is not called cancelled")
  func fingerDown() {
    let list = FailureList()
    let stage = Stage()
    _ = stage.touchDown(at: [Point(x: 20, y: 20)])
    stage.wait(0.1)
    expectGestures(of: stage, reporting: list.fail) { Tap() }
    let message = list.failures.first?.message ?? ""
    #expect(message.contains("no tap: a finger is still down"), "\(message)")
    #expect(!message.contains("cancelled"), "\(message)")
  }

  @Test("A failure names a script whose fingers leave the device", arguments: [99.0, 500])
  func besideDevice(x: Double) {
    let list = FailureList()
    let script = FingerScript { Tap(at: Point(x: x, y: 20)) }
    expectGestures(of: script, reporting: list.fail) { Swipe(.left) }
    let message = list.failures.first?.message ?? ""
    #expect(message.contains("the script leaves the device") == (x == 500), "\(message)")
  }

  @Test("A double tap that is too slow has the verdict on it")
  func slowDoubleTap() {
    let list = FailureList()
    let slow = FingerScript {
      Tap()
      Wait(0.5)
      Tap()
    }
    expectGestures(of: slow, on: Stage(hand: .perfect), reporting: list.fail) { Tap(count: 2) }
    let message = list.failures.first?.message ?? ""
    #expect(message.contains("wrong tap ×2: 1 tap, not 2"), "\(message)")
    #expect(message.contains("allowed (tap.interval)"), "\(message)")
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
    #expect(!expectGestures(of: RecordingFile("nowhere.evemu"), reporting: list.fail))
    #expect(!expectGolden(gesturesOf: script, "no such file", reporting: list.fail))
    let parts = [
      "No swipe to the left", "cannot play nowhere.evemu", "no expectations",
    ]
    #expect(list.failures.count == parts.count)
    for (failure, part) in zip(list.failures, parts) { #expect(failure.message.contains(part)) }
    withKnownIssue { expectGestures(of: slow) }
    withKnownIssue { expectGestures(of: RecordingFile("nowhere.evemu")) }
    withKnownIssue { expectGolden(gesturesOf: script, "no such file") }
  }

  @Test(
    "A failure says which hand, rate and device it was, and how to repeat it",
    arguments: [
      (
        StageDevice.touchscreen(), Hand.human.seeded(3).sampled(at: 60),
        """
        played by Hand.human.seeded(3).sampled(at: 60) at 60 Hz on a touchscreen of 155 x 90 mm
        again: Stage(.touchscreen(), hand: Hand.human.seeded(3).sampled(at: 60))
        """
      ),
      (
        .touchpad(width: 80, height: 50), .shaky.dropping(0.1),
        """
        played by Hand.shaky.dropping(0.1) at 125 Hz on a touchpad of 80 x 50 mm
        again: Stage(.touchpad(width: 80, height: 50), hand: Hand.shaky.dropping(0.1))
        """
      ),
      (
        .touchpad(), .human.roughened(by: 3).seeded(5),
        """
        played by a hand of the test's own, seed 5 at 125 Hz on a touchpad of 100 x 70 mm
        again: the test's own hand with .seeded(5)
        """
      ),
    ])
  func conditions(device: StageDevice, hand: Hand, lines: String) throws {
    let check = GestureCheck(of: script, on: Stage(device, hand: hand)) { _ in
      [Swipe(.left).expectation]
    }
    #expect(try #require(check.failure).hasSuffix(lines))
  }

  @Test("A failing recording says how to look at it")
  func traceConditions() throws {
    let trace = RecordingFile("../../Traces/tap.evemu")
    let check = GestureCheck(of: trace) { _ in [Swipe(.left).expectation] }
    let lines = try #require(check.failure).split(separator: "\n")
    #expect(lines.last == "again: replay explain \(trace.path)")
  }

  @Test("Attachments for other test libraries are files in a folder, and a failure names them")
  func folder() throws {
    let folder = try TemporaryFolder()
    let check = GestureCheck(of: tour) { _ in [] }
    let path = folder.path + "/new"
    let notes = check.save(to: path, as: "Tests-12")
    #expect(
      notes == [
        "attached: \(path)/Tests-12-played.evemu", "attached: \(path)/Tests-12-failure.svg",
      ])
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 2)
    #expect(check.save(to: path, as: "Tests-12").last == "attached: \(path)/Tests-12-2-failure.svg")
    #expect(check.save(to: "/proc/no", as: "T").first?.hasPrefix("cannot attach /proc/no/") == true)
  }

  @Test("A picture has a path for each touch and the message, with hostile text escaped")
  func picture() throws {
    let log = Stage(hand: .perfect).play { Swipe(.left, fingers: 3) }
    let picture = try #require(FailurePicture(log, message: "a <b> & \"c\"\nno \u{1}"))
    let svg = picture.svg
    #expect(svg.components(separatedBy: "<polyline").count == 4)
    #expect(svg.contains("a &lt;b&gt; &amp;") && !svg.contains("\u{1}"))
    #expect(XMLParser(data: Data(svg.utf8)).parse())
    #expect(FailurePicture(Stage().log, message: "") == nil)
  }

  @Test("The attached recording produces the same gestures")
  func attachment() throws {
    let folder = try TemporaryFolder()
    let check = GestureCheck(of: tour) { _ in [] }
    let log = try #require(check.log)
    #expect(!check.isMatch)
    try folder.write("again.evemu", try log.recording())
    let again = try RecordingFile(folder.path + "/again.evemu").played(on: nil)
    #expect(again.gestures.count == everyAction.count)
    #expect(again.gestures.map(\.kind) == log.gestures.map(\.kind))
    #expect(again.gestures.map(\.direction) == log.gestures.map(\.direction))
  }
}
