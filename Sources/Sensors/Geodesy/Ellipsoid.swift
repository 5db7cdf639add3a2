/// An ellipsoid of revolution, for geodesics by C. F. F. Karney, "Algorithms for geodesics", J.
/// Geodesy 87 (2013) 43–55, with series to the sixth order in the third flattening.
///
/// ```swift
/// let seoul = Coordinate(latitude: 37.5665, longitude: 126.9780)
/// let busan = Coordinate(latitude: 35.1796, longitude: 129.0756)
/// try Ellipsoid.wgs84.inverse(from: seoul, to: busan).distance  // 324_915.297… m
/// ```
public struct Ellipsoid: Sendable {
  /// The radius of the equator in metres, a.
  public let equatorialRadius: Double
  /// The flattening, (a - b) / a; the series are made for ellipsoids like the earth.
  public let flattening: Double
  /// The distance of the poles from the centre in metres, b.
  public let polarRadius: Double

  /// The parameters of WGS 84 (NIMA TR8350.2).
  public static let wgs84 = Ellipsoid(equatorialRadius: 6_378_137, flattening: 1 / 298.257223563)

  /// The ratio of the axes, b / a.
  let axisRatio: Double
  /// The third flattening, (a - b) / (a + b).
  let third: Double
  /// The first and the second eccentricity, squared.
  let firstSquared: Double
  let secondSquared: Double
  /// The coefficients of the series A3 and C3 for this third flattening.
  let a3: InlineArray<6, Double>
  let c3: GeodesicSeries.C3Table
  /// The length of arc on the sphere below which no iteration is needed.
  let shortArc: Double

  private init(equatorialRadius: Double, flattening: Double) {
    self.equatorialRadius = equatorialRadius
    self.flattening = flattening
    axisRatio = 1 - flattening
    polarRadius = equatorialRadius * axisRatio
    third = flattening / (2 - flattening)
    firstSquared = flattening * (2 - flattening)
    secondSquared = firstSquared / (axisRatio * axisRatio)
    a3 = GeodesicSeries.a3(third: third)
    c3 = GeodesicSeries.c3(third: third)
    // The error of the short solution grows with the square of the arc and with the flattening
    // (Karney 2013, section 5).
    shortArc =
      0.1 * Double.ulpOfOne.squareRoot()
      / (max(0.001, flattening) * min(1, 1 - flattening / 2) / 2).squareRoot()
  }

  /// The expansion parameter of a geodesic, by the cosine of its azimuth at the equator.
  @inline(__always) func expansion(cosineAtEquator cosine: Double) -> Double {
    let squared = cosine * cosine * secondSquared
    return squared / (2 * (1 + (1 + squared).squareRoot()) + squared)
  }
}

/// The shortest path between two points.
public struct GeodesicInverse: Hashable, Sendable {
  /// The length of the path in metres.
  public var distance: Double
  /// The direction of the path at the first point: degrees clockwise from north, -180 to 180.
  public var azimuth1: Double
  /// The same at the second point, where the path continues.
  public var azimuth2: Double
}

/// The end of a geodesic.
public struct GeodesicDirect: Hashable, Sendable {
  public var destination: Coordinate
  /// The direction in which the path continues: degrees clockwise from north, -180 to 180.
  public var azimuth: Double

  /// The direction from 0 to 360 degrees.
  package var course: Double { azimuth < 0 ? azimuth + 360 : azimuth }
}

extension Ellipsoid {
  /// Returns the shortest path between two points, accurate to 15 nanometres. Of several it is the
  /// one over the north pole for antipodes on the equator; of coincident points it leads to the
  /// equator, or south from there.
  public func inverse(
    from first: Coordinate, to second: Coordinate
  ) throws(GeodesyError) -> GeodesicInverse {
    try first.check()
    try second.check()
    let problem = GeodesicProblem(self, first, second)
    let solution = solve(problem)
    // The azimuths are converted back to the original problem.
    func azimuth(_ alpha: SinCos) -> Double {
      SinCos(alpha.sine * problem.eastSign, alpha.cosine * problem.northSign).degrees + 0
    }
    let (alpha1, alpha2) = (azimuth(solution.alpha1), azimuth(solution.alpha2))
    return GeodesicInverse(
      distance: solution.length, azimuth1: problem.isSwapped ? alpha2 : alpha1,
      azimuth2: problem.isSwapped ? alpha1 : alpha2)
  }

