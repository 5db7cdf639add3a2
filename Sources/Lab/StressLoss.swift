import Checking
public import Playback

/// The fate of a gesture at the first amount of a perturbation that it did not survive.
public enum StressLoss: Hashable, JSONObject {
  /// A failure of its recognizer, with the reason.
  case failure(StateRecord)
  /// A recognition with other fingers or taps, another direction, or at another time.
  case different(GestureRecord)
  /// No failure of a recognizer: for instance, no frame shows its fingers, or they lift too late.
  case unseen

  /// The loss in words, as in `swipe right failed at 0.134 s: 1.1 mm across, at most 0.8 mm allowed
  /// (...)`, or in `recognized as tap, 1 touch, at 0.210 s`.
  public var sentence: String {
    switch self {
    case .failure(let change): change.sentence
    case .different(let record): "recognized as \(record.title)"
    case .unseen: "no recognizer reported it or failed in time"
    }
  }

  /// Adds the reason, if there is one, and the sentence.
  public func add(to line: inout JSONLine) {
    if case .failure(let change) = self { change.addReason(to: &line) }
    line.add("sentence", sentence)
  }

  /// The seconds before and after a gesture in which its fate is searched.
  private static let surroundings = 0.5
  /// The seconds before and after a gesture that still belong to it: noise delays touches.
  private static let margin = 0.1

  /// Searches the fate of a gesture among gestures of the perturbed recording that match no
  /// original one, and its changes of state, both in the order of time.
  init(of lost: GestureRecord, others: [GestureRecord], changes: [StateRecord]) {
    func distance(_ time: Double) -> Double { max(lost.start - time, time - lost.time, 0) }
    let first = lost.start - StressLoss.surroundings
    let last = lost.time + StressLoss.surroundings
    let near = others[others.indices(where: \.time, from: first, through: last)].filter {
      $0.gesture.kind == lost.gesture.kind && $0.device == lost.device
        && $0.gesture.state != .cancelled
    }
    if let other = near.min(by: { distance($0.time) < distance($1.time) }) {
      self = .different(other)
      return
    }
    let failures = changes[changes.indices(where: \.time, from: first, through: last)].filter {
      $0.change.kind == lost.gesture.kind && $0.device == lost.device && $0.change.reason != nil
    }
    // The gesture's own time counts first, then its direction, then reasons with a measured value.
    func rank(_ failure: StateRecord) -> Int {
      (distance(failure.time) > StressLoss.margin ? 4 : 0)
        + failure.change.rank(for: lost.gesture.direction)
    }
    self = failures.min { rank($0) < rank($1) }.map(StressLoss.failure) ?? .unseen
  }
}

extension LoadedRecording {
  /// The changes of state of all recognizers, in the order of time.
  func changes(_ profile: Profile) -> [StateRecord] {
    let changes = tracks.flatMap { track in
      track.changes(profile).map {
        StateRecord(file: path, device: track.name, change: $0, origin: origin)
      }
    }
    return changes.sorted { $0.time < $1.time }
  }
}

extension GestureRecord {
  /// The gesture in words, as in `swipe left, 3 touches, at 1.234 s`.
  var title: String {
    var text = gesture.kind.rawValue
    if let direction = gesture.direction { text += " \(direction.rawValue)" }
    if let taps = gesture.taps, taps > 1 { text += ", \(taps) taps" }
    if let touches = gesture.touches { text += ", \(touches.counted("touch", "touches"))" }
    if let device { text += ", on \(device.printable)" }
    return text + ", at \(ScoreNumber.text(time, decimals: 3)) s"
  }
}
