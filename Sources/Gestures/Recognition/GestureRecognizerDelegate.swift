/// Decides for a recognizer what it can't decide itself. Every question has a default answer.
public protocol GestureRecognizerDelegate: AnyObject {
  /// Asked when a recognizer is about to leave possible; false makes it fail.
  func shouldBegin(_ recognizer: GestureRecognizer) -> Bool

  /// Whether a recognizer gets to see a touch; asked before it hears of it.
  func recognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool

  /// Whether two recognizers may recognize at the same time; one delegate's yes is enough.
  func recognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool
}

extension GestureRecognizerDelegate {
  public func shouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

  public func recognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    true
  }

  public func recognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { false }
}
