import Gestures
import RealModule

/// A search, by replays, for the smallest changes of settings with which a movement is a gesture.
struct SettingSearch {
  let attempt: Attempt
  let expected: ExpectedGesture
  let profile: Profile
  /// The named profile from which the profile probably derives.
  private let original: Profile
  /// The number of frames that may still be played.
  private var remainingFrames: Int
  /// Whether another recognizer takes the touches even if the found conditions are met.
  private(set) var leavesRival = false

  init(_ attempt: Attempt, _ expected: ExpectedGesture, _ profile: Profile, frames: Int) {
    self.attempt = attempt
    self.expected = expected
    self.profile = profile
    original = profile.nearestNamed
    remainingFrames = frames
  }

  /// Whether too few frames are left for another replay.
  var isExhausted: Bool { remainingFrames < attempt.frames.count }

  private mutating func result(_ profile: Profile) -> AttemptResult {
    remainingFrames -= attempt.frames.count
    return attempt.play(expected, profile, stopsEarly: true)
  }

  private mutating func suffices(_ profile: Profile) -> Bool { result(profile).isRecognized }
}

// MARK: - Unmet conditions

extension SettingSearch {
  /// A limit that the movement exceeds, and the measure of the whole movement.
  struct Condition {
    var parameter: ProfileParameter
    /// The recognizer's reason; nil if the limit belongs to another one.
    var reason: FailureReason?
    /// The measure of the whole movement, in the unit of files.
    var measured: Double
    /// The sufficient value nearest to the limit, in the unit of files.
    var value: Double
  }

  /// The unmet conditions: those of the expected recognizer in the order in which it gives up, then
  /// those of others and of the palm filter; nil if the expected recognizer's do not suffice.
  mutating func conditions() -> [Condition]? {
    guard let own = ownConditions() else { return nil }
    let base = own.reduce(profile) { $0.with($1.parameter, at: $1.value) }
    if suffices(base) { return own }
    let rivals = rivalConditions(base)
    leavesRival = rivals == nil
    return own + (rivals ?? [])
  }

  /// The first limit of the expected recognizer, with the nearest value without this reason; nil if
  /// it gave up before the end, so that it did not measure the whole movement.
  mutating func firstCondition() -> Condition? {
    let alone = turningOff(otherSections, in: profile)
    guard let reason = result(alone).decisiveReason(expected), let key = reason.parameter,
      let parameter = Profile.parameter(key)
    else { return nil }
    let relaxed = relax(alone, parameter, reason)
    let value = boundary(
      parameter, from: parameter.outside(alone[parameter]),
      to: parameter.outside(relaxed[parameter]), alone
    ) { [expected] in $0.isRecognized || $0.decisiveReason(expected)?.parameter != key }
    // Another rule decides beyond the value, so that the value is not the measure.
    let measured = measure(
      parameter, beyond: value, rises: relaxed[parameter] > alone[parameter], alone,
      ofWhole: true)
    return measured.map {
      Condition(parameter: parameter, reason: reason, measured: $0, value: value)
    }
  }

  private var otherSections: [ProfileSection] {
    Profile.sections.filter { $0.name != expected.kind.rawValue }
  }

  private func turningOff(_ sections: [ProfileSection], in profile: Profile) -> Profile {
    var profile = profile
    for section in sections { profile[section] = .off }
    return profile
  }

  /// The most limits that are moved, one after the other.
  private static let maximumRounds = 8

  /// The conditions of the expected recognizer alone; nil if its numbers do not suffice.
  private mutating func ownConditions() -> [Condition]? {
    let alone = turningOff(otherSections, in: profile)
    var relaxed = alone
    var found: [(parameter: ProfileParameter, reason: FailureReason)] = []
    for round in 0...SettingSearch.maximumRounds where !isExhausted {
      let result = result(relaxed)
      if result.isRecognized { return minimal(found, relaxed, alone) }
      guard round < SettingSearch.maximumRounds, let reason = result.decisiveReason(expected),
        let key = reason.parameter, let parameter = Profile.parameter(key)
      else { break }
      let next = relax(relaxed, parameter, reason)
      guard next[parameter] != relaxed[parameter] else { break }
      relaxed = next
      // A limit returns where another one hid that its first value does not suffice.
      if !found.contains(where: { $0.parameter.key == key }) { found.append((parameter, reason)) }
    }
    // An early end of a series of taps, for example, is no failure: other numbers are tried.
    let section = Profile.sections.filter { $0.name == expected.kind.rawValue }
    let change = changes(in: section, of: alone).first { $0.isNumber }
    return change.flatMap(condition).map { [$0] } ?? pair(in: section, of: alone)
  }

