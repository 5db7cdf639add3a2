import RealModule

enum GeodesicStart {
  /// The solution of a line that is short enough for the sphere of the mean latitude.
  case solved(GeodesicSolution)
  case azimuth(SinCos)

  @inline(__always) init(_ ellipsoid: Ellipsoid, _ problem: GeodesicProblem) {
    let (beta1, beta2) = (problem.beta1, problem.beta2)
    let difference = beta2.turned(backBy: beta1).sine
    let sum = beta2.turned(by: beta1).sine
    let isShort =
      beta2.turned(backBy: beta1).cosine >= 0 && difference < 0.5
      && beta2.cosine * problem.lambdaRadians < 0.5

    var omega = problem.lambda
    var speed = 1.0
    if isShort {
      let sines = beta1.sine + beta2.sine
      let cosines = beta1.cosine + beta2.cosine
      let meanSquared = sines * sines / (sines * sines + cosines * cosines)
      speed = (1 + ellipsoid.secondSquared * meanSquared).squareRoot()
      omega = SinCos(radians: problem.lambdaRadians / (ellipsoid.axisRatio * speed))
    }
    var (alpha1, arc) = Self.sphere(beta1, beta2, omega, difference: difference, sum: sum)
    if isShort, arc.sine < ellipsoid.shortArc {
      let alpha2 = SinCos(
        beta1.cosine * omega.sine, difference - beta1.cosine * beta2.sine * omega.versine)
      self = .solved(
        GeodesicSolution(
          length: arc.radians * ellipsoid.polarRadius * speed, alpha1: Self.eastward(alpha1),
          alpha2: alpha2.normalized))
      return
    }
    // Unless the points are nearly antipodal, the sphere is a good approximation.
    let margin = 6 * ellipsoid.third * .pi * beta1.cosine * beta1.cosine
    if arc.cosine < 0, arc.sine < margin {
      alpha1 = Self.nearlyAntipodal(ellipsoid, problem, sum: sum)
    } else if !isShort {
      // The sphere once more, with the longitude corrected by the first result: the error is then
      // of the second order in the flattening, which saves a step of Newton's method.
      let sine = alpha1.sine * beta1.cosine / GeoMath.length(alpha1.sine, alpha1.cosine)
      let more = ellipsoid.flattening * sine * arc.radians
      let square = 1 - more * more / 2
      let better = omega.turned(by: SinCos(more, square))
      if better.sine > 0 {
        (alpha1, _) = Self.sphere(beta1, beta2, better, difference: difference, sum: sum)
      }
    }
    self = .azimuth(Self.eastward(alpha1))
  }

  @inline(__always) private static func eastward(_ alpha: SinCos) -> SinCos {
    alpha.sine > 0 ? alpha.normalized : SinCos(1, 0)
  }

  /// The azimuth (not normalized) and the arc of a great circle.
  @inline(__always) private static func sphere(
    _ beta1: SinCos, _ beta2: SinCos, _ omega: SinCos, difference: Double, sum: Double
  ) -> (SinCos, SinCos) {
    // Half-angle formulas keep their digits near 0 and near half a turn.
    let squared = omega.sine * omega.sine
    let azimuth = SinCos(
      beta2.cosine * omega.sine,
      omega.cosine >= 0
        ? difference + beta2.cosine * beta1.sine * squared / (1 + omega.cosine)
        : sum - beta2.cosine * beta1.sine * squared / (1 - omega.cosine))
    let arc = SinCos(
      GeoMath.length(azimuth.sine, azimuth.cosine),
      beta1.sine * beta2.sine + beta1.cosine * beta2.cosine * omega.cosine)
    return (azimuth, arc)
  }

  /// Near the antipodal point geodesics envelop an astroid; Karney 2013, equations 52 to 58.
  @inline(never) private static func nearlyAntipodal(
    _ ellipsoid: Ellipsoid, _ problem: GeodesicProblem, sum: Double
  ) -> SinCos {
    let (beta1, beta2) = (problem.beta1, problem.beta2)
    let eps = ellipsoid.expansion(cosineAtEquator: beta1.sine)
    let longitudeScale =
      ellipsoid.flattening * beta1.cosine * GeodesicSeries.a3(ellipsoid.a3, eps) * .pi
    let latitudeScale = longitudeScale * beta1.cosine
    let x = -problem.supplement / longitudeScale
    let y = sum / latitudeScale
    // This is the cut itself, with some tolerance for rounding.
    let nearby = 1000 * Double.ulpOfOne.squareRoot()
    if y > -200 * Double.ulpOfOne, x > -1 - nearby {
      let sine = min(1, -x)
      return SinCos(sine, -(1 - sine * sine).squareRoot())
    }
    let k = astroid(x, y)
    var omega = SinCos(radians: longitudeScale * (-x * k / (1 + k)))
    omega.cosine.negate()
    return SinCos(
      beta2.cosine * omega.sine,
      sum - beta2.cosine * beta1.sine * omega.sine * omega.sine / (1 - omega.cosine))
  }

  /// The positive root of κ⁴ + 2κ³ - (x² + y² - 1)κ² - 2y²κ - y² = 0, in closed form.
  static func astroid(_ x: Double, _ y: Double) -> Double {
    let p = x * x
    let q = y * y
    let r = (p + q - 1) / 6
    if q == 0, r <= 0 { return 0 }
    // Cardano's formula for the resolvent cubic u³ - 3 r² u ... of Ferrari's method.
    let s = p * q / 4
    let r2 = r * r
    let r3 = r * r2
    let discriminant = s * (s + 2 * r3)
    var u = r
    if discriminant >= 0 {
      let t3 = s + r3
      let t = Double.root(t3 + (t3 < 0 ? -1 : 1) * discriminant.squareRoot(), 3)
      u += t + (t != 0 ? r2 / t : 0)
    } else {
      let angle = GeoMath.arcTangent((-discriminant).squareRoot(), -(s + r3))
      u += 2 * r * .cos(angle / 3)
    }
    let v = (u * u + q).squareRoot()
    let uv = u < 0 ? q / (v - u) : u + v
    let w = (uv - q) / (2 * v)
    return uv / ((uv + w * w).squareRoot() + w)
  }
}
