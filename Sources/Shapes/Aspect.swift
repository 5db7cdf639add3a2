/// Scale factors that move the ratio of width and height halfway to 1, since some shapes differ in
/// their aspect alone (measured).
struct Aspect {
  let x: Float
  let y: Float

  static let kept = Aspect(x: 1, y: 1)
  /// The largest ratio that is evened out; larger ones count as 3, so that a line stays a line.
  private static let limit: Float = 3

  private init(x: Float, y: Float) { (self.x, self.y) = (x, y) }

  /// From the sums of the squares of x and of y, from the centroid.
  init(_ widthSquared: Float, _ heightSquared: Float) {
    let ratio = (widthSquared / heightSquared).squareRoot()
    guard !ratio.isNaN else {
      self = .kept
      return
    }
    let bounded = max(1 / Self.limit, min(Self.limit, ratio))
    // The fourth root on each axis changes the ratio of both by the square root.
    let half = bounded.squareRoot().squareRoot()
    self.init(x: 1 / half, y: half)
  }
}
