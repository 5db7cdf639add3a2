/// What the limits of stillness of a recognizer are called in profiles.
struct StillnessKeys {
  let movement: String
  let quickMovement: String

  static let tap = StillnessKeys(movement: "tap.movement", quickMovement: "tap.quickMovement")
  static let swipe = StillnessKeys(
    movement: "swipe.movement", quickMovement: "swipe.quickMovement")
  static let pan = StillnessKeys(movement: "pan.movement", quickMovement: "pan.quickMovement")
  static let edgePan = StillnessKeys(
    movement: "edgePan.movement", quickMovement: "edgePan.quickMovement")
  static let tipTap = StillnessKeys(
    movement: "tipTap.movement", quickMovement: "tipTap.quickMovement")
  static let drag = StillnessKeys(movement: "drag.movement", quickMovement: "drag.quickMovement")
}

extension StillnessLimits {
  /// What the limit for a touch of an age is called.
  func key(afterSeconds age: Double, _ keys: StillnessKeys) -> String {
    age < quickDuration && quickMovement > movement ? keys.quickMovement : keys.movement
  }
}
