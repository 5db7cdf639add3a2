import SceneHost
import Testing

@Suite("Textbook texts")
struct TextbookTextTests {
  private func text(
    _ kind: Gesture.Kind, _ change: (inout Gesture) -> Void = { _ in }
  ) -> String? {
    var gesture = Gesture(
      kind: kind, state: .recognized, time: .zero, start: .zero, location: .zero)
    change(&gesture)
    return TextbookText.text(for: gesture)
  }

  @Test(
    "The texts name one to four taps",
    arguments: zip(
      1...4,
      [
        "Single Tap Detected", "Double Tap Detected", "Triple Tap Detected",
        "Quadruple Tap Detected",
      ]))
  func taps(count: Int, wanted: String) {
    #expect(text(.tap) { $0.taps = count } == wanted)
  }

  @Test(
    "The texts name two to five fingers of a swipe, and no others",
    arguments: zip(1...6, ["", "Double", "Triple", "Quadruple", "Quintuple", ""]))
  func swipes(touches: Int, word: String) {
    for (axis, name) in [(Gesture.Axis.horizontal, "Horizontal"), (.vertical, "Vertical")] {
      let found = text(.swipe) { ($0.axis, $0.touches) = (axis, touches) }
      #expect(found == "\(word)\(name) Swipe Detected.")
      #expect(TextbookText.singleSwipeText(for: axis) == "\(name) swipe detected")
    }
  }

  @Test("Pinches have a direction, and checkmarks a misspelling")
  func others() {
    #expect(text(.pinch) { $0.direction = .out } == "Outward Pinch")
    #expect(text(.pinch) { $0.direction = .in } == "Inward Pinch")
    #expect(text(.checkmark) == "Chekmark")
    #expect(text(.longPress) == nil)
  }
}
