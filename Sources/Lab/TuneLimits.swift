import Gestures
import Playback
import Timeline

/// What labelled recordings cannot tell about parameters.
struct TuneLimits {
  private let labels: [ScoreLabel]
  private let grouping: ScoreGrouping?

  init(_ labels: [ScoreLabel], _ grouping: ScoreGrouping?) {
    self.labels = labels
    self.grouping = grouping
  }

  func sentences(about curves: [ProfileTuning.Curve]) -> [String] {
    let kinds = Set(curves.compactMap { kind(of: $0.parameter) })
    let isAboutMovements = !kinds.isDisjoint(with: [.swipe, .pan])
    return [onlyGroup].compactMap { $0 } + curves.compactMap(sentence)
      + kinds.sorted { $0.rawValue < $1.rawValue }.compactMap(sentence)
      + [isAboutMovements ? sentenceAboutMotions : nil].compactMap { $0 }
  }

  private var onlyGroup: String? {
    guard let grouping else { return labels.count == 1 ? "one recording: none is left out" : nil }
    guard grouping.groups(labels).count == 1, let name = labels.first.flatMap(grouping.name) else {
      return nil
    }
    return "all recordings are of one \(grouping.rawValue), \(name): none is left out"
  }

  /// The gesture that a parameter is about.
  private func kind(of parameter: ProfileParameter) -> Gesture.Kind? {
    parameter.key.split(separator: ".").first.flatMap { Gesture.Kind(rawValue: String($0)) }
  }

  private func sentence(about curve: ProfileTuning.Curve) -> String? {
    if curve.makesDifference { return nil }
    return "\(curve.parameter.key): no value changes what is found"
  }

  /// Whether there are gestures of a kind, and of how many devices.
  private func sentence(about kind: Gesture.Kind) -> String? {
    let holders = labels.filter { label in
      label.gestures.contains { $0.withOneMotion.isLabelled(kind) }
    }
    if holders.isEmpty {
      return "\(kind.rawValue): no label has one, so only false reports of it count"
    }
    guard onlyGroup == nil, let grouping, grouping.groups(holders).count == 1,
      let name = holders.first.flatMap(grouping.name)
    else { return nil }
    return
      "\(kind.rawValue): all are of one \(grouping.rawValue), \(name), so none is left out"
  }

  private var sentenceAboutMotions: String? {
    let movements = labels.flatMap(\.gestures).map(\.withOneMotion)
      .filter { $0.kinds.contains(.swipe) || $0.kinds.contains(.pan) }
    let either = movements.count { $0.kinds.contains(.swipe) && $0.kinds.contains(.pan) }
    if either == 0 { return nil }
    return
      "swipe or pan: \(either) of \(movements.count) movements may be either, as their labels have no "
      + "motion"
  }
}

extension ScoreLabel.Gesture {
  /// Whether it may be reported as a kind; a path whose name does not say otherwise may be a checkmark.
  fileprivate func isLabelled(_ kind: Gestures.Gesture.Kind) -> Bool {
    if kinds.contains(kind) { return true }
    return kind == .checkmark && kinds.contains(.path) && name.map(isCheckmark) ?? true
  }

  /// The gesture with the kind that its motion says: a flick is a swipe, a drag a pan.
  var withOneMotion: ScoreLabel.Gesture {
    guard let motion else { return self }
    let kind: Gestures.Gesture.Kind = motion == .flick ? .swipe : .pan
    guard kinds.contains(kind) else { return self }
    var gesture = self
    gesture.kinds = [kind]
    return gesture
  }
}
