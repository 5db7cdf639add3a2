public import Playback
import TouchScript

/// A kind of perturbation of a stress test, with its amounts.
public enum StressGrade: String, Hashable, Sendable, CaseIterable {
  case tremor, rate, droppedFrames, jitter, smaller, larger, clockwise, counterclockwise, stagger,
    lostEvents
  /// A device without a resolution, whose size is assumed.
  case missingResolution

  /// The name in records and in `--only`.
  public var name: String { rawValue }

  public var unit: String { row.unit }
  /// The amounts from the smallest perturbation to the largest.
  public var amounts: [Double] { row.amounts }
  /// The valid amounts, in ``unit``.
  public var range: Range<Double> { row.range }

  private var row: (unit: String, amounts: [Double], range: Range<Double>) {
    switch self {
    case .tremor: ("mm", [0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5], 0.001..<100)
    case .rate: ("Hz", [240, 120, 90, 60, 50, 40, 30, 25, 20, 15, 10, 5], 1..<100_000)
    case .droppedFrames: ("%", [2, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90], 0.01..<100)
    case .jitter: ("ms", [0.5, 1, 2, 3, 5, 8, 12, 20, 30, 50], 0.01..<10_000)
    case .smaller: ("x", [0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1], 0.001..<1)
    case .larger: ("x", [1.05, 1.1, 1.2, 1.35, 1.5, 1.75, 2, 2.5, 3, 4], 1.001..<1000)
    case .clockwise, .counterclockwise:
      ("degrees", [2, 5, 10, 15, 20, 25, 30, 35, 40, 45, 60, 90], 0.01..<180)
    case .stagger: ("ms", [5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 500], 0.01..<10_000)
    case .lostEvents: ("ms", [5, 10, 20, 30, 50, 75, 100, 150, 200, 300], 0.01..<10_000)
    case .missingResolution: ("", [1], 1..<2)
    }
  }

  /// Whether amounts fall from the smallest perturbation to the largest.
  public var isFalling: Bool { self == .rate || self == .smaller }

  /// Whether the result depends on a seed, so that an amount is drawn several times.
  public var isRandom: Bool { kind.map { Perturbation($0, amount: 1).isRandom } ?? false }

  package var kind: Perturbation.Kind? { Perturbation.Kind(rawValue: rawValue) }
}

/// A perturbation with the amounts to try.
public struct StressSteps: Hashable, Sendable {
  public let grade: StressGrade
  /// The amounts from the smallest perturbation to the largest, in the grade's unit, each once.
  public private(set) var amounts: [Double]

  /// - Parameter amounts: The amounts in any order; nil for the default ones.
  public init(_ grade: StressGrade, amounts: [Double]? = nil) {
    self.grade = grade
    self.amounts = []
    for amount in amounts ?? grade.amounts { insert(amount) }
  }

  /// All perturbations with their default amounts.
  public static let all = StressGrade.allCases.map { StressSteps($0) }

  /// Adds an amount, unless it is contained already.
  public mutating func insert(_ amount: Double) {
    guard !amounts.contains(amount) else { return }
    let next = amounts.firstIndex { grade.isFalling ? $0 < amount : $0 > amount }
    amounts.insert(amount, at: next ?? amounts.endIndex)
  }
}

extension StressGrade {
  /// Whether the perturbation can affect a gesture.
  func concerns(_ record: GestureRecord, in trace: LoadedRecording) -> Bool {
    switch self {
    case .stagger: (record.gesture.touches ?? 1) > 1
    case .missingResolution: trace.tracks.contains { $0.touchArea.scale == .resolution }
    default: true
    }
  }

  /// The recording with one draw of the perturbation.
  public func applied(
    to trace: LoadedRecording, amount: Double, seed: UInt64
  ) -> LoadedRecording {
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
