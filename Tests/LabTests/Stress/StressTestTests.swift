import Checking
import Contacts
import Files
import Gestures
import Lab
import Playback
import TestSupport
import Testing

struct StressTestTests {
  private func trace(_ fingers: [Finger], _ folder: TemporaryFolder) throws -> LoadedRecording {
    try LoadedRecording(path: folder.write("trace.evemu", SampleTrace.bytes(fingers)))
  }

  private func curve(
    _ trace: LoadedRecording, _ grade: StressGrade, draws: StressDraws = StressDraws(),
    required: Double? = nil
  ) throws -> StressCurve {
    let test = StressTest(
      trace, steps: [StressSteps(grade)], draws: draws,
      required: required.map { [grade: $0] } ?? [:])
    let subject = try #require(test.subjects.first)
    return try #require(subject.curves.first)
  }

  @Test("A swipe to the right is rotated until it no longer is one")
  func rotation() throws {
    let folder = try TemporaryFolder()
    let trace = try trace([.swipeRight(y: 30, at: 0)], folder)
    let clockwise = try curve(trace, .clockwise)
    // The limit is 30 degrees, which rounding to the device's units may cross.
    #expect(clockwise.margin == 25 && clockwise.lost == 30)
    // The curve ends where no draw survives.
    #expect(clockwise.points.last?.amount == 30)
    #expect(try curve(trace, .counterclockwise).lost == 30)
    let lost = try #require(clockwise.points.last?.firstLoss)
    // There is no chance in it.
    #expect(lost.seed == nil && clockwise.points.allSatisfy { $0.survival.trials == 1 })
    guard case .failure(let change) = lost.loss else {
      Issue.record("\(lost.loss.sentence) is no failure")
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
    let smaller = try curve(trace, .smaller)
    #expect(smaller.margin == 0.2 && smaller.lost == 0.1)
  }

  @Test("The touch-downs of a two-finger tap are staggered until it no longer is one")
  func stagger() throws {
    let folder = try TemporaryFolder()
    let two = [Finger.tap(x: 30, y: 30, at: 0), .tap(x: 50, y: 30, at: 0)]
    let stagger = try curve(trace(two, folder), .stagger)
    // The touches last 0.08 s: a finger with a longer delay never touches down.
    #expect(stagger.margin == 50 && stagger.lost == 75)
    #expect(
      stagger.points.last?.firstLoss?.loss.sentence == "recognized as tap, 1 touch, at 0.380 s")
    // A single finger cannot be staggered.
    let one = try StressTest(
      trace([.tap(x: 30, y: 30, at: 0)], folder), steps: [StressSteps(.stagger)])
    #expect(one.subjects.first?.curves.isEmpty ?? false)
  }

