/// One number of a profile: its name in files, where it lives, and what it may be.
public struct ProfileParameter: Sendable {
  /// As in `swipe.minimumLength`.
  public let key: String
  public let path: any WritableKeyPath<Profile, Double> & Sendable
  public let range: ClosedRange<Double>
  /// `points`, `s`, `degrees`, or empty for a ratio.
  public let unit: String
  public let summary: String
}

/// The rule of one recognizer.
public struct ProfileRule: Sendable {
  /// As in `swipe`.
  public let key: String
  public let path: any WritableKeyPath<Profile, Profile.Rule> & Sendable
  /// The rules that there are for this recognizer.
  public let choices: [Profile.Rule]
}

extension Profile {
  /// The recognizers, in the order in which a profile is written.
  public static let rules: [ProfileRule] = [
    ProfileRule(key: "tap", path: \.tap.rule, choices: [.standard, .textbook, .off]),
    ProfileRule(key: "longPress", path: \.longPress.rule, choices: [.standard, .off]),
    ProfileRule(key: "swipe", path: \.swipe.rule, choices: [.standard, .textbook, .uikit, .off]),
    ProfileRule(key: "pan", path: \.pan.rule, choices: [.standard, .uikit, .off]),
    ProfileRule(key: "edgePan", path: \.edgePan.rule, choices: [.standard, .off]),
    ProfileRule(key: "pinch", path: \.pinch.rule, choices: [.standard, .textbook, .uikit, .off]),
    ProfileRule(key: "rotation", path: \.rotation.rule, choices: [.standard, .uikit, .off]),
    ProfileRule(key: "tapAndDrag", path: \.tapAndDrag.rule, choices: [.standard, .off]),
    ProfileRule(key: "tipTap", path: \.tipTap.rule, choices: [.standard, .off]),
    ProfileRule(key: "checkmark", path: \.checkmark.rule, choices: [.standard, .textbook, .off]),
    ProfileRule(key: "palm", path: \.palm.rule, choices: [.standard, .off]),
  ]

