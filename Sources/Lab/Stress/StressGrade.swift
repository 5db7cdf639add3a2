import Playback
import TouchScript

/// What a stress test makes worse, step by step.
public enum StressGrade: Hashable, Sendable, CaseIterable {
  case tremor, rate, droppedFrames, jitter, smaller, larger, clockwise, counterclockwise, stagger,
    lostEvents
  /// The device does not tell its resolution, and a usual size is assumed.
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

  /// The steps, from the smallest perturbation to the largest: a rate falls, the others move away from
  /// where nothing is wrong.
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
