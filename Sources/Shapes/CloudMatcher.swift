import Contacts

/// Compares drawings of any number of strokes, drawn in any order and direction.
///
/// Each point of a drawing goes to the nearest of the example's, and each of the example's to the
/// nearest of the drawing's; the distance is the larger one of both mean squares. Most examples are
/// ruled out before by ``PointCloud/picture``, and the search in the rest stops as soon as the sum
/// is beyond the limit.
///
/// Where drawings may be turned, each example stands for copies of it, 15 degrees apart.
public struct CloudMatcher: ShapeMatcher {
  /// Whether single strokes are compared with examples of a single stroke, too, rather than left to
  /// a ``StrokeMatcher``.
  public var comparesSingleStrokes = true

  /// Degrees from one turned copy of an example to the next, where drawings may be turned: 15.
  private static let rotationStep = 15.0
  /// On 960 drawings, with 4 and 30 examples of each of 16 shapes, 16 candidates give the name of
  /// the complete search in all and in 99.3 % (measured).
  private static let candidateLimit = 16

  private var index: ExampleIndex
  private let rotationStep: Double
  private var rows: [Float] = []
  private var hasSeveralStrokes = false
  /// Whether each example is a single stroke.
  private var isSingle: [Bool] = []
  private var strokes = CloudStrokes()
  private var cloud = PointCloud()

  public init() {
    index = ExampleIndex(limit: CloudMatcher.candidateLimit)
    rotationStep = CloudMatcher.rotationStep
  }

  /// A matcher that compares a drawing with up to three examples of each shape, turned by larger
  /// steps.
  init(shapes: Int) {
    index = ExampleIndex(limit: 3 * shapes)
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
    for place in 0..<index.candidates.count {
      let candidate = index.candidates[place]
      let (example, group) = (candidate.neighbor.index, index.groups[candidate.group])
      let distance = CloudDistance.between(
        cloud.rows, rows, example * cloud.rows.count, limit: distances.limit(of: group.shape))
      distances.add(distance, shape: group.shape, example: index.numbers[example])
    }
  }
}

/// The distance of two point clouds, four points at a time.
enum CloudDistance {
  /// The mean square of the distance from each point of one cloud to the nearest one of the other,
  /// or that of the reverse if it is larger.
  ///
  /// - Parameters:
  ///   - rows: The rows of one cloud.
  ///   - others: A buffer with the rows of the other one, from `offset` on.
  ///   - limit: Larger distances are infinite.
  static func between(
    _ rows: [Float], _ others: [Float], _ offset: Int, limit: Float
  ) -> Float {
    rows.withUnsafeBufferPointer { rows in
      others.withUnsafeBufferPointer { others in
        guard let rows = rows.baseAddress, let others = others.baseAddress else { return .infinity }
        return between(
          rows, others + offset, count: PointCloud.count, stride: PointCloud.count, step: 7, limit)
      }
    }
  }

  /// The same of the steps of two strokes.
  static func ofSignatures(
    _ rows: UnsafeBufferPointer<Float>, _ others: UnsafeBufferPointer<Float>, _ offset: Int,
    limit: Float
  ) -> Float {
    guard let rows = rows.baseAddress, let others = others.baseAddress else { return .infinity }
    let first = 2 * StrokeSignature.Layout.stride + StrokeSignature.Layout.lead
    return between(
      rows + first, others + offset + first, count: StrokeSignature.count,
      stride: StrokeSignature.Layout.stride, step: 5, limit)
  }

  /// - Parameters:
  ///   - count: The points of each, a multiple of 4.
  ///   - stride: From the beginning of a row to that of the next.
  ///   - step: From one point to the next that is summed up, so that the first few are from all
  ///     over the
  ///     cloud, and their sum soon typical.
  @inline(__always)
  private static func between(
    _ rows: UnsafePointer<Float>, _ others: UnsafePointer<Float>, count: Int, stride: Int,
    step: Int, _ limit: Float
  ) -> Float {
    let limit = limit * Float(count)
    return withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: count / 4) { back in
      // Of each of the other cloud's points, the least square so far.
      for four in 0..<count / 4 { back[four] = SIMD4(repeating: .infinity) }
      var sum = Float.zero
      var index = 0
      for _ in 0..<count {
        var nearest = SIMD4<Float>(repeating: .infinity)
        for four in 0..<count / 4 {
          let squares = squares(rows + index, others + 4 * four, stride)
          back[four] = back[four].least(squares)
          nearest = nearest.least(squares)
        }
        sum += nearest.smallest
        if sum > limit { return .infinity }
        index += index + step < count ? step : step - count
      }
      let total = back.reduce(SIMD4.zero, +).total
      return total > limit ? .infinity : max(sum, total) / Float(count)
    }
  }

  /// The squares of the distances of a point from four others.
  @inline(__always)
  private static func squares(
    _ point: UnsafePointer<Float>, _ others: UnsafePointer<Float>, _ stride: Int
  ) -> SIMD4<Float> {
    var sum = SIMD4<Float>.zero
    for row in 0..<4 {
      let four = UnsafeRawPointer(others + row * stride).loadUnaligned(as: SIMD4<Float>.self)
      let difference = four - point[row * stride]
      sum += difference * difference
    }
    return sum
  }
}