  /// Returns the length of the shortest path between two points in metres.
  public func distance(
    from first: Coordinate, to second: Coordinate
  ) throws(GeodesyError) -> Double {
    try first.check()
    try second.check()
    return solve(GeodesicProblem(self, first, second)).length
  }

  func solve(_ problem: GeodesicProblem) -> GeodesicSolution {
    if problem.startsAtPole || problem.lambda.sine == 0 {
      if let solution = meridian(problem) { return solution }
    }
    if problem.beta1.sine == 0, problem.supplement >= flattening * .pi {
      let angle = problem.lambdaRadians
      return GeodesicSolution(
        length: equatorialRadius * angle, alpha1: SinCos(1, 0), alpha2: SinCos(1, 0))
    }
    switch GeodesicStart(self, problem) {
    case .solved(let solution): return solution
    case .azimuth(let azimuth): return iterate(problem, azimuth)
    }
  }

  /// The path along a meridian; nil if another path is shorter, as between nearly antipodal points.
  @inline(never) private func meridian(_ problem: GeodesicProblem) -> GeodesicSolution? {
    let (beta1, beta2) = (problem.beta1, problem.beta2)
    let alpha1 = SinCos(problem.lambda.sine, problem.lambda.cosine)
    let trial = GeodesicTrial(
      meridian: self, sigma1: SinCos(beta1.sine, alpha1.cosine * beta1.cosine),
      sigma2: SinCos(beta2.sine, beta2.cosine))
    guard trial.arc < 1 || trial.reducedLength(problem) >= 0 else { return nil }
    return GeodesicSolution(
      length: trial.arc < 3 * GeodesicProblem.tiny ? 0 : trial.length * polarRadius,
      alpha1: alpha1, alpha2: SinCos(0, 1))
  }

  /// Newton's method for the azimuth, within a bracket that shrinks at each step.
  @inline(__always)
  private func iterate(_ problem: GeodesicProblem, _ start: SinCos) -> GeodesicSolution {
    var alpha1 = start
    var low = SinCos(GeodesicProblem.tiny, 1)
    var high = SinCos(GeodesicProblem.tiny, -1)
    var isLast = false
    var wasBisected = false
    var trial = GeodesicTrial(self, problem, alpha1: alpha1)
    for step in 0..<Ellipsoid.maximumSteps {
      // The tolerance is wider after a bisection.
      if isLast || !(abs(trial.excess) >= (wasBisected ? 8 : 1) * Double.ulpOfOne) { break }
      if trial.excess > 0, alpha1.cosine * high.sine > high.cosine * alpha1.sine || step == 0 {
        high = alpha1
      } else if trial.excess < 0, alpha1.cosine * low.sine < low.cosine * alpha1.sine || step == 0 {
        low = alpha1
      }
      wasBisected = true
      if step < Ellipsoid.maximumNewtonSteps,
        let next = newton(problem, trial, alpha1, isLast: &isLast)
      {
        wasBisected = false
        alpha1 = next
      } else {
        alpha1 = SinCos(low.sine + high.sine, low.cosine + high.cosine).normalized
        isLast =
          abs(alpha1.sine - low.sine) + abs(low.cosine - alpha1.cosine) < Ellipsoid.bracketWidth
          || abs(alpha1.sine - high.sine) + abs(high.cosine - alpha1.cosine)
            < Ellipsoid.bracketWidth
      }
      trial = GeodesicTrial(self, problem, alpha1: alpha1)
    }
    return GeodesicSolution(
      length: trial.length * polarRadius, alpha1: alpha1, alpha2: trial.alpha2)
  }

