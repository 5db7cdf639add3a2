public import Contacts

/// The way of one finger, thinned to a bounded number of places.
public struct StrokePath {
  /// The most places that are kept: beyond, every second one goes and the spacing doubles.
  static let capacity = 256
  /// Points between places at first: 1, well below any stroke that matters.
  static let firstSpacing = 1.0

  public private(set) var points: [Point] = []
  private var last = Point.zero
  private var spacing = StrokePath.firstSpacing

  public init() {
    points.reserveCapacity(StrokePath.capacity)
  }

  public mutating func reset() {
    points.removeAll(keepingCapacity: true)
    spacing = StrokePath.firstSpacing
  }

  public mutating func add(_ point: Point) {
    last = point
    if let previous = points.last, previous.distance(to: point) < spacing { return }
    append(point)
  }

  /// The end of the stroke belongs to it, however near it is to the place before.
  public mutating func close() {
    if let previous = points.last, previous != last { append(last) }
  }

  private mutating func append(_ point: Point) {
    if points.count == StrokePath.capacity {
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
