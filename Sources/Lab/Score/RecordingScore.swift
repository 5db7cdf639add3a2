import Gestures
import Playback

/// What was reported of one recording beside what is in it.
///
/// A report counts for a gesture of its class when the two agree and its time lies between the
/// gesture's start, less 0.1 s, and its end, plus 1.5 s; of several, the one that starts nearest to
/// it. Every gesture takes one report, and what is left over is false. A swipe may be reported once
/// as a swipe and once as a pan; what a gesture tolerates may accompany it once.
public struct RecordingScore: Sendable {
  /// A report, as far as it is compared.
  public struct Report: Hashable, Sendable {
    /// As in records: `longPress`.
    public var gesture: String
    /// The class that it is counted in: `hold`.
    public var kind: String
    public var time: Double
    public var start: Double
    public var touches: Int
    public var taps: Int
    public var direction: String?
    public var name: String?
  }

  public private(set) var hits: [(expected: ScoreLabel.Gesture, report: Report)] = []
  public private(set) var missed: [ScoreLabel.Gesture] = []
  public private(set) var falseReports: [Report] = []

  /// Seconds that a report may be early or late.
  static let before = 0.1
  static let after = 1.5

  public init(_ expected: [ScoreLabel.Gesture], _ records: [GestureRecord]) {
    let reports = records.compactMap(Report.init).enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    var isUsed = [Bool](repeating: false, count: reports.count)
    for gesture in expected {
      var best: (distance: Double, index: Int)?
      for (index, report) in reports.enumerated()
      where !isUsed[index] && gesture.agrees(with: report) && gesture.isInTime(report) {
        let distance = abs(report.start - gesture.start)
        if distance < best?.distance ?? .infinity { best = (distance, index) }
      }
      if let best {
        isUsed[best.index] = true
        hits.append((gesture, reports[best.index]))
      } else {
        missed.append(gesture)
      }
    }
    tolerate(reports, &isUsed)
    falseReports = reports.indices.filter { !isUsed[$0] }.map { reports[$0] }
  }

  /// Takes out what may accompany a gesture, whether or not it was found itself.
  private func tolerate(_ reports: [Report], _ isUsed: inout [Bool]) {
    for (gesture, own) in hits {
      var allowed = gesture.tolerated
      if gesture.kind == "swipe" { allowed.insert(own.gesture == "swipe" ? "pan" : "swipe") }
      for (index, report) in reports.enumerated() where !isUsed[index] {
        let name = report.gesture.lowercased()
        guard allowed.contains(name), gesture.isInTime(report) else { continue }
        if gesture.kind == "swipe", report.kind == "swipe", !gesture.agrees(with: report) {
          continue
        }
        isUsed[index] = true
        allowed.remove(name)
      }
    }
    for gesture in missed {
      var allowed = gesture.tolerated
      for (index, report) in reports.enumerated() where !isUsed[index] {
        let name = report.gesture.lowercased()
        guard allowed.contains(name), gesture.isInTime(report) else { continue }
        isUsed[index] = true
        allowed.remove(name)
      }
    }
  }
}

extension RecordingScore.Report {
  /// The class of each gesture; others are a class of their own.
  private static let kinds: [Gesture.Kind: String] = [
    .pan: "swipe", .tapAndDrag: "drag", .rotation: "rotate", .longPress: "hold",
    .checkmark: "stroke", .path: "stroke",
  ]

  /// Nil for what was broken off, which is no report.
  init?(_ record: GestureRecord) {
    let found = record.gesture
    guard found.state == .recognized || found.state == .ended else { return nil }
    gesture = found.kind.rawValue
    kind = Self.kinds[found.kind] ?? gesture
    time = record.time
    start = record.start
    touches = found.touches ?? 1
    taps = found.taps ?? 1
    direction = found.direction?.rawValue
    name = found.name
  }

  /// As in `swipe(2,left)@1.34`.
  var phrase: String {
    ScorePhrase.text(
      gesture, kind: kind, touches: touches, taps: taps, direction: direction, shape: name,
      time: time)
  }
}

extension ScoreLabel.Gesture {
  /// Whether a report says what is in the recording, its time aside.
  func agrees(with report: RecordingScore.Report) -> Bool {
    guard report.kind == kind else { return false }
    switch kind {
    case "tap": return report.touches == touches && report.taps == taps
    case "swipe": return report.touches == touches && report.direction == direction
    case "pinch", "rotate": return report.direction == direction
    case "hold": return report.touches == touches
    case "stroke":
      let wanted = ScorePhrase.plainShape(shape ?? "")
      if report.gesture == "checkmark", wanted != "checkmark" { return false }
      return report.name.map { ScorePhrase.plainShape($0) == wanted } ?? true
    default: return true
    }
  }

  func isInTime(_ report: RecordingScore.Report) -> Bool {
    start - RecordingScore.before <= report.time && report.time <= end + RecordingScore.after
  }

  /// As in `swipe(2,left)@1.34`.
  var phrase: String {
    ScorePhrase.text(
      kind, kind: kind, touches: touches, taps: taps, direction: direction, shape: shape,
      time: end)
  }
}

/// Gestures in a few words.
enum ScorePhrase {
  static func text(
    _ name: String, kind: String, touches: Int?, taps: Int?, direction: String?, shape: String?,
    time: Double
  ) -> String {
    let details: [String?] =
      switch kind {
      case "tap": [touches.map { String($0) }, taps.map { String($0) }]
      case "swipe": [touches.map { String($0) }, direction]
      case "pinch", "rotate": [direction]
      case "hold": [touches.map { String($0) }]
      case "stroke": [shape]
      default: []
      }
    let list = details.compactMap { $0 }.joined(separator: ",")
    return name + (list.isEmpty ? "" : "(\(list))") + "@" + ScoreNumber.text(time, decimals: 2)
  }

  /// The name of a shape without what people write differently.
  static func plainShape(_ name: String) -> String {
    let plain = name.lowercased().filter { !"_- ".contains($0) }
    return ["check": "checkmark", "tick": "checkmark", "o": "circle"][plain] ?? plain
  }
}
