/// The shortest way between two points.
public struct GeodesicInverse: Hashable, Sendable {
  /// In metres.
  public var distance: Double
  /// Degrees clockwise from north at the first point, -180 to 180.
  public var azimuth1: Double
  /// The direction in which the way goes on at the second point, in the same way.
  public var azimuth2: Double
}

extension Ellipsoid {
  /// The shortest way between two points, wherever they are: antipodes, poles, the same place.
  ///
  /// The distance is right to 15 nanometres. Of points that have several shortest ways one is
  /// given: over the north pole for antipodes on the equator; of coincident points the way north.
  public func inverse(
    from first: Coordinate, to second: Coordinate
  ) throws(GeodesyError) -> GeodesicInverse {
    try first.check()
    try second.check()
    let problem = GeodesicProblem(self, first, second)
    let solution = solve(problem)
    let (alpha1, alpha2) = Ellipsoid.azimuths(solution, problem)
    return GeodesicInverse(
      distance: solution.length, azimuth1: alpha1.degrees + 0, azimuth2: alpha2.degrees + 0)
  }

  /// The length of the shortest way between two points in metres.
  public func distance(
    from first: Coordinate, to second: Coordinate
  ) throws(GeodesyError) -> Double {
    try first.check()
    try second.check()
    return solve(GeodesicProblem(self, first, second)).length
  }

  /// The azimuths of the original problem.
  @inline(__always) static func azimuths(
    _ solution: GeodesicSolution, _ problem: GeodesicProblem
  ) -> (SinCos, SinCos) {
    let first = problem.isSwapped ? solution.alpha2 : solution.alpha1
    let second = problem.isSwapped ? solution.alpha1 : solution.alpha2
    let (east, north) = (problem.eastSign, problem.northSign)
    return (
      SinCos(first.sine * east, first.cosine * north),
      SinCos(second.sine * east, second.cosine * north)
    )
  }

  func solve(_ problem: GeodesicProblem) -> GeodesicSolution {
    if problem.startsAtPole || problem.lambda.sine == 0 {
      if let solution = meridian(problem) { return solution }
    }
    if problem.beta1.sine == 0, problem.supplement >= flattening * .pi {
      let angle = problem.lambdaRadians
      return GeodesicSolution(
        length: equatorialRadius * angle, alpha1: SinCos(1, 0), alpha2: SinCos(1, 0),
        omega: SinCos(radians: angle / axisRatio))
    }
    switch GeodesicStart(self, problem) {
    case .solved(let solution): return solution
    case .azimuth(let azimuth): return iterate(problem, azimuth)
    }
  }

  /// The way along a meridian; nil where another is shorter, as between nearly antipodal points.
  @inline(never)
  private func meridian(_ problem: GeodesicProblem) -> GeodesicSolution? {
    let (beta1, beta2) = (problem.beta1, problem.beta2)
    let alpha1 = SinCos(problem.lambda.sine, problem.lambda.cosine)
    let trial = GeodesicTrial(
      meridian: self, sigma1: SinCos(beta1.sine, alpha1.cosine * beta1.cosine),
      sigma2: SinCos(beta2.sine, beta2.cosine))
    guard trial.arc < 1 || trial.reducedLength(problem) >= 0 else { return nil }
    return GeodesicSolution(
      length: trial.arc < 3 * GeodesicProblem.tiny ? 0 : trial.length * polarRadius,
      alpha1: alpha1, alpha2: SinCos(0, 1), omega: nil)
  }

  /// Newton's method for the azimuth, kept inside a bracket that shrinks at each step.
  @inline(__always)
  private func iterate(
    _ problem: GeodesicProblem, _ start: SinCos
  ) -> GeodesicSolution {
    var alpha1 = start
    var low = SinCos(GeodesicProblem.tiny, 1)
    var high = SinCos(GeodesicProblem.tiny, -1)
    var isLast = false
    var wasBisected = false
    var trial = GeodesicTrial(self, problem, alpha1: alpha1)
    for step in 0..<Ellipsoid.mostSteps {
      // The tolerance is wider after a step of Newton's that was small already: the next is exact.
      if isLast || !(abs(trial.excess) >= (wasBisected ? 8 : 1) * Double.ulpOfOne) { break }
      if trial.excess > 0, alpha1.cosine * high.sine > high.cosine * alpha1.sine || step == 0 {
        high = alpha1
      } else if trial.excess < 0, alpha1.cosine * low.sine < low.cosine * alpha1.sine || step == 0 {
        low = alpha1
      }
      var next: SinCos?
      if step < Ellipsoid.mostNewtonSteps {
        next = newton(problem, trial, alpha1, isLast: &isLast)
      }
      wasBisected = next == nil
      if let next {
        alpha1 = next
      } else {
        let middle = SinCos(low.sine + high.sine, low.cosine + high.cosine).normalized
        isLast =
          abs(middle.sine - low.sine) + abs(low.cosine - middle.cosine) < Ellipsoid.bracketWidth
          || abs(middle.sine - high.sine) + abs(high.cosine - middle.cosine)
            < Ellipsoid.bracketWidth
        alpha1 = middle
      }
      trial = GeodesicTrial(self, problem, alpha1: alpha1)
    }
    let omega = SinCos(
      radians: problem.lambdaRadians - trial.correction)
    return GeodesicSolution(
      length: trial.length * polarRadius, alpha1: alpha1, alpha2: trial.alpha2, omega: omega)
  }

  /// A step of Newton's method; nil if it leads out of the half circle of azimuths to the east.
  @inline(__always)
  private func newton(
    _ problem: GeodesicProblem, _ trial: GeodesicTrial, _ alpha1: SinCos,
    isLast: inout Bool
  ) -> SinCos? {
    let slope = trial.slope(self, problem)
    guard slope > 0 else { return nil }
    let step = -trial.excess / slope
    guard abs(step) < .pi else { return nil }
    let turn: SinCos
    if abs(step) < 1e-3 {
      // Three terms are exact here.
      let squared = step * step
      turn = SinCos(
        step * (1 - squared / 6 * (1 - squared / 20)), 1 - squared / 2 * (1 - squared / 12))
    } else {
      turn = SinCos(radians: step)
    }
    let sine = alpha1.sine * turn.cosine + alpha1.cosine * turn.sine
    guard sine > 0 else { return nil }
    let cosine = alpha1.cosine * turn.cosine - alpha1.sine * turn.sine
    // What is left after this step is of the order of its square.
    isLast = abs(trial.excess) <= 16 * Double.ulpOfOne
    return SinCos(sine, cosine).normalized
  }

  /// Newton's method needs five steps at most on the earth, bisection one for each bit.
  private static let mostNewtonSteps = 20
  private static let mostSteps = 20 + 53 + 10
  private static let bracketWidth = 200 * Double.ulpOfOne * Double.ulpOfOne.squareRoot()
}

extension GeodesicTrial {
  /// A geodesic along a meridian.
  fileprivate init(meridian ellipsoid: Ellipsoid, sigma1: SinCos, sigma2: SinCos) {
    self.sigma1 = sigma1
    self.sigma2 = sigma2
    arc = GeodesicTrial.arc(sigma1, sigma2)
    expansion = ellipsoid.third
    alpha2 = SinCos(0, 1)
    excess = 0
    correction = 0
  }
}
