import Files
import Gestures

/// A search for the reasons of a failed attempt, and for the sufficient changes.
struct VerdictSearch {
  let attempt: Attempt
  let expected: ExpectedGesture
  let profile: Profile
  /// The result of the attempt with the profile's recognizers.
  let result: AttemptResult
  /// The most frames to play for settings, and for movements; 0 for no search.
  let frames: Int
  /// The time from which times in conditions count.
  let origin: Timestamp
  private(set) var found: [SettingSearch.Condition] = []
  /// Whether another recognizer takes the touches even if these are met.
  private(set) var leavesRival = false
  /// The verdict, whose changes and remark are found.
  private(set) var verdict: Verdict

  mutating func run() {
    let set = RecognizerSet(profile: profile, classifier: attempt.device.classifier)
    let hasRecognizer = set.recognizers.contains { $0.kind == expected.kind }
    if !hasRecognizer { verdict.remark = missingRecognizer }
    guard frames > 0 else { return }
    var search = SettingSearch(attempt, expected, profile, frames: frames)
    if hasRecognizer { found = limits(&search) }
    // No change adds a touch to the movement.
    if let taps = expected.taps, attempt.touchDowns < taps { return }
    verdict.isSearched = !wasCountedOtherwise
    if hasRecognizer {
      let changes =
        wasCountedOtherwise
        ? separations(in: profile, &search) : search.changes(in: sections, of: profile)
      choose(among: changes, &search)
    } else if let section = Profile.sections.first(where: { $0.name == expected.kind.rawValue }),
      let change = search.ruleChange(of: section)
    {
      verdict.settings = [change]
    } else {
      // With the rule on, other conditions remain, which are not searched.
      verdict.isSearched = false
      if !lacksShapes {
        verdict.remark =
          "\(missingRecognizer) (`\(expected.kind.rawValue): {rule: standard}` in a profile "
          + "switches it on, which alone does not suffice)"
      }
    }
    // What a search did not come to may suffice.
    if search.isExhausted { verdict.isSearched = false }
    guard hasRecognizer, !wasCountedOtherwise else { return }
    var movements = MovementSearch(
      attempt: attempt, expected: expected, profile: profile, remainingFrames: frames)
    verdict.movement = movements.changes()
    if movements.isExhausted { verdict.isSearched = false }
  }

  private var hasOtherTaps: Bool { expected.taps.map { $0 != attempt.touchDowns } ?? false }

  /// Whether the touches were recognized as another number of taps.
  private var wasCountedOtherwise: Bool { hasOtherTaps && same != nil }

  /// The sufficient changes of the pause between taps, the smallest first.
  private func separations(in base: Profile, _ search: inout SettingSearch) -> [SettingChange] {
    guard let interval = Profile.parameter("tap.interval") else { return [] }
    return search.changes(of: interval, in: base).sorted { $0.cost < $1.cost }
  }

  /// The unmet conditions of the whole movement, or those of its kind, or else the first one.
  private mutating func limits(_ search: inout SettingSearch) -> [SettingSearch.Condition] {
    if hasOtherTaps { return conditionsOfKind() ?? [] }
    let conditions = search.conditions()
    leavesRival = search.leavesRival
    if let conditions = conditions ?? conditionsOfKind() { return conditions }
    guard let first = search.firstCondition() else { return [] }
    leavesRival = !search.suffices([search.change(of: first.parameter, to: first.value)])
    return [first]
  }

  /// The unmet conditions of a gesture of this kind with any other properties.
  private func conditionsOfKind() -> [SettingSearch.Condition]? {
    let kind = ExpectedGesture(expected.kind, at: expected.at)
    guard kind != expected else { return nil }
    if attempt.play(kind, profile).isRecognized { return [] }
    var search = SettingSearch(attempt, kind, profile, frames: frames / 4)
    return search.conditions()
  }

  mutating func keepConfirmed(by whole: Attempt) {
    if whole.frames.count == attempt.frames.count { return }
    func isConfirmed(_ changes: [SettingChange]) -> Bool {
      whole.play(expected, profile.changed(by: changes), stopsEarly: true).isRecognized
    }
    verdict.alternatives.removeAll { !isConfirmed([$0]) }
    if !verdict.settings.isEmpty, !isConfirmed(verdict.settings) {
      verdict.settings = Array(verdict.alternatives.prefix(1))
      verdict.alternatives.removeFirst(verdict.settings.count)
    }
    verdict.movement.removeAll { change in
      change.applied(to: whole)?.play(expected, profile, stopsEarly: true).isRecognized != true
    }
  }

