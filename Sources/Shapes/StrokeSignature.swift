public import Contacts
private import RealModule

/// A stroke as 16 steps, each with a direction and a position; independent of the stroke's size and
/// position, and of the number of its points.
///
/// The positions are the middles of 16 pieces of equal length, relative to their centroid and in
/// units of their root mean square distance from it. The ``distance(to:)`` of two signatures is the
/// mean of two distances:
///
/// - with the steps paired in order, where either stroke may be ahead by up to three steps (dynamic
///   time warping);
/// - with each step paired with the nearest step of the other stroke, as in ``PointCloud``.
public struct StrokeSignature: Hashable, Sendable {
  /// The number of pieces of a stroke: 16, as in Protractor and Penny Pincher.
  public static let count = 16
  /// The weight of a squared distance of positions, where that of directions has a half; 0.3 to 1
  /// do as well (measured).
  static let positionWeight = 0.6

  /// The size of the stroke: the root mean square distance of the positions from their centroid.
  public private(set) var size = 0.0
  /// Six rows: the x and y of the directions, the x and y of the positions, and the two coordinates
  /// of the lines' directions (see ``PointCloud``), each times the root of its weight, so that the
  /// distance of two steps is that of two points in four dimensions.
  private(set) var rows = [Float](repeating: 0, count: Layout.size)

  /// The signature of a stroke without length.
  public init() {}

  public init(_ stroke: [Point], isAspectKept: Bool = false) {
    var resampler = PathResampler()
    update(stroke, isAspectKept: isAspectKept, resampler: &resampler)
  }

  /// The memory layout of a row. Its padding keeps a band at the ends of the stroke within the row.
  enum Layout {
    static let lead = 1
    static let stride = 20
    static let size = 6 * stride
  }

  // MARK: Making

  /// Replaces the signature with that of another stroke, without allocating. The ratio of width and
  /// height is kept for a stroke that may be turned.
  mutating func update(
    _ stroke: [Point], isAspectKept: Bool = false, resampler path: inout PathResampler
  ) {
    path.cut(stroke, into: Self.count)
    // Relative to the first point and in units of the length: floats have few digits and a small
    // range.
    let origin = path.points[0]
    let unit = path.length > 0 && path.length.isFinite ? 1 / path.length : 0
    var scratch = rows.mutableSpan
    let points = path.points.span
    for index in 0...StrokeSignature.count {
      let point = (points[index] - origin) * unit
      scratch[index] = Float(point.dx)
      scratch[Layout.stride + index] = Float(point.dy)
    }
    let (startX, endX) = (row(at: 0), row(at: 1))
    let (startY, endY) = (row(at: Layout.stride), row(at: Layout.stride + 1))
    let (middleX, middleY) = ((startX + endX) / 2, (startY + endY) / 2)
    let count = Float(Self.count)
    let (fromX, fromY) = (middleX - middleX.total / count, middleY - middleY.total / count)
    let (widthSquared, heightSquared) = (fromX.squaredLength, fromY.squaredLength)
    size = path.length * Double((widthSquared + heightSquared) / count).squareRoot()
    let aspect = isAspectKept ? Aspect.kept : Aspect(widthSquared, heightSquared)
    let (stepX, stepY) = (endX - startX, endY - startY)
    setDirections(
      stepX * aspect.x, stepY * aspect.y,
      straightness: (stepX * stepX + stepY * stepY) * (count * count))
    setPositions(fromX * aspect.x, fromY * aspect.y)
  }

  /// - Parameter straightness: The square of each step over its length along the stroke.
  private mutating func setDirections(
    _ x: SIMD16<Float>, _ y: SIMD16<Float>, straightness: SIMD16<Float>
  ) {
    let lengths = (x * x + y * y).squareRoot()
    // A stroke that turns back within a piece, or a dot, has no direction there.
    let unit = (1 / lengths).replacing(with: 0, where: lengths .== 0)
    let (cosine, sine) = (x * unit, y * unit)
    set(row: 0, cosine * Float(0.5).squareRoot())
    set(row: 1, sine * Float(0.5).squareRoot())
    let weight = straightness * Float(Self.positionWeight).squareRoot()
    set(row: 4, weight * (cosine * cosine - sine * sine) / 2)
    set(row: 5, weight * cosine * sine)
  }

