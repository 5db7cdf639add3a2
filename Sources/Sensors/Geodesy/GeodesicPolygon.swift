/// The area and the perimeter of a polygon whose sides are geodesics.
public struct GeodesicPolygonSize: Hashable, Sendable {
  /// In square metres, positive if the corners are counterclockwise; at most half of the earth's.
  public var area: Double
  /// In metres.
  public var perimeter: Double
}

extension Ellipsoid {
  /// Returns the area and the perimeter of a polygon, given its corners; the last is joined to the
  /// first.
  ///
  /// The polygon may contain a pole or cross the date line. Of the two sides of its outline the
  /// smaller one counts. Karney 2013, section 6.
  public func size(ofPolygon corners: [Coordinate]) throws(GeodesyError) -> GeodesicPolygonSize {
    guard corners.count >= 3 else { throw .tooFewCorners(corners.count) }
    var area = ExactSum()
    var perimeter = ExactSum()
    var crossings = 0
    for index in corners.indices {
      let from = corners[index]
      let to = corners[index + 1 == corners.count ? 0 : index + 1]
      try from.check()
      try to.check()
      let problem = GeodesicProblem(self, from, to)
      let solution = solve(problem)
      perimeter.add(solution.length)
      area.add(areaToEquator(problem, solution))
      crossings += Ellipsoid.crossing(from.longitude, to.longitude)
    }
    return GeodesicPolygonSize(
      area: enclosed(area, isAroundPole: crossings & 1 != 0), perimeter: perimeter.value)
  }

  /// The total area in square metres.
  private var totalArea: Double { 4 * .pi * authalicSquared }

  private func enclosed(_ sum: ExactSum, isAroundPole: Bool) -> Double {
    var area = sum.value.remainder(dividingBy: totalArea)
    // An odd number of crossings of the prime meridian means a path around a pole: half of the
    // earth lies between the equator and the pole.
    if isAroundPole { area += (area < 0 ? 1 : -1) * totalArea / 2 }
    area = -area
    if area > totalArea / 2 { area -= totalArea }
    if area <= -totalArea / 2 { area += totalArea }
    return area
  }

  /// 1 for a path eastward across the prime meridian, -1 westward, else 0.
  private static func crossing(_ from: Double, _ to: Double) -> Int {
    let (first, second) = (
      GeoMath.normalized(degrees: from), GeoMath.normalized(degrees: to)
    )
    let (difference, _) = GeoMath.difference(from, to)
    if difference > 0, first < 0 && second >= 0 || first > 0 && second == 0 { return 1 }
    if difference < 0, first >= 0 && second < 0 { return -1 }
    return 0
  }

  /// The area between a geodesic and the equator, positive for a path to the east in the north.
  private func areaToEquator(_ problem: GeodesicProblem, _ solution: GeodesicSolution) -> Double {
    let (beta1, beta2) = (problem.beta1, problem.beta2)
    let alpha1 = solution.alpha1
    let equator = SinCos(
      alpha1.sine * beta1.cosine, GeoMath.length(alpha1.cosine, alpha1.sine * beta1.sine))
    var area = 0.0
    if equator.cosine != 0, equator.sine != 0 {
      let sigma1 = SinCos(beta1.sine, alpha1.cosine * beta1.cosine).normalized
      let sigma2 = SinCos(beta2.sine, solution.alpha2.cosine * beta2.cosine).normalized
      let c4 = GeodesicSeries.c4(
        self.c4, expansion(cosineAtEquator: equator.cosine))
      area =
        equatorialRadius * equatorialRadius * firstSquared * equator.cosine * equator.sine
        * (GeodesicSeries.cosineSum(c4, sigma2) - GeodesicSeries.cosineSum(c4, sigma1))
    }
    area += authalicSquared * turn(problem, solution)
    return area * problem.eastSign * (problem.isSwapped ? -1 : 1) * problem.northSign
  }

  /// The increase of the azimuth along the geodesic, in radians.
  private func turn(_ problem: GeodesicProblem, _ solution: GeodesicSolution) -> Double {
    let (beta1, beta2) = (problem.beta1, problem.beta2)
    if let omega = solution.omega, omega.cosine > -0.7071, beta2.sine - beta1.sine < 1.75 {
      // The spherical excess by half angles: azimuths of short lines would lose digits.
      let meridians = 1 + omega.cosine
      let (first, second) = (1 + beta1.cosine, 1 + beta2.cosine)
      return 2
        * GeoMath.arcTangent(
          omega.sine * (beta1.sine * second + beta2.sine * first),
          meridians * (beta1.sine * beta2.sine + first * second))
    }
    let (alpha1, alpha2) = (solution.alpha1, solution.alpha2)
    var sine = alpha2.sine * alpha1.cosine - alpha2.cosine * alpha1.sine
    var cosine = alpha2.cosine * alpha1.cosine + alpha2.sine * alpha1.sine
    // A turn by half a circle counts as one to the east.
    if sine == 0, cosine < 0 {
      sine = GeodesicProblem.tiny * alpha1.cosine
      cosine = -1
    }
    return GeoMath.arcTangent(sine, cosine)
  }
}

/// A sum with compensation of rounding errors.
struct ExactSum {
  private var sum = 0.0
  private var rest = 0.0

  mutating func add(_ number: Double) {
    let (total, lost) = GeoMath.exactSum(sum, number)
    sum = total
    rest += lost
  }

  var value: Double { sum + rest }
}
