/// The texts that the textbook sample programs show, misspellings included.
public enum TextbookText {
  /// The text for a gesture of a textbook recognizer; nil for other kinds.
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

  /// The text of the program that tests one finger only.
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

  /// The message that TouchExplorer shows for a phase.
  public static func message(for phase: Touch.Phase) -> String {
    switch phase {
    case .began: "Touches Began"
    case .moved, .stationary: "Touches Detected"
    case .ended: "Touches Stopped"
    case .cancelled: "Toches Cancelled"
    }
  }

  /// TouchExplorer's label for the tap count of any touch of the phase.
  public static func tapsLabel(for touches: TouchSet) -> String {
    "\(touches.first?.tapCount ?? 0) taps detected"
  }

  /// TouchExplorer's label for the touches of the phase, with a full stop unlike
  /// ``tapsLabel(for:)``.
  public static func touchesLabel(for touches: TouchSet) -> String {
    "\(touches.count) touches detected."
  }
}
