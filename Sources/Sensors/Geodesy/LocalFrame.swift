/// A plane that touches the earth at a point, with coordinates in metres to the east and north of
/// the point.
struct LocalFrame {
  let origin: Coordinate

  init(at origin: Coordinate) { self.origin = origin }

  /// A displacement in metres.
  struct Offset {
    var east: Double
    var north: Double

    var length: Double { GeoMath.length(east, north) }

    static func * (offset: Offset, factor: Double) -> Offset {
      Offset(east: offset.east * factor, north: offset.north * factor)
    }

    static func + (left: Offset, right: Offset) -> Offset {
      Offset(east: left.east + right.east, north: left.north + right.north)
    }
  }

  /// Returns the offset of a point, by distance and bearing, which are valid across the date line
  /// and at the poles.
  func offset(of coordinate: Coordinate) -> Offset? {
    guard let distance = try? GreatCircle().distance(from: origin, to: coordinate), distance > 0,
      let bearing = try? GreatCircle().bearing(from: origin, to: coordinate)
    else { return coordinate == origin ? Offset(east: 0, north: 0) : nil }
    let direction = SinCos(degrees: bearing)
    return Offset(east: distance * direction.sine, north: distance * direction.cosine)
  }

  /// Returns the point at an offset from the origin.
  func coordinate(at offset: Offset) -> Coordinate? {
    let length = offset.length
    guard length > 0 else { return length == 0 ? origin : nil }
    return try? GreatCircle().destination(
      from: origin, bearing: SinCos(offset.east, offset.north).degrees, distance: length)
  }

  /// Returns the mean offset of some locations; nil for an empty list.
  func mean(of locations: [Location]) -> Offset? {
    var sum = Offset(east: 0, north: 0)
    for location in locations {
      guard let offset = offset(of: location.coordinate) else { return nil }
      sum = sum + offset
    }
    return locations.isEmpty ? nil : sum * (1 / Double(locations.count))
  }
}
