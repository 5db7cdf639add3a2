import Contacts

/// Compares drawings of any number of strokes, drawn in any order and direction.
///
/// Each point of a drawing goes to the nearest of the example's, and each of the example's to the nearest
/// of the drawing's; the distance is the mean square of the longer way. The search stops as soon as the sum
/// is beyond the limit, which takes three or four points for most examples.
///
/// Where drawings may be turned, each example stands for copies of it, 15 degrees apart.
public struct CloudMatcher: ShapeMatcher {
  /// The numbers of an example, beside its rows.
  private struct Example {
    var shape: Int
    var number: Int
    var isSingle: Bool
    var size: Double
    var tolerance: Shape.Tolerance
  }

  /// Whether single strokes are compared with examples of a single stroke, too, rather than left to a
  /// ``StrokeMatcher``.
  public var comparesSingleStrokes = true

  /// Degrees from one turned copy of an example to the next, where drawings may be turned: 15.
  private static let rotationStep = 15.0

  private var examples: [Example] = []
  private var rows: [Float] = []
  private var strokes = CloudStrokes()
  private var cloud = PointCloud()

  public init() {}

  public mutating func add(
    _ example: Drawing, of shape: Int, number: Int, tolerance: Shape.Tolerance
  ) {
    let steps = Int((min(180, max(0, tolerance.rotation)) / CloudMatcher.rotationStep).rounded(.up))
    for step in -steps...steps where step > -12 {
      let angle = max(
        -tolerance.rotation, min(tolerance.rotation, Double(step) * CloudMatcher.rotationStep))
      let cloud = PointCloud(angle == 0 ? example : example.turned(by: angle))
      examples.append(
        Example(
          shape: shape, number: number, isSingle: example.strokes.count == 1, size: cloud.size,
          tolerance: tolerance))
      rows += cloud.rows
    }
  }

  public mutating func measure(
    _ drawing: Drawing, excluding excluded: Int?, into distances: inout ShapeDistances
  ) {
    let isSingle = drawing.strokes.count == 1 && !comparesSingleStrokes
    guard examples.contains(where: { !(isSingle && $0.isSingle) }) else { return }
    cloud.update(drawing, strokes: &strokes)
    for index in examples.indices where examples[index].number != excluded {
      let example = examples[index]
      if isSingle && example.isSingle { continue }
      guard example.tolerance.allows(cloud.size, example.size) else { continue }
      let distance = CloudDistance.between(
        cloud.rows, rows, index * cloud.rows.count, limit: distances.limit(of: example.shape))
      distances.add(distance, shape: example.shape, example: example.number)
    }
  }
}

/// The distance of two point clouds, eight points at a time.
enum CloudDistance {
  /// The mean square of the way from each point to the nearest one of the other cloud; of the two ways,
  /// the longer one.
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
  ///   - count: The points of each, a multiple of 8, at most 24.
  ///   - stride: From the beginning of a row to that of the next.
  ///   - step: From one point to the next that is summed up, so that the first few are from all over the
  ///     cloud, and their sum soon typical.
  @inline(__always)
  private static func between(
    _ rows: UnsafePointer<Float>, _ others: UnsafePointer<Float>, count: Int, stride: Int,
    step: Int, _ limit: Float
  ) -> Float {
    let limit = limit * Float(count)
    // The least square of each of the other cloud's points.
    var first = SIMD8<Float>(repeating: .infinity)
    var (second, third) = (first, first)
    var sum = Float.zero
    var index = 0
    for _ in 0..<count {
      let point = rows + index
      let a = squares(point, others, stride)
      let b = squares(point, others + 8, stride)
      first = least(first, a)
      second = least(second, b)
      var nearest = least(a, b)
      if count > 16 {
        let c = squares(point, others + 16, stride)
        third = least(third, c)
        nearest = least(nearest, c)
      }
      sum += nearest.smallest
      if sum > limit { return .infinity }
      index = (index + step) % count
    }
    let back = (first + second).total + (count > 16 ? third.total : 0)
    return back > limit ? .infinity : max(sum, back) / Float(count)
  }

  /// The squares of the distances of a point from eight others.
  @inline(__always)
  private static func squares(
    _ point: UnsafePointer<Float>, _ others: UnsafePointer<Float>, _ stride: Int
  ) -> SIMD8<Float> {
    var sum = SIMD8<Float>.zero
    for row in 0..<4 {
      let eight = UnsafeRawPointer(others + row * stride).loadUnaligned(as: SIMD8<Float>.self)
      let difference = eight - point[row * stride]
      sum += difference * difference
    }
    return sum
  }

  @inline(__always)
  private static func least(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> {
    a.replacing(with: b, where: b .< a)
  }
}
