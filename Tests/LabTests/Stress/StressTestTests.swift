import Contacts
import Gestures
import Lab
import Playback
import TestSupport
import Testing

struct StressTestTests {
  private func trace(_ fingers: [Finger], _ folder: TemporaryFolder) throws -> LoadedRecording {
    try LoadedRecording(path: folder.write("trace.evemu", SampleTrace.bytes(fingers)))
  }

  private func margin(_ test: StressTest, _ grade: StressGrade) throws -> StressTest.Margin {
    let subject = try #require(test.subjects.first)
    return try #require(subject.margins.first { $0.grade == grade })
  }

  @Test("A swipe to the right is rotated until it no longer is one")
  func rotation() throws {
    let folder = try TemporaryFolder()
    let trace = try trace([.swipeRight(y: 30, at: 0)], folder)
    let clockwise = try margin(StressTest(trace, grades: [.clockwise]), .clockwise)
    // The limit is 30 degrees, which rounding to the device's units may cross.
    #expect(clockwise.survived == 25 && clockwise.failed == 30)
    let other = try margin(StressTest(trace, grades: [.counterclockwise]), .counterclockwise)
    #expect(other.failed == 30)
    guard case .failure(let change) = clockwise.loss else {
      Issue.record("\(clockwise.loss?.sentence ?? "nothing") is no failure")
      return
    }
    #expect(change.change.reason?.parameter == "swipe.maximumDeviation")
    #expect(change.sentence.hasPrefix("swipe right failed at 0.200 s: "))
  }

  @Test("A swipe is scaled down until it is too short")
  func scale() throws {
    let folder = try TemporaryFolder()
    let trace = try trace([.swipeRight(y: 30, at: 0)], folder)
    // The swipe is 30 mm long; a quick movement of less than 5.6 mm is not a swipe.
    let smaller = try margin(StressTest(trace, grades: [.smaller]), .smaller)
    #expect(smaller.survived == 0.2 && smaller.failed == 0.1)
  }

  @Test("The touch-downs of a two-finger tap are staggered until it no longer is one")
  func stagger() throws {
    let folder = try TemporaryFolder()
    let two = [Finger.tap(x: 30, y: 30, at: 0), .tap(x: 50, y: 30, at: 0)]
    let margin = try margin(StressTest(trace(two, folder), grades: [.stagger]), .stagger)
    // The touches last 0.08 s: a finger with a longer delay never touches down.
    #expect(margin.survived == 50 && margin.failed == 75)
    #expect(margin.loss?.sentence == "recognized as tap, 1 touch, at 0.380 s")
    // A single finger cannot be staggered.
    let one = try StressTest(trace([.tap(x: 30, y: 30, at: 0)], folder), grades: [.stagger])
    #expect(one.subjects.first?.margins.isEmpty ?? false)
  }

  @Test("Each gesture has its own margins, which do not depend on the number of threads")
  func gestures() throws {
    let folder = try TemporaryFolder()
    let trace = try trace([.swipeRight(y: 30, at: 0), .tap(x: 20, y: 20, at: 2)], folder)
    let one = StressTest(trace, seeds: 2, jobs: 1).subjects.map(\.json)
    #expect(one.count == 2)
    #expect(one == StressTest(trace, seeds: 2, jobs: 4).subjects.map(\.json))
    // A tap has no direction that a rotation could change.
    #expect(one[1].contains(#"{"perturbation":"clockwise","survived":90,"unit":"degrees"}"#))
    #expect(one[0].contains(#"{"perturbation":"missingResolution","survived":1}"#))
  }

  @Test("The margins of a gesture do not depend on what follows it")
  func position() throws {
    let folder = try TemporaryFolder()
    let swipe = Finger.swipeRight(y: 30, at: 0)
    let alone = try StressTest(trace([swipe], folder), grades: [.droppedFrames])
    let two = try StressTest(
      trace([swipe, .tap(x: 20, y: 20, at: 4)], folder), grades: [.droppedFrames])
    #expect(two.subjects.count == 2)
    let first = try margin(two, .droppedFrames)
    let only = try margin(alone, .droppedFrames)
    #expect(first.survived == only.survived && first.failed == only.failed)
    #expect(first.survived ?? 0 >= 30)
  }

  @Test("Each lost gesture has a reason, even if only its touch-down is missing")
  func reasons() throws {
    let folder = try TemporaryFolder()
    let trace = try trace([.swipeRight(y: 30, at: 0), .tap(x: 20, y: 20, at: 2)], folder)
    let test = StressTest(trace, seeds: 2)
    for subject in test.subjects {
      for margin in subject.margins {
        let isLost = margin.failed != nil
        #expect((margin.loss != nil) == isLost, "\(margin)")
      }
    }
  }

  @Test("A perturbation that is listed twice counts once")
  func twice() throws {
    let folder = try TemporaryFolder()
    let trace = try trace([.tap(x: 20, y: 20, at: 0)], folder)
    let test = StressTest(trace, grades: [.smaller, .tremor, .smaller], seeds: 1)
    #expect(test.subjects.first?.margins.map(\.grade) == [.smaller, .tremor])
  }

  @Test("A trace without a gesture has no margins")
  func nothing() throws {
    let folder = try TemporaryFolder()
    let trace = try LoadedRecording(path: folder.write("none.evemu", SampleTrace.bytes([])))
    #expect(StressTest(trace).subjects.isEmpty)
  }
}
