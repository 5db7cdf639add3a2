/// A plane that touches the earth at a point, with coordinates in metres to the east and north.
struct LocalFrame {
  let origin: Coordinate

  init(at origin: Coordinate) { self.origin = origin }

  /// A displacement in metres.
  struct Offset {
    var east: Double
    var north: Double

    static let zero = Offset(east: 0, north: 0)

    var length: Double { GeoMath.length(east, north) }

    static func * (offset: Offset, factor: Double) -> Offset {
      Offset(east: offset.east * factor, north: offset.north * factor)
    }

    static func + (left: Offset, right: Offset) -> Offset {
      Offset(east: left.east + right.east, north: left.north + right.north)
    }
  }

  /// Returns the offset of a point, also across the date line and at the poles.
  func offset(of coordinate: Coordinate) -> Offset? {
    guard let distance = try? GreatCircle().distance(from: origin, to: coordinate), distance > 0,
      let bearing = try? GreatCircle().bearing(from: origin, to: coordinate)
    else { return coordinate == origin ? .zero : nil }
    return Offset(length: distance, course: bearing)
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
    var sum = Offset.zero
    for location in locations {
      guard let offset = offset(of: location.coordinate) else { return nil }
      sum = sum + offset
    }
    return locations.isEmpty ? nil : sum * (1 / Double(locations.count))
  }
}

extension LocalFrame.Offset {
  /// A displacement by a distance in metres in a direction in degrees; also a velocity.
  init(length: Double, course: Double) {
    let direction = SinCos(degrees: course)
    self.init(east: length * direction.sine, north: length * direction.cosine)
  }
}
