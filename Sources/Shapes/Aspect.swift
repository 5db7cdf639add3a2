/// Scale factors for x and y that move the ratio of width and height halfway to 1.
///
/// People draw the same shape wide or tall, but some shapes differ in their aspect alone, so only
/// half of the difference is removed. Names are right more often with these factors than without,
/// for people who taught no example and for people who taught one (measured).
struct Aspect {
  let x: Float
  let y: Float

  static let kept = Aspect(x: 1, y: 1)
  /// The largest ratio of width and height, or of height and width, that is evened out: 3. Larger
  /// ratios count as 3, so that a line stays a line.
  private static let limit: Float = 3

  private init(x: Float, y: Float) {
    (self.x, self.y) = (x, y)
  }

  /// - Parameters:
  ///   - widthSquared: The sum of the squares of x, from the centroid.
  ///   - heightSquared: The sum of the squares of y, from the centroid.
  init(_ widthSquared: Float, _ heightSquared: Float) {
    let ratio = (widthSquared / heightSquared).squareRoot()
    guard !ratio.isNaN else {
      self = .kept
      return
    }
    let bounded = max(1 / Aspect.limit, min(Aspect.limit, ratio))
    // The fourth root on each axis changes the ratio of both by the square root.
    let half = bounded.squareRoot().squareRoot()
    self.init(x: 1 / half, y: half)
  }
}
