public import Contacts

/// The path of a finger, or of the centroid of several, thinned to a bounded number of points.
public struct StrokePath: Sendable {
  /// The most points; beyond that, every second one is dropped and the spacing doubles.
  static let capacity = 256
  /// The initial distance between points: 1, well below the size of any stroke.
  static let firstSpacing = 1.0

  public private(set) var points: [Point] = []
  private var last = Point.zero
  private var spacing = Self.firstSpacing

  public init() { points.reserveCapacity(Self.capacity) }

  public mutating func reset() {
    points.removeAll(keepingCapacity: true)
    spacing = Self.firstSpacing
  }

  public mutating func add(_ point: Point) {
    last = point
    if let previous = points.last, previous.distance(to: point) < spacing { return }
    append(point)
  }

  /// Adds the end of the stroke, even if it is near the point before.
  public mutating func close() {
    if let previous = points.last, previous != last { append(last) }
  }

  /// Moves all points.
  public mutating func translate(by vector: Vector) {
    last = last + vector
    for index in points.indices { points[index] = points[index] + vector }
  }

  private mutating func append(_ point: Point) {
    if points.count == Self.capacity {
      var kept = 0
      for index in stride(from: 0, to: points.count, by: 2) {
        points[kept] = points[index]
        kept += 1
      }
      points.removeLast(points.count - kept)
      spacing *= 2
    }
    points.append(point)
  }
}