  /// A step of Newton's method; nil if it leaves the half circle of azimuths to the east.
  @inline(__always) private func newton(
    _ problem: GeodesicProblem, _ trial: GeodesicTrial, _ alpha1: SinCos, isLast: inout Bool
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
    let next = alpha1.turned(by: turn)
    guard next.sine > 0 else { return nil }
    // The remaining error is of the order of the square of this step.
    isLast = abs(trial.excess) <= 16 * Double.ulpOfOne
    return next.normalized
  }

  /// Newton's method needs five steps at most on the earth, bisection one for each bit.
  private static let maximumNewtonSteps = 20
  private static let maximumSteps = 20 + 53 + 10
  private static let bracketWidth = 200 * Double.ulpOfOne * Double.ulpOfOne.squareRoot()

  /// Returns the point at a distance in metres along the geodesic that leaves at an azimuth in
  /// degrees, accurate to 15 nanometres. The distance may be negative, and of any length.
  public func direct(
    from start: Coordinate, azimuth: Double, distance: Double
  ) throws(GeodesyError) -> GeodesicDirect {
    try start.check()
    try GeodesyError.check(azimuth)
    try GeodesyError.check(distance)
    let beta1 = GeodesicProblem.reduced(GeoMath.rounded(degrees: start.latitude), axisRatio)
    let alpha1 = SinCos(degrees: GeoMath.rounded(degrees: GeoMath.normalized(degrees: azimuth)))
    let equator = SinCos(
      alpha1.sine * beta1.cosine, GeoMath.length(alpha1.cosine, alpha1.sine * beta1.sine))
    let isAlongEquator = beta1.sine == 0 && alpha1.cosine == 0
    let northward = isAlongEquator ? 1 : alpha1.cosine * beta1.cosine
    let sigma1 = SinCos(beta1.sine, northward).normalized
    let omega1 = SinCos(equator.sine * beta1.sine, northward)

    let eps = expansion(cosineAtEquator: equator.cosine)
    let wave1 = GeodesicSeries.sum(GeodesicSeries.c1(eps), sigma1)
    // τ is proportional to the length along the line.
    let tau1 = sigma1.turned(by: SinCos(radians: wave1))
    let tau = distance / (polarRadius * GeodesicSeries.a1(eps))
    let tau2 = tau1.turned(by: SinCos(radians: tau))
    let wave2 = GeodesicSeries.sum(GeodesicSeries.c1Reverse(eps), tau2)
    let arc = tau + wave2 + wave1
    let sigma2 = sigma1.turned(by: SinCos(radians: arc))

    var beta2 = SinCos(
      equator.cosine * sigma2.sine, GeoMath.length(equator.sine, equator.cosine * sigma2.cosine))
    var forward = sigma2.cosine
    if beta2.cosine == 0 {
      beta2.cosine = GeodesicProblem.tiny
      forward = GeodesicProblem.tiny
    }
    let alpha2 = SinCos(equator.sine, equator.cosine * forward)
    let omega2 = SinCos(equator.sine * sigma2.sine, forward)
    let omega = omega2.turned(backBy: omega1).radians
    let c3 = GeodesicSeries.c3(self.c3, eps)
    let waves = GeodesicSeries.sum(c3, sigma2) - GeodesicSeries.sum(c3, sigma1)
    let lambda = omega - flattening * equator.sine * GeodesicSeries.a3(a3, eps) * (arc + waves)
    let longitude = GeoMath.normalized(
      degrees: GeoMath.normalized(degrees: start.longitude)
        + (lambda / GeoMath.radiansPerDegree).remainder(dividingBy: 360))
    let latitude = SinCos(beta2.sine, axisRatio * beta2.cosine).degrees
    return GeodesicDirect(
      destination: Coordinate(latitude: latitude, longitude: longitude), azimuth: alpha2.degrees)
  }
}
