public import Gestures

/// The texts that the textbook sample programs show, misspellings included.
public enum TextbookText {
  /// The text for a gesture of a textbook recognizer; nil for other kinds.
  public static func text(for gesture: Gesture) -> String? {
    switch gesture.kind {
    case .swipe:
      gesture.axis.map { axis in
        let touches = gesture.touches ?? 1
        let count = touches == 1 ? nil : word(touches, upTo: 5)
        return "\(count ?? "")\(word(for: axis)) Swipe Detected."
      }
    case .tap: word(gesture.taps ?? 0, upTo: 4).map { "\($0) Tap Detected" }
    case .pinch: gesture.direction == .out ? "Outward Pinch" : "Inward Pinch"
    case .checkmark: "Chekmark"
    default: nil
    }
  }

  /// The text of the program that tests one finger only.
  public static func singleSwipeText(for axis: Gesture.Axis) -> String {
    "\(word(for: axis)) swipe detected"
  }

  private static func word(for axis: Gesture.Axis) -> String {
    axis == .horizontal ? "Horizontal" : "Vertical"
  }

  private static let countWords = ["Single", "Double", "Triple", "Quadruple", "Quintuple"]

  /// The word for a number from 1 to a limit.
  private static func word(_ count: Int, upTo limit: Int) -> String? {
    1...limit ~= count ? countWords[count - 1] : nil
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

  /// TouchExplorer's label for the touches of the phase, with a full stop.
  public static func touchesLabel(for touches: TouchSet) -> String {
    "\(touches.count) touches detected."
  }
}
