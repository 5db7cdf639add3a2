private import RealModule

/// The agreement of two sets of vectors when one is turned, with Protractor's closed form of the
/// best angle.
struct PlaneCorrelation {
  /// The sum of the dot products.
  private let along: Float
  /// The sum of the cross products.
  private let across: Float
  /// The sum of the squares of both.
  private let squares: Float

  /// Compares the quarters of two signatures, which have four lanes each for the x and y of the
  /// directions and the x and y of the positions.
  init(_ first: SIMD16<Float>, _ second: SIMD16<Float>) {
    squares = first.squaredLength + second.squaredLength
    along = (squares - (first - second).squaredLength) / 2
    let turned = SIMD16(
      lowHalf: SIMD8(lowHalf: -first.lowHalf.highHalf, highHalf: first.lowHalf.lowHalf),
      highHalf: SIMD8(lowHalf: -first.highHalf.highHalf, highHalf: first.highHalf.lowHalf))
    across = (squares - (turned - second).squaredLength) / 2
  }

  /// The angle in radians by which to turn the first set for the best agreement with the second.
  ///
  /// - Parameter limit: The largest angle in either direction, in degrees.
  func angle(within limit: Double) -> Float {
    let most = Float(limit) * .pi / 180
    return max(-most, min(most, .atan2(y: across, x: along)))
  }

  /// The sum of the squares of the differences at the best angle.
  @inline(never)
  func distance(within limit: Double) -> Float {
    let angle = angle(within: limit)
    // Rounding can make the result for two equal sets negative.
    return max(0, squares - 2 * (along * .cos(angle) + across * .sin(angle)))
  }
}
