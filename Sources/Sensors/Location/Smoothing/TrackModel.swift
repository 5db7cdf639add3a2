import RealModule

/// A model of a movement and of its receiver's errors: accelerations are white noise, and a fix is
/// the position, plus an error that is correlated in time (a first-order Gauss–Markov process),
/// plus white noise. The axes of the earth-centred frame share one covariance.
struct TrackModel: Hashable, Sendable {
  /// The spectral density of the acceleration in m²/s³; its root is 0.1 for people to 3 for cars.
  var acceleration: Double
  /// The share of a fix's variance that is white; above 1, the accuracy is too optimistic.
  var whiteShare: Double
  /// The correlation time of the rest of the variance, in seconds.
  var correlationTime: Double
  /// The standard deviation of an axis of reported velocities in m/s.
  var velocityDeviation: Double

  /// The share of a fix's variance that is correlated.
  var correlatedShare: Double { max(0, 1 - whiteShare) }

  var velocityVariance: Double { velocityDeviation * velocityDeviation }

  /// The variance of an axis of a fix in m², of the white error alone; at least 1 mm².
  func whiteVariance(of fix: TrackMeasurement) -> Double { whiteShare * fix.variance + 1e-6 }
}

extension SIMD3<Double> {
  var squaredLength: Double { (self * self).sum() }
}

/// A deviation from a prediction, squared, and its variance.
struct TrackDeviation: Sendable {
  var squared: Double
  var variance: Double
}

/// A fix in the units of the model: metres and m/s of the earth-centred frame, from an origin.
struct TrackMeasurement: Sendable {
  /// The time in seconds.
  var time: Double
  var position: SIMD3<Double>
  /// The variance of an axis in m², by the accuracy.
  var variance: Double
  /// The velocity by the reported speed and course; nil without them.
  var velocity: SIMD3<Double>?
  /// The directions of east and north.
  var east: SIMD3<Double>
  var north: SIMD3<Double>
}

/// The relative weights of a fix's parts: the inverse of the factor of their variance.
struct TrackWeights: Sendable {
  var position = 1.0
  var velocity = 1.0
  /// The weight of the acceleration before the fix: less than 1 at sudden changes of the movement.
  var acceleration = 1.0
}

/// The mean and the covariance of position, velocity and error.
struct TrackState: Sendable {
  var position: SIMD3<Double>
  var velocity = SIMD3<Double>.zero
  var error = SIMD3<Double>.zero
  var covariance: SymmetricMatrix

  /// The variance of the velocity at the start in (m/s)²: from rest to a fast car.
  private static let startVariance = 400.0
  /// The factor of the variance at the start.
  private static let startFactor = 1e6

  /// A state that contains the approximate position of a fix only.
  init(at fix: TrackMeasurement, _ model: TrackModel) {
    position = fix.position
    covariance = SymmetricMatrix(
      xx: TrackState.startFactor * fix.variance, xy: 0, xz: 0, yy: TrackState.startVariance, yz: 0,
      zz: model.correlatedShare * fix.variance)
  }

  /// Predicts the state after a time.
  mutating func predict(to fix: TrackMeasurement, _ step: TrackStep) {
    let elapsed = step.elapsed
    position += velocity * elapsed
    error *= step.decay
    covariance = covariance.moved(by: step)
    let noise = step.acceleration
    // At the same time twice, the variances would be equal, and their difference have no inverse.
    covariance.xx += noise * elapsed * elapsed * elapsed / 3 + TrackState.floor
    covariance.xy += noise * elapsed * elapsed / 2
    covariance.yy += noise * elapsed + TrackState.floor
    covariance.zz += step.errorVariance * fix.variance + TrackState.floor
  }

  /// The least variance in m²: a hundredth of a millimetre, squared.
  private static let floor = 1e-10

  /// Corrects the state by a position; returns its deviation from the prediction.
  @discardableResult
  mutating func correct(position measured: SIMD3<Double>, variance: Double) -> TrackDeviation {
    let gains = SIMD3(
      covariance.xx + covariance.xz, covariance.xy + covariance.yz, covariance.xz + covariance.zz)
    return correct(measured - position - error, gains, gains.x + gains.z + variance)
  }