  private func condition(_ change: SettingChange) -> Condition? {
    guard case .number(let value) = change.value,
      let parameter = Profile.parameter(change.parameter)
    else { return nil }
    return Condition(parameter: parameter, measured: value, value: value)
  }

  /// The conditions of recognizers and of the palm filter that take touches which the expected one
  /// accepts in `base`; nil if their numbers do not suffice.
  private mutating func rivalConditions(_ base: Profile) -> [Condition]? {
    var rivals = otherSections.filter { base[$0] != .off }
    guard suffices(turningOff(rivals, in: base)) else { return nil }
    for section in rivals
    where suffices(turningOff(rivals.filter { $0.name != section.name }, in: base)) {
      rivals.removeAll { $0.name == section.name }
    }
    var conditions: [Condition] = []
    for section in rivals {
      let others = rivals.filter { $0.name != section.name }
      let alone = turningOff(others, in: base)
      let change = changes(in: [section], of: alone).first { $0.isNumber }
      if let condition = change.flatMap(condition) {
        conditions.append(condition)
      } else if let pair = pair(in: [section], of: alone) {
        conditions += pair
      } else {
        return nil
      }
    }
    return conditions
  }

  /// The profile with a limit moved so far that its recognizer no longer gives up for it.
  private mutating func relax(
    _ profile: Profile, _ parameter: ProfileParameter, _ reason: FailureReason
  ) -> Profile {
    let rises = (reason.measured ?? 0) > (reason.limit ?? 0)
    var relaxed = profile
    // The nearest value that helps counts, since a limit at its end may break another rule.
    for value in ladder(parameter, rises: rises) {
      relaxed = profile.with(parameter, at: value)
      let result = result(relaxed)
      if result.isRecognized || result.decisiveReason(expected)?.parameter != parameter.key {
        break
      }
    }
    return relaxed
  }

  private mutating func minimal(
    _ found: [(parameter: ProfileParameter, reason: FailureReason)], _ relaxed: Profile,
    _ original: Profile
  ) -> [Condition] {
    var relaxed = relaxed
    var needed = found
    for (parameter, reason) in found.reversed() where needed.count > 1 {
      // The limit at which the recognizer gave up first is a condition, even if a recognition
      // before that time would avoid it, unless the movement has a stricter one.
      let isFirst = parameter.key == found.first?.parameter.key
      if isFirst, needed.dropFirst().allSatisfy({ $0.reason.cause != reason.cause }) { continue }
      var without = relaxed
      without[parameter] = original[parameter]
      guard suffices(without) else { continue }
      relaxed = without
      needed.removeAll { $0.parameter.key == parameter.key }
    }
    // The measures of the whole movement show where no other limit ends it before.
    let widest = needed.reduce(relaxed) { profile, entry in
      let rises = relaxed[entry.parameter] > original[entry.parameter]
      let bound = ladder(entry.parameter, rises: rises).last
      return bound.map { profile.with(entry.parameter, at: $0) } ?? profile
    }
    if needed.count > 1, suffices(widest) { relaxed = widest }
    var conditions: [Condition] = []
    for (parameter, reason) in needed.reversed() {
      let rises = relaxed[parameter] > original[parameter]
      let value = boundary(
        parameter, from: parameter.outside(original[parameter]),
        to: parameter.outside(relaxed[parameter]), relaxed)
      let measured = measure(parameter, beyond: value, rises: rises, relaxed)
      conditions.append(
        Condition(
          parameter: parameter, reason: reason, measured: measured ?? value, value: value))
      relaxed = relaxed.with(parameter, at: value)
    }
    return conditions.reversed()
  }

  /// The recognizer's measure under a limit that just does not suffice: that of the whole movement.
  /// It differs from the value by a step at most, or was taken at the end if `ofWhole` is true.
  private mutating func measure(
    _ parameter: ProfileParameter, beyond value: Double, rises: Bool, _ base: Profile,
    ofWhole: Bool = false
  ) -> Double? {
    let step = SettingSearch.step(parameter, at: value)
    let strict = base.with(parameter, at: rises ? value - step : value + step)
    guard let reason = result(strict).decisiveReason(expected),
      reason.parameter == parameter.key, reason.quantity == parameter.quantity,
      let measured = reason.outside.measured,
      ofWhole ? reason.time >= attempt.end : abs(measured - value) <= step
    else { return nil }
    // A measure below the resolution may seem to meet the limit.
    let limit = parameter.outside(profile[parameter])
    return (rises ? measured > limit : measured < limit) ? measured : nil
  }

