/// Factors that bring width and height halfway together: one person draws a shape wide, another one
/// tall.
///
/// Halfway, because some shapes differ in their aspect alone. With it the names of strokes by
/// people who gave no example are right in 99.4 rather than 99.3 %, and with one example of each of
/// five people in 99.1 rather than 98.7 % (measured on 2880 strokes by six people).
struct Aspect {
  let x: Float
  let y: Float

  static let kept = Aspect(x: 1, y: 1)
  /// The ratio of width and height from which on nothing more is evened out: 3. A line stays one.
  private static let limit: Float = 3

  private init(x: Float, y: Float) {
    (self.x, self.y) = (x, y)
  }

  /// - Parameters:
  ///   - widthSquared: The sum of the squares of x, from the centroid.
  ///   - heightSquared: That of y.
  init(_ widthSquared: Float, _ heightSquared: Float) {
    let ratio = (widthSquared / heightSquared).squareRoot()
    guard !ratio.isNaN else {
      self = .kept
      return
    }
    let bounded = max(1 / Aspect.limit, min(Aspect.limit, ratio))
    // Each by the fourth root: together by the square root.
    let half = bounded.squareRoot().squareRoot()
    self.init(x: 1 / half, y: half)
  }
}
