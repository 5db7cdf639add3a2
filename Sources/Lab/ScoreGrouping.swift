/// The property by which similar recordings are scored, or left out, together.
public enum ScoreGrouping: String, CaseIterable, Sendable {
  /// The device: the `device_name` of the label, or else its device description.
  case device
  /// The person: the `person` of the label.
  case person
  /// The folder of the recording.
  case folder

  /// The plural, as in `devices`.
  public var plural: String { self == .person ? "people" : "\(rawValue)s" }

  /// The default grouping of labels: devices if a label names one, or else people.
  static func usual(_ labels: [ScoreLabel]) -> ScoreGrouping {
    let isNamed = labels.contains { ScoreGrouping.device.name(of: $0) != nil }
    return isNamed || labels.allSatisfy { $0.person == nil } ? .device : .person
  }

  /// The group of a label; nil if the label has none.
  func name(of label: ScoreLabel) -> String? {
    switch self {
    case .device: label.deviceName ?? label.device
    case .person: label.person
    case .folder: label.file.lastIndex(of: "/").map { String(label.file[..<$0]) } ?? "."
    }
  }

  /// The groups in the order of their first label, as indices; labels without a group are one group
  /// for each recording.
  func groups(_ labels: [ScoreLabel]) -> [(name: String?, labels: [Int])] {
    // No path contains a NUL: the path of a recording without a group is not mistaken for a
    // group's name.
    let keys = labels.map { name(of: $0) ?? "\0\($0.file)" }
    let groups = Dictionary(grouping: labels.indices) { keys[$0] }
    return groups.values.sorted { $0[0] < $1[0] }.map { (name(of: labels[$0[0]]), $0) }
  }
}

/// The score of each group of a labelled folder.
public struct GroupedScore: Sendable {
  /// The recordings of one device, person or folder.
  public struct Group: Sendable {
    /// The name; nil for recordings whose labels have no group.
    public var name: String?
    public var totals: ScoreTotals
  }

  public let grouping: ScoreGrouping
  /// The groups by name; recordings without one are the last.
  public private(set) var groups: [Group]

  init(_ grouping: ScoreGrouping, _ scores: [ScoredRecording], isStrict: Bool) {
    self.grouping = grouping
    groups = Dictionary(grouping: scores) { grouping.name(of: $0.label) }.map { name, scores in
      Group(name: name, totals: ScoreTotals(of: scores.map(\.score), isStrict: isStrict))
    }
    groups.sort { left, right in
      guard let name = left.name, let other = right.name else { return left.name != nil }
      return name < other
    }
  }

  /// The groups with a share to average: those with a gesture or a report.
  private var shares: [(group: Group, f1: Double)] {
    groups.compactMap { group in group.totals.total.f1.map { (group, $0) } }
  }

  /// The mean of the groups' F1, with equal weights; nil without any.
  public var mean: Double? {
    let shares = shares.map(\.f1)
    return shares.isEmpty ? nil : shares.reduce(0, +) / Double(shares.count)
  }

  /// The group with the lowest F1; of several, the one with most recordings.
  public var worst: Group? {
    shares.min { left, right in
      (left.f1, -left.group.totals.files) < (right.f1, -right.group.totals.files)
    }?.group
  }
}