  /// Two numbers that a person has chosen and that lose the gesture together; nil if no two do.
  mutating func chosenPair() -> [Condition]? {
    let chosen = Profile.parameters.filter { profile[$0] != original[$0] }
    return pair(of: chosen.map { ($0, $0.outside(original[$0])) }, in: profile)
  }

  /// Two numbers that suffice together; nil if no two do.
  private mutating func pair(in sections: [ProfileSection], of base: Profile) -> [Condition]? {
    var values: [(parameter: ProfileParameter, value: Double)] = []
    for parameter in sections.flatMap(\.parameters) {
      for rises in [true, false] {
        values += ladder(parameter, rises: rises).suffix(2).map { (parameter, $0) }
      }
    }
    return pair(of: values, in: base)
  }

  /// Two values that suffice together, as near to the present ones as possible; nil if none do.
  private mutating func pair(
    of values: [(parameter: ProfileParameter, value: Double)], in base: Profile
  ) -> [Condition]? {
    for (index, first) in values.enumerated() {
      for second in values[(index + 1)...] where second.parameter.key != first.parameter.key {
        if isExhausted { return nil }
        var changed = base.with(first.parameter, at: first.value)
          .with(second.parameter, at: second.value)
        guard suffices(changed) else { continue }
        return [first, second].map { parameter, value in
          let old = parameter.outside(base[parameter])
          let measured = boundary(parameter, from: old, to: value, changed)
          changed = changed.with(parameter, at: measured)
          return Condition(parameter: parameter, measured: measured, value: measured)
        }
      }
    }
    return nil
  }
}

// MARK: - Single changes

extension SettingSearch {
  /// The sufficient changes of one setting of some sections each, the smallest first.
  mutating func changes(in sections: [ProfileSection], of base: Profile) -> [SettingChange] {
    var changes: [SettingChange] = []
    for section in sections {
      for parameter in section.parameters { changes += self.changes(of: parameter, in: base) }
      for choice in section.choices where !choice.isList && !isExhausted {
        changes += self.changes(of: choice, in: base)
      }
    }
    return changes.sorted { $0.cost < $1.cost }
  }

  /// The sufficient changes of a parameter: the smallest rise and the smallest fall.
  mutating func changes(of parameter: ProfileParameter, in base: Profile) -> [SettingChange] {
    var changes: [SettingChange] = []
    for rises in [true, false] {
      var last = parameter.outside(base[parameter])
      for value in ladder(parameter, rises: rises) where !isExhausted {
        if suffices(base.with(parameter, at: value)) {
          let nearest = boundary(parameter, from: last, to: value, base)
          changes.append(change(of: parameter, to: nearest))
          break
        }
        last = value
      }
    }
    return changes
  }

  /// The change of a parameter of the profile to a value.
  func change(of parameter: ProfileParameter, to value: Double) -> SettingChange {
    let current = parameter.outside(profile[parameter])
    // A change from or to zero has no factor: its cost exceeds that of most others.
    var cost = current > 0 && value > 0 ? abs(Double.log(value / current)) : 3
    // A number that a person has chosen is more likely the cause than one of a named profile.
    if profile[parameter] != original[parameter] { cost *= SettingSearch.factorOfChosen }
    return SettingChange(
      parameter: parameter.key, value: .number(value), current: .number(current),
      unit: parameter.unit, cost: cost)
  }

  /// The factor for chosen numbers, which come first unless their change is far larger.
  private static let factorOfChosen = 0.1
  /// The cost of a word: more than that of any number.
  private static let costOfWord = 100.0

  private mutating func changes(of choice: ProfileChoice, in base: Profile) -> [SettingChange] {
    let current = choice.words(base).first ?? ""
    var changes: [SettingChange] = []
    for word in choice.choices where word != current {
      var changed = base
      choice.set([word], &changed)
      guard suffices(changed) else { continue }
      // Another rule is a larger change than another number.
      changes.append(
        SettingChange(
          parameter: choice.key, value: .word(word), current: .word(current), unit: "",
          cost: SettingSearch.costOfWord))
    }
    return changes
  }

