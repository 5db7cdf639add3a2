/// The reason why a recognizer failed or was cancelled: the measurement, and the limit.
public struct FailureReason: Hashable, Sendable {
  /// The measured quantity, or the event.
  public enum Cause: String, Sendable, CaseIterable {
    /// Too much movement where fingers have to rest.
    case movement
    /// Too little distance travelled along the direction.
    case distance
    /// Too much distance across the direction.
    case deviation
    /// A touch down too far from the required position.
    case position
    /// A gesture that took too long.
    case duration
    /// No further touch in time.
    case pause
    /// An end before the minimum duration.
    case tooShort
    /// Too many or too few fingers.
    case touches
    /// Too many or too few taps.
    case taps
    /// The angle of a corner or a turn.
    case angle
    /// The second leg of a stroke over the depth of the first, with their bows.
    case ratio
    /// A spread or a turn relative to the rest of the fingers' movement.
    case dominance
    /// The angle of a leg above or below the horizontal.
    case direction
    /// The shorter leg of a stroke is too short.
    case length
    /// A leg's length over the length of the path along it.
    case straightness
    /// The length of a hook at the end of a leg, over the leg's length.
    case hook
    /// A drawing that is not enough like any shape.
    case shape
    /// Another recognizer was recognized.
    case prevented
    /// A recognizer that was required to fail did not.
    case requirement
    /// A recognizer that was required to fail waits, directly or through others, for this one.
    case requirementCycle
    /// The delegate refused, or the recognizer was disabled.
    case refused
    /// The system cancelled the touches.
    case cancelled
    /// A touch turned out to be a palm.
    case palm
    /// A touch was already down when it was first seen.
    case resumedTouch
    /// A button was down.
    case button
  }

  public var cause: Cause
  /// The measurement in points, seconds, degrees or a number, by ``quantity``; ``outside`` has
  /// millimetres.
  public var measured: Double?
  /// The limit, in the unit of ``measured``: the most that is allowed if more was measured, or else
  /// the least that is needed.
  public var limit: Double?
  public var touch: Touch.ID?
  public var time: Timestamp
  /// The kind of the conflicting recognizer, for ``Cause/prevented`` and ``Cause/requirement``.
  public var other: Gesture.Kind?
  /// The path of the number that the limit comes from, as in `\Profile.Swipe.minimumLength`; nil if
  /// it is not in profiles.
  public var parameterPath: Parameter?
  /// The shape that a drawing was nearest to; nil for other causes, or without shapes.
  public var match: ShapeMatch? { matches.first }
  /// The shape; an empty array is as small as a reference, and most reasons concern no shape.
  private var matches: [ShapeMatch] = []

  /// A path to a number from its section of a profile, which costs no more than a reference.
  public typealias Parameter = any AnyKeyPath & Sendable

  public init(
    _ cause: Cause, measured: Double? = nil, limit: Double? = nil, parameter: Parameter? = nil,
    touch: Touch.ID? = nil, other: Gesture.Kind? = nil, time: Timestamp = .zero
  ) {
    self.cause = cause
    self.measured = measured
    self.limit = limit
    parameterPath = parameter
    self.touch = touch
    self.other = other
    self.time = time
  }

  /// The ``ProfileParameter/key`` of the number that the limit comes from, as in
  /// `swipe.minimumLength`; nil if it is not in profiles.
  public var parameter: String? { profileParameter?.key }

  private var profileParameter: ProfileParameter? {
    parameterPath.flatMap { Profile.parameter(at: $0) }
  }

  /// A drawing that is not accepted; nil if there are no shapes.
  static func shape(_ match: ShapeMatch?, at time: Timestamp) -> FailureReason {
    var reason = FailureReason(.shape, measured: match?.score, limit: match?.threshold, time: time)
    if let match { reason.matches = [match] }
    return reason
  }

  static func fingers(
    _ count: Int, limit: Int, touch: Touch.ID? = nil, at time: Timestamp
  ) -> FailureReason {
    FailureReason(.touches, measured: Double(count), limit: Double(limit), touch: touch, time: time)
  }

