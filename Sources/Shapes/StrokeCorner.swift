public import Contacts

/// A stroke as two legs that meet in its dominant corner.
///
/// The corner is the point farthest from the line between the ends. A finger often leaves a small
/// hook at its touch down or touch up, so the ends are not the first and the last point but, on
/// either side, the one farthest from the corner.
public struct StrokeCorner: Hashable, Sendable {
  /// One side of the corner.
  public struct Leg: Hashable, Sendable {
    /// From the leg's start to its end, in the direction of the stroke.
    public let vector: Vector
    /// In points; never zero.
    public let length: Double
    /// The length over the length of the path along it: 1 for a straight line.
    public let straightness: Double
    /// The height of the arc that the path makes over the leg, over the leg's length; positive if
    /// the path is to the left of the direction of travel.
    public let bow: Double
    /// How far the stroke continues beyond the outer end of the leg, over the leg's length.
    public let hook: Double
  }

  public let first: Leg
  public let second: Leg

  /// Finds the legs of a stroke; nil if there is no corner, as in a point or an exactly straight
  /// stroke.
  public init?(of points: [Point]) {
    guard !points.isEmpty else { return nil }
    let last = points.count - 1
    var (start, corner, end) = (0, 0, last)
    // The corner depends on the ends, and the ends on the corner; real strokes settle after one
    // round.
    for round in 0...2 {
      if round > 0 {
        let center = points[corner]
        start = index(in: 0...corner) { (points[$0] - center).lengthSquared }
        end = index(in: corner...last) { (points[$0] - center).lengthSquared }
      }
      let chord = points[end] - points[start]
      let origin = points[start]
      corner = index(in: start...end) { abs(chord.cross(points[$0] - origin)) }
    }
    guard let first = Leg(points[start...corner], hook: points[...start], from: points[start]),
      let second = Leg(points[corner...end], hook: points[end...], from: points[end])
    else { return nil }
    self.first = first
    self.second = second
  }
}

/// The first index with the largest measure.
private func index(in range: ClosedRange<Int>, withLargest measure: (Int) -> Double) -> Int {
  var best = range.lowerBound
  var largest = measure(best)
  for index in range.dropFirst() {
    let value = measure(index)
    if value > largest { (best, largest) = (index, value) }
  }
  return best
}

extension StrokeCorner.Leg {
  fileprivate init?(_ points: ArraySlice<Point>, hook: ArraySlice<Point>, from outerEnd: Point) {
    guard let start = points.first, let end = points.last else { return nil }
    let vector = end - start
    let length = vector.length
    guard length > 0 else { return nil }
    self.vector = vector
    self.length = length
    straightness = length / StrokeCorner.Leg.pathLength(of: points, legLength: length)
    bow = StrokeCorner.Leg.arcHeight(of: points) / length
    self.hook = hook.reduce(0) { max($0, $1.distance(to: outerEnd)) } / length
  }

  /// The length of the path along a leg, in strides of at least a quarter of it: sensor noise and
  /// tremor lengthen the path from sample to sample.
  private static func pathLength(of points: ArraySlice<Point>, legLength: Double) -> Double {
    guard var last = points.first, let end = points.last else { return 0 }
    var sum = 0.0
    for point in points {
      let stride = last.distance(to: point)
      if stride >= legLength / 4 {
        sum += stride
        last = point
      }
    }
    return sum + last.distance(to: end)
  }

  /// The height of the parabola over the leg that encloses the same area as the path, which sensor
  /// noise hardly changes.
  private static func arcHeight(of points: ArraySlice<Point>) -> Double {
    guard let start = points.first, let end = points.last else { return 0 }
    var area = 0.0
    for (point, next) in zip(points, points.dropFirst()) {
      area += (point - start).cross(next - start) / 2
    }
    // A parabola of height h over a leg of length l encloses 2/3 h l.
    return 1.5 * area / (end - start).length
  }
}
