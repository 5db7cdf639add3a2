private import RealModule

/// How two sets of vectors agree when one is turned: Protractor's closed form of the best angle.
struct PlaneCorrelation {
  /// The sum of the dot products.
  private let along: Float
  /// The sum of the cross products.
  private let across: Float
  /// The sum of the squares of both.
  private let squares: Float

  /// Of the quarters of two signatures: the x of four directions, their y, the x of four positions,
  /// their y.
  init(_ first: SIMD16<Float>, _ second: SIMD16<Float>) {
    squares = first.squaredLength + second.squaredLength
    along = (squares - (first - second).squaredLength) / 2
    let turned = SIMD16(
      lowHalf: SIMD8(lowHalf: -first.lowHalf.highHalf, highHalf: first.lowHalf.lowHalf),
      highHalf: SIMD8(lowHalf: -first.highHalf.highHalf, highHalf: first.highHalf.lowHalf))
    across = (squares - (turned - second).squaredLength) / 2
  }

  /// The angle in radians by which the first is turned to agree best with the second.
  ///
  /// - Parameter limit: The most, in degrees.
  func angle(within limit: Double) -> Float {
    let most = Float(limit) * .pi / 180
    return max(-most, min(most, .atan2(y: across, x: along)))
  }

  /// The sum of the squares of the differences at that angle.
  @inline(never)
  func distance(within limit: Double) -> Float {
    let angle = angle(within: limit)
    // Rounding makes the difference of two that are the same less than nothing.
    return max(0, squares - 2 * (along * .cos(angle) + across * .sin(angle)))
  }
}
