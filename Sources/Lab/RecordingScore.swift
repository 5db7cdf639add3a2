import Checking
public import Playback

/// The gestures reported for one recording, compared with its labelled ones.
///
/// A report, a gesture that was recognized or has ended, counts for a gesture of its kind, with the
/// label's properties and in its time, and of several the one that starts nearest. The other kinds
/// of a gesture and the tolerated ones may accompany it, once each; the remaining reports are
/// false.
public struct RecordingScore: Sendable {
  /// The gestures of the label.
  public let expected: [ScoreLabel.Gesture]
  /// Whether each gesture was found.
  public let isFound: [Bool]
  public private(set) var hits: [(expected: ScoreLabel.Gesture, report: GestureRecord)] = []
  public private(set) var missed: [ScoreLabel.Gesture] = []
  public private(set) var falseReports: [GestureRecord] = []

  /// The note that the recording has no events of a touch device, which is an error even where no
  /// gesture is expected; nil if it has some.
  public let lack: RecordingNote?

  /// Whether every gesture was found, without false reports, in a recording of a touch device.
  public var isExact: Bool { missed.isEmpty && falseReports.isEmpty && lack == nil }

  /// The seconds that a report may be before the start of a gesture, and after its end.
  static let before = 0.1
  static let after = 1.5

  public init(
    _ expected: [ScoreLabel.Gesture], _ records: [GestureRecord], lack: RecordingNote? = nil
  ) {
    self.lack = lack
    let reports = records.filter { [.recognized, .ended].contains($0.gesture.state) }
      .sorted { $0.time < $1.time }
    let pairs = GestureMatcher.nearest(
      expected.count, reports.count, candidates: { expected[$0].reportsInTime(of: reports) },
      distance: { i, j in
        let (gesture, report) = (expected[i], reports[j])
        guard gesture.agrees(with: report), gesture.isInTime(report) else { return nil }
        return abs(report.start - gesture.start)
      })
    var isUsed = [Bool](repeating: false, count: reports.count)
    for pair in pairs {
      isUsed[pair.actual] = true
      hits.append((expected[pair.expected], reports[pair.actual]))
    }
    let found = Set(pairs.map(\.expected))
    self.expected = expected
    isFound = expected.indices.map(found.contains)
    missed = expected.indices.filter { !found.contains($0) }.map { expected[$0] }
    for (gesture, own) in hits {
      let twins = Set(gesture.kinds).subtracting([own.gesture.kind])
      RecordingScore.use(reports, &isUsed, accompanying: gesture, gesture.tolerated.union(twins))
    }
    for gesture in missed {
      RecordingScore.use(reports, &isUsed, accompanying: gesture, gesture.tolerated)
    }
    falseReports = reports.indices.filter { !isUsed[$0] }.map { reports[$0] }
  }

  /// Removes the reports that may accompany a gesture, one of each kind.
  private static func use(
    _ reports: [GestureRecord], _ isUsed: inout [Bool], accompanying gesture: ScoreLabel.Gesture,
    _ allowed: Set<Gesture.Kind>
  ) {
    var allowed = allowed
    guard !allowed.isEmpty else { return }
    for index in gesture.reportsInTime(of: reports)
    where !isUsed[index] && allowed.contains(reports[index].gesture.kind) {
      let report = reports[index]
      // A second report of the gesture's own kinds must agree with the label, too.
      if gesture.kinds.contains(report.gesture.kind), !gesture.agrees(with: report) { continue }
      isUsed[index] = true
      allowed.remove(report.gesture.kind)
    }
  }
}

extension ScoreLabel.Gesture {
  /// Whether a report agrees with the label in everything but its time.
  func agrees(with report: GestureRecord) -> Bool {
    let report = report.gesture
    let isNamed = kinds.contains(.path) && report.kind == .checkmark
    guard kinds.contains(report.kind) || isNamed else { return false }
    switch kind {
    case "tap": return hasTouches(of: report) && (taps == nil || (report.taps ?? 1) == taps)
    case "swipe": return hasTouches(of: report) && hasDirection(of: report)
    case "pinch", "rotation": return hasDirection(of: report)
    case "longPress": return hasTouches(of: report)
    case "path":
      guard let name else { return true }
      let wanted = ScoreLabel.Gesture.plainName(name)
      if report.kind == .checkmark { return isCheckmark(name) }
      return report.name.map { ScoreLabel.Gesture.plainName($0) == wanted } ?? true
    default: return true
    }
  }

  private func hasTouches(of report: Gestures.Gesture) -> Bool {
    touches == nil || (report.touches ?? 1) == touches
  }

  private func hasDirection(of report: Gestures.Gesture) -> Bool {
    direction == nil || report.direction?.rawValue == direction
  }

  func isInTime(_ report: GestureRecord) -> Bool {
    start - RecordingScore.before <= report.time && report.time <= end + RecordingScore.after
  }

  /// The indices of the reports in time, in an array in the order of times.
  func reportsInTime(of reports: [GestureRecord]) -> Range<Int> {
    reports.indices(
      where: \.time, from: start - RecordingScore.before, through: end + RecordingScore.after)
  }

  func isCheckmark(_ name: String) -> Bool { ScoreLabel.Gesture.plainName(name) == "checkmark" }

  /// The name of a path in its normalized spelling, for comparisons.
  private static func plainName(_ name: String) -> String {
    let plain = name.lowercased().filter { !"_- ".contains($0) }
    return ["check": "checkmark", "tick": "checkmark", "o": "circle"][plain] ?? plain
  }
}

// MARK: - Phrases and JSON

extension ScoreLabel.Gesture: JSONObject {
  /// The gesture in words, as in `swipe(2,left)@1.34`.
  public var phrase: String {
    let details: [String?] =
      switch kind {
      case "tap": [String(touches ?? 1), String(taps ?? 1)]
      case "swipe": [String(touches ?? 1), direction]
      case "pinch", "rotation": [direction]
      case "longPress": [String(touches ?? 1)]
      case "path": [name]
      default: []
      }
    let list = details.compactMap { $0 }.joined(separator: ",")
    return kinds[0].rawValue + (list.isEmpty ? "" : "(\(list))") + "@"
      + ScoreNumber.text(end, decimals: 2)
  }

  public func add(to line: inout JSONLine) {
    line.add("gesture", kinds[0].rawValue)
    line.add("start_s", start, decimals: 6)
    line.add("end_s", end, decimals: 6)
    line.add(touches: touches, taps: taps, direction: direction, name: name)
  }
}

extension GestureRecord {
  /// The gesture in the words of a label.
  public var labelPhrase: String {
    ScoreLabel.Gesture(
      kinds: [gesture.kind], start: start, end: time, touches: gesture.touches,
      taps: gesture.taps, direction: gesture.direction?.rawValue, name: gesture.name
    ).phrase
  }
}