  // MARK: Units

  /// The kind of number that ``measured`` and ``limit`` are.
  public var quantity: Quantity {
    switch cause {
    case .movement, .distance, .deviation, .position, .length: .length
    case .duration, .pause, .tooShort: .duration
    case .angle, .direction: .angle
    case .touches, .taps, .ratio, .dominance, .straightness, .hook, .shape: .number
    case .palm: profileParameter?.quantity ?? .number
    case .prevented, .requirement, .requirementCycle, .refused, .cancelled, .resumedTouch, .button:
      .number
    }
  }

  /// ``measured`` and ``limit`` in the unit for files and messages, with millimetres for lengths.
  public var outside: (measured: Double?, limit: Double?, unit: String) {
    (measured.map(quantity.outside), limit.map(quantity.outside), quantity.unit)
  }

  // MARK: Sentences

  /// The reason in words, as in `1.1 mm across, at most 0.8 mm allowed (swipe.maximumVariance)`.
  public var sentence: String { sentence(words(isWhole: false)) }

  /// The reason as of the whole movement, whose measure is in the unit of ``measured``.
  package func sentence(ofWhole measured: Double) -> String {
    var whole = self
    whole.measured = measured
    return whole.sentence(whole.words(isWhole: true))
  }

  private func sentence(_ words: String) -> String {
    parameter.map { "\(words) (\($0))" } ?? words
  }

  /// Whether the measure is the time at which the recognizer gave up, not that of the movement.
  private var isGivingUp: Bool {
    cause == .duration && parameter?.hasSuffix(".maximumDuration") == true
  }

  /// Whether the measure is the time between the first touch down of several fingers and the last,
  /// or between their touch ups.
  public var isStagger: Bool {
    cause == .duration && parameter?.hasSuffix(".maximumStagger") == true
  }

  private func words(isWhole: Bool) -> String {
    switch cause {
    case .duration where isGivingUp && !isWhole:
      comparison("gave up after ", " s", decimals: 3)
    case .movement: comparison("moved ", " mm", decimals: 1)
    case .distance where parameter == "pinch.slop":
      comparison("moved ", " mm", " together or apart", decimals: 1)
    case .distance where parameter == "rotation.slop":
      comparison("moved ", " mm", " around their middle", decimals: 1)
    case .distance: backward ?? comparison("travelled ", " mm", decimals: 1)
    case .deviation: comparison("", " mm", " across", decimals: 1)
    case .position:
      measured == nil
        ? "touched down in another position"
        : comparison("touched down ", " mm", " away", decimals: 1)
    case .duration where isStagger: comparison("touched down or lifted over ", " s", decimals: 3)
    case .duration: comparison("took ", " s", decimals: 3)
    case .pause: "no further touch within \(limit?.text(decimals: 3) ?? "?") s"
    case .tooShort: comparison("lasted ", " s", decimals: 3)
    case .touches: comparison("", "", measured == 1 ? " finger" : " fingers", decimals: 0)
    case .taps: comparison("", "", measured == 1 ? " tap" : " taps", decimals: 0)
    case .angle: comparison("turned ", "°", decimals: 1)
    case .ratio:
      comparison("a second leg of ", "", " times the first's depth with bows", decimals: 2)
    case .dominance where parameterPath == nil:
      comparison("a movement of ", "", " of the spread or turn beside it", decimals: 2)
    case .dominance:
      comparison(
        parameter?.hasPrefix("rotation") == true ? "a turn of " : "a spread of ", "",
        " of the translation", decimals: 2)
    case .direction: comparison("a leg at ", "°", decimals: 1)
    case .length: comparison("a leg of ", " mm", decimals: 1)
    case .straightness: comparison("a leg with a straightness of ", decimals: 2)
    case .hook: comparison("a hook of ", "", " of its leg", decimals: 2)
    case .shape: match?.sentence ?? "no shape is near"
    case .prevented: other.map { "\($0.rawValue) was recognized" } ?? "it became another gesture"
    case .requirementCycle:
      "\(other?.rawValue ?? "another") must fail first, and waits for this recognizer itself"
    case .requirement: "\(other?.rawValue ?? "another") did not fail"
    case .refused: "it was refused"
    case .cancelled: "the touches were cancelled"
    case .palm: palmPhrase.map { "a palm: \($0)" } ?? "a touch was a palm"
    case .resumedTouch: "a touch was already down at the start"
    case .button: "a button was down"
    }
  }

