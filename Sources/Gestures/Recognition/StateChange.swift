/// What a movement may have been meant as, with its likelihood.
public struct Reading: Hashable, Sendable {
  /// As in `letter v`.
  public var name: String
  /// 0 to 1; those of all readings of a movement add up to 1.
  public var likelihood: Double

  public init(_ name: String, _ likelihood: Double) {
    self.name = name
    self.likelihood = likelihood
  }
}

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
  /// What the movement may have been meant as, if it is near to two readings.
  public var readings: [Reading] = []

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

  // MARK: Sentences

  /// The change in words, as in
  /// `swipe left failed at 0.134 s: 1.1 mm across, at most 0.8 mm allowed (swipe.maximumVariance)`.
  public func sentence(since origin: Timestamp) -> String {
    sentence("\(subject) \(verb) at \(time.seconds(since: origin).text(decimals: 3)) s")
  }

  /// The change in words without its time, as in `tap was recognized`.
  public var sentence: String { sentence("\(subject) \(verb)") }

  /// A fact with details, as in `checkmark was recognized: checkmark 0.83, letter v 0.17`.
  private func sentence(_ fact: String) -> String {
    let likelihoods = readings.map { "\($0.name) \($0.likelihood.text(decimals: 2))" }
    let details = [reason?.sentence, likelihoods.joined(separator: ", ")].compactMap(\.self)
    let text = details.filter { !$0.isEmpty }.joined(separator: "; ")
    return text.isEmpty ? fact : "\(fact): \(text)"
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
  /// The last failure as a ``StateChange/sentence(since:)``; after a reset, only a recognizer with
  /// a single direction names it.
  public func failureSentence(since origin: Timestamp) -> String? {
    lastFailure.map { reason in
      StateChange(
        kind: kind, from: state, to: .failed, time: reason.time, direction: soughtDirection,
        name: name, reason: reason
      ).sentence(since: origin)
    }
  }
}
