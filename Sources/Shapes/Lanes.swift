// Operations that the standard library implements with a loop over the lanes.

extension SIMD16<Float> {
  /// The sum of all lanes.
  @inline(__always)
  var total: Float {
    let eight = lowHalf + highHalf
    return (eight.lowHalf + eight.highHalf).total
  }

  /// The sum of the squares of all lanes.
  @inline(__always)
  var squaredLength: Float { (self * self).total }
}

extension SIMD4<Float> {
  /// The sum of all lanes.
  @inline(__always)
  var total: Float {
    let pairs = self + SIMD4(z, w, x, y)
    return (pairs + SIMD4(pairs.y, pairs.x, pairs.w, pairs.z)).x
  }

  /// The smallest lane.
  @inline(__always)
  var smallest: Float {
    let pairs = least(SIMD4(z, w, x, y))
    return pairs.least(SIMD4(pairs.y, pairs.x, pairs.w, pairs.z)).x
  }

  /// The lesser of each pair of lanes.
  @inline(__always)
  func least(_ other: SIMD4<Float>) -> SIMD4<Float> {
    replacing(with: other, where: other .< self)
  }
}
