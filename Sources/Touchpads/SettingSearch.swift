import Playback

/// A search for the settings of a touchpad that suppress palms and lose no fingers.
package struct SettingSearch: Sendable {
  /// The result for a kind of setting.
  package enum Verdict: String, Sendable {
    /// Fewer errors than before, by more than the interval, on left-out recordings.
    case suggested
    /// An alternative to a suggested setting.
    case alternative
    case notBetter = "not better"
    /// The same answers as before for all values.
    case noEffect = "no effect"
    /// Fewer than two recordings of a part, or a wide interval.
    case notEnough = "not enough recordings"
    /// A key that the installed libinput does not know.
    case unknownKey = "unknown to this libinput"
    /// A wrong declared size, which has to be corrected first.
    case wrongSize = "the size is wrong"
    /// A single setting, without a search.
    case tried
  }

  /// A kind of setting.
  package struct Row: Sendable {
    /// The kind; nil for a setting of a file.
    package var kind: TouchpadSetting.Kind?
    package var verdict: Verdict
    /// The missing recordings; empty if there are enough.
    package fileprivate(set) var lack = ""
    /// The best value of all recordings; nil if none was tried, or all lose fingers.
    package var setting: TouchpadSetting?
    package var before: SettingErrors
    /// The errors with the setting; for a search, with the best one on the other recordings.
    package var after: SettingErrors?

    package init(
      _ kind: TouchpadSetting.Kind?, _ verdict: Verdict, before: SettingErrors,
      after: SettingErrors? = nil
    ) {
      self.kind = kind
      self.verdict = verdict
      self.before = before
      self.after = after
    }
  }

  package private(set) var rows: [Row]

  init(rows: [Row]) { self.rows = rows }

  /// The share of finger touches that a setting may lose in addition.
  private static let maximumLostFingers = 0.005
  /// The widest intervals that allow a conclusion: ten fingers, and thirty palms, of a hundred.
  fileprivate static let maximumFingerRange = 0.1
  fileprivate static let maximumPalmRange = 0.3
  fileprivate static let minimumRecordings = 2

  /// Tries all candidates on several threads.
  package init(_ plain: SettingTrials, _ analysis: TouchpadAnalysis, jobs: Int) throws(FileError) {
    rows = []
    var trials = plain
    var before = try trials.errors()
    let ours = trials.errors(of: .standard)
    for kind in TouchpadSetting.Kind.allCases {
      let settings = kind.candidates(analysis)
      let start = kind == .profile ? ours : before
      if settings.isEmpty { continue }
      guard try trials.knows(kind.keys) else {
        rows.append(Row(kind, .unknownKey, before: start))
        continue
      }
      let tried = ParallelWork.map(settings.count, jobs: jobs) {
        [trials] index -> Result<SettingErrors, FileError> in
        Result { () throws(FileError) in try trials.errors(of: settings[index]) }
      }
      var all: [Row.Trial] = []
      for (setting, errors) in zip(settings, tried) { all.append((setting, try errors.get())) }
      var row = Row(kind, all, before: start)
      if analysis.sizeVerdict == .wrong { (row.verdict, row.lack) = (.wrongSize, "") }
      if kind == .resolutionHint, let size = suggested(.sizeHint) {
        row.verdict = .alternative
        // All other settings depend on the size.
        trials.common = size.quirks
        before = try trials.errors()
      }
      rows.append(row)
    }
  }

  /// The suggested quirks, each key once.
  package var suggestedQuirks: [Quirk] {
    var quirks: [Quirk] = []
    for quirk in rows.filter({ $0.verdict == .suggested }).flatMap({ $0.setting?.quirks ?? [] })
    where !quirks.contains(where: { $0.key == quirk.key }) {
      quirks.append(quirk)
    }
    return quirks
  }

  package func suggested(_ kind: TouchpadSetting.Kind) -> TouchpadSetting? {
    rows.first { $0.kind == kind && $0.verdict == .suggested }?.setting
  }

  /// The most fingers that a setting may lose, for all recordings but one.
  fileprivate static func allowed(_ before: SettingErrors, without left: Int? = nil) -> Int {
    let fingers = before.fingers(without: left)
    return fingers.errors + Int((Double(fingers.touches) * maximumLostFingers).rounded(.down))
  }
}

