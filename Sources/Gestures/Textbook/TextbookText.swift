/// What the textbook's programs show on their screens, misspellings included.
public enum TextbookText {
  /// The text of a gesture that a textbook recognizer reported; nil for kinds it does not have.
  public static func text(for gesture: Gesture) -> String? {
    switch gesture.kind {
    case .swipe:
      gesture.axis.map { axis in
        let word = axis == .horizontal ? "Horizontal" : "Vertical"
        return "\(countWord(gesture.touches ?? 1))\(word) Swipe Detected."
      }
    case .tap: tapWord(gesture.taps ?? 0).map { "\($0) Tap Detected" }
    case .pinch: gesture.direction == .out ? "Outward Pinch" : "Inward Pinch"
    case .checkmark: "Chekmark"
    default: nil
    }
  }

  /// The text of the program that looks at one finger only.
  public static func singleSwipeText(for axis: Gesture.Axis) -> String {
    "\(axis == .horizontal ? "Horizontal" : "Vertical") swipe detected"
  }

  private static func countWord(_ touches: Int) -> String {
    switch touches {
    case 2: "Double"
    case 3: "Triple"
    case 4: "Quadruple"
    case 5: "Quintuple"
    default: ""
    }
  }

  private static func tapWord(_ taps: Int) -> String? {
    switch taps {
    case 1: "Single"
    case 2: "Double"
    case 3: "Triple"
    case 4: "Quadruple"
    default: nil
    }
  }
}
