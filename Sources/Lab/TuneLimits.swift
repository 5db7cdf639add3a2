import Playback

/// The questions about parameters that labelled recordings cannot answer.
struct TuneLimits {
  /// The labels, with movements judged by their duration.
  let labels: [ScoreLabel]
  let grouping: ScoreGrouping?
  let folds: [[Int]]

  func sentences(about curves: [ProfileTuning.Curve]) -> [String] {
    let kinds = Set(curves.compactMap { kind(of: $0.parameter) })
    var sentences = [onlyGroup].compactMap { $0 } + curves.compactMap(sentence)
    sentences += kinds.sorted { $0.rawValue < $1.rawValue }.compactMap(sentence)
    if !kinds.isDisjoint(with: [.swipe, .pan]) {
      sentences += [sentenceAboutMotions, sentenceAboutDuration(curves)].compactMap { $0 }
    }
    return sentences
  }

  private var onlyGroup: String? {
    guard let grouping else { return labels.count == 1 ? "one recording: none is left out" : nil }
    guard grouping.groups(labels).count == 1, let name = labels.first.flatMap(grouping.name) else {
      return nil
    }
    return "all recordings are of one \(grouping.rawValue), \(name): none is left out"
  }

  private func kind(of parameter: ProfileParameter) -> Gesture.Kind? {
    parameter.key.split(separator: ".").first.flatMap { Gesture.Kind(rawValue: String($0)) }
  }

  private func sentence(about curve: ProfileTuning.Curve) -> String? {
    if curve.makesDifference { return nil }
    return "\(curve.parameter.key): no value changes what is found"
  }

  /// A sentence on a kind without gestures, or with all in one group or fold; nil for other kinds.
  private func sentence(about kind: Gesture.Kind) -> String? {
    let holders = labels.indices.filter { index in
      labels[index].gestures.contains { $0.isLabelled(kind) }
    }
    if holders.isEmpty {
      return "\(kind.rawValue): no label has one, so only false reports of it count"
    }
    guard onlyGroup == nil, let grouping else { return nil }
    if grouping.groups(holders.map { labels[$0] }).count == 1,
      let name = holders.first.flatMap({ grouping.name(of: labels[$0]) })
    {
      return "\(kind.rawValue): all are of one \(grouping.rawValue), \(name), so none is left out"
    }
    let number = folds.count { !Set($0).isDisjoint(with: holders) }
    return number == 1
      ? "\(kind.rawValue): all are in one fold, so none is left out; more --folds divide them" : nil
  }

  private var sentenceAboutMotions: String? {
    let gestures = labels.flatMap(\.gestures)
    let movements = gestures.count { $0.kinds.contains(.swipe) || $0.kinds.contains(.pan) }
    let either = gestures.count(where: \.mayBeEither)
    if either == 0 { return nil }
    return
      "swipe or pan: \(either) of \(movements) movements may be either, as their duration does not tell"
  }

  /// A sentence on movements, which are judged by the very limit that such a parameter sets.
  private func sentenceAboutDuration(_ curves: [ProfileTuning.Curve]) -> String? {
    guard curves.contains(where: { $0.parameter.key == "swipe.maximumDuration" }) else {
      return nil
    }
    return
      "swipe.maximumDuration: movements are judged by 0.5 s, so the search only finds that again"
  }
}

extension ScoreLabel.Gesture {
  /// Whether it may be reported as a kind; an unnamed path may be a checkmark.
  fileprivate func isLabelled(_ kind: Gestures.Gesture.Kind) -> Bool {
    if kinds.contains(kind) { return true }
    return kind == .checkmark && kinds.contains(.path) && name.map(isCheckmark) ?? true
  }
}
