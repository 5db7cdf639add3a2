/// A Rauch–Tung–Striebel smoother, repeated with the weights that its result implies: those of
/// Student's t distribution, found by expectation maximization.
struct TrackPass {
  /// The smoothed states.
  private(set) var states: [TrackState] = []
  private(set) var weights: [TrackWeights]
  private let track: [TrackMeasurement]
  private let model: TrackModel
  private var predicted: [TrackState] = []
  private var steps: [TrackStep] = []

  /// The number of repetitions, after which weights hardly change.
  private static let rounds = 6
  /// The degrees of freedom: four are usual for data with outliers.
  private static let freedom = 4.0
  private static let weightRange = 1e-8...4.0
  /// The range of an acceleration's weight: lower ones would divide the track at gaps.
  private static let accelerationRange = 1e-4...4.0
  /// The weight of an outlier until there is a result.
  private static let outlierWeight = 1e-4
  /// The shortest step in seconds: changes of velocity within less are rounding errors.
  private static let minimumStep = 0.01

  init(_ track: [TrackMeasurement], _ model: TrackModel, outliers: [Bool]) {
    self.track = track
    self.model = model
    weights = outliers.map { TrackWeights(position: $0 ? TrackPass.outlierWeight : 1) }
    for _ in 0..<TrackPass.rounds {
      filter()
      smooth()
      weighMeasurements()
    }
  }

  /// The Kalman filter, forward.
  private mutating func filter() {
    states.removeAll(keepingCapacity: true)
    predicted.removeAll(keepingCapacity: true)
    steps.removeAll(keepingCapacity: true)
    guard let first = track.first else { return }
    var state = TrackState(at: first, model)
    var time = first.time
    for (fix, weight) in zip(track, weights) {
      let step = TrackStep(fix.time - time, model, weight: weight.acceleration)
      state.predict(to: fix, step)
      time = fix.time
      predicted.append(state)
      steps.append(step)
      state.correct(
        position: fix.position, variance: model.whiteVariance(of: fix) / weight.position)
      if let velocity = fix.velocity {
        state.correct(velocity: velocity, variance: model.velocityVariance / weight.velocity)
      }
      states.append(state)
    }
  }

  /// The smoother, backward.
  private mutating func smooth() {
    for index in track.indices.dropLast().reversed() {
      let (step, ahead, after) = (steps[index + 1], predicted[index + 1], states[index + 1])
      let filtered = states[index]
      let gain = filtered.covariance.rows * step.matrix.transposed * ahead.covariance.inverse.rows
      var state = filtered
      let (position, velocity, error) = (
        after.position - ahead.position, after.velocity - ahead.velocity, after.error - ahead.error
      )
      func product(_ row: SIMD3<Double>) -> SIMD3<Double> {
        position * row.x + velocity * row.y + error * row.z
      }
      state.position += product(gain.x)
      state.velocity += product(gain.y)
      state.error += product(gain.z)
      let change = gain * (after.covariance.rows - ahead.covariance.rows) * gain.transposed
      state.covariance = (filtered.covariance.rows + change).symmetric
      states[index] = state
      weights[index + 1].acceleration = weight(of: step, from: state, to: after, gain)
    }
  }

  /// The weight of the acceleration between two states, by the changes that it made.
  private func weight(
    of step: TrackStep, from state: TrackState, to after: TrackState, _ gain: SquareMatrix
  ) -> Double {
    let t = step.elapsed
    guard t >= TrackPass.minimumStep else { return 1 }
    let moved = after.position - state.position - state.velocity * t
    let faster = after.velocity - state.velocity
    let joint = after.covariance.rows * gain.transposed * step.matrix.transposed
    let start = state.covariance.moved(by: step)
    // The variance is twice that of an axis, for a plane.
    let position = moved.squaredLength + 2 * (after.covariance.xx + start.xx - 2 * joint.x.x)
    let both = (moved * faster).sum() + 2 * (after.covariance.xy + start.xy - joint.x.y - joint.y.x)
    let velocity = faster.squaredLength + 2 * (after.covariance.yy + start.yy - 2 * joint.y.y)
    // The inverse of the covariance that a white acceleration of density 1 causes.
    let squared =
      (12 * position / (t * t * t) - 12 * both / (t * t) + 4 * velocity / t) / model.acceleration
    return TrackPass.weight(squared, dimensions: 4, in: TrackPass.accelerationRange)
  }

  private mutating func weighMeasurements() {
    for (index, fix) in track.enumerated() {
      let (state, covariance) = (states[index], states[index].covariance)
      let offset = fix.position - state.position - state.error
      let variance = covariance.xx + 2 * covariance.xz + covariance.zz
      let squared = (offset.squaredLength + 2 * variance) / model.whiteVariance(of: fix)
      weights[index].position = TrackPass.weight(squared, dimensions: 2)
      guard let velocity = fix.velocity else { continue }
      let faster = velocity - state.velocity
      let share = (faster.squaredLength + 2 * covariance.yy) / model.velocityVariance
      weights[index].velocity = TrackPass.weight(share, dimensions: 2)
    }
  }

  private static func weight(
    _ squared: Double, dimensions: Double, in range: ClosedRange<Double> = weightRange
  ) -> Double {
    let weight = (freedom + dimensions) / (freedom + max(0, squared))
    return max(range.lowerBound, min(range.upperBound, weight))
  }
}

extension TrackStep {
  fileprivate var matrix: SquareMatrix {
    SquareMatrix(x: SIMD3(1, elapsed, 0), y: SIMD3(0, 1, 0), z: SIMD3(0, 0, decay))
  }
}
