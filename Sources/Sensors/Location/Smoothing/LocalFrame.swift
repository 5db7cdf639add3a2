/// A plane that touches the earth at a point: metres to the east and to the north of it.
struct LocalFrame {
  let origin: Coordinate

  init(at origin: Coordinate) { self.origin = origin }

  /// A way in metres.
  struct Offset {
    var east: Double
    var north: Double

    var length: Double { GeoMath.length(east, north) }

    static func * (way: Offset, factor: Double) -> Offset {
      Offset(east: way.east * factor, north: way.north * factor)
    }

    static func + (left: Offset, right: Offset) -> Offset {
      Offset(east: left.east + right.east, north: left.north + right.north)
    }
  }

  /// Where a place lies: by its distance and bearing, so that it works over the date line and the
  /// poles.
  func offset(of place: Coordinate) -> Offset? {
    guard let distance = try? GreatCircle().distance(from: origin, to: place), distance > 0,
      let bearing = try? GreatCircle().bearing(from: origin, to: place)
    else { return place == origin ? Offset(east: 0, north: 0) : nil }
    let direction = SinCos(degrees: bearing)
    return Offset(east: distance * direction.sine, north: distance * direction.cosine)
  }

  /// The place at a way from the origin.
  func coordinate(at way: Offset) -> Coordinate? {
    let length = way.length
    guard length > 0 else { return length == 0 ? origin : nil }
    return try? GreatCircle().destination(
      from: origin, bearing: SinCos(way.east, way.north).degrees, distance: length)
  }

  /// The mean of some places; nil for none.
  func mean(of locations: [Location]) -> Offset? {
    var sum = Offset(east: 0, north: 0)
    for location in locations {
      guard let way = offset(of: location.coordinate) else { return nil }
      sum = sum + way
    }
    return locations.isEmpty ? nil : sum * (1 / Double(locations.count))
  }
}
