/// A part of the earth's surface that can be entered and left.
public struct Region: Hashable, Sendable {
  public enum Shape: Hashable, Sendable {
    /// A centre and a radius in metres.
    case circle(Coordinate, radius: Double)
    /// Corners joined by great circles, the last to the first; smaller than a hemisphere.
    case polygon([Coordinate])
  }

  public var identifier: String
  public let shape: Shape

  /// Throws for invalid coordinates, radii that are not positive, and polygons of fewer than three
  /// corners.
  public init(identifier: String, shape: Shape) throws(GeodesyError) {
    switch shape {
    case .circle(let center, let radius):
      try center.check()
      guard radius > 0, radius.isFinite else { throw .invalidRadius(radius) }
    case .polygon(let corners):
      guard corners.count >= 3 else { throw .tooFewCorners(corners.count) }
      for corner in corners { try corner.check() }
    }
    self.identifier = identifier
    self.shape = shape
  }

  /// Whether a place is in the region; its outline belongs to a circle.
  public func contains(_ place: Coordinate) throws(GeodesyError) -> Bool {
    try depth(of: place) >= 0
  }

  /// Metres from a place to the outline, negative outside.
  public func depth(of place: Coordinate) throws(GeodesyError) -> Double {
    try place.check()
    let circle = GreatCircle()
    switch shape {
    case .circle(let center, let radius):
      return radius - (try circle.distance(from: center, to: place))
    case .polygon(let corners):
      var nearest = Double.infinity
      for index in corners.indices {
        let next = corners[index + 1 == corners.count ? 0 : index + 1]
        nearest = min(
          nearest, try circle.distance(of: place, fromSegment: corners[index], to: next))
      }
      return try isWound(corners, around: place) ? nearest : -nearest
    }
  }

  /// Whether the corners go around a place: the bearings to them add up to whole turns then.
  private func isWound(
    _ corners: [Coordinate], around place: Coordinate
  ) throws(GeodesyError) -> Bool {
    // On the far side of the earth bearings go around as well.
    let circle = GreatCircle()
    guard try circle.distance(from: place, to: corners[0]) < .pi / 2 * circle.radius else {
      return false
    }
    var turn = 0.0
    var last = try circle.bearing(from: place, to: corners[corners.count - 1])
    for corner in corners {
      let bearing = try circle.bearing(from: place, to: corner)
      turn += (bearing - last).remainder(dividingBy: 360)
      last = bearing
    }
    return abs(turn) > 180
  }
}
