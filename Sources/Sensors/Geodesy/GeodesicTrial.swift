/// A geodesic from the first point of a problem to the latitude of the second.
struct GeodesicTrial {
  var alpha2: SinCos
  /// The arc on the auxiliary sphere, and its ends.
  var arc: Double
  var sigma1: SinCos
  var sigma2: SinCos
  var expansion: Double
  /// The excess of the longitude of the end, in radians.
  var excess = 0.0

  /// A geodesic along a meridian.
  init(meridian ellipsoid: Ellipsoid, sigma1: SinCos, sigma2: SinCos) {
    self.sigma1 = sigma1
    self.sigma2 = sigma2
    arc = GeodesicTrial.angle(sigma1, sigma2).radians
    expansion = ellipsoid.third
    alpha2 = SinCos(0, 1)
  }

  @inline(__always)
  init(_ ellipsoid: Ellipsoid, _ problem: GeodesicProblem, alpha1 azimuth: SinCos) {
    let (beta1, beta2) = (problem.beta1, problem.beta2)
    var alpha1 = azimuth
    // A path along the equator reaches no other latitude, so it is turned slightly to the south.
    if beta1.sine == 0, alpha1.cosine == 0 { alpha1.cosine = -GeodesicProblem.tiny }

    let equator = SinCos(
      alpha1.sine * beta1.cosine, GeoMath.length(alpha1.cosine, alpha1.sine * beta1.sine))
    let northward = alpha1.cosine * beta1.cosine
    let isSameCircle = beta2.cosine == beta1.cosine
    var northward2 = abs(northward)
    if !isSameCircle || abs(beta2.sine) != -beta1.sine {
      // The difference of two squares, in the form that loses less precision.
      let difference =
        beta1.cosine < -beta1.sine
        ? (beta2.cosine - beta1.cosine) * (beta1.cosine + beta2.cosine)
        : (beta1.sine - beta2.sine) * (beta1.sine + beta2.sine)
      northward2 = max(0, northward * northward + difference).squareRoot()
    }
    alpha2 = SinCos(
      isSameCircle ? alpha1.sine : equator.sine / beta2.cosine,
      isSameCircle && abs(beta2.sine) == -beta1.sine
        ? abs(alpha1.cosine) : northward2 / beta2.cosine)

    sigma1 = SinCos(beta1.sine, northward).normalized
    sigma2 = SinCos(beta2.sine, alpha2.cosine * beta2.cosine).normalized
    arc = GeodesicTrial.angle(sigma1, sigma2).radians
    // Longitudes on the sphere; the lengths cancel.
    let omega1 = SinCos(equator.sine * beta1.sine, northward)
    let omega2 = SinCos(equator.sine * beta2.sine, alpha2.cosine * beta2.cosine)
    let rest = GeodesicTrial.angle(omega1, omega2).turned(backBy: problem.lambda).radians

    expansion = ellipsoid.expansion(cosineAtEquator: equator.cosine)
    let c3 = GeodesicSeries.c3(ellipsoid.c3, expansion)
    let waves = GeodesicSeries.sum(c3, sigma2) - GeodesicSeries.sum(c3, sigma1)
    // The difference of the longitudes on the ellipsoid less that on the auxiliary sphere.
    let correction =
      -ellipsoid.flattening * GeodesicSeries.a3(ellipsoid.a3, expansion) * equator.sine
      * (arc + waves)
    excess = rest + correction
  }

  /// The angle from one point of a great circle to another one farther along it, 0 to π.
  @inline(__always) private static func angle(_ from: SinCos, _ to: SinCos) -> SinCos {
    let angle = to.turned(backBy: from)
    // Never the negative zero, whose arc tangent is -π.
    return SinCos(angle.sine > 0 ? angle.sine : 0, angle.cosine)
  }

  /// The derivative of the excess by the azimuth, accurate to ten digits.
  @inline(__always) func slope(_ ellipsoid: Ellipsoid, _ problem: GeodesicProblem) -> Double {
    guard alpha2.cosine != 0 else {
      return -2 * ellipsoid.axisRatio * problem.dn1 / problem.beta1.sine
    }
    return reducedLength(problem) * ellipsoid.axisRatio / (alpha2.cosine * problem.beta2.cosine)
  }

  /// The reduced length divided by the polar radius.
  @inline(__always) func reducedLength(_ problem: GeodesicProblem) -> Double {
    let a1 = GeodesicSeries.a1(expansion)
    let a2 = GeodesicSeries.a2(expansion)
    let c1 = GeodesicSeries.c1(expansion)
    let c2 = GeodesicSeries.c2(expansion)
    var c = GeodesicSeries.Sines(repeating: 0)
    for index in 0..<6 { c[index] = a1 * c1[index] - a2 * c2[index] }
    let waves = GeodesicSeries.sum(c, sigma2) - GeodesicSeries.sum(c, sigma1)
    let j = (a1 - a2) * arc + waves
    return problem.dn2 * (sigma1.cosine * sigma2.sine) - problem.dn1 * (sigma1.sine * sigma2.cosine)
      - sigma1.cosine * sigma2.cosine * j
  }

  /// The length of the geodesic divided by the polar radius.
  @inline(__always) var length: Double {
    let c1 = GeodesicSeries.c1(expansion)
    let waves = GeodesicSeries.sum(c1, sigma2) - GeodesicSeries.sum(c1, sigma1)
    return GeodesicSeries.a1(expansion) * (arc + waves)
  }
}