  /// Every number of a profile, in the order in which it is written.
  public static let parameters: [ProfileParameter] =
    stillness(
      "tap", \.tap.stillness.slop, \.tap.stillness.initialSlop,
      \.tap.stillness.initialDuration)
    + [
      seconds(
        "tap.maximumDuration", \.tap.maximumDuration, "from the first landing to the last lift"),
      seconds("tap.maximumStagger", \.tap.maximumStagger, "between the fingers of one tap"),
      seconds("tap.interval", \.tap.interval, "from a lift to the next landing"),
      points("tap.radius", \.tap.radius, "from one tap to the next"),
      seconds("tap.decisionDelay", \.tap.decisionDelay, "textbook: from a landing to the decision"),
      seconds("longPress.minimumDuration", \.longPress.minimumDuration, "from the last landing"),
      points("longPress.allowableMovement", \.longPress.allowableMovement, "before recognition"),
    ]
    + stillness(
      "swipe", \.swipe.stillness.slop, \.swipe.stillness.initialSlop,
      \.swipe.stillness.initialDuration)
    + [
      points("swipe.minimumLength", \.swipe.minimumLength, "along the direction"),
      seconds(
        "swipe.maximumDuration", \.swipe.maximumDuration, "from the departure to the last lift"),
      ratio("swipe.maximumDeviation", \.swipe.maximumDeviation, 0...1, "way across over way along"),
      points("swipe.maximumVariance", \.swipe.maximumVariance, "textbook, uikit: across it"),
    ]
    + stillness(
      "pan", \.pan.stillness.slop, \.pan.stillness.initialSlop,
      \.pan.stillness.initialDuration)
    + stillness(
      "edgePan", \.edgePan.stillness.slop, \.edgePan.stillness.initialSlop,
      \.edgePan.stillness.initialDuration)
    + [
      points("edgePan.edgeWidth", \.edgePan.edgeWidth, "from the edge to the landing"),
      points("pinch.slop", \.pinch.slop, "change of the mean distance from the centroid"),
      ratio("pinch.dominance", \.pinch.dominance, 0...10, "over the centroid's way"),
      points("pinch.minimumDelta", \.pinch.minimumDelta, "textbook, uikit: of the distance"),
      points("pinch.baselineShift", \.pinch.baselineShift, "uikit: of that, not reported"),
      points("rotation.slop", \.rotation.slop, "of arc around the centroid"),
      ratio("rotation.dominance", \.rotation.dominance, 0...10, "over the centroid's way"),
      degrees("rotation.minimumAngle", \.rotation.minimumAngle, "uikit: of the turn"),
      degrees("rotation.baselineShift", \.rotation.baselineShift, "uikit: of that, not reported"),
    ]
    + stillness(
      "tapAndDrag", \.tapAndDrag.stillness.slop, \.tapAndDrag.stillness.initialSlop,
      \.tapAndDrag.stillness.initialDuration)
    + [
      seconds(
        "tapAndDrag.maximumTapDuration", \.tapAndDrag.maximumTapDuration, "of the tap before"),
      seconds("tapAndDrag.interval", \.tapAndDrag.interval, "from the tap's lift to the landing"),
      points("tapAndDrag.radius", \.tapAndDrag.radius, "from the tap to the landing"),
    ]
    + stillness(
      "tipTap", \.tipTap.stillness.slop, \.tipTap.stillness.initialSlop,
      \.tipTap.stillness.initialDuration)
    + [
      seconds("tipTap.minimumRest", \.tipTap.minimumRest, "before the tip lands"),
      seconds("tipTap.maximumDuration", \.tipTap.maximumDuration, "of the tip"),
      points("checkmark.minimumLength", \.checkmark.minimumLength, "of each leg"),
      degrees("checkmark.minimumAngle", \.checkmark.minimumAngle, "of the turn"),
      degrees("checkmark.maximumAngle", \.checkmark.maximumAngle, "of the turn"),
      ratio(
        "checkmark.minimumLegRatio", \.checkmark.minimumLegRatio, 0...10, "second leg over first"),
      ratio(
        "checkmark.maximumLegRatio", \.checkmark.maximumLegRatio, 0...100, "second leg over first"
      ),
      degrees(
        "checkmark.minimumDescent", \.checkmark.minimumDescent, "first leg below the horizontal"),
      degrees(
        "checkmark.minimumAscent", \.checkmark.minimumAscent, "second leg above the horizontal"),
      degrees("checkmark.maximumSteepness", \.checkmark.maximumSteepness, "of either leg"),
      ratio(
        "checkmark.minimumFirstStraightness", \.checkmark.minimumFirstStraightness, 0...1,
        "the first leg over the way along it"),
      ratio(
        "checkmark.minimumSecondStraightness", \.checkmark.minimumSecondStraightness, 0...1,
        "the second leg over the way along it"),
      ratio(
        "checkmark.maximumHook", \.checkmark.maximumHook, 0...10,
        "beyond a leg's outer end, over the leg"),
      ratio("palm.pressure", \.palm.pressure, 0...1, "share of the device's range"),
      seconds("palm.minimumDuration", \.palm.minimumDuration, "above that pressure"),
      ratio("palm.heavyPressure", \.palm.heavyPressure, 0...1, "share that is a palm at once"),
      ratio("palm.totalPressure", \.palm.totalPressure, 0...1, "of all fingers together"),
      seconds("palm.quietTime", \.palm.quietTime, "after a palm, without landings"),
    ]

  private typealias Path = any WritableKeyPath<Profile, Double> & Sendable

  private static func points(
    _ key: String, _ path: Path, _ summary: String
  ) -> ProfileParameter {
    // 10,000 points are 1.5 m: larger than any touch surface.
    ProfileParameter(key: key, path: path, range: 0...10_000, unit: "points", summary: summary)
  }

  private static func seconds(
    _ key: String, _ path: Path, _ summary: String
  ) -> ProfileParameter {
    ProfileParameter(key: key, path: path, range: 0...3600, unit: "s", summary: summary)
  }

  private static func degrees(
    _ key: String, _ path: Path, _ summary: String
  ) -> ProfileParameter {
    ProfileParameter(key: key, path: path, range: 0...180, unit: "degrees", summary: summary)
  }

  private static func ratio(
    _ key: String, _ path: Path, _ range: ClosedRange<Double>, _ summary: String
  ) -> ProfileParameter {
    ProfileParameter(key: key, path: path, range: range, unit: "", summary: summary)
  }

  private static func stillness(
    _ recognizer: String, _ movement: Path, _ initialSlop: Path, _ initialDuration: Path
  ) -> [ProfileParameter] {
    [
      points("\(recognizer).slop", movement, "that a finger may wander"),
      points("\(recognizer).initialSlop", initialSlop, "while the touch is young"),
      seconds("\(recognizer).initialDuration", initialDuration, "for which it is young"),
    ]
  }
}
