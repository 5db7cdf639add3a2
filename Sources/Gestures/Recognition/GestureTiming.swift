/// When a recognizer acts: the choice between a quick answer and a sure one.
public enum GestureTiming: String, Sendable, CaseIterable {
  /// As soon as the gesture is certain, while the fingers are still down.
  case early
  /// When the fingers lift, so that they can still become something else. A continuous gesture then
  /// begins and ends in the same moment.
  case onLift
}

/// When a gesture of several fingers ends.
public enum GestureEnding: String, Sendable, CaseIterable {
  /// With the last finger: those that remain go on.
  case lastLift
  /// With the first; those that remain begin nothing until all have lifted. A pad that gives fingers
  /// new ids in mid-flight ends it, too.
  case firstLift
}
