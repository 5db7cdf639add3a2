import Timeline
import TouchScript

/// One line of a `.gestures.jsonl` file: an intended gesture that a replay must report.
///
/// A line has only keys that follow from the intent. The time and position of the report depend on
/// the recognizer; the time of the first touch-down does not.
struct Expectation {
  /// The tolerance of `start_s` in seconds: a few frames of a slow device.
  static let tolerance = 0.05

  let kind: IntendedGesture.Kind
  let state: String
  let touches: Int
  let taps: Int?
  let direction: IntendedGesture.Direction?
  /// The start, relative to the trace's first event.
  let microseconds: Int64
  let end: Timestamp
  /// The node, if the trace has several devices.
  let device: String?

  /// Nil for a discrete gesture that was interrupted.
  init?(_ gesture: IntendedGesture, origin: Timestamp, device: String?) {
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

extension IntendedGesture.Kind {
  /// Whether the gesture ends or is cancelled; discrete gestures are recognized at a single time.
  fileprivate var isContinuous: Bool {
    switch self {
    case .longPress, .pan, .edgePan, .pinch, .rotation, .tapAndDrag: true
    case .tap, .swipe, .tipTap, .checkmark, .path: false
    }
  }
}

extension Expectation {
  /// The line without its newline; keys are those of gesture records.
  var json: String {
    var fields = [
      "\"v\":2", "\"start_s\":\(seconds)", "\"gesture\":\"\(kind.rawValue)\"",
      "\"state\":\"\(state)\"",
    ]
    if let device { fields.append("\"device\":\"\(device)\"") }
    fields.append("\"touches\":\(touches)")
    if let taps { fields.append("\"taps\":\(taps)") }
    if let direction { fields.append("\"direction\":\"\(direction.rawValue)\"") }
    fields.append("\"tolerance\":\(Expectation.tolerance)")
    return "{\(fields.joined(separator: ","))}"
  }

  /// `start_s` with one to six decimals, as in gesture records.
  private var seconds: String {
    var text = decimal(Timestamp(microseconds: microseconds))
    while text.hasSuffix("0"), !text.hasSuffix(".0") { text.removeLast() }
    return text
  }

  /// The gesture's kind, direction and other properties, for the table.
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
