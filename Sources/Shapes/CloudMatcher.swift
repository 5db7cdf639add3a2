import Contacts

/// Compares drawings of any number of strokes, drawn in any order and direction.
///
/// The distance is that of ``PointCloud``; the name is chosen without the part of it that a
/// ``HandMap`` explains. ``PointCloud/picture`` rules out most examples beforehand. Where drawings
/// may be turned, the matcher stores copies of each example, 15 degrees apart.
public struct CloudMatcher: ShapeMatcher {
  /// Whether drawings of one stroke are compared with examples of one stroke. If not, they are left
  /// to a ``StrokeMatcher``.
  public var comparesSingleStrokes = true

  /// The most examples that are compared in full, as good as the complete search (measured).
  private static let candidateLimit = 24
  /// The number of candidates that count at any distance, so that there is a runner-up.
  private static let sureCandidates = 12
  private var index = ExampleIndex(limit: candidateLimit)
  /// The largest distance of further candidates' pictures, relative to that of the first.
  private var coarseFactor: Float = 5
  /// The angle between two turned copies of an example, in degrees.
  private var rotationStep = 15.0
  private var rows: [Float] = []
  private var hasSeveralStrokes = false
  /// Whether each example is a single stroke.
  private var isSingle: [Bool] = []
  private var strokes = CloudStrokes()
  private var cloud = PointCloud()

  public init() {}

  /// A matcher that compares up to three examples of each shape, turned by larger steps.
  init(shapes: Int) {
    index = ExampleIndex(limit: 3 * shapes)
    coarseFactor = .infinity
    rotationStep *= 2
  }

  public mutating func add(
    _ example: Drawing, of shape: Int, number: Int, tolerance: Shape.Tolerance
  ) {
    if example.strokes.count != 1 { hasSeveralStrokes = true }
    for angle in Self.angles(within: tolerance.rotation, step: rotationStep) {
      let cloud = PointCloud(angle == 0 ? example : example.turned(by: angle))
      index.add(cloud.picture, size: cloud.size, of: shape, number: number, tolerance: tolerance)
      isSingle.append(example.strokes.count == 1)
      rows += cloud.rows
    }
  }

  /// The rotations of copies in degrees: multiples of `step` in both directions, and the limit.
  private static func angles(within rotation: Double, step: Double) -> [Double] {
    let limit = min(180, max(0, rotation))
    let turns = stride(from: step, to: limit, by: step).flatMap { [-$0, $0] }
    switch limit {
    case 0: return [0]
    // Rotations by -180 and by 180 degrees are the same.
    case 180: return [0, 180] + turns
    default: return [0, -limit, limit] + turns
    }
  }

  public mutating func measure(
    _ drawing: Drawing, excluding excluded: Int?, into distances: inout ShapeDistances
  ) {
    let ignoresSingle = drawing.strokes.count == 1 && !comparesSingleStrokes
    guard !rows.isEmpty, hasSeveralStrokes || !ignoresSingle else { return }
    cloud.update(drawing, strokes: &strokes)
    let picture = cloud.picture
    let isSingle = isSingle
    index.search(
      size: cloud.size, excluding: excluded, counts: { !(ignoresSingle && isSingle[$0]) },
      distance: { other, _ in (picture - other).squaredLength })
    guard index.candidates.count > 0 else { return }
    let farthest = coarseFactor * index.candidates[0].distance
    for place in 0..<index.candidates.count {
      let candidate = index.candidates[place]
      // The nearest shape and the runner-up have a distance in any case.
      if place >= Self.sureCandidates && candidate.distance > farthest { break }
      let (example, group) = (candidate.index, index.groups[candidate.group])
      let result = CloudDistance.between(
        cloud.rows, rows, example * cloud.rows.count, limit: distances.limit(of: group.shape))
      distances.add(
        result.distance, looks: result.looks, shape: group.shape, example: index.numbers[example])
    }
  }
}
