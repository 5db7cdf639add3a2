import Gestures
import Playback
import Timeline

/// What became of a gesture at the first step that it did not survive.
public enum StressLoss: Hashable, Sendable {
  /// Its recognizer gave up, and says why.
  case failure(StateRecord)
  /// It came with other fingers or taps, or another direction, or at another time.
  case different(GestureRecord)
  /// Not even a failure is left of it: no frame shows its fingers, say, or their lift comes too late.
  case unseen

  /// As in `swipe right failed at 0.134 s: 1.1 mm across, at most 0.8 mm allowed (...)`, or in
  /// `came as tap, 1 touch, at 0.210 s`.
  public var sentence: String {
    switch self {
    case .failure(let change): change.sentence
    case .different(let record): "came as \(record.title)"
    case .unseen: "nothing was seen of it in time"
    }
  }
}

extension StressLoss {
  /// Seconds around a gesture within which what happened is taken for its fate.
  private static let surroundings = 0.5
  /// Seconds around a gesture that are its own: noise makes landings and lifts late.
  private static let margin = 0.1

  /// Looks for what became of a gesture.
  ///
  /// - Parameters:
  ///   - others: what the trace gives, without the gestures that are still there.
  ///   - changes: the changes of state in the trace.
  init(of lost: GestureRecord, others: [GestureRecord], changes: [StateRecord]) {
    func distance(_ time: Double) -> Double { max(lost.start - time, time - lost.time, 0) }
    let near = others.filter {
      $0.gesture.kind == lost.gesture.kind && $0.device == lost.device
        && $0.gesture.state != .cancelled && distance($0.time) <= StressLoss.surroundings
    }
    if let other = near.min(by: { distance($0.time) < distance($1.time) }) {
      self = .different(other)
      return
    }
    let failures = changes.filter {
      $0.change.kind == lost.gesture.kind && $0.device == lost.device && $0.change.reason != nil
        && distance($0.time) <= StressLoss.surroundings
    }
    // The gesture's own time first; then what was measured, which tells more than who was first.
    func rank(_ failure: StateRecord) -> Int {
      let isElsewhere =
        failure.change.direction != nil && failure.change.direction != lost.gesture.direction
      return (distance(failure.time) > StressLoss.margin ? 4 : 0) + (isElsewhere ? 2 : 0)
        + (failure.change.reason?.measured == nil ? 1 : 0)
    }
    self = failures.min { rank($0) < rank($1) }.map(StressLoss.failure) ?? .unseen
  }
}

extension LoadedTrace {
  /// The changes of state of all recognizers, device by device.
  func changes(_ profile: Profile) -> [StateRecord] {
    lanes.flatMap { lane in
      lane.changes(profile).map {
        StateRecord(file: path, device: lane.name, change: $0, origin: origin)
      }
    }
  }
}

extension GestureRecord {
  /// As in `swipe left, 3 touches, at 1.234 s`.
  var title: String {
    var text = gesture.kind.rawValue
    if let direction = gesture.direction { text += " \(direction.rawValue)" }
    if let taps = gesture.taps, taps > 1 { text += ", \(taps) taps" }
    if let touches = gesture.touches { text += ", \(touches.counted("touch", "touches"))" }
    if let device { text += ", on \(device.printable)" }
    return text + ", at \(ScoreNumber.text(time, decimals: 3)) s"
  }
}
