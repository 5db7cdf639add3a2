import Contacts
import Pipeline
import Testing

struct StressTestTests {
  private func trace(_ fingers: [Finger], _ folder: TemporaryFolder) throws -> LoadedTrace {
    try LoadedTrace(path: folder.write("trace.evemu", SampleTrace.bytes(fingers)))
  }

  private func margin(_ test: StressTest, _ grade: StressGrade) throws -> StressTest.Margin {
    let subject = try #require(test.subjects.first)
    return try #require(subject.margins.first { $0.grade == grade })
  }

  @Test("A swipe is turned until it is none to the right any more")
  func rotation() throws {
    let folder = try TemporaryFolder()
    let trace = try trace([.swipeRight(y: 30, at: 0)], folder)
    let clockwise = try margin(StressTest(trace, grades: [.clockwise]), .clockwise)
    // The limit is 30 degrees, which rounding to the device's units may cross.
    #expect(clockwise.survived == 25 && clockwise.failed == 30)
    let other = try margin(StressTest(trace, grades: [.counterclockwise]), .counterclockwise)
    #expect(other.failed == 30)
  }

  @Test("A swipe is scaled down until it is too short")
  func scale() throws {
    let folder = try TemporaryFolder()
    let trace = try trace([.swipeRight(y: 30, at: 0)], folder)
    // 30 mm; a quick movement of less than 5.6 mm is none.
    let smaller = try margin(StressTest(trace, grades: [.smaller]), .smaller)
    #expect(smaller.survived == 0.2 && smaller.failed == 0.1)
  }

  @Test("Fingers of a tap land one after the other until it is none of two fingers")
  func stagger() throws {
    let folder = try TemporaryFolder()
    let two = [Finger.tap(x: 30, y: 30, at: 0), .tap(x: 50, y: 30, at: 0)]
    let margin = try margin(StressTest(trace(two, folder), grades: [.stagger]), .stagger)
    // The touches take 0.08 s: a finger that is later still never lands.
    #expect(margin.survived == 50 && margin.failed == 75)
    // One finger cannot land one after the other.
    let one = try StressTest(trace([.tap(x: 30, y: 30, at: 0)], folder), grades: [.stagger])
    #expect(one.subjects.first?.margins.isEmpty ?? false)
  }

  @Test("Each gesture has margins of its own, the same however many threads work")
  func gestures() throws {
    let folder = try TemporaryFolder()
    let trace = try trace([.swipeRight(y: 30, at: 0), .tap(x: 20, y: 20, at: 2)], folder)
    let one = StressTest(trace, seeds: 2, jobs: 1).subjects.map(\.json)
    #expect(one.count == 2)
    #expect(one == StressTest(trace, seeds: 2, jobs: 4).subjects.map(\.json))
    // A tap has no direction that could be turned away.
    #expect(one[1].contains(#""clockwise":{"survived":90.0,"unit":"degrees"}"#) == false)
    #expect(one[1].contains(#""clockwise":{"survived":90,"unit":"degrees"}"#))
    #expect(one[0].contains(#""missingResolution":{"survived":true}"#))
  }

  @Test("A trace without a gesture has no margins")
  func nothing() throws {
    let folder = try TemporaryFolder()
    let trace = try LoadedTrace(path: folder.write("none.evemu", SampleTrace.bytes([])))
    #expect(StressTest(trace).subjects.isEmpty)
  }
}
