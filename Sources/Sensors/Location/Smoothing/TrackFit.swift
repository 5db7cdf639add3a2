import RealModule

/// Finds the model that makes a track most likely, on a grid, one parameter after the other.
/// Accuracies are the size of errors, not their change over time, which the track itself shows.
struct TrackFit {
  private let fixes: [TrackMeasurement]
  /// Whether each fix is an outlier, which is no part of the fit.
  private let outliers: [Bool]
  private let windows: [Range<Int>]
  private let hasVelocities: Bool
  private var known: [[Int]: Double] = [:]

  /// The accelerations, white shares, correlation times and deviations of velocities to try.
  private static let grid: [[Double]] = [
    [0.001, 0.01, 0.1, 1, 10],
    [10, 3, 1, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001],
    [10, 30, 90, 300, 1000],
    [0.03, 0.1, 0.3, 1, 3, 10],
  ]
  /// The starting points of searches: white errors, and ones correlated over 30 s and minutes.
  private static let starts = [[1, 2, 1, 1], [1, 6, 1, 1], [1, 6, 3, 1]]
  /// The most rounds of a search, which usually ends at a maximum after three.
  private static let maximumRounds = 6
  /// The most fixes of a window; longer tracks are sampled in several places.
  private static let maximumWindow = 600
  private static let maximumWindows = 4

  init(_ fixes: [TrackMeasurement], outliers: [Bool]) {
    self.fixes = fixes
    self.outliers = outliers
    hasVelocities = fixes.contains { $0.velocity != nil }
    let length = TrackFit.maximumWindow
    if fixes.count <= length * TrackFit.maximumWindows {
      windows = [fixes.indices]
    } else {
      windows = (0..<TrackFit.maximumWindows).map { index in
        let start = (fixes.count - length) * index / (TrackFit.maximumWindows - 1)
        return start..<start + length
      }
    }
  }

  /// The most likely model, and the logarithm of its likelihood over that of a quiet one.
  mutating func model() -> (model: TrackModel, evidence: Double) {
    var best = TrackFit.starts[0]
    for start in TrackFit.starts {
      let found = search(from: start, [0, 1, 2, 3])
      if likelihood(found) > likelihood(best) { best = found }
    }
    // This model has the least white noise, and the slowest changes of the remaining errors.
    let quiet = search(
      from: [1, TrackFit.grid[1].count - 1, TrackFit.grid[2].count - 1, 1], [0, 3])
    return (TrackFit.model(best), likelihood(best) - likelihood(quiet))
  }

  /// Searches along some parameters, until none of their values is more likely.
  private mutating func search(from start: [Int], _ parameters: [Int]) -> [Int] {
    var best = start
    for _ in 0..<TrackFit.maximumRounds {
      let before = best
      for parameter in parameters where parameter < 3 || hasVelocities {
        for value in TrackFit.grid[parameter].indices {
          var candidate = best
          candidate[parameter] = value
          if likelihood(candidate) > likelihood(best) { best = candidate }
        }
      }
      if best == before { break }
    }
    return best
  }

  private static func model(_ indices: [Int]) -> TrackModel {
    TrackModel(
      acceleration: grid[0][indices[0]], whiteShare: grid[1][indices[1]],
      correlationTime: grid[2][indices[2]], velocityDeviation: grid[3][indices[3]])
  }

  private mutating func likelihood(_ indices: [Int]) -> Double {
    if let value = known[indices] { return value }
    let model = TrackFit.model(indices)
    let value = windows.reduce(0) { $0 + likelihood(of: $1, model) }
    known[indices] = value
    return value
  }

  /// The logarithm of the likelihood of some fixes, up to a constant, by a Kalman filter.
  private func likelihood(of window: Range<Int>, _ model: TrackModel) -> Double {
    guard let first = window.first else { return 0 }
    var state = TrackState(at: fixes[first], model)
    var time = fixes[first].time
    var sum = 0.0
    for index in window {
      let fix = fixes[index]
      state.predict(to: fix, TrackStep(fix.time - time, model))
      time = fix.time
      // The first two fixes determine position and velocity; there is no prediction.
      let counts = index > first + 1
      if !outliers[index] {
        let result = state.correct(position: fix.position, variance: model.whiteVariance(of: fix))
        if counts { sum -= result.logarithm }
      }
      if let velocity = fix.velocity {
        let result = state.correct(velocity: velocity, variance: model.velocityVariance)
        if counts { sum -= result.logarithm }
      }
    }
    return sum
  }
}

extension TrackDeviation {
  /// The logarithm of the deviation's likelihood on a plane, with the sign changed.
  fileprivate var logarithm: Double { Double.log(variance) + squared / variance / 2 }
}
