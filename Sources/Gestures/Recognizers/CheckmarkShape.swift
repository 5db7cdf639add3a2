import Contacts

extension Profile.Checkmark {
  /// The first of the limits that a stroke breaks; nil for a tick.
  func reasonAgainst(_ stroke: [Point]) -> FailureReason? {
    guard let corner = StrokeCorner(of: stroke) else {
      return FailureReason(.distance, measured: 0, limit: minimumLength)
    }
    return reasonAgainstProportions(of: corner) ?? reasonAgainstDirections(of: corner)
      ?? reasonAgainstLegs(of: corner)
  }

  private func reasonAgainstProportions(of corner: StrokeCorner) -> FailureReason? {
    let (first, second) = (corner.first, corner.second)
    let turn = Trigonometry.angleBetween(first.vector, second.vector) ?? 0
    return .breach(.distance, min(first.length, second.length), atLeast: minimumLength)
      ?? .breach(.angle, turn, atLeast: minimumAngle, atMost: maximumAngle)
      ?? .breach(
        .ratio, second.length / first.length, atLeast: minimumLegRatio, atMost: maximumLegRatio)
  }

  /// A leg to the left descends or ascends by more than 90 degrees: too steeply as well.
  private func reasonAgainstDirections(of corner: StrokeCorner) -> FailureReason? {
    let right = Vector(dx: 1, dy: 0)
    let descent = Trigonometry.degrees(from: right, to: corner.first.vector)
    let ascent = Trigonometry.degrees(from: corner.second.vector, to: right)
    return .breach(.direction, descent, atLeast: minimumDescent, atMost: maximumSteepness)
      ?? .breach(.direction, ascent, atLeast: minimumAscent, atMost: maximumSteepness)
  }

  private func reasonAgainstLegs(of corner: StrokeCorner) -> FailureReason? {
    let (first, second) = (corner.first, corner.second)
    return .breach(.straightness, first.straightness, atLeast: minimumFirstStraightness)
      ?? .breach(.straightness, second.straightness, atLeast: minimumSecondStraightness)
      ?? .breach(.hook, max(first.hook, second.hook), atMost: maximumHook)
  }
}

extension FailureReason {
  /// Nil within the limits, which are allowed themselves.
  fileprivate static func breach(
    _ cause: Cause, _ measured: Double, atLeast lowest: Double = -.infinity,
    atMost highest: Double = .infinity
  ) -> FailureReason? {
    if measured < lowest { return FailureReason(cause, measured: measured, limit: lowest) }
    if measured > highest { return FailureReason(cause, measured: measured, limit: highest) }
    return nil
  }
}