  /// The sufficient rule of a section that is off.
  mutating func ruleChange(of section: ProfileSection) -> SettingChange? {
    guard profile[section] == .off else { return nil }
    for rule in section.rules where rule != .off {
      var changed = profile
      changed[section] = rule
      if suffices(changed) {
        return SettingChange(
          parameter: "\(section.name).rule", value: .word(rule.rawValue), current: .word("off"),
          unit: "", cost: SettingSearch.costOfWord)
      }
    }
    return nil
  }

  mutating func suffices(_ changes: [SettingChange]) -> Bool {
    suffices(profile.changed(by: changes))
  }
}

// MARK: - Values

extension SettingSearch {
  /// The values to try, at growing distances from the current one, in the unit of files.
  private func ladder(_ parameter: ProfileParameter, rises: Bool) -> [Double] {
    let current = parameter.outside(profile[parameter])
    let bound = rises ? highest(parameter) : parameter.rangeOutside.lowerBound
    let step = SettingSearch.step(parameter, at: current)
    var values: [Double] = []
    for factor in [1.1, 1.5, 3] {
      let value = rises ? max(current * factor, current + step) : current / factor
      if rises ? value < bound : value > bound { values.append(value) }
    }
    if rises ? bound > current : bound < current { values.append(bound) }
    return values
  }

  /// No movement is longer than the touch area, or lasts longer than the frames.
  private func highest(_ parameter: ProfileParameter) -> Double {
    let most = parameter.rangeOutside.upperBound
    switch parameter.quantity {
    case .length:
      let size = attempt.device.touchArea
      return min(most, 2 * (size.width + size.height))
    case .duration:
      guard let first = attempt.frames.first, let last = attempt.frames.last else { return most }
      return min(most, last.time.seconds(since: first.time) + 1)
    case .angle, .number: return most
    }
  }

  /// The resolution of answers near a value, in the unit of files: three digits for numbers.
  private static func step(_ parameter: ProfileParameter, at value: Double) -> Double {
    switch parameter.quantity {
    case .length: return 0.01
    case .duration: return 0.001
    case .angle: return 0.1
    case .number:
      let digits = Double.log10(max(value, 0.001)).rounded(.down)
      return Double.pow(10, Int(digits) - 2)
    }
  }

  /// The sufficient value between two values that is nearest to the insufficient one.
  private mutating func boundary(
    _ parameter: ProfileParameter, from bad: Double, to good: Double, _ base: Profile,
    isGood: (AttemptResult) -> Bool = { $0.isRecognized }
  ) -> Double {
    let step = SettingSearch.step(parameter, at: min(good, bad))
    let rises = good > bad
    let sign = rises ? 1.0 : -1.0
    func steps(_ value: Double) -> Double { value / step * sign }
    var low = steps(bad).rounded(.down)
    var high = steps(good).rounded(.up)
    let range = parameter.rangeOutside
    func value(_ steps: Double) -> Double {
      // The whole multiple of a decimal step is rounded to the number with this decimal.
      let multiple = (steps * sign * step * 1e6).rounded() / 1e6
      return min(max(multiple, range.lowerBound), range.upperBound)
    }
    func profile(_ steps: Double) -> Profile { base.with(parameter, at: value(steps)) }
    guard high - low < 1e7, isGood(result(profile(high))) else { return good }
    var hint: Double?
    while high - low > 1 {
      let middle = low + ((high - low) / 2).rounded(.down)
      let probe = hint.flatMap { $0 > low && $0 < high ? $0 : nil } ?? middle
      let isHint = probe == hint
      let result = result(profile(probe))
      hint = nil
      if isGood(result) {
        high = probe
        // The step before the recognizer's own measure comes first: most searches end here.
        if isHint { hint = probe - 1 }
      } else {
        low = probe
        // The recognizer's own measure is often the answer. It grows while the finger moves, so
        // that it is tried after every other step only.
        if !isHint, let reason = result.decisiveReason(expected),
          reason.parameter == parameter.key, let measured = reason.outside.measured
        {
          hint = steps(measured).rounded(.up)
        }
      }
    }
    return value(high)
  }
}

extension AttemptResult {
  /// The most informative reason about the expected gesture: of its direction, and with a measure.
  func decisiveReason(_ expected: ExpectedGesture) -> FailureReason? {
    failures.min { $0.rank(for: expected.direction) < $1.rank(for: expected.direction) }?.reason
  }
}