  /// Corrects the state by a velocity; returns its deviation from the prediction.
  @discardableResult
  mutating func correct(velocity measured: SIMD3<Double>, variance: Double) -> TrackDeviation {
    let gains = SIMD3(covariance.xy, covariance.yy, covariance.yz)
    return correct(measured - velocity, gains, gains.y + variance)
  }

  private mutating func correct(
    _ difference: SIMD3<Double>, _ gains: SIMD3<Double>, _ variance: Double
  ) -> TrackDeviation {
    let shares = gains / variance
    position += difference * shares.x
    velocity += difference * shares.y
    error += difference * shares.z
    covariance.xx -= gains.x * shares.x
    covariance.xy -= gains.x * shares.y
    covariance.xz -= gains.x * shares.z
    covariance.yy -= gains.y * shares.y
    covariance.yz -= gains.y * shares.z
    covariance.zz -= gains.z * shares.z
    return TrackDeviation(squared: difference.squaredLength, variance: variance)
  }
}

/// The transition between two fixes: the matrix (1 t 0, 0 1 0, 0 0 d), and noise.
struct TrackStep: Sendable {
  /// The time between the fixes in seconds, t.
  var elapsed: Double
  /// The remaining share of the error, d.
  var decay: Double
  /// The density of the acceleration.
  var acceleration: Double
  /// The variance that the error gains, as a share of the fix's.
  var errorVariance: Double

  init(_ elapsed: Double, _ model: TrackModel, weight: Double = 1) {
    self.elapsed = elapsed
    decay = Double.exp(-elapsed / model.correlationTime)
    acceleration = model.acceleration / weight
    errorVariance = model.correlatedShare * (1 - decay * decay)
  }
}

/// A symmetric matrix of three rows.
struct SymmetricMatrix: Sendable {
  var xx: Double
  var xy: Double
  var xz: Double
  var yy: Double
  var yz: Double
  var zz: Double

  var rows: SquareMatrix {
    SquareMatrix(x: SIMD3(xx, xy, xz), y: SIMD3(xy, yy, yz), z: SIMD3(xz, yz, zz))
  }

  /// The matrix of the state after a step, without its noise.
  func moved(by step: TrackStep) -> SymmetricMatrix {
    let (t, d) = (step.elapsed, step.decay)
    return SymmetricMatrix(
      xx: xx + t * (2 * xy + t * yy), xy: xy + t * yy, xz: d * (xz + t * yz), yy: yy, yz: d * yz,
      zz: d * d * zz)
  }

  /// The inverse of a positive definite matrix.
  var inverse: SymmetricMatrix {
    let (a, b, c) = (yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy)
    let scale = 1 / (xx * a + xy * b + xz * c)
    return SymmetricMatrix(
      xx: a * scale, xy: b * scale, xz: c * scale, yy: (xx * zz - xz * xz) * scale,
      yz: (xy * xz - xx * yz) * scale, zz: (xx * yy - xy * xy) * scale)
  }
}

/// A matrix of three rows.
struct SquareMatrix: Sendable {
  var x: SIMD3<Double>
  var y: SIMD3<Double>
  var z: SIMD3<Double>

  var transposed: SquareMatrix {
    SquareMatrix(x: SIMD3(x.x, y.x, z.x), y: SIMD3(x.y, y.y, z.y), z: SIMD3(x.z, y.z, z.z))
  }

  static func + (left: SquareMatrix, right: SquareMatrix) -> SquareMatrix {
    SquareMatrix(x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
  }

  static func - (left: SquareMatrix, right: SquareMatrix) -> SquareMatrix {
    SquareMatrix(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
  }

  static func * (left: SquareMatrix, right: SquareMatrix) -> SquareMatrix {
    func row(_ row: SIMD3<Double>) -> SIMD3<Double> {
      right.x * row.x + right.y * row.y + right.z * row.z
    }
    return SquareMatrix(x: row(left.x), y: row(left.y), z: row(left.z))
  }

  /// The upper triangle, of a matrix that is symmetric but for rounding.
  var symmetric: SymmetricMatrix {
    SymmetricMatrix(xx: x.x, xy: x.y, xz: x.z, yy: y.y, yz: y.z, zz: z.z)
  }
}
