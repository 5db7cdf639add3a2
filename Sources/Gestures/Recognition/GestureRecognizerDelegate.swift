/// Decides for a recognizer what it can't decide itself. Every question has a default answer.
public protocol GestureRecognizerDelegate: AnyObject {
  /// Asked when a recognizer is about to leave possible; false makes it fail.
  func shouldBegin(_ recognizer: GestureRecognizer) -> Bool

  /// Whether a recognizer gets to see the touches that land in an event; asked once for each event,
  /// before any of its touches is asked about.
  func recognizer(_ recognizer: GestureRecognizer, shouldReceive event: TouchEvent) -> Bool

  /// Whether a recognizer gets to see a touch; asked before it hears of it. A touch that it does
  /// not get to see stays invisible to it until it lifts.
  func recognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool

  /// Whether two recognizers may recognize at the same time; one delegate's yes is enough, and a no
  /// is no veto.
  func recognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool

  /// Whether a recognizer waits until another one has failed; asked once an attempt, also about
  /// those of other views. A yes binds, a no is no veto.
  func recognizer(
    _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool

  /// Whether another one waits until this recognizer has failed; asked once an attempt, also about
  /// those of other views. A yes binds, a no is no veto.
  func recognizer(
    _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool
}

extension GestureRecognizerDelegate {
  public func shouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

  public func recognizer(
    _ recognizer: GestureRecognizer, shouldReceive event: TouchEvent
  ) -> Bool { true }

  public func recognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    true
  }

  public func recognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { false }

  public func recognizer(
    _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool { false }

  public func recognizer(
    _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool { false }
}
