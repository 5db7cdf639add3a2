import Contacts
import Evdev
public import Gestures
import Playback
import Recordings
import Timeline
import TouchScript

/// How much perturbation each gesture of a recording survives.
///
/// A gesture survives if one of its kind, with the same fingers, taps and direction, is still
/// recognized at about the same time with every seed. Its margin is the last amount before the first
/// that it does not survive.
public struct StressTest: Sendable {
  /// What a gesture survived of one kind of perturbation.
  public struct Margin: Sendable, Hashable {
    public var grade: StressGrade
    /// The last amount that it survived; nil if not even the first.
    public var survived: Double?
    /// The first amount that it did not survive; nil if it survived all.
    public var failed: Double?
    /// What became of it at that amount, with the first seed that it did not survive.
    public var loss: StressLoss?
  }

  /// A gesture of the unperturbed recording.
  public struct Subject: Sendable {
    public var record: GestureRecord
    /// In the order of ``StressGrade``, without perturbations that cannot affect it.
    public var margins: [Margin]
  }

  public private(set) var subjects: [Subject] = []

  /// Plays the recording with each amount of each perturbation.
  ///
  /// - Parameter seeds: The number of seeds tried for random perturbations, at least 1.
  public init(
    _ trace: LoadedRecording, profile: Profile = .standard,
    grades: [StressGrade] = StressGrade.allCases,
    seeds: Int = 8, jobs: Int = ParallelWork.usualJobs
  ) {
    subjects = trace.records(profile).filter { $0.gesture.state != .cancelled }
      .map { Subject(record: $0, margins: []) }
    let originals = subjects.map(\.record)
    guard !originals.isEmpty else { return }
    // A perturbation that is named twice counts once.
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

  /// The margins of all gestures; nil where the perturbation cannot affect a gesture.
  private static func margins(
    of originals: [GestureRecord], _ trace: LoadedRecording, _ profile: Profile,
    _ grade: StressGrade,
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
        // Reasons take another replay, which only lost gestures are worth.
        guard !lost.isEmpty else { continue }
        let changes = TimeIndex(worse.changes(profile), time: \.time)
        let strangers = TimeIndex(others, time: \.time)
        for index in lost {
          margins[index]?.loss = StressLoss(
            of: originals[index], others: strangers, changes: changes)
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

  /// Seconds by which a gesture may be recognized earlier or later than without the perturbation.
  private static let tolerance = 0.5

  /// The gestures that are still recognized, and the records that match none of them.
  private static func survivors(
    _ originals: [GestureRecord], in records: [GestureRecord]
  ) -> (found: Set<Int>, others: [GestureRecord]) {
    let records = records.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    let pairs = GestureMatcher.nearest(
      originals.count, records.count,
      candidates: { index in
        let time = originals[index].time
        return records.indices(where: \.time, from: time - tolerance, through: time + tolerance)
      },
      distance: { i, j in
        records[j].isSameGesture(as: originals[i])
          ? abs(records[j].time - originals[i].time) : nil
      })
    let used = Set(pairs.map(\.actual))
    return (
      Set(pairs.map(\.expected)), records.indices.filter { !used.contains($0) }.map { records[$0] }
    )
  }
}

extension StressTest.Margin {
  init(grade: StressGrade) {
    self.grade = grade
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

extension StressGrade {
  var isRandom: Bool { kind.map { Perturbation($0, amount: 1).isRandom } ?? false }

  /// Whether the perturbation can affect a gesture.
  func concerns(_ record: GestureRecord, in trace: LoadedRecording) -> Bool {
    switch self {
    case .stagger: (record.gesture.touches ?? 1) > 1
    case .missingResolution: trace.tracks.contains { $0.touchArea.scale == .resolution }
    default: true
    }
  }

  /// The perturbed recording.
  func applied(to trace: LoadedRecording, amount: Double, seed: UInt64) -> LoadedRecording {
    var trace = trace
    for index in trace.tracks.indices {
      if let kind {
        trace.tracks[index].frames = Perturbation(kind, amount: amount, seed: seed)
          .applied(to: trace.tracks[index].frames)
      } else {
        trace.tracks[index].forgetResolution()
      }
    }
    return trace
  }
}

extension LoadedRecording.Track {
  /// Makes the device one that does not report its resolution.
  fileprivate mutating func forgetResolution() {
    guard touchArea.scale == .resolution else { return }
    var description = encoder.description
    for code in description.axes.keys { description.axes[code]?.resolution = 0 }
    let old = touchArea.size
    touchArea = TouchArea(description: description)
    encoder = SlotEncoder(recoding: description, touchArea: touchArea, observed: nil)
    size = touchArea.size
    for index in frames.indices { frames[index].scale(from: old, to: size) }
  }
}

// MARK: - Grades

/// A kind of perturbation of a stress test, with its amounts.
public enum StressGrade: Hashable, Sendable, CaseIterable {
  case tremor, rate, droppedFrames, jitter, smaller, larger, clockwise, counterclockwise, stagger,
    lostEvents
  /// The device does not report its resolution, and a usual size is assumed.
  case missingResolution

  /// As in records and in `--only`.
  public var name: String { kind?.rawValue ?? "missingResolution" }

  public var unit: String {
    switch self {
    case .tremor: "mm"
    case .rate: "Hz"
    case .droppedFrames: "%"
    case .jitter, .stagger, .lostEvents: "ms"
    case .smaller, .larger: "x"
    case .clockwise, .counterclockwise: "degrees"
    case .missingResolution: ""
    }
  }

  /// From the smallest perturbation to the largest: the rate falls, the others rise from none.
  public var amounts: [Double] {
    switch self {
    case .tremor: [0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5]
    case .rate: [240, 120, 90, 60, 50, 40, 30, 25, 20, 15, 10, 5]
    case .droppedFrames: [2, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90]
    case .jitter: [0.5, 1, 2, 3, 5, 8, 12, 20, 30, 50]
    case .smaller: [0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1]
    case .larger: [1.05, 1.1, 1.2, 1.35, 1.5, 1.75, 2, 2.5, 3, 4]
    case .clockwise, .counterclockwise: [2, 5, 10, 15, 20, 25, 30, 35, 40, 45, 60, 90]
    case .stagger: [5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 500]
    case .lostEvents: [5, 10, 20, 30, 50, 75, 100, 150, 200, 300]
    case .missingResolution: [1]
    }
  }

  var kind: Perturbation.Kind? {
    switch self {
    case .tremor: .tremor
    case .rate: .rate
    case .droppedFrames: .droppedFrames
    case .jitter: .jitter
    case .smaller: .smaller
    case .larger: .larger
    case .clockwise: .clockwise
    case .counterclockwise: .counterclockwise
    case .stagger: .stagger
    case .lostEvents: .lostEvents
    case .missingResolution: nil
    }
  }
}

// MARK: - Output

extension StressTest.Subject {
  /// The gesture and its margins as one line of JSON, without the newline.
  public var json: String {
    var line = JSONLine()
    line.add("v", 2)
    line.add("file", record.file)
    line.add("time_s", record.time, decimals: 6)
    line.add("start_s", record.start, decimals: 6)
    line.add("gesture", record.gesture.kind.rawValue)
    line.add("device", record.device)
    line.add("touches", record.gesture.touches)
    line.add("taps", record.gesture.taps)
    line.add("direction", record.gesture.direction?.rawValue)
    line.add("margins", json: "[\(margins.map(\.json).joined(separator: ","))]")
    return line.object
  }

  /// As in `swipe left, 3 touches, at 1.234 s`.
  public var title: String { record.title }
}

extension StressTest.Margin {
  fileprivate var json: String {
    var line = JSONLine()
    line.add("perturbation", grade.name)
    if let survived { line.add("survived", json: survived.shortestText) }
    if let failed { line.add("failed", json: failed.shortestText) }
    if !grade.unit.isEmpty { line.add("unit", grade.unit) }
    if let loss { line.add("loss", json: loss.json) }
    return line.object
  }
}
