public import Contacts

/// Places joined by straight lines, walked by length.
public struct Polyline: Hashable, Sendable {
  public let points: [Point]
  /// From the first place to each, along the line.
  private let distances: [Double]

  public init(_ points: [Point]) {
    self.points = points
    var distances: [Double] = []
    distances.reserveCapacity(points.count)
    var sum = 0.0
    for (index, point) in points.enumerated() {
      if index > 0 { sum += points[index - 1].distance(to: point) }
      distances.append(sum)
    }
    self.distances = distances
  }

  public var length: Double { distances.last ?? 0 }

  /// The place at a share (0 to 1) of the length; the origin if there are no places.
  public func place(at share: Double) -> Point {
    guard let last = points.last else { return .zero }
    let distance = share * length
    guard let index = distances.firstIndex(where: { $0 >= distance }) else { return last }
    guard index > 0 else { return points[0] }
    let stretch = distances[index] - distances[index - 1]
    guard stretch > 0 else { return points[index] }
    let part = (distance - distances[index - 1]) / stretch
    return points[index - 1] + (points[index] - points[index - 1]) * part
  }
}
