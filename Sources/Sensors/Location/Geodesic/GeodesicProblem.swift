/// The inverse problem in its standard form: the first point south of the equator and not nearer to
/// it than the second, the second to the east by at most half a turn.
///
/// Every problem is one of these after exchanging and mirroring; Karney 2013, section 4.
struct GeodesicProblem {
  let beta1: SinCos
  let beta2: SinCos
  /// √(1 + e'² sin²β): how much faster than on the sphere a step is, at both points.
  let dn1: Double
  let dn2: Double
  let lambda: SinCos
  /// The difference of the longitudes in radians.
  let lambdaRadians: Double
  /// How far it is from half a turn, without loss.
  let supplement: Double
  /// The first point is a pole.
  let startsAtPole: Bool
  /// How to bring azimuths back.
  let isSwapped: Bool
  let eastSign: Double
  let northSign: Double

  /// The square root of the smallest number: stands for zero where a division follows.
  @inline(__always) static var tiny: Double { 0x1p-511 }

  @inline(__always)
  init(_ ellipsoid: Ellipsoid, _ from: Coordinate, _ to: Coordinate) {
    var (way, rest) = GeoMath.difference(from.longitude, to.longitude)
    let west = Double(signOf: way, magnitudeOf: 1)
    way *= west
    rest *= west
    lambda = SinCos(degrees: way, rest: rest)
    lambdaRadians = way * GeoMath.radiansPerDegree
    supplement = ((180 - way) - rest) * GeoMath.radiansPerDegree

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
    // Latitudes of the same size have the same reduced one, to the last bit.
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
  /// In metres.
  var length: Double
  var alpha1: SinCos
  var alpha2: SinCos
  /// The difference of the longitudes on the auxiliary sphere, if it was needed; for the area.
  var omega: SinCos?
}
