import Contacts

/// Compares drawings of any number of strokes, drawn in any order and direction.
///
/// Each point of a drawing goes to the nearest of the example's, and each of the example's to the
/// nearest of the drawing's; the distance is the larger one of both mean squares, less what a
/// ``HandMap`` explains. Most examples are ruled out before by ``PointCloud/picture``, and the
/// search in the rest stops as soon as the sum is beyond the limit.
///
/// Where drawings may be turned, each example stands for copies of it, 15 degrees apart.
public struct CloudMatcher: ShapeMatcher {
  /// Whether single strokes are compared with examples of a single stroke, too, rather than left to
  /// a ``StrokeMatcher``.
  public var comparesSingleStrokes = true

  /// Degrees from one turned copy of an example to the next, where drawings may be turned: 15.
  private static let rotationStep = 15.0
  /// On 960 drawings, with 4 and 30 examples of each of 16 shapes, 24 candidates give the names of
  /// the complete search, also if those from the 13th on count only where they are near (measured).
  private static let candidateLimit = 24
  /// How many candidates count however far they are, so that there is a runner-up.
  private static let sureCandidates = 12
  /// How many times as far as the first by its picture further candidates may be: 5.
  private static let coarseFactor: Float = 5

  private var index: ExampleIndex
  private let coarseFactor: Float
  private let rotationStep: Double
  private var rows: [Float] = []
  private var hasSeveralStrokes = false
  /// Whether each example is a single stroke.
  private var isSingle: [Bool] = []
  private var strokes = CloudStrokes()
  private var cloud = PointCloud()

  public init() {
    index = ExampleIndex(limit: CloudMatcher.candidateLimit)
    coarseFactor = CloudMatcher.coarseFactor
    rotationStep = CloudMatcher.rotationStep
  }

  /// A matcher that compares a drawing with up to three examples of each shape, turned by larger
  /// steps.
  init(shapes: Int) {
    index = ExampleIndex(limit: 3 * shapes)
    coarseFactor = .infinity
    rotationStep = 2 * CloudMatcher.rotationStep
  }

  public mutating func add(
    _ example: Drawing, of shape: Int, number: Int, tolerance: Shape.Tolerance
  ) {
    if example.strokes.count != 1 { hasSeveralStrokes = true }
    for angle in CloudMatcher.angles(within: tolerance.rotation, step: rotationStep) {
      let cloud = PointCloud(angle == 0 ? example : example.turned(by: angle))
      index.add(
        cloud.picture, size: cloud.size, of: shape, number: number, tolerance: tolerance)
      isSingle.append(example.strokes.count == 1)
      rows += cloud.rows
    }
  }

  /// Degrees by which copies are turned: steps to both sides, and the limit itself.
  private static func angles(within rotation: Double, step: Double) -> [Double] {
    let limit = min(180, max(0, rotation))
    let turns = stride(from: step, to: limit, by: step).flatMap { [-$0, $0] }
    switch limit {
    case 0: return [0]
    // Half a turn is the same to both sides.
    case 180: return [0, 180] + turns
    default: return [0, -limit, limit] + turns
    }
  }

  public mutating func measure(
    _ drawing: Drawing, excluding excluded: Int?, into distances: inout ShapeDistances
  ) {
    let ignoresSingle = drawing.strokes.count == 1 && !comparesSingleStrokes
    guard hasSeveralStrokes || !ignoresSingle else { return }
    cloud.update(drawing, strokes: &strokes)
    let picture = cloud.picture
    let isSingle = isSingle
    index.search(
      size: cloud.size, excluding: excluded, counts: { !(ignoresSingle && isSingle[$0]) },
      distance: { other, _ in (picture - other).squaredLength })
    guard index.candidates.count > 0 else { return }
    let farthest = coarseFactor * index.candidates[0].neighbor.distance
    for place in 0..<index.candidates.count {
      let candidate = index.candidates[place]
      // Two shapes have a distance in any case: the nearest and the runner-up.
      if place >= CloudMatcher.sureCandidates && candidate.neighbor.distance > farthest { break }
      let (example, group) = (candidate.neighbor.index, index.groups[candidate.group])
      let result = CloudDistance.between(
        cloud.rows, rows, example * cloud.rows.count, limit: distances.limit(of: group.shape))
      distances.add(
        result.distance, looks: result.looks, shape: group.shape, example: index.numbers[example])
    }
  }
}
