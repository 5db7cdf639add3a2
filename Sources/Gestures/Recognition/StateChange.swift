public import Timeline

/// A change of a recognizer from one state to another.
public struct StateChange: Hashable, Sendable {
  public var kind: Gesture.Kind
  public var from: GestureState
  public var to: GestureState
  public var time: Timestamp
  /// The direction of the attempt: ``GestureRecognizer/soughtDirection``.
  public var direction: Gesture.Direction?
  /// The custom name of the recognizer.
  public var name: String?
  /// The reason why the recognizer failed or was cancelled.
  public var reason: FailureReason?

  public init(
    kind: Gesture.Kind, from: GestureState, to: GestureState, time: Timestamp,
    direction: Gesture.Direction? = nil, name: String? = nil, reason: FailureReason? = nil
  ) {
    self.kind = kind
    self.from = from
    self.to = to
    self.time = time
    self.direction = direction
    self.name = name
    self.reason = reason
  }
}

// MARK: - Sentences

extension StateChange {
  /// The change in words, as in
  /// `swipe left failed at 0.134 s: 1.1 mm across, at most 0.8 mm allowed (swipe.maximumVariance)`.
  ///
  /// - Parameter origin: The time that counts as zero, such as the first event of a recording.
  public func sentence(since origin: Timestamp) -> String {
    let fact = "\(subject) \(verb) at \(time.seconds(since: origin).text(decimals: 3)) s"
    return reason.map { "\(fact): \($0.sentence)" } ?? fact
  }

  /// The change in words without its time, as in `tap was recognized`.
  public var sentence: String {
    let fact = "\(subject) \(verb)"
    return reason.map { "\(fact): \($0.sentence)" } ?? fact
  }

  /// The recognizer that changed, as in `swipe left`; its custom name if it has one.
  public var subject: String {
    if let name { return name }
    return direction.map { "\(kind.rawValue) \($0.rawValue)" } ?? kind.rawValue
  }

  private var verb: String {
    switch to {
    case .cancelled, .recognized: "was \(to.rawValue)"
    default: to.rawValue
    }
  }
}

extension GestureRecognizer {
  /// The reason of the last failure in words, as in `swipe left failed at 0.134 s: 1.1 mm across,
  /// at most 0.8 mm allowed (swipe.maximumVariance)`.
  ///
  /// After a reset, only a recognizer with a single direction names it.
  ///
  /// - Parameter origin: The time that counts as zero.
  public func failureSentence(since origin: Timestamp) -> String? {
    lastFailure.map { reason in
      let change = StateChange(
        kind: kind, from: state, to: .failed, time: reason.time, direction: soughtDirection,
        name: name, reason: reason)
      return change.sentence(since: origin)
    }
  }
}
