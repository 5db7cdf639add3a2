public import Contacts

/// Finds the corners of a stroke.
///
/// A stroke is resampled to points of equal distance. Near a corner the straw, the straight line
/// between the third point before and the third point after, is short; where its length is a
/// minimum there may be a corner (ShortStraw, Wolin, Eoff and Hammond 2008). A bend is not a
/// corner: its angle becomes flatter the nearer to it the angle is measured (IStraw, Xiong and
/// LaViola 2009). Square brackets with rounded corners near their ends have wrong numbers of
/// corners most often (measured).
public struct CornerFinder: Sendable {
  /// A point where a stroke changes its direction.
  public struct Corner: Hashable, Sendable {
    /// The position, in the unit of the stroke.
    public var point: Point
    /// The fraction of the stroke's length before the corner, 0 to 1.
    public var progress: Double
    /// The angle between the two sides, 0 to 180 degrees: small where the stroke turns back.
    public var angle: Double
  }

  /// The corners in the order of the stroke, without its ends.
  public private(set) var corners: [Corner] = []

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

  private var resampler = PathResampler()
  private var straws: [Double] = []
  private var sorted: [Double] = []
  /// The indices of the points that may be corners.
  private var places: [Int] = []

  public init() {}

  /// Replaces ``corners`` with the corners of a stroke. A stroke without length has no corners.
  public mutating func find(in stroke: [Point]) {
    corners.removeAll(keepingCapacity: true)
    let size = Drawing(stroke).bounds?.size ?? Size(width: 0, height: 0)
    let diagonal = Vector(dx: size.width, dy: size.height).length
    let length = stroke.pathLength
    guard diagonal > 0, length.isFinite, length / diagonal < 1e6 else { return }
    let pieces = min(Self.maximumPieces, max(2 * Self.reach, Int(length / diagonal / Self.spacing)))
    resampler.cut(stroke, into: pieces)
    measureStraws()
    findShortStraws()
    keepCorners()
  }

  // MARK: Steps

  /// Measures the straw of each point; it is infinite near the ends, where one side is missing.
  private mutating func measureStraws() {
    let points = resampler.points
    straws.removeAll(keepingCapacity: true)
    for index in points.indices {
      let (before, after) = (index - Self.reach, index + Self.reach)
      straws.append(
        before >= 0 && after < points.count ? points[before].distance(to: points[after]) : .infinity
      )
    }
  }

  /// Finds the shortest straw in each run of short straws.
  private mutating func findShortStraws() {
    sorted.removeAll(keepingCapacity: true)
    for straw in straws where straw < .infinity { sorted.append(straw) }
    sorted.sort()
    let limit = sorted.isEmpty ? 0 : sorted[sorted.count / 2] * Self.shortStraw
    places.removeAll(keepingCapacity: true)
    var isInRun = false
    for index in straws.indices {
      let isShort = straws[index] < limit
      if isShort, !isInRun { places.append(index) }
      if isShort, let last = places.last, straws[index] < straws[last] {
        places[places.count - 1] = index
      }
      isInRun = isShort
    }
  }

  /// Keeps the points with a sharp angle that is nearly as sharp nearby; the limit is IStraw's.
  private mutating func keepCorners() {
    let points = resampler.points
    for (number, place) in places.enumerated() {
      let before = number == 0 ? 0 : places[number - 1]
      let after = number == places.count - 1 ? points.count - 1 : places[number + 1]
      let side = min(Self.side, place - before, after - place)
      let near = max(1, side / 3)
      guard let angle = self.angle(at: place, side),
        let nearAngle = self.angle(at: place, near),
        angle <= Self.flattest,
        nearAngle - angle <= 10 + 800 / (angle + 35)
      else { continue }
      corners.append(
        Corner(
          point: points[place], progress: Double(place) / Double(points.count - 1), angle: angle))
    }
  }

  /// The angle in degrees at a point to those at a distance; nil if either is at its position.
  private func angle(at place: Int, _ distance: Int) -> Double? {
    let points = resampler.points
    return Trigonometry.angleBetween(
      points[place - distance] - points[place], points[place + distance] - points[place])
  }
}