  private mutating func setPositions(_ x: SIMD16<Float>, _ y: SIMD16<Float>) {
    let meanSquare = (x.squaredLength + y.squaredLength) / Float(Self.count)
    let scale = (Float(Self.positionWeight) / meanSquare).squareRoot()
    set(row: 2, x * (scale.isFinite ? scale : 0))
    set(row: 3, y * (scale.isFinite ? scale : 0))
  }

  /// Replaces the signature with another one, turned by an angle in radians.
  mutating func turn(_ other: StrokeSignature, by angle: Float) {
    size = other.size
    turn(other, row: 0, by: angle)
    turn(other, row: 2, by: angle)
    turn(other, row: 4, by: 2 * angle)
  }

  private mutating func turn(_ other: StrokeSignature, row: Int, by angle: Float) {
    let (cosine, sine) = (Float.cos(angle), Float.sin(angle))
    let x = other.row(at: row * Layout.stride + Layout.lead)
    let y = other.row(at: (row + 1) * Layout.stride + Layout.lead)
    set(row: row, x * cosine - y * sine)
    set(row: row + 1, x * sine + y * cosine)
  }

  private func row(at index: Int) -> SIMD16<Float> {
    rows.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index * 4, as: SIMD16<Float>.self) }
  }

  private mutating func set(row: Int, _ values: SIMD16<Float>) {
    rows.withUnsafeMutableBytes { bytes in
      bytes.storeBytes(
        of: values, toByteOffset: (row * Layout.stride + Layout.lead) * 4, as: SIMD16<Float>.self)
    }
  }

  // MARK: Distances

  /// The most steps by which one stroke may be ahead of the other: 3, a fifth of the length, as in
  /// Jackknife.
  public static let band = 3

  /// The upper bound of the order's cost in names: a larger cost means that a stroke was begun
  /// elsewhere or drawn from its end (measured).
  private static let orderScale: Float = 0.3

  /// The difference of two strokes: 0 for equal ones, about 0.1 for two drawings of a shape, and
  /// about 1 for unrelated ones.
  public func distance(to other: StrokeSignature) -> Double {
    Double(distance(toReversed: other.reversedRows, 0, limit: .infinity).distance)
  }

  /// Compares with the signature whose ``reversedRows`` begin at an offset. The cost of the order
  /// is bounded in the looks of the result.
  ///
  /// - Parameter limit: If the looks exceed it, the looks and the distance may be infinite.
  func distance(toReversed reversed: [Float], _ offset: Int, limit: Float) -> Comparison {
    rows.withUnsafeBufferPointer { rows in
      reversed.withUnsafeBufferPointer { reversed in
        // Warping goes first, because it takes a fourth of the time and leaves little of the limit
        // to the cloud.
        let scale = Self.orderScale
        let farthest = 2 * limit < scale ? 2 * limit / (1 - 2 * limit / scale) : .infinity
        let warped = StrokeWarping.distance(rows, reversed, offset, limit: farthest)
        let order = warped / (1 + warped / scale)
        guard warped < .infinity, order <= 2 * limit else { return .far }
        let weight = Float(Self.positionWeight)
        let rest = (2 * limit - order) * weight
        let cloud = CloudDistance.ofSignatures(rows, reversed, offset, limit: rest)
        return Comparison(
          distance: (warped + cloud.distance / weight) / 2,
          looks: (order + cloud.looks / weight) / 2)
      }
    }
  }

  /// A coarse picture, independent of the order of the steps; see ``PointCloud``.
  var picture: SIMD16<Float> {
    PointCloud.picture(
      of: rows, at: 2 * Layout.stride + Layout.lead, count: Self.count,
      stride: Layout.stride, size: Float(Self.positionWeight).squareRoot())
  }

  /// The means of four consecutive steps each, in four lanes for each row of the first four.
  var quarters: SIMD16<Float> {
    var result = SIMD16<Float>.zero
    for number in 0..<4 {
      let row = row(at: number * Layout.stride + Layout.lead)
      for quarter in 0..<4 {
        let first = 4 * quarter
        result[4 * number + quarter] =
          (row[first] + row[first + 1] + row[first + 2] + row[first + 3]) / 4
      }
    }
    return result
  }

  /// The rows with the last step first, as ``StrokeWarping`` reads one of two strokes.
  var reversedRows: [Float] {
    var result = [Float](repeating: 0, count: Layout.size)
    for row in 0..<6 {
      for step in 0..<Self.count {
        let from = row * Layout.stride + Layout.lead
        result[from + Self.count - 1 - step] = rows[from + step]
      }
    }
    return result
  }
}
