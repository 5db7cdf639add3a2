public import Timeline

extension FailureReason {
  /// The reason in words, as in `7.2 pt across, at most 5.0 allowed (swipe.maximumVariance)`.
  ///
  /// Behind it stands the ``parameter`` that the limit comes from, where there is one.
  public var sentence: String {
    parameter.map { "\(words) (\($0))" } ?? words
  }

  private var words: String {
    switch cause {
    case .movement: comparison("moved ", " pt", decimals: 1)
    case .distance: backward ?? comparison("went ", " pt", decimals: 1)
    case .deviation: comparison("", " pt across", decimals: 1)
    case .place:
      measured == nil ? "landed in another place" : comparison("landed ", " pt off", decimals: 1)
    case .duration: comparison("took ", " s", decimals: 3)
    case .pause: "no further landing within \(limit?.text(decimals: 3) ?? "?") s"
    case .tooShort: comparison("lasted ", " s", decimals: 3)
    case .touches: comparison("", measured == 1 ? " finger" : " fingers", decimals: 0)
    case .taps: comparison("", measured == 1 ? " tap" : " taps", decimals: 0)
    case .angle: comparison("turned ", "°", decimals: 1)
    case .ratio: comparison("a ratio of ", "", decimals: 2)
    case .dominance: comparison("", " of the other movement", decimals: 2)
    case .direction: comparison("a line ", "° off level", decimals: 1)
    case .length: comparison("a line of ", " pt", decimals: 1)
    case .straightness: comparison("a line straight to ", "", decimals: 2)
    case .hook: comparison("a hook of ", " of its line", decimals: 2)
    case .prevented: other.map { "\($0.rawValue) was recognized" } ?? "it became another gesture"
    case .requirementCycle: "\(other?.rawValue ?? "another") has to fail, and waits for this one"
    case .requirement: "\(other?.rawValue ?? "another") did not fail"
    case .refused: "it was refused"
    case .cancelled: "the touches were cancelled"
    case .palm: "a touch was a palm"
    case .resumedTouch: "a touch was there before the start and never landed"
    case .button: "a button was down"
    }
  }

  private var backward: String? {
    guard let measured, let limit, measured < 0 else { return nil }
    let fact = "went \((-measured).text(decimals: 1)) pt backward"
    if limit <= 0 { return "\(fact), none allowed" }
    return "\(fact), at least \(limit.text(decimals: 1)) forward needed"
  }

  private func comparison(_ start: String, _ unit: String, decimals: Int) -> String {
    guard let measured, let limit else {
      return measured.map { start + $0.text(decimals: decimals) + unit } ?? cause.rawValue
    }
    let decimals = Double.decimals(
      distinguishing: measured, from: limit, atLeast: decimals)
    let fact = start + measured.text(decimals: decimals) + unit
    let text = limit.text(decimals: decimals)
    if measured > limit { return "\(fact), at most \(text) allowed" }
    return "\(fact), \(measured < limit ? "at least" : "more than") \(text) needed"
  }
}

extension StateChange {
  /// The change in words, as in
  /// `swipe left failed at 0.134 s: 7.2 pt across, at most 5.0 allowed (swipe.maximumVariance)`.
  ///
  /// - Parameter origin: what the time counts from, such as the first event of a trace.
  public func sentence(since origin: Timestamp) -> String {
    let fact = "\(subject) \(verb) at \(time.seconds(since: origin).text(decimals: 3)) s"
    return reason.map { "\(fact): \($0.sentence)" } ?? fact
  }

  /// The change in words without its time, as in `tap was recognized`.
  public var sentence: String {
    let fact = "\(subject) \(verb)"
    return reason.map { "\(fact): \($0.sentence)" } ?? fact
  }

  /// Whose change it is, as in `swipe left`.
  public var subject: String {
    direction.map { "\(kind.rawValue) \($0.rawValue)" } ?? kind.rawValue
  }

  private var verb: String {
    switch to {
    case .cancelled, .recognized: "was \(to.rawValue)"
    default: to.rawValue
    }
  }
}

extension GestureRecognizer {
  /// Why the last attempt came to nothing, in words, as in
  /// `swipe left failed at 0.134 s: 7.2 pt across, at most 5.0 allowed (swipe.maximumVariance)`.
  ///
  /// The direction is missing once the recognizer has been reset, unless it looks for a single one.
  ///
  /// - Parameter origin: what the time counts from.
  public func failureSentence(since origin: Timestamp) -> String? {
    lastFailure.map { reason in
      let change = StateChange(
        kind: kind, from: state, to: .failed, time: reason.time, direction: soughtDirection,
        reason: reason)
      return change.sentence(since: origin)
    }
  }
}
