/// What the limits of stillness of a recognizer are called in profiles.
struct StillnessKeys {
  let movement: String
  let initialSlop: String

  static let tap = StillnessKeys(movement: "tap.slop", initialSlop: "tap.initialSlop")
  static let swipe = StillnessKeys(
    movement: "swipe.slop", initialSlop: "swipe.initialSlop")
  static let pan = StillnessKeys(movement: "pan.slop", initialSlop: "pan.initialSlop")
  static let edgePan = StillnessKeys(
    movement: "edgePan.slop", initialSlop: "edgePan.initialSlop")
  static let tipTap = StillnessKeys(
    movement: "tipTap.slop", initialSlop: "tipTap.initialSlop")
  static let tapAndDrag = StillnessKeys(
    movement: "tapAndDrag.slop", initialSlop: "tapAndDrag.initialSlop")
}

extension StillnessLimits {
  /// What the limit for a touch of an age is called.
  func key(afterSeconds age: Double, _ keys: StillnessKeys) -> String {
    age < initialDuration && initialSlop > slop ? keys.initialSlop : keys.movement
  }
}
