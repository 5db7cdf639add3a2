import Contacts
import Files

/// The part of a touch area that a limit allows for the longest path of a movement.
struct LimitRegion {
  /// The outline in mm.
  private(set) var corners: [Point] = []

  /// Creates the part that a parameter of the profile allows, as in `swipe.maximumDeviation`; nil
  /// if its limit bounds no area, or without a path in mm.
  ///
  /// Fingers that turn or spread are judged together, by their directions and distances from the
  /// point between them.
  init?(parameter: String, _ limit: Double, _ paths: [[Point]], _ stage: PlotArea) {
    switch parameter {
    case "rotation.minimumAngle": self.init(turn: { _ in limit * .pi / 180 }, paths)
    case "rotation.slop": self.init(turn: { limit / $0 }, paths)
    case "pinch.slop": self.init(expansion: limit, paths)
    default:
      let name = parameter.split(separator: ".").last.map(String.init) ?? parameter
      self.init(name, limit, paths, stage)
    }
  }

  /// The angle about the point between the fingers within which the longest path may turn: `turn`
  /// is the angle in radians of fingers at a mean distance in mm from that point.
  private init?(turn: (Double) -> Double, _ paths: [[Point]]) {
    guard let hand = SpreadHand(paths) else { return nil }
    let first = angle(from: hand.centroid, to: hand.start)
    let last = angle(from: hand.centroid, to: hand.end)
    let side = remainder(last - first, 2 * .pi) < 0 ? -1.0 : 1
    addWedge(
      hand.centroid, hand.centroid.distance(to: hand.start) * 1.2, from: first,
      to: first + side * min(turn(hand.radius), .pi))
  }

  /// The circle that fingers must leave, or reach when they approach each other.
  private init?(expansion: Double, _ paths: [[Point]]) {
    guard let hand = SpreadHand(paths) else { return nil }
    let isGrowing = hand.centroid.distance(to: hand.end) > hand.centroid.distance(to: hand.start)
    let radius = hand.radius + (isGrowing ? expansion : -expansion)
    guard radius > 0 else { return nil }
    addWedge(hand.centroid, radius, from: 0, to: 2 * .pi)
  }

  /// - Parameter name: The name in its section of the profile, as in `maximumDeviation`.
  init?(_ name: String, _ limit: Double, _ paths: [[Point]], _ stage: PlotArea) {
    func length(_ path: [Point]) -> Double { path.map { $0.distance(to: path[0]) }.max() ?? 0 }
    guard let path = paths.max(by: { length($0) < length($1) }), let start = path.first,
      let end = path.last
    else { return nil }
    // The radius is slightly longer than the path, so that the path ends within.
    let radius = max(length(path) * 1.05, 5)
    // This is the nearest axis.
    let axis = (angle(from: start, to: end) / (.pi / 2)).rounded() * .pi / 2
    switch name {
    case "maximumDeviation":
      addWedge(start, radius, from: axis - atan(limit), to: axis + atan(limit))
    case "maximumVariance":
      let (along, left) = (vector(axis, radius), vector(axis - .pi / 2, limit))
      let right = vector(axis + .pi / 2, limit)
      corners = [start + right, start + along + right, start + along + left, start + left]
    case "radius", "minimumLength": addWedge(start, limit, from: 0, to: 2 * .pi)
    case "edgeWidth":
      let (right, bottom) = (stage.width - limit, stage.height - limit)
      corners = [(limit, limit), (right, limit), (right, bottom), (limit, bottom)].map {
        Point(x: $0, y: $1)
      }
    default:
      // The corner of a stroke is its point farthest from the line between its ends.
      let along = end - start
      func distance(_ point: Point) -> Double { abs(along.cross(point - start)) }
      let corner = path.max { distance($0) < distance($1) } ?? end
      addLeg(name, limit * .pi / 180, radius / 2, start, corner, end)
      if corners.isEmpty { return nil }
    }
  }

  /// Adds the directions that a limit in radians allows for a leg of a stroke with a corner.
  private mutating func addLeg(
    _ name: String, _ limit: Double, _ radius: Double, _ start: Point, _ corner: Point, _ end: Point
  ) {
    let (first, second) = (angle(from: start, to: corner), angle(from: corner, to: end))
    let side = remainder(second - first, 2 * .pi) < 0 ? -1.0 : 1
    /// An angle to the horizontal, on the side of a leg.
    func slope(_ leg: Double, _ angle: Double) -> Double {
      let value = sin(leg) > 0 ? angle : -angle
      return cos(leg) >= 0 ? value : .pi - value
    }
    switch name {
    case "minimumAngle":
      addWedge(corner, radius, from: first + side * limit, to: first + side * .pi)
    case "maximumAngle": addWedge(corner, radius, from: first, to: first + side * limit)
    case "minimumDescent":
      addWedge(start, radius, from: slope(first, limit), to: slope(first, .pi / 2))
    case "minimumAscent":
      addWedge(corner, radius, from: slope(second, limit), to: slope(second, .pi / 2))
    case "maximumSteepness":
      addWedge(corner, radius, from: slope(second, 0), to: slope(second, limit))
    default: break
    }
  }

  /// Adds an arc with its center, which a whole circle does not need.
  private mutating func addWedge(
    _ center: Point, _ radius: Double, from first: Double, to last: Double
  ) {
    if abs(last - first) < 1.99 * .pi { corners.append(center) }
    corners += (0...32).map { center + vector(first + (last - first) * Double($0) / 32, radius) }
  }
}

/// Several fingers, as one movement about the point between them.
private struct SpreadHand {
  /// The mean of the first points.
  let centroid: Point
  /// The mean distance of the first points from the centroid.
  let radius: Double
  /// The ends of the path with the greatest distance between them.
  let start: Point
  let end: Point

  init?(_ paths: [[Point]]) {
    let ends = paths.compactMap { path in
      path.first.flatMap { first in path.last.map { (first, $0) } }
    }
    guard ends.count > 1,
      let longest = ends.max(by: { $0.0.distance(to: $0.1) < $1.0.distance(to: $1.1) })
    else { return nil }
    let centroid = ends.map(\.0).centroid
    self.centroid = centroid
    radius = ends.reduce(0) { $0 + $1.0.distance(to: centroid) } / Double(ends.count)
    (start, end) = longest
  }
}

private func angle(from start: Point, to end: Point) -> Double {
  atan2(end.y - start.y, end.x - start.x)
}

private func vector(_ angle: Double, _ length: Double) -> Vector {
  Vector(dx: cos(angle) * length, dy: sin(angle) * length)
}