  @Test("Each gesture has its own margins, which do not depend on the number of threads")
  func gestures() throws {
    let folder = try TemporaryFolder()
    let trace = try trace([.swipeRight(y: 30, at: 0), .tap(x: 20, y: 20, at: 2)], folder)
    let draws = StressDraws(most: 40)
    let one = StressTest(trace, draws: draws, jobs: 1).subjects.map(\.json)
    #expect(one.count == 2)
    #expect(one == StressTest(trace, draws: draws, jobs: 4).subjects.map(\.json))
    // A tap has no direction that a rotation could change.
    #expect(one[1].contains(#"{"perturbation":"clockwise","unit":"degrees","margin":90,"curve":["#))
    #expect(
      one[0].contains(
        #"{"perturbation":"missingResolution","margin":1,"curve":[{"amount":1,"draws":1,"survived":1}]}"#
      ))
  }

  @Test("The curves of a gesture do not depend on what follows it")
  func position() throws {
    let folder = try TemporaryFolder()
    let swipe = Finger.swipeRight(y: 30, at: 0)
    let draws = StressDraws(most: 64)
    let only = try curve(trace([swipe], folder), .droppedFrames, draws: draws)
    let first = try curve(
      trace([swipe, .tap(x: 20, y: 20, at: 4)], folder), .droppedFrames, draws: draws)
    // Beyond 80 %, the last frame of a recording is delayed otherwise than one that others follow.
    #expect(first.points.dropLast().map(\.survival) == only.points.dropLast().map(\.survival))
    #expect(first.points.contains { !$0.isRefuted && $0.amount >= 30 })
  }

  @Test("Each amount that a draw lost has a seed and a reason, and no other has")
  func reasons() throws {
    let folder = try TemporaryFolder()
    let trace = try trace([.swipeRight(y: 30, at: 0), .tap(x: 20, y: 20, at: 2)], folder)
    for subject in StressTest(trace, draws: StressDraws(most: 4)).subjects {
      for curve in subject.curves {
        for point in curve.points {
          let isLost = point.survival.successes < point.survival.trials
          #expect((point.firstLoss != nil) == isLost, "\(curve.grade) \(point)")
          #expect((point.firstLoss?.seed != nil) == (isLost && curve.grade.isRandom))
        }
      }
    }
  }

  @Test("A lost draw is repeated by its seed, for the same reason")
  func seed() throws {
    let folder = try TemporaryFolder()
    let trace = try trace([.tap(x: 20, y: 20, at: 0)], folder)
    let points = try curve(trace, .tremor, draws: StressDraws(most: 64)).points
    let lost = points.filter { $0.firstLoss?.seed ?? 0 > 0 }
    #expect(!lost.isEmpty)
    for point in lost {
      let first = try #require(point.firstLoss)
      let seed = try #require(first.seed)
      func again(_ seed: UInt64) throws -> StressCurve.Point {
        let curve = try curve(trace, .tremor, draws: StressDraws(seed: seed))
        #expect(curve.points.map(\.amount) == StressGrade.tremor.amounts)
        return try #require(curve.points.first { $0.amount == point.amount })
      }
      #expect(try again(seed).firstLoss?.loss == first.loss)
      // All draws before it were survived.
      #expect(try again(seed - 1).firstLoss == nil)
    }
  }

  @Test("A margin does not grow by trying less, and fewer draws than can show it show none")
  func fewerDraws() throws {
    let folder = try TemporaryFolder()
    let trace = try trace([.tap(x: 20, y: 20, at: 0)], folder)
    let amounts = StressGrade.tremor.amounts
    let margins = try [1, 8, 380, 381, 1600].map {
      try curve(trace, .tremor, draws: StressDraws(most: $0)).margin
        .flatMap { amounts.firstIndex(of: $0) } ?? -1
    }
    #expect(margins[..<3].allSatisfy { $0 == -1 } && margins[3] >= 0)
    #expect(margins == margins.sorted())
  }

  @Test("A perturbation that is listed twice counts once")
  func twice() throws {
    let folder = try TemporaryFolder()
    let trace = try trace([.tap(x: 20, y: 20, at: 0)], folder)
    let test = StressTest(
      trace, steps: [.smaller, .tremor, .smaller].map { StressSteps($0) },
      draws: StressDraws(most: 1))
    #expect(test.subjects.first?.curves.map(\.grade) == [.smaller, .tremor])
  }

  @Test(
    "A required amount is measured, and met up to the margin",
    arguments: [
      (StressGrade.clockwise, 25, nil), (.clockwise, 26, nil), (.clockwise, 33, 30),
      // A smaller path and a lower rate perturb more.
      (.smaller, 0.9, nil), (.smaller, 0.15, 0.15), (.smaller, 0.05, 0.1),
      (.rate, 100, nil), (.rate, 1, 40),
    ] as [(StressGrade, Double, Double?)])
  func required(grade: StressGrade, amount: Double, unmet: Double?) throws {
    let folder = try TemporaryFolder()
    let trace = try trace([.swipeRight(y: 30, at: 0)], folder)
    let curve = try curve(trace, grade, required: amount)
    if unmet == nil { #expect(curve.points.contains { $0.amount == amount }) }
    if grade == .rate, unmet != nil {
      let first = try #require(curve.unmet)
      #expect(first.amount > 1 && !first.isShown)
    } else {
      #expect(curve.unmet?.amount == unmet)
    }
  }

  @Test("Amounts are in order, each once")
  func steps() {
    #expect(StressSteps(.tremor, amounts: [2, 1, 2]).amounts == [1, 2])
    #expect(StressSteps(.rate, amounts: [30, 60]).amounts == [60, 30])
    for steps in StressSteps.all { #expect(steps.amounts == steps.grade.amounts) }
  }

  @Test("No gesture survives by another one of its kind beside it")
  func neighbours() throws {
    let folder = try TemporaryFolder()
    let drifting = Finger(
      from: Point(x: 20, y: 20), to: Point(x: 21.5, y: 20), landing: 0, lift: 0.1)
    let alone = try curve(trace([drifting], folder), .larger).margin
    let both = try trace([drifting, .tap(x: 80, y: 40, at: 0.2)], folder)
    for expected in [nil, try ExpectedGesture(parsing: "tap,at=0.05")] {
      let test = StressTest(both, expected: expected, steps: [StressSteps(.larger)])
      #expect(test.subjects.count == (expected == nil ? 2 : 1))
      #expect(test.subjects.first?.curves.first?.margin == alone)
    }
  }

  @Test("A trace without a gesture has no margins")
  func nothing() throws {
    let folder = try TemporaryFolder()
    let trace = try LoadedRecording(path: folder.write("none.evemu", SampleTrace.bytes([])))
    #expect(StressTest(trace).subjects.isEmpty)
  }
}
