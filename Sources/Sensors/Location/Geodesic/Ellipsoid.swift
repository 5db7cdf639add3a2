/// The shape of the earth on which geodesics are computed, and the series that depend on it.
///
/// ```swift
/// let seoul = Coordinate(latitude: 37.5665, longitude: 126.9780)
/// let busan = Coordinate(latitude: 35.1796, longitude: 129.0756)
/// try Ellipsoid.wgs84.inverse(from: seoul, to: busan).distance  // 325_058.8… m
/// ```
///
/// The method is that of C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87 (2013) 43–55:
/// series to the sixth order in the third flattening, exact to some nanometres for the earth, and a
/// solution of the inverse problem that converges for every pair of points.
public struct Ellipsoid: Sendable {
  /// In metres.
  public let equatorialRadius: Double
  /// (a - b) / a; 0 to 0.01: the series are made for shapes like the earth's.
  public let flattening: Double
  /// In metres.
  public let polarRadius: Double

  /// The parameters of WGS 84 (NIMA TR8350.2).
  public static let wgs84 = Ellipsoid(
    equatorialRadius: 6_378_137, flattening: 1 / 298.257223563)

  /// b / a.
  let axisRatio: Double
  /// The third flattening, (a - b) / (a + b).
  let third: Double
  /// The first and the second eccentricity, squared.
  let firstSquared: Double
  let secondSquared: Double
  /// The square of the radius of the sphere with the same area.
  let authalicSquared: Double
  /// What is left of the series A3, C3 and C4 when the third flattening is put in.
  let a3: InlineArray<6, Double>
  let c3: GeodesicSeries.C3Table
  let c4: GeodesicSeries.C4Table
  /// Arcs on the sphere that are shorter are solved without iteration.
  let shortArc: Double

  init(equatorialRadius: Double, flattening: Double) {
    precondition(equatorialRadius > 0 && (0...0.01).contains(flattening))
    self.equatorialRadius = equatorialRadius
    self.flattening = flattening
    axisRatio = 1 - flattening
    polarRadius = equatorialRadius * axisRatio
    third = flattening / (2 - flattening)
    firstSquared = flattening * (2 - flattening)
    secondSquared = firstSquared / (axisRatio * axisRatio)
    let eccentricity = firstSquared.squareRoot()
    let bulge =
      eccentricity == 0 ? 1 : GeoMath.inverseHyperbolicTangent(eccentricity) / eccentricity
    authalicSquared = (equatorialRadius * equatorialRadius + polarRadius * polarRadius * bulge) / 2
    a3 = GeodesicSeries.a3(third: third)
    c3 = GeodesicSeries.c3(third: third)
    c4 = GeodesicSeries.c4(third: third)
    // The error of the short solution grows with the square of the arc and with the flattening
    // (Karney 2013, section 5).
    shortArc =
      0.1 * Double.ulpOfOne.squareRoot()
      / (max(0.001, flattening) * min(1, 1 - flattening / 2) / 2).squareRoot()
  }
}

extension Ellipsoid {
  /// The expansion parameter of a geodesic that leaves the equator with the sine of the azimuth
  /// whose cosine is given.
  @inline(__always) func expansion(cosineAtEquator cosine: Double) -> Double {
    let squared = cosine * cosine * secondSquared
    return squared / (2 * (1 + (1 + squared).squareRoot()) + squared)
  }
}
