/// Where a geodesic leads.
public struct GeodesicDirect: Hashable, Sendable {
  public var destination: Coordinate
  /// Degrees clockwise from north in which the way goes on, -180 to 180.
  public var azimuth: Double
}

extension Ellipsoid {
  /// The place at a distance in metres along the geodesic that leaves at an azimuth in degrees.
  ///
  /// The distance may be negative, and longer than the way around the earth. The place is right to
  /// 15 nanometres.
  public func direct(
    from start: Coordinate, azimuth: Double, distance: Double
  ) throws(GeodesyError) -> GeodesicDirect {
    try start.check()
    try GeodesyError.check(azimuth)
    try GeodesyError.check(distance)
    let beta1 = GeodesicProblem.reduced(
      GeoMath.rounded(degrees: start.latitude), axisRatio)
    let alpha1 = SinCos(
      degrees: GeoMath.rounded(degrees: GeoMath.normalized(degrees: azimuth)))
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
    let omega = GeoMath.arcTangent(
      omega2.sine * omega1.cosine - omega2.cosine * omega1.sine,
      omega2.cosine * omega1.cosine + omega2.sine * omega1.sine)
    let c3 = GeodesicSeries.c3(self.c3, eps)
    let waves = GeodesicSeries.sum(c3, sigma2) - GeodesicSeries.sum(c3, sigma1)
    let lambda =
      omega - flattening * equator.sine * GeodesicSeries.a3(a3, eps) * (arc + waves)
    let longitude = GeoMath.normalized(
      degrees: GeoMath.normalized(degrees: start.longitude)
        + (lambda / GeoMath.radiansPerDegree).remainder(dividingBy: 360))
    let latitude = SinCos(beta2.sine, axisRatio * beta2.cosine).degrees
    return GeodesicDirect(
      destination: Coordinate(latitude: latitude, longitude: longitude), azimuth: alpha2.degrees)
  }
}

extension SinCos {
  /// The sum of two angles.
  @inline(__always) func turned(by angle: SinCos) -> SinCos {
    SinCos(
      sine * angle.cosine + cosine * angle.sine, cosine * angle.cosine - sine * angle.sine)
  }
}
