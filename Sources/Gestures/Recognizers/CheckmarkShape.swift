import Contacts

extension Profile.Checkmark {
  /// The first of the limits that a stroke breaks; nil for a tick.
  func reasonAgainst(_ stroke: [Point]) -> FailureReason? {
    guard let corner = StrokeCorner(of: stroke) else {
      return FailureReason(.length, measured: 0, limit: minimumLength, parameter: Key.length)
    }
    return reasonAgainstProportions(of: corner) ?? reasonAgainstDirections(of: corner)
      ?? reasonAgainstLegs(of: corner)
  }

  private func reasonAgainstProportions(of corner: StrokeCorner) -> FailureReason? {
    let (first, second) = (corner.first, corner.second)
    let turn = Trigonometry.angleBetween(first.vector, second.vector) ?? 0
    return .breach(
      .length, min(first.length, second.length), atLeast: (minimumLength, Key.length))
      ?? .breach(
        .angle, turn, atLeast: (minimumAngle, "checkmark.minimumAngle"),
        atMost: (maximumAngle, "checkmark.maximumAngle"))
      ?? .breach(
        .ratio, second.length / first.length,
        atLeast: (minimumLegRatio, "checkmark.minimumLegRatio"),
        atMost: (maximumLegRatio, "checkmark.maximumLegRatio"))
  }

  /// A leg to the left descends or ascends by more than 90 degrees: too steeply as well.
  private func reasonAgainstDirections(of corner: StrokeCorner) -> FailureReason? {
    let right = Vector(dx: 1, dy: 0)
    let descent = Trigonometry.degrees(from: right, to: corner.first.vector)
    let ascent = Trigonometry.degrees(from: corner.second.vector, to: right)
    let rise = Trigonometry.degrees(from: corner.first.vector + corner.second.vector, to: right)
    let steepness = (maximumSteepness, "checkmark.maximumSteepness")
    return .breach(
      .direction, descent, atLeast: (minimumDescent, "checkmark.minimumDescent"),
      atMost: steepness)
      ?? .breach(
        .direction, ascent, atLeast: (minimumAscent, "checkmark.minimumAscent"),
        atMost: steepness)
      // A tick ends above its start, however steep its legs are.
      ?? .breach(.direction, rise, atLeast: (0, nil))
  }

  private func reasonAgainstLegs(of corner: StrokeCorner) -> FailureReason? {
    let (first, second) = (corner.first, corner.second)
    return .breach(
      .straightness, first.straightness,
      atLeast: (minimumFirstStraightness, "checkmark.minimumFirstStraightness"))
      ?? .breach(
        .straightness, second.straightness,
        atLeast: (minimumSecondStraightness, "checkmark.minimumSecondStraightness"))
      ?? .breach(
        .hook, max(first.hook, second.hook), atMost: (maximumHook, "checkmark.maximumHook"))
  }
}

private enum Key {
  static let length = "checkmark.minimumLength"
}

extension FailureReason {
  /// A limit, and what it is called in profiles.
  fileprivate typealias Limit = (value: Double, key: String?)

  /// Nil within the limits, which are allowed themselves.
  fileprivate static func breach(
    _ cause: Cause, _ measured: Double, atLeast lowest: Limit? = nil, atMost highest: Limit? = nil
  ) -> FailureReason? {
    if let lowest, measured < lowest.value {
      return FailureReason(
        cause, measured: measured, limit: lowest.value, parameter: lowest.key)
    }
    if let highest, measured > highest.value {
      return FailureReason(
        cause, measured: measured, limit: highest.value, parameter: highest.key)
    }
    return nil
  }
}
