public import Contacts

/// A drawing by fingers or a pen: one or more strokes.
///
/// ```swift
/// let check = Drawing(strokes: [[Point(x: 0, y: 4), Point(x: 3, y: 8), Point(x: 10, y: 0)]])
/// check.length  // 15.6
/// ```
///
/// Strokes are in the order in which they were drawn; points are in any unit, with y downward. The
/// number and spacing of the points do not affect recognition.
public struct Drawing: Hashable, Sendable {
  /// The points of each stroke; a stroke of one point is a dot.
  public var strokes: [[Point]]

  public init(strokes: [[Point]]) { self.strokes = strokes }

  /// A drawing of one stroke.
  public init(_ stroke: [Point]) { self.init(strokes: [stroke]) }

  /// The total length of all strokes, without the gaps between them.
  public var length: Double { strokes.reduce(0) { $0 + $1.pathLength } }

  /// The largest absolute coordinate: 1e10, beyond which the products of lengths lose meaning.
  public static let maximumCoordinate = 1e10

  /// Whether there is nothing to recognize: no point, or a coordinate that is not a number or is
  /// beyond ``maximumCoordinate``.
  public var isEmpty: Bool {
    !strokes.contains { !$0.isEmpty }
      || strokes.contains { stroke in stroke.contains { !$0.isDrawable } }
  }

  /// The rectangle around all points; nil without points.
  public var bounds: Rect? {
    guard let first = strokes.lazy.joined().first else { return nil }
    var (low, high) = (first, first)
    for stroke in strokes {
      for point in stroke {
        low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
        high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
      }
    }
    return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// The drawing with a function applied to every point.
  public func map(_ transform: (Point) -> Point) -> Drawing {
    Drawing(strokes: strokes.map { $0.map(transform) })
  }

  /// The drawing turned clockwise about the origin.
  public func turned(by degrees: Double) -> Drawing {
    let rotation = Transform.rotation(degrees: degrees)
    return map { rotation.apply(to: $0) }
  }
}

extension Point {
  /// Whether both coordinates are numbers up to ``Drawing/maximumCoordinate``.
  var isDrawable: Bool {
    abs(x) <= Drawing.maximumCoordinate && abs(y) <= Drawing.maximumCoordinate
  }
}

extension [Point] {
  /// The length of the path through the points.
  public var pathLength: Double {
    var sum = 0.0
    for index in indices.dropFirst() { sum += self[index - 1].distance(to: self[index]) }
    return sum
  }
}