extension SettingSearch.Row {
  fileprivate typealias Trial = (setting: TouchpadSetting, errors: SettingErrors)

  fileprivate init(_ kind: TouchpadSetting.Kind, _ trials: [Trial], before: SettingErrors) {
    var left = before
    for index in before.recordings.indices {
      guard let chosen = Self.choose(trials, before, without: index) else { continue }
      left.recordings[index] = trials[chosen].errors.recordings[index]
    }
    self.init(kind, .notBetter, before: before, after: left)
    setting = Self.choose(trials, before, without: nil).map { trials[$0].setting }
    if kind == .sizeHint || kind == .resolutionHint {
      // A size measured with a ruler is right, unless it loses fingers.
      if setting != nil { verdict = .suggested }
    } else {
      verdict = judge(left, trials)
    }
  }

  /// The verdict and, as in `not enough recordings: palms with a range of at most 30 of a hundred,
  /// 41 here`, the missing recordings.
  package var verdictText: String {
    lack.isEmpty ? verdict.rawValue : "\(verdict.rawValue): \(lack)"
  }

  private mutating func judge(_ left: SettingErrors, _ trials: [Trial]) -> SettingSearch.Verdict {
    let (palms, fingers) = (left.unintended(), left.fingers())
    let (oldPalms, oldFingers) = (before.unintended(), before.fingers())
    let counts = [("palms", palms), ("fingers", fingers)]
    let fewest = SettingSearch.minimumRecordings
    lack = counts.filter { $0.1.recordings.count < fewest }.map { name, count in
      "\(name) in at least \(fewest) recordings, \(count.recordings.count) here"
    }.joined(separator: "; ")
    if !lack.isEmpty { return .notEnough }
    if trials.allSatisfy({ $0.errors.recordings.map(\.count) == before.recordings.map(\.count) }) {
      return .noEffect
    }
    let limits = [SettingSearch.maximumPalmRange, SettingSearch.maximumFingerRange]
    lack = zip(counts, limits).compactMap { counted, limit in
      let interval = counted.1.interval
      let width = interval.upperBound - interval.lowerBound
      if width <= limit { return nil }
      return
        "\(counted.0) with a range of at most \((limit * 100).text(decimals: 0)) of a hundred, "
        + "\((width * 100).text(decimals: 0...1)) here"
    }.joined(separator: "; ")
    if !lack.isEmpty { return .notEnough }
    let isBetter =
      palms.interval.upperBound < oldPalms.share ?? 0
      || fingers.interval.upperBound < oldFingers.share ?? 0
    let isWorse = fingers.errors > SettingSearch.allowed(before) || palms.errors > oldPalms.errors
    return setting != nil && isBetter && !isWorse ? .suggested : .notBetter
  }

  /// The index of the best value on all recordings but one: the fewest errors of both kinds, and of
  /// neighbours with the same errors the middle one; nil if all lose fingers.
  private static func choose(
    _ trials: [Trial], _ before: SettingErrors, without left: Int?
  ) -> Int? {
    let most = SettingSearch.allowed(before, without: left)
    let costs: [Double?] = trials.map { trial in
      let fingers = trial.errors.fingers(without: left)
      guard fingers.errors <= most else { return nil }
      return (fingers.share ?? 0) + (trial.errors.unintended(without: left).share ?? 0)
    }
    guard let least = costs.compactMap(\.self).min() else { return nil }
    var (best, run) = (0..<0, 0..<0)
    for (index, cost) in costs.enumerated() where cost.map({ $0 <= least + 1e-9 }) ?? false {
      run = run.upperBound == index ? run.lowerBound..<index + 1 : index..<index + 1
      if run.count > best.count { best = run }
    }
    return best.lowerBound + best.count / 2
  }
}
