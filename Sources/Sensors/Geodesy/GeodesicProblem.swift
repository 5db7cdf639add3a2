/// The inverse problem in its standard form (Karney 2013, section 4): the first point is south of
/// the equator and at least as far from it as the second, at most half a turn to the east.
struct GeodesicProblem {
  let beta1: SinCos
  let beta2: SinCos
  /// √(1 + e'² sin²β) at both points: the ratio of a step on the ellipsoid to one on the sphere.
  let dn1: Double
  let dn2: Double
  let lambda: SinCos
  /// The difference of the longitudes in radians.
  let lambdaRadians: Double
  /// The rest of this difference to half a turn, without cancellation.
  let supplement: Double
  /// Whether the first point is a pole.
  let startsAtPole: Bool
  /// The exchange and the reflections that convert azimuths back.
  let isSwapped: Bool
  let eastSign: Double
  let northSign: Double

  /// The square root of the smallest normal number, instead of zero before a division.
  @inline(__always) static var tiny: Double { 0x1p-511 }

  @inline(__always) init(_ ellipsoid: Ellipsoid, _ from: Coordinate, _ to: Coordinate) {
    var (difference, rest) = GeoMath.difference(from.longitude, to.longitude)
    let west = Double(signOf: difference, magnitudeOf: 1)
    difference *= west
    rest *= west
    lambda = SinCos(degrees: difference, rest: rest)
    lambdaRadians = difference * GeoMath.radiansPerDegree
    supplement = ((180 - difference) - rest) * GeoMath.radiansPerDegree

    var latitude1 = GeoMath.rounded(degrees: from.latitude)
    var latitude2 = GeoMath.rounded(degrees: to.latitude)
    isSwapped = abs(latitude1) < abs(latitude2)
    if isSwapped { swap(&latitude1, &latitude2) }
    eastSign = west
    let north = latitude1 < 0 ? 1.0 : -1.0
    northSign = isSwapped ? -north : north
    latitude1 *= north
    latitude2 *= north
    startsAtPole = latitude1 == -90

    let first = GeodesicProblem.reduced(latitude1, ellipsoid.axisRatio)
    var second = GeodesicProblem.reduced(latitude2, ellipsoid.axisRatio)
    // Latitudes of the same magnitude have the same reduced latitude, to the last bit.
    if first.cosine < -first.sine {
      if second.cosine == first.cosine {
        second.sine = Double(signOf: second.sine, magnitudeOf: first.sine)
      }
    } else if abs(second.sine) == -first.sine {
      second.cosine = first.cosine
    }
    beta1 = first
    beta2 = second
    dn1 = (1 + ellipsoid.secondSquared * first.sine * first.sine).squareRoot()
    dn2 = (1 + ellipsoid.secondSquared * second.sine * second.sine).squareRoot()
  }

  /// The reduced latitude: tan β = (1 - f) tan φ.
  @inline(__always) static func reduced(_ latitude: Double, _ axisRatio: Double) -> SinCos {
    var direction = SinCos(degrees: latitude)
    direction.sine *= axisRatio
    var beta = direction.normalized
    beta.cosine = max(tiny, beta.cosine)
    return beta
  }
}

/// A geodesic between two points in the standard form.
struct GeodesicSolution {
  /// The length in metres.
  var length: Double
  var alpha1: SinCos
  var alpha2: SinCos
}
