import Contacts
import Evdev
public import Gestures
import Playback
import TouchScript

/// How much each gesture of a trace survives.
///
/// A gesture survives a perturbation if one of its kind, with the same fingers, taps and direction,
/// is still recognized at about the same time, whatever the seed. Its margin is the largest step
/// before the first that it does not survive.
public struct StressTest: Sendable {
  /// How far a gesture came with one kind of perturbation.
  public struct Margin: Sendable, Hashable {
    public var grade: StressGrade
    /// The largest step that it survived; nil if not even the first.
    public var survived: Double?
    /// The first step that it did not survive; nil if it survived them all.
    public var failed: Double?
    /// What became of it at that step, with the first seed that it did not survive; nil if it
    /// survived them all.
    public var loss: StressLoss?
  }

  /// A gesture of the trace as it is.
  public struct Subject: Sendable {
    public var record: GestureRecord
    /// In the order of ``StressGrade``, without those that say nothing of it.
    public var margins: [Margin]
  }

  public private(set) var subjects: [Subject] = []

  /// Plays the trace with each step of each perturbation.
  ///
  /// - Parameter seeds: How many seeds are tried where chance has a part, at least 1.
  public init(
    _ trace: LoadedTrace, profile: Profile = .standard,
    grades: [StressGrade] = StressGrade.allCases,
    seeds: Int = 8, jobs: Int = ParallelWork.usualJobs
  ) {
    subjects = trace.records(profile).filter { $0.gesture.state != .cancelled }
      .map { Subject(record: $0, margins: []) }
    let originals = subjects.map(\.record)
    guard !originals.isEmpty else { return }
    // One that is named twice counts once.
    let grades = grades.enumerated().filter { !grades[..<$0.offset].contains($0.element) }
      .map(\.element)
    let tables = ParallelWork.map(grades.count, jobs: jobs) { index in
      StressTest.margins(of: originals, trace, profile, grades[index], seeds: max(1, seeds))
    }
    for table in tables {
      for (index, margin) in table.enumerated() {
        if let margin { subjects[index].margins.append(margin) }
      }
    }
  }

  /// The margins of all gestures; nil where the perturbation changes nothing that they are made of.
  private static func margins(
    of originals: [GestureRecord], _ trace: LoadedTrace, _ profile: Profile, _ grade: StressGrade,
    seeds: Int
  ) -> [Margin?] {
    var margins: [Margin?] = originals.map {
      grade.concerns($0, in: trace) ? Margin(grade: grade) : nil
    }
    for amount in grade.amounts {
      let open = margins.indices.filter { margins[$0].map { $0.failed == nil } ?? false }
      if open.isEmpty { break }
      var alive = Set(open)
      for seed in 0..<(grade.isRandom ? seeds : 1) where !alive.isEmpty {
        let worse = grade.applied(to: trace, amount: amount, seed: UInt64(seed))
        let (survivors, others) = StressTest.survivors(originals, in: worse.records(profile))
        let lost = alive.subtracting(survivors)
        alive.subtract(lost)
        // Asking why is another replay, so only those that are lost do.
        let changes = lost.isEmpty ? [] : worse.changes(profile)
        for index in lost {
          margins[index]?.loss = StressLoss(
            of: originals[index], others: others, changes: changes)
        }
      }
      for index in open {
        if alive.contains(index) {
          margins[index]?.survived = amount
        } else {
          margins[index]?.failed = amount
        }
      }
    }
    return margins
  }

  /// Seconds by which a gesture may come earlier or later than without the perturbation, besides what
  /// the lost and the late frames explain.
  private static let tolerance = 0.5

  /// The gestures that are still there, and the records that are none of them; each record stands for
  /// one gesture only.
  private static func survivors(
    _ originals: [GestureRecord], in records: [GestureRecord]
  ) -> (found: Set<Int>, others: [GestureRecord]) {
    var rest = records
    var found: Set<Int> = []
    for (index, original) in originals.enumerated() {
      let same = rest.indices.filter { rest[$0].isSameGesture(as: original) }
        .filter { abs(rest[$0].time - original.time) <= tolerance }
        .min { abs(rest[$0].time - original.time) < abs(rest[$1].time - original.time) }
      guard let same else { continue }
      rest.remove(at: same)
      found.insert(index)
    }
    return (found, rest)
  }
}

extension StressTest.Margin {
  init(grade: StressGrade) {
    self.grade = grade
  }
}

extension GestureRecord {
  /// Whether both are what a person would call the same.
  fileprivate func isSameGesture(as other: GestureRecord) -> Bool {
    let (a, b) = (gesture, other.gesture)
    return a.kind == b.kind && a.state == b.state && a.touches == b.touches && a.taps == b.taps
      && a.direction == b.direction && a.axis == b.axis && a.name == b.name
      && device == other.device
  }
}

extension StressGrade {
  var isRandom: Bool { kind.map { Perturbation($0, amount: 1).isRandom } ?? false }

  /// Whether it can change anything for a gesture.
  func concerns(_ record: GestureRecord, in trace: LoadedTrace) -> Bool {
    switch self {
    case .stagger: (record.gesture.touches ?? 1) > 1
    case .missingResolution: trace.lanes.contains { $0.touchArea.scale == .resolution }
    default: true
    }
  }

  /// The trace as it would have been.
  func applied(to trace: LoadedTrace, amount: Double, seed: UInt64) -> LoadedTrace {
    var trace = trace
    for index in trace.lanes.indices {
      if let kind {
        trace.lanes[index].frames = Perturbation(kind, amount: amount, seed: seed)
          .applied(to: trace.lanes[index].frames)
      } else {
        trace.lanes[index].forgetResolution()
      }
    }
    return trace
  }
}

extension LoadedTrace.Lane {
  /// Takes the device for one that does not tell its resolution.
  fileprivate mutating func forgetResolution() {
    guard touchArea.scale == .resolution else { return }
    for code in description.axes.keys { description.axes[code]?.resolution = 0 }
    let old = touchArea.size
    touchArea = TouchArea(description: description)
    for index in frames.indices { frames[index].scale(from: old, to: touchArea.size) }
  }
}
