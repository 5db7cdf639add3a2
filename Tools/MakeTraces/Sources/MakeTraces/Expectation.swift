import Timeline
import TouchScript

/// One line of a `.gestures.jsonl` file: what a replay has to report of what was meant.
///
/// A line holds just what the intent says. When exactly a gesture is reported, and where, is the
/// recognizer's; when its first finger landed is not.
struct Expectation {
  /// How far `start` may be off, in seconds: a few frames of a slow device.
  static let tolerance = 0.05

  let kind: ExpectedGesture.Kind
  let state: String
  let touches: Int
  let taps: Int?
  let direction: ExpectedGesture.Direction?
  /// From the trace's first event.
  let microseconds: Int64
  let end: Timestamp
  /// The node, where a trace has several devices.
  let device: String?

  /// Nil for what an interruption has prevented.
  init?(_ gesture: ExpectedGesture, origin: Timestamp, device: String?) {
    if gesture.isInterrupted && !gesture.kind.isContinuous { return nil }
    kind = gesture.kind
    if gesture.kind.isContinuous {
      state = gesture.isInterrupted ? "cancelled" : "ended"
    } else {
      state = "recognized"
    }
    touches = gesture.touches
    taps = gesture.taps
    direction = gesture.direction
    microseconds = gesture.start.microseconds(since: origin)
    end = gesture.end
    self.device = device
  }
}

extension ExpectedGesture.Kind {
  /// Whether programs can follow it, so that it ends or is cancelled; others are recognized at once.
  fileprivate var isContinuous: Bool {
    switch self {
    case .longPress, .pan, .edgePan, .pinch, .rotation, .tapAndDrag: true
    case .tap, .swipe, .tipTap, .checkmark, .path: false
    }
  }
}

extension Expectation {
  /// The line, without its end; keys as in gesture records.
  var json: String {
    var fields = [
      "\"v\":1", "\"start\":\(seconds)", "\"gesture\":\"\(kind.rawValue)\"",
      "\"state\":\"\(state)\"",
    ]
    if let device { fields.append("\"device\":\"\(device)\"") }
    fields.append("\"touches\":\(touches)")
    if let taps { fields.append("\"taps\":\(taps)") }
    if let direction { fields.append("\"direction\":\"\(direction.rawValue)\"") }
    fields.append("\"tolerance\":\(Expectation.tolerance)")
    return "{\(fields.joined(separator: ","))}"
  }

  /// `start` with one to six decimals, as in gesture records.
  private var seconds: String {
    var text = decimal(Timestamp(microseconds: microseconds))
    while text.hasSuffix("0"), !text.hasSuffix(".0") { text.removeLast() }
    return text
  }

  /// The gesture in a few words.
  var summary: String {
    var words: [String] = []
    if let taps, taps > 1 { words.append("\(taps) ×") }
    words.append(kind.rawValue)
    if let direction { words.append(direction.rawValue) }
    if touches > 1 { words.append("(\(touches) fingers)") }
    if state == "cancelled" { words.append("cancelled") }
    return words.joined(separator: " ")
  }
}