  /// The sections whose settings may decide.
  private var sections: [ProfileSection] {
    var names = [expected.kind.rawValue]
    for gesture in result.gestures { names.append(gesture.kind.rawValue) }
    for change in result.failures {
      if let other = change.reason?.other { names.append(other.rawValue) }
    }
    if !result.palms.isEmpty || result.failures.contains(where: { $0.reason?.cause == .palm }) {
      names.append("palm")
    }
    let original = profile.nearestNamed
    return Profile.sections.filter { section in
      names.contains(section.name)
        || section.parameters.contains { profile[$0] != original[$0] }
    }
  }

  private var lacksShapes: Bool { expected.kind == .path && profile.path.rule != .off }

  private var missingRecognizer: String {
    if lacksShapes {
      return "no shapes to recognize a path by (--shapes or Stage(shapes:) names them)"
    }
    return "the profile \(profile.name) has no \(expected.kind.rawValue): its rule is off"
  }

  /// Chooses the recognizer's own limit unless another change is much smaller.
  private mutating func choose(among changes: [SettingChange], _ search: inout SettingSearch) {
    var changes = changes
    if found.count == 1 {
      let own = search.change(of: found[0].parameter, to: found[0].value)
      if search.suffices([own]) {
        changes.removeAll { $0.parameter == own.parameter }
        changes.append(own)
      }
      changes.sort { cost($0) < cost($1) }
    }
    var pair = found.map { search.change(of: $0.parameter, to: $0.value) }
    if hasOtherTaps, changes.isEmpty, pair.count == 1 {
      // Touches that meet the limit are counted with the others of the series.
      pair += separations(in: profile.changed(by: pair), &search).prefix(1)
    }
    if changes.first?.isNumber != true, pair.count == 2, search.suffices(pair) {
      verdict.settings = pair
    } else {
      verdict.settings = Array(changes.prefix(1))
    }
    if verdict.settings.isEmpty {
      // The search may have ended before it came to the numbers that a person has chosen.
      var last = SettingSearch(attempt, expected, profile, frames: frames / 4)
      if let chosen = last.chosenPair() {
        found = chosen
        verdict.settings = chosen.map { last.change(of: $0.parameter, to: $0.value) }
      }
    }
    let chosen = verdict.settings.map(\.parameter)
    verdict.alternatives = Array(
      changes.filter { !chosen.contains($0.parameter) }.prefix(VerdictSearch.maximumAlternatives))
  }

  private static let maximumAlternatives = 4

  private func cost(_ change: SettingChange) -> Double {
    var cost = change.cost
    if change.parameter == found.first?.parameter.key { cost *= VerdictSearch.ownFactor }
    return cost
  }

  /// The factor by which the limit at which the recognizer gave up is nearer than others.
  private static let ownFactor = 0.25
}

// MARK: - Conditions

extension VerdictSearch {
  func conditions() -> [Verdict.Condition] {
    if let gesture = result.cancelledGesture(expected) {
      return [cancellation("the \(gesture.words) was", gesture.time)] + countDifferences
        + otherDifferences
    }
    let reason = result.decisiveReason(expected)
    var conditions: [Verdict.Condition] = []
    // Where a measure exists, it is the condition, not a rule that has no such limit.
    let hasMeasure = !found.isEmpty || reason?.measured != nil
    let settings = verdict.settings
    if let first = settings.first, settings.count == 1, first.isNumber || !hasMeasure,
      !isEarly(first)
    {
      conditions = [condition(first)]
    } else {
      conditions = found.map { condition($0.parameter.key, $0.measured, $0.reason) }
      if leavesRival, let other = result.gestures.first(where: { $0.kind != expected.kind }) {
        let phrase = GestureWords.withArticle(ExpectedGesture(other.kind).phrase)
        conditions.append(
          Verdict.Condition(cause: .prevented, sentence: "\(phrase) took the touches"))
      }
    }
    let namesPalms = conditions.contains { $0.parameter?.hasPrefix("palm.") == true }
    if let palm = result.palms.first, !namesPalms {
      let sentence = "touch \(palm.touchID) was a palm: \(palm.sentence)"
      conditions.insert(Verdict.Condition(palm.reason, since: origin, sentence: sentence), at: 0)
    } else if !namesPalms,
      let reason = result.failures.lazy.compactMap(\.reason).first(where: { $0.cause == .palm })
    {
      // A palm beside the touches, or after them.
      let condition = Verdict.Condition(reason, since: origin, sentence: reason.sentence)
      conditions.insert(condition, at: 0)
    }
    let isDifferent = same != nil && !(countDifferences + otherDifferences).isEmpty
    if conditions.isEmpty, !isDifferent, let reason,
      !countDifferences.contains(where: { $0.cause == reason.cause })
    {
      if reason.cause == .cancelled { return [cancellation("the touches were", reason.time)] }
      let sentence = reason.clause(reason.sentence, isWhole: false)
      conditions = [Verdict.Condition(reason, since: origin, sentence: sentence)]
    }
    // Where a setting suffices, other properties are its effect.
    return settings.isEmpty ? countDifferences + conditions + otherDifferences : conditions
  }

