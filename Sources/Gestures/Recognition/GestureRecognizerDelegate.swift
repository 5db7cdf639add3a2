/// Answers a recognizer's questions about touches and other recognizers, under UIKit's names; every
/// method has a default.
///
/// Recognizers and views answer the same questions about themselves, before the delegate does.
public protocol GestureRecognizerDelegate: AnyObject {
  /// Whether a recognizer may leave the state possible; false makes it fail.
  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool

  /// Whether a recognizer receives the new touches of an event; asked once, before its touches.
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive event: TouchEvent) -> Bool

  /// Whether a recognizer receives a new touch, whose view is ``GestureRecognizer/view(for:)``; a
  /// refused touch stays invisible to it until it ends.
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool

  /// Whether two recognizers may recognize at the same time; one true is enough, false is no veto.
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool

  /// Whether a recognizer waits until another one has failed; asked once an attempt, also about
  /// recognizers of other views. True is binding; false is no veto.
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool

  /// Whether another recognizer waits until this one has failed; asked once an attempt, also about
  /// recognizers of other views. True is binding; false is no veto.
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool
}

extension GestureRecognizerDelegate {
  public func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldReceive event: TouchEvent
  ) -> Bool { true }

  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldReceive touch: Touch
  ) -> Bool { true }

  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { false }

  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool { false }

  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool { false }
}
