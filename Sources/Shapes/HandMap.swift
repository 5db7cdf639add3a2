/// The linear map with a translation that brings the points of a drawing nearest to their partners
/// in another drawing.
///
/// Hands differ: one draws a shape wider, slanted, or with its parts more to one side. The part of
/// the distances that such a map explains does not count, but the square of the map itself does,
/// times ``cost``. This is ridge regression.
struct HandMap {
  /// The cost of the square of a coefficient, for positions of a mean square of 1 (measured).
  private static let cost: Float = 0.3
  /// The least share of a sum of squares that a map leaves, as the search assumes (measured).
  static let leastShare: Float = 0.5

  private let square: Float
  /// Three sums: of the differences, of the products of differences and positions (dx x, dx y, dy
  /// x, dy y), and of the products of positions (x x, x y, y y).
  private var shift = SIMD2<Float>.zero
  private var products = SIMD4<Float>.zero
  private var moments = SIMD4<Float>.zero

  /// - Parameter square: The mean square of the positions.
  init(_ square: Float) { self.square = square }

  /// Adds a point and its partner.
  @inline(__always)
  mutating func add(_ point: UnsafePointer<Float>, _ partner: UnsafePointer<Float>, _ stride: Int) {
    let (x, y) = (point[0], point[stride])
    let difference = SIMD2(partner[0] - x, partner[stride] - y)
    shift += difference
    products += SIMD4(difference.x, difference.x, difference.y, difference.y) * SIMD4(x, y, x, y)
    moments += SIMD4(x, x, y, 0) * SIMD4(x, y, y, 0)
  }

  /// The mean of the squares, of which `sum` is the total, that the map does not explain.
  @inline(__always)
  func rest(of sum: Float, _ count: Int) -> Float {
    let count = Float(count)
    let (shift, products, moments) = (shift / count, products / count, moments / count)
    let cost = Self.cost * square
    let (xx, xy, yy) = (moments.x + cost, moments.y, moments.z + cost)
    let shifted = (shift * shift).sum() / (1 + Self.cost)
    // The quadratic form of the inverse of the moments' matrix, for the products of dx and of dy.
    let squares = products * products
    let mixed = products.x * products.y + products.z * products.w
    let mapped =
      (yy * (squares.x + squares.z) - 2 * xy * mixed + xx * (squares.y + squares.w))
      / (xx * yy - xy * xy)
    return max(0, sum / count - shifted - mapped)
  }
}
