import Gestures

extension Gesture.Kind {
  /// The kind with its article, as in `a swipe` and `an edgePan`.
  package var phrase: String {
    let isVowel = rawValue.first.map("aeiou".contains) ?? false
    return "\(isVowel ? "an" : "a") \(rawValue)"
  }
}
