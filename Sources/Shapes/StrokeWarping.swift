/// The least cost of pairing the steps of two strokes in order (dynamic time warping).
///
/// The pairs (i, j) are visited by anti-diagonals, where i + j is the same: within the band of 3
/// they are at most four, and independent. With one stroke reversed, both are read forward.
enum StrokeWarping {
  private typealias Layout = StrokeSignature.Layout
  /// A value beyond any sum of costs.
  private static let unreachable: Float = 1e30

  /// The mean cost of a step; larger distances than `limit` may be infinite.
  ///
  /// - Parameter offset: The start of the rows of the reversed stroke in its buffer.
  static func distance(
    _ rows: UnsafeBufferPointer<Float>, _ reversed: UnsafeBufferPointer<Float>, _ offset: Int,
    limit: Float
  ) -> Float {
    guard let left = rows.baseAddress, let right = reversed.baseAddress else { return .infinity }
    let (first, second) = (UnsafeRawPointer(left), UnsafeRawPointer(right + offset))
    let limit = limit * Float(StrokeSignature.count)
    // Lanes of an even diagonal are i - j = -2, 0, 2 and one beyond the band; of an odd one -3, -1,
    // 1, 3.
    let outside = SIMD4<Float>(0, 0, 0, unreachable)
    var odd = SIMD4<Float>(repeating: unreachable)
    // The start before the first pair, which has no cost.
    var even = SIMD4<Float>(unreachable, 0, unreachable, unreachable)
    for half in 0...15 {
      // Diagonal 2 * half, from i = half - 1 and, in reverse, j = 14 - half.
      let ahead = SIMD4<Float>(odd.y, odd.z, odd.w, unreachable)
      even = even.least(odd.least(ahead))
      even += cost(first, half - 1, second, 14 - half) + outside
      if half == 15 { break }
      if half & 3 == 3, !any(even.least(odd) .<= limit) { return .infinity }
      // The next one, from i = half - 1 and, in reverse, j = 13 - half.
      let behind = SIMD4<Float>(unreachable, even.x, even.y, even.z)
      odd = odd.least(even.least(behind))
      odd += cost(first, half - 1, second, 13 - half)
    }
    return even.y / Float(StrokeSignature.count)
  }

  /// The costs of four pairs: steps from `i` on of one stroke, from `j` on of the other.
  @inline(__always)
  private static func cost(
    _ first: UnsafeRawPointer, _ i: Int, _ second: UnsafeRawPointer, _ j: Int
  ) -> SIMD4<Float> {
    var sum = SIMD4<Float>.zero
    for row in 0..<4 {
      let start = row * Layout.stride + Layout.lead
      let a = first.loadUnaligned(fromByteOffset: (start + i) * 4, as: SIMD4<Float>.self)
      let b = second.loadUnaligned(fromByteOffset: (start + j) * 4, as: SIMD4<Float>.self)
      let difference = a - b
      sum += difference * difference
    }
    return sum
  }
}
