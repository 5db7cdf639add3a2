/// What the limits of UIKit's recognizers have in common.
enum UIKitLimit {
  /// The limits are inclusive. This much, in points or degrees, may be missing: computing a distance
  /// or an angle of exactly the limit can take off a last bit.
  static let rounding = 1e-9
}
