import Timeline

/// A random wandering without corners: the tremor of a finger.
///
/// Random values at equal steps of time are the control points of a uniform cubic B-spline. Its
/// power, the eighth power of a sinc, falls to a half at 0.23 divided by the step and to nothing at
/// the reciprocal of the step. No sine is needed, and any moment can be asked without those before
/// it.
struct SmoothNoise: Hashable, Sendable {
  let seed: UInt64
  /// Seconds between control points.
  let step: Double

  /// The mean over time of the squares of the four weights is 151/315; this brings the root mean
  /// square of the noise to 1.
  private static let normalization = (315.0 / 151).squareRoot()

  /// The noise at a moment in seconds; root mean square 1 over a long time.
  func value(at seconds: Double) -> Double {
    let place = (seconds / step).rounded(.down)
    // Any script ends long before; keeps the conversion from trapping.
    guard place.magnitude < 1e15 else { return 0 }
    let t = seconds / step - place
    let first = Int(place)
    let rest = 1 - t
    let sum =
      control(first) * rest * rest * rest
      + control(first + 1) * (4 - 6 * t * t + 3 * t * t * t)
      + control(first + 2) * (4 - 6 * rest * rest + 3 * rest * rest * rest)
      + control(first + 3) * t * t * t
    return sum / 6 * Self.normalization
  }

  private func control(_ number: Int) -> Double {
    var generator = SeededGenerator(seed: seed, item: number)
    return generator.gaussian()
  }
}
