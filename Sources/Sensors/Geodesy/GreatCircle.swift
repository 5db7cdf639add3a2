/// Calculates distances and directions on a sphere with the mean radius of the earth; ``Ellipsoid``
/// does so on the earth.
public struct GreatCircle: Hashable, Sendable {
  /// The mean radius of the earth in metres, (2a + b) / 3 of WGS 84 (Moritz, GRS 1980).
  public static let meanRadius = 6_371_008.8

  public init() {}

  /// Returns the length of the shorter arc between two points in metres.
  public func distance(
    from first: Coordinate, to second: Coordinate
  ) throws(GeodesyError) -> Double {
    try first.check()
    try second.check()
    return GreatCircle.meanRadius * GreatCircle.angle(first, second)
  }

  /// Returns the direction of the shorter arc at the first point: degrees clockwise from north, 0
  /// to 360; 0 for coincident points.
  public func bearing(
    from first: Coordinate, to second: Coordinate
  ) throws(GeodesyError) -> Double {
    try first.check()
    try second.check()
    let bearing = GreatCircle.azimuth(first, second).degrees
    return bearing < 0 ? bearing + 360 : bearing + 0
  }

  /// Returns the point at a distance in metres along the great circle at a bearing in degrees.
  public func destination(
    from start: Coordinate, bearing: Double, distance: Double
  ) throws(GeodesyError) -> Coordinate {
    try start.check()
    try GeodesyError.check(bearing)
    try GeodesyError.check(distance)
    let direction = SinCos(degrees: GeoMath.normalized(degrees: bearing))
    let arc = SinCos(radians: distance / GreatCircle.meanRadius)
    let latitude = SinCos(degrees: start.latitude)
    let up = latitude.sine * arc.cosine + latitude.cosine * arc.sine * direction.cosine
    let north = latitude.cosine * arc.cosine - latitude.sine * arc.sine * direction.cosine
    let east = arc.sine * direction.sine
    let eastward = SinCos(east, north).degrees
    return Coordinate(
      latitude: SinCos(up, GeoMath.length(north, east)).degrees,
      longitude: GeoMath.normalized(degrees: start.longitude + eastward))
  }

  /// The arc between two points in radians, accurate for close points and antipodes alike.
  @inline(__always) static func angle(_ first: Coordinate, _ second: Coordinate) -> Double {
    let north = SinCos(degrees: (second.latitude - first.latitude) / 2)
    let east = SinCos(degrees: GeoMath.difference(first.longitude, second.longitude).difference / 2)
    let middle = SinCos(degrees: (first.latitude + second.latitude) / 2)
    // hav θ and 1 - hav θ as sums of squares: neither loses digits.
    let near =
      north.sine * north.sine * east.cosine * east.cosine
      + middle.cosine * middle.cosine * east.sine * east.sine
    let far =
      north.cosine * north.cosine * east.cosine * east.cosine
      + middle.sine * middle.sine * east.sine * east.sine
    return 2 * GeoMath.arcTangent(near.squareRoot(), far.squareRoot())
  }

  @inline(__always) static func azimuth(_ first: Coordinate, _ second: Coordinate) -> SinCos {
    let (from, to) = (SinCos(degrees: first.latitude), SinCos(degrees: second.latitude))
    let east = SinCos(degrees: GeoMath.difference(first.longitude, second.longitude).difference)
    // cos a sin b - sin a cos b cos λ, without cancellation for close points.
    let north =
      SinCos(degrees: second.latitude - first.latitude).sine + from.sine * to.cosine * east.versine
    return SinCos(to.cosine * east.sine, north)
  }

  /// The length of a degree of longitude at a latitude in degrees, relative to the equator.
  public static func parallelShare(atLatitude latitude: Double) -> Double {
    max(1e-6, SinCos(degrees: max(-90, min(90, latitude))).cosine)
  }
}

// MARK: - Paths

extension GreatCircle {
  /// Returns the length of a path in metres; 0 for fewer than two points.
  public func length(ofPath path: [Coordinate]) throws(GeodesyError) -> Double {
    try path.first?.check()
    var length = 0.0
    for (start, end) in zip(path, path.dropFirst()) {
      length += try distance(from: start, to: end)
    }
    return length
  }

  /// The distances of a point across and along a great circle from one point to another.
  public struct CrossTrack: Hashable, Sendable {
    /// The distance from the circle in metres, positive to the right of the path.
    public var across: Double
    /// The distance in metres from the first point to the nearest one; negative behind it.
    public var along: Double
  }

  /// Returns the distances of a point across and along the great circle from one point to another;
  /// between coincident points it leads north.
  public func crossTrack(
    of point: Coordinate, from start: Coordinate, to end: Coordinate
  ) throws(GeodesyError) -> CrossTrack {
    let arc = SinCos(radians: try distance(from: start, to: point) / GreatCircle.meanRadius)
    try end.check()
    // The angle at the first point between the path and the point.
    let course = GreatCircle.azimuth(start, end).normalizedOrNorth
    let angle = GreatCircle.azimuth(start, point).normalizedOrNorth.turned(backBy: course)
    return CrossTrack(
      across: GreatCircle.meanRadius * GeoMath.arcSine(arc.sine * angle.sine),
      along: GreatCircle.meanRadius * GeoMath.arcTangent(arc.sine * angle.cosine, arc.cosine))
  }

  /// Returns the distance from a point to the nearest point of the shorter arc between two others.
  public func distance(
    of point: Coordinate, fromSegment start: Coordinate, to end: Coordinate
  ) throws(GeodesyError) -> Double {
    let track = try crossTrack(of: point, from: start, to: end)
    let length = try distance(from: start, to: end)
    if track.along <= 0 { return try distance(from: start, to: point) }
    if track.along >= length { return try distance(from: end, to: point) }
    return abs(track.across)
  }
}

extension SinCos {
  /// The direction with length 1; north for a zero vector.
  fileprivate var normalizedOrNorth: SinCos {
    sine == 0 && cosine == 0 ? SinCos(0, 1) : normalized
  }
}