  /// Whether a sufficient number is far from the measure, as it has the gesture recognized before
  /// another limit is exceeded or another recognizer takes the touches.
  private func isEarly(_ change: SettingChange) -> Bool {
    guard case .number(let value) = change.value,
      let own = found.first(where: { $0.parameter.key == change.parameter })
    else { return false }
    return (found.count > 1 || leavesRival) && abs(own.measured - value) > 0.01 * abs(value)
  }

  private func condition(_ change: SettingChange) -> Verdict.Condition {
    if let own = found.first(where: { $0.parameter.key == change.parameter }) {
      return condition(change.parameter, own.measured, own.reason)
    }
    if case .number(let value) = change.value { return condition(change.parameter, value, nil) }
    return Verdict.Condition(
      parameter: change.parameter,
      sentence: sentence(change.parameter, change.current.text, change.value.text))
  }

  private func cancellation(_ subject: String, _ time: Timestamp) -> Verdict.Condition {
    let seconds = time.seconds(since: origin)
    return Verdict.Condition(
      cause: .cancelled, gaveUp: seconds,
      sentence: "\(subject) cancelled at \(seconds.text(decimals: 3)) s")
  }

  private func condition(
    _ key: String, _ measured: Double, _ reason: FailureReason?
  ) -> Verdict.Condition {
    let parameter = Profile.parameter(key)
    let limit = parameter.map { $0.outside(profile[$0]) }
    let unit = parameter?.unit ?? ""
    let isDecisive = reason == result.decisiveReason(expected)
    var cause = reason?.cause
    var sentence = ""
    if let reason, reason.quantity == parameter?.quantity {
      let whole = reason.sentence(ofWhole: reason.quantity.inside(measured))
      sentence = reason.clause(whole, isWhole: true)
    } else if let limit, let parameter,
      reason != nil || key.hasPrefix("\(expected.kind.rawValue).")
    {
      cause = cause ?? parameter.cause(isAbove: measured > limit)
      sentence = parameter.sentence(measured, limit: limit)
    } else {
      let text = SettingChange.Value.number(measured).text(unit: unit)
      let old = SettingChange.Value.number(limit ?? 0).text(unit: unit)
      sentence = self.sentence(key, old, text)
    }
    return Verdict.Condition(
      cause: cause, parameter: key, measured: measured, limit: limit, unit: unit,
      gaveUp: isDecisive ? reason?.time.seconds(since: origin) : nil, sentence: sentence)
  }

  /// The sentence on a setting that would have to be another one.
  private func sentence(_ key: String, _ current: String, _ value: String) -> String {
    let section = key.split(separator: ".").first.map(String.init) ?? key
    if section == "palm", let palm = result.palms.first {
      return "touch \(palm.touchID) was a palm, since \(key) is \(current) and not \(value)"
    }
    guard let kind = Gesture.Kind(rawValue: section), kind != expected.kind,
      result.gestures.contains(where: { $0.kind == kind })
    else { return "\(key) is \(current), \(value) needed" }
    let phrase = GestureWords.withArticle(ExpectedGesture(kind).phrase)
    return "\(phrase) took the touches, since \(key) is \(current) and not \(value)"
  }

  /// The gesture of the expected kind that was recognized, with other properties.
  private var same: Gesture? { result.gestures.first { $0.kind == expected.kind } }

  private var countDifferences: [Verdict.Condition] {
    var conditions: [Verdict.Condition] = []
    func add(
      _ cause: FailureReason.Cause, _ measured: Int?, _ wanted: Int?,
      _ words: (Int) -> String, _ wantedWords: (Int) -> String = { "\($0)" }
    ) {
      guard let measured, let wanted, measured != wanted else { return }
      conditions.append(
        Verdict.Condition(
          cause: cause, measured: Double(measured), limit: Double(wanted),
          sentence: "\(words(measured)), \(wantedWords(wanted)) expected"))
    }
    add(.touches, same.map { $0.touches ?? 1 } ?? attempt.touches, expected.touches) {
      $0.counted("finger")
    }
    if hasOtherTaps, same?.taps != attempt.touchDowns {
      add(
        .taps, attempt.touchDowns, expected.taps, { $0.counted("touch", "touches") },
        { $0.counted("tap") })
    } else {
      add(.taps, same.map { $0.taps ?? 1 }, expected.taps) { $0.counted("tap") }
    }
    return conditions
  }

