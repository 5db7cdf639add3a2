public import Checking
public import Playback
import TouchScript

/// The perturbations that each gesture of a recording survives: one of its kind, with the same
/// fingers, taps and direction, is still recognized at about the same time.
public struct StressTest: Sendable {
  /// A gesture of the unperturbed recording.
  public struct Subject: Sendable {
    public var record: GestureRecord
    /// The curves in the order of the steps, without perturbations that cannot affect the gesture.
    public var curves: [StressCurve]
    fileprivate let isSingle: Bool
  }

  public private(set) var subjects: [Subject] = []

  /// Plays the recording with each amount of each perturbation.
  ///
  /// - Parameters:
  ///   - required: Amounts that the gestures have to survive; they are tried as well.
  ///   - progress: Called with the number of tried amounts, and that of all.
  public init(
    _ trace: LoadedRecording, profile: Profile = .standard, expected: ExpectedGesture? = nil,
    steps: [StressSteps] = StressSteps.all, draws: StressDraws = StressDraws(),
    required: [StressGrade: Double] = [:],
    jobs: Int = ParallelWork.usualJobs, progress: (Int, Int) -> Void = { _, _ in }
  ) {
    func isSubject(_ record: GestureRecord) -> Bool {
      guard let expected else { return record.gesture.state != .cancelled }
      let isNow = expected.at.map { (record.start...record.time).contains($0) } ?? true
      return expected.matches(record.gesture) && isNow
    }
    let records = trace.records(profile)
    subjects = records.filter(isSubject)
      .map { Subject(record: $0, curves: [], isSingle: draws.seed != nil) }
    guard !subjects.isEmpty else { return }
    let run = StressRun(
      trace: trace, profile: profile, originals: subjects.map(\.record),
      others: records.filter { !isSubject($0) }, draws: draws, jobs: jobs)
    var known: Set<StressGrade> = []
    let all = steps.reduce(0) { $0 + $1.amounts.count }
    var done = 0
    for var steps in steps where known.insert(steps.grade).inserted {
      let limit = required[steps.grade]
      if let limit { steps.insert(limit) }
      let curves = run.curves(steps) { progress(done + $0, all) }
      done += steps.amounts.count
      for (index, curve) in curves.enumerated() {
        guard var curve else { continue }
        curve.required = limit
        subjects[index].curves.append(curve)
      }
    }
  }
}

/// The plays of one recording with increasing amounts of a perturbation.
private struct StressRun: Sendable {
  let trace: LoadedRecording
  let profile: Profile
  let originals: [GestureRecord]
  /// The other gestures of the unperturbed recording, which may match records, too.
  let others: [GestureRecord]
  let draws: StressDraws
  let jobs: Int

  /// The curves of all gestures; nil if the perturbation cannot affect a gesture.
  func curves(_ steps: StressSteps, progress: (Int) -> Void) -> [StressCurve?] {
    let grade = steps.grade
    var curves = originals.map { grade.concerns($0, in: trace) ? StressCurve(grade) : nil }
    for (index, amount) in steps.amounts.enumerated() {
      progress(index)
      let open = curves.indices.filter { curves[$0].map { !isOver($0) } ?? false }
      if open.isEmpty { break }
      for (index, point) in points(of: open, grade, amount) { curves[index]?.points.append(point) }
    }
    return curves
  }

  /// Whether no draw survived the last amount; for a single draw all amounts are of interest.
  private func isOver(_ curve: StressCurve) -> Bool {
    draws.seed == nil && curve.points.last?.survival.successes == 0
  }

  /// Draws an amount until it is decided for each gesture, whose counts end then.
  private func points(
    of open: [Int], _ grade: StressGrade, _ amount: Double
  ) -> [Int: StressCurve.Point] {
    var points: [Int: StressCurve.Point] = [:]
    for index in open { points[index] = StressCurve.Point(amount, of: grade) }
    var undecided = open
    var count = 0
    for checkpoint in grade.isRandom ? draws.checkpoints : [1] where !undecided.isEmpty {
      let first = (draws.seed ?? 0) + UInt64(count)
      let survivors = ParallelWork.map(checkpoint - count, jobs: jobs) { offset in
        self.survivors(grade.applied(to: trace, amount: amount, seed: first + UInt64(offset))).found
      }
      for (offset, found) in survivors.enumerated() {
        let seed = first + UInt64(offset)
        let lost = undecided.filter { !found.contains($0) && points[$0]?.firstLoss == nil }
        let losses = losses(of: lost, grade, amount, seed)
        for index in undecided {
          points[index]?.survival.trials += 1
          if found.contains(index) { points[index]?.survival.successes += 1 }
          if let loss = losses[index] { points[index]?.firstLoss = loss }
        }
      }
      count = checkpoint
      undecided = undecided.filter { points[$0].map { !draws.isDecided($0.survival) } ?? false }
    }
    return points
  }

  /// The fates of the gestures that a draw lost, which take another replay.
  private func losses(
    of lost: [Int], _ grade: StressGrade, _ amount: Double, _ seed: UInt64
  ) -> [Int: StressCurve.LostDraw] {
    guard !lost.isEmpty else { return [:] }
    let worse = grade.applied(to: trace, amount: amount, seed: seed)
    let changes = worse.changes(profile)
    let strangers = survivors(worse).others
    var losses: [Int: StressCurve.LostDraw] = [:]
    for index in lost {
      losses[index] = StressCurve.LostDraw(
        seed: grade.isRandom ? seed : nil,
        loss: StressLoss(of: originals[index], others: strangers, changes: changes))
    }
    return losses
  }

  /// The seconds by which a gesture may be recognized earlier or later.
  private static let tolerance = 0.5

  /// The gestures that are still recognized, and the records that match none of them. A record
  /// counts for the gesture that is nearest in time.
  private func survivors(_ worse: LoadedRecording) -> (found: Set<Int>, others: [GestureRecord]) {
    let records = worse.records(profile).sorted { $0.time < $1.time }
    let gestures = originals + others
    let pairs = GestureMatcher.nearestFirst(
      gestures.count, records.count,
      candidates: { index in
        let time = gestures[index].time
        return records.indices(
          where: \.time, from: time - StressRun.tolerance, through: time + StressRun.tolerance)
      },
      distance: { i, j in
        records[j].isSameGesture(as: gestures[i])
          ? abs(records[j].time - gestures[i].time) : nil
      })
    let used = Set(pairs.map(\.actual))
    return (
      Set(pairs.map(\.expected).filter { $0 < originals.count }),
      records.indices.filter { !used.contains($0) }.map { records[$0] }
    )
  }
}

extension GestureRecord {
  /// Whether both agree in everything but time and measures.
  fileprivate func isSameGesture(as other: GestureRecord) -> Bool {
    let (a, b) = (gesture, other.gesture)
    return a.kind == b.kind && a.state == b.state && a.touches == b.touches && a.taps == b.taps
      && a.direction == b.direction && a.axis == b.axis && a.name == b.name
      && device == other.device
  }
}

// MARK: - Output

extension StressTest.Subject: JSONObject {
  /// Adds the gesture and its curves.
  public func add(to line: inout JSONLine) {
    line.add("v", 2)
    line.add("file", record.file)
    record.add([.time, .start, .kind, .device, .touches, .taps, .direction], to: &line)
    if !isSingle {
      line.add("share", StressDraws.share, decimals: 2)
      line.add("confidence", Proportion.confidence, decimals: 2)
    }
    line.add("margins", curves.map { $0.object(isSingle: isSingle) })
  }

  /// The gesture in words, as in `swipe left, 3 touches, at 1.234 s`.
  public var title: String { record.title }
}
