public import Contacts

/// Finds the corners of a stroke.
///
/// A stroke is resampled to points of equal distance. Near a corner the straw, the straight line
/// between the third point before and the third point after, is short; where its length is a
/// minimum there may be a corner (ShortStraw, Wolin, Eoff and Hammond 2008). A bend is not a
/// corner: its angle becomes flatter the nearer to it the angle is measured (IStraw, Xiong and
/// LaViola 2009). Square brackets with rounded corners near their ends have wrong numbers of
/// corners most often (measured).
public enum CornerFinder {
  /// A point where a stroke changes its direction.
  public struct Corner: Hashable, Sendable {
    /// The position, in the unit of the stroke.
    public var point: Point
    /// The fraction of the stroke's length before the corner, 0 to 1.
    public var progress: Double
    /// The angle between the two sides, 0 to 180 degrees: small where the stroke turns back.
    public var angle: Double
  }

  /// The distance between resampled points over the stroke's diagonal, as in ShortStraw.
  private static let spacing = 1.0 / 40
  /// The most pieces of a stroke, reached by a stroke as long as ten diagonals.
  private static let maximumPieces = 400
  /// The number of points between a point and either end of its straw: 3, as in ShortStraw.
  private static let reach = 3
  /// The share of the median straw below which there may be a corner: 0.95, as in ShortStraw.
  private static let shortStraw = 0.95
  /// The length of an angle's sides in points, as in IStraw; a third for the nearer measurement.
  private static let side = 15
  /// The largest angle of a corner, in degrees: 150. A flatter angle is a bend.
  private static let flattest = 150.0

  /// The corners in the order of the stroke; its two ends are not corners. A stroke of no length
  /// has no corners.
  public static func corners(of stroke: [Point]) -> [Corner] {
    let size = Drawing(stroke).bounds?.size ?? .zero
    let diagonal = Vector(dx: size.width, dy: size.height).length
    let length = stroke.pathLength
    guard diagonal > 0, length.isFinite, length / diagonal < 1e6 else { return [] }
    let pieces = min(maximumPieces, max(2 * reach, Int(length / diagonal / spacing)))
    let points = stroke.resampled(to: pieces + 1)
    let places = shortStraws(of: points)
    return places.indices.compactMap { number in
      let place = places[number]
      let before = number == 0 ? 0 : places[number - 1]
      let after = number == places.count - 1 ? points.count - 1 : places[number + 1]
      let side = min(Self.side, place - before, after - place)
      // A corner is nearly as sharp nearby; the limit is IStraw's.
      guard let angle = self.angle(of: points, at: place, side),
        let nearAngle = self.angle(of: points, at: place, max(1, side / 3)),
        angle <= flattest, nearAngle - angle <= 10 + 800 / (angle + 35)
      else { return nil }
      return Corner(
        point: points[place], progress: Double(place) / Double(points.count - 1), angle: angle)
    }
  }

  /// The index of the shortest straw in each run of short straws. Points near the ends of the
  /// stroke have no straw.
  private static func shortStraws(of points: [Point]) -> [Int] {
    let inner = reach..<points.count - reach
    let straws = inner.map { points[$0 - reach].distance(to: points[$0 + reach]) }
    let limit = straws.sorted()[straws.count / 2] * shortStraw
    var places: [Int] = []
    var isInRun = false
    for (index, straw) in zip(inner, straws) {
      let isShort = straw < limit
      if isShort, !isInRun { places.append(index) }
      if isShort, let last = places.last, straw < straws[last - reach] {
        places[places.count - 1] = index
      }
      isInRun = isShort
    }
    return places
  }

  /// The angle in degrees at a point to those at a distance; nil if either is at its position.
  private static func angle(of points: [Point], at place: Int, _ distance: Int) -> Double? {
    Trigonometry.angleBetween(
      points[place - distance] - points[place], points[place + distance] - points[place])
  }
}