  /// The property that makes a contact a palm, as in `pressure 0.57, fingers press less than 0.52`;
  /// nil without numbers.
  fileprivate var palmPhrase: String? {
    let (measured, limit, _) = outside
    guard let measured, let limit else { return nil }
    let decimals = Double.decimals(
      distinguishing: measured, from: limit,
      atLeast: quantity == .duration ? 3 : quantity == .length ? 1 : 2)
    let (fact, bound) = (measured.text(decimals: decimals), limit.text(decimals: decimals))
    return switch parameter {
    case "palm.quietTime": "\(fact) s after a palm, more than \(bound) s needed"
    case "palm.flickerPeriod":
      "\(fact) s between touch downs, fingers take at least \(bound) s"
    case "palm.briefDuration":
      "a contact of \(fact) s, those of fingers last at least \(bound) s"
    case "palm.jumpDistance":
      "\(fact) mm from the last contact, fingers move at most \(bound) mm in that time"
    case "palm.totalPressure":
      "pressure \(fact) of all contacts together, fingers press less than \(bound)"
    default: "pressure \(fact), fingers press less than \(bound)"
    }
  }

  private var backward: String? {
    let (measured, limit, _) = outside
    guard let measured, let limit, measured < 0 else { return nil }
    let decimals = Double.decimals(distinguishing: measured, from: 0, atLeast: 1)
    let fact = "moved \((-measured).text(decimals: decimals)) mm backward"
    if limit <= 0 { return "\(fact), none allowed" }
    return "\(fact), at least \(limit.text(decimals: 1)) mm forward needed"
  }

  private func comparison(
    _ start: String, _ unit: String = "", _ end: String = "", decimals: Int
  ) -> String {
    let (measured, limit, _) = outside
    guard let measured, let limit else {
      return measured.map { start + $0.text(decimals: decimals) + unit + end } ?? cause.rawValue
    }
    let decimals = Double.decimals(distinguishing: measured, from: limit, atLeast: decimals)
    let fact = start + measured.text(decimals: decimals) + unit + end
    let text = limit.text(decimals: decimals) + unit
    if measured > limit { return "\(fact), at most \(text) allowed" }
    return "\(fact), \(measured < limit ? "at least" : "more than") \(text) needed"
  }
}

extension ShapeMatch {
  /// Whether the closest shape means anything: a lower score would read 0.00.
  package var isNear: Bool { score >= 0.005 }

  /// The reason of the rejection, as in ``closest was `v` at 0.71, below its threshold of 0.80``.
  fileprivate var sentence: String {
    if !isNear { return "no shape is near" }
    let decimals = Double.decimals(distinguishing: score, from: threshold, atLeast: 2)
    var text = "closest was `\(name)` at \(score.text(decimals: decimals))"
    text +=
      score < threshold
      ? ", below its threshold of \(threshold.text(decimals: decimals))"
      : ", but one of its counter-examples is closer"
    guard let runnerUp, let runnerUpScore else { return text }
    return "\(text); runner-up `\(runnerUp)` at \(runnerUpScore.text(decimals: 2))"
  }
}

extension Palm {
  /// Whether a pressure makes the contact a palm; its ``reason`` has the number.
  public var exceedsPressure: Bool { reason.measured != nil && reason.quantity == .number }

  /// The reason of the palm, as in `pressure 0.57, fingers press less than 0.52
  /// (palm.heavyPressure)`.
  public var sentence: String {
    guard let phrase = reason.palmPhrase else {
      return contact.tool == .palm ? "the device reports a palm" : "beside a palm"
    }
    return reason.parameter.map { "\(phrase) (\($0))" } ?? phrase
  }
}