  private var otherDifferences: [Verdict.Condition] {
    var conditions: [Verdict.Condition] = []
    if let wanted = expected.direction, let actual = direction(comparedWith: wanted),
      actual != wanted.rawValue
    {
      let fact = actual.isEmpty ? "it had no direction" : "the direction was \(actual)"
      conditions.append(
        Verdict.Condition(
          cause: .direction, unit: "degrees", sentence: "\(fact), \(wanted.rawValue) expected"))
    }
    let match = result.decisiveReason(expected)?.match
    let near = match.flatMap { $0.isNear ? $0.name : nil }
    if let wanted = expected.name, let actual = same?.name ?? near, actual != wanted {
      let noun = same?.name == nil ? "nearest shape" : "shape"
      conditions.append(
        Verdict.Condition(
          cause: .shape,
          sentence: "the \(noun) was `\(actual.printable)`, `\(wanted.printable)` expected"))
    }
    return conditions
  }

  /// The direction of a gesture or of the movement: empty for no direction, nil for no movement.
  private func direction(comparedWith wanted: Gesture.Direction) -> String? {
    if let same { return same.direction?.rawValue ?? "" }
    guard wanted.vector != .zero else { return nil }
    let isDiagonal = Gesture.Direction.diagonals.contains(wanted)
    let reported = result.gestures.first { $0.direction.map { $0.vector != .zero } == true }
    // Reports of other kinds have no diagonals.
    if let direction = reported?.direction, !isDiagonal { return direction.rawValue }
    return attempt.direction(withDiagonals: isDiagonal)?.rawValue
  }
}

/// Limits for which no recognizer gave up, as that of a movement too short for a pan.
extension ProfileParameter {
  /// The cause that a recognizer would give.
  fileprivate func cause(isAbove: Bool) -> FailureReason.Cause? {
    switch quantity {
    case .length: isAbove ? .movement : .distance
    case .duration: name == "interval" ? .pause : isAbove ? .duration : .tooShort
    case .angle: .angle
    case .number: name == "dominance" ? .dominance : nil
    }
  }

  /// As in `the touches were 0.602 s apart, at most 0.300 s allowed (tap.interval)`.
  fileprivate func sentence(_ measured: Double, limit: Double) -> String {
    let isAbove = measured > limit
    // A change to the other side of the limit is no excess, as of taps that should be counted
    // alone.
    if isAbove ? name.hasPrefix("minimum") : name.hasPrefix("maximum") || isNearness {
      return "\(key) is \(limit.text(decimals: 0...3).with(unit: unit)), "
        + "\(measured.text(decimals: 0...3).with(unit: unit)) needed"
    }
    let least = quantity == .duration ? 3 : quantity == .number ? 2 : 1
    let decimals = Double.decimals(distinguishing: measured, from: limit, atLeast: least)
    func text(_ value: Double) -> String { value.text(decimals: decimals).with(unit: unit) }
    let limited = "\(isAbove ? "at most" : "at least") \(text(limit)) "
    return "\(fact(text(measured), isAbove)), \(limited)\(isAbove ? "allowed" : "needed") (\(key))"
  }

  /// Whether the number limits how far from each other touches may be.
  private var isNearness: Bool { name == "interval" || name == "radius" }

  private func fact(_ text: String, _ isAbove: Bool) -> String {
    // A summary may begin with its rules, as in `uikit: of the turn`.
    let summary = summary.split(separator: ": ").last.map(String.init) ?? summary
    switch name {
    case "interval": return "the touches were \(text) apart"
    case "slop" where key.hasPrefix("pinch.") || key.hasPrefix("rotation."): break
    case "slop", "initialSlop": return "the fingers \(isAbove ? "moved" : "travelled") \(text)"
    default: break
    }
    return quantity == .number ? "\(summary) was \(text)" : "\(text) \(summary)"
  }
}

extension Verdict.Condition {
  fileprivate init(_ reason: FailureReason, since origin: Timestamp, sentence: String) {
    self.init(cause: reason.cause, parameter: reason.parameter, sentence: sentence)
    (measured, limit, unit) = reason.outside
    gaveUp = reason.time.seconds(since: origin)
  }
}

extension FailureReason {
  /// A sentence of the reason with a subject, as in `the movement took 0.778 s, at most …`.
  fileprivate func clause(_ sentence: String, isWhole: Bool) -> String {
    switch cause {
    case .duration where isStagger: "the fingers \(sentence)"
    case .duration: "the \(isWhole ? "movement" : "recognizer") \(sentence)"
    case .movement where !isWhole: "the recognizer gave up when the fingers had \(sentence)"
    case .movement, .distance: "the fingers \(sentence)"
    case .tooShort: "it \(sentence)"
    case .angle: "the path \(sentence)"
    case .position: "a finger \(sentence)"
    default: sentence
    }
  }
}
