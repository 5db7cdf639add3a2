// Sums over lanes: those of the standard library are loops.

extension SIMD16<Float> {
  /// The sum of all lanes.
  @inline(__always)
  var total: Float { (lowHalf + highHalf).total }

  /// The sum of the squares of all lanes.
  @inline(__always)
  var squaredLength: Float { (self * self).total }
}

extension SIMD8<Float> {
  /// The sum of all lanes.
  @inline(__always)
  var total: Float {
    let four = lowHalf + highHalf
    return (four.x + four.y) + (four.z + four.w)
  }

  /// The smallest lane.
  @inline(__always)
  var smallest: Float {
    let four = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
    return Swift.min(Swift.min(four.x, four.y), Swift.min(four.z, four.w))
  }
}
