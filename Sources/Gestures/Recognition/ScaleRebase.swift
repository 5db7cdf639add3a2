import Timeline

/// What setting a pinch's scale does: from then on it is another multiple of the whole pinch's.
struct ScaleRebase {
  /// The scale over the whole pinch's.
  private(set) var factor = 1.0
  /// When the scale was set; nil as long as it has not been.
  private(set) var time: Timestamp?

  /// Makes the whole pinch's scale of this moment stand for `scale`.
  mutating func set(_ scale: Double, whole: Double, at time: Timestamp?) {
    precondition(scale > 0 && scale.isFinite, "a scale is a number above 0, not \(scale)")
    guard whole > 0 else { return }
    factor = scale / whole
    self.time = time
  }
}
