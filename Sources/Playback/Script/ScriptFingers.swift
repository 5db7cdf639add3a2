import Contacts
import Recordings
import TouchScript

/// Fingers that each go their own way: `fingers {`, and a line for each of them.
struct ScriptFingers {
  private var fingers: [Finger] = []
  private let meaning: ExpectedGesture?
  /// Seconds from the first landing to the last lift.
  private(set) var duration = 0.0
  /// More fingers than hands have, and more than devices tell apart.
  private static let most = 10

  private static let directions = ExpectedGesture.Direction.allCases.map(\.rawValue)

  /// Reads what stands before the brace: nothing, or what the fingers mean together.
  init(_ words: inout ScriptWords) throws(RecordingError) {
    guard try words.choice(["as", "{"]) == "as" else {
      meaning = nil
      return
    }
    let kinds = ExpectedGesture.Kind.allCases
    let word = try words.choice(kinds.map(\.scriptWord), replacing: ScriptAction.formerNames)
    let kind = kinds.first { $0.scriptWord == word }
    var meaning = ExpectedGesture(kind ?? .path)
    if kind == .tap { meaning.taps = 1 }
    let next = try words.choice(Self.directions + ["{"])
    if next != "{" {
      meaning.direction = ExpectedGesture.Direction(rawValue: next)
      _ = try words.choice(["{"])
    }
    self.meaning = meaning
  }

  /// Reads a finger: where it lands, when, and what it does then.
  mutating func add(_ words: inout ScriptWords) throws(RecordingError) {
    if fingers.count >= Self.most { throw words.error(nil, "at most \(Self.most) fingers") }
    var finger = Finger(at: try words.place())
    var lift = 0.0
    if words.next?.text == "after" {
      _ = words.take()
      finger.delay = try words.seconds()
      lift = finger.delay
    }
    while words.next != nil {
      let seconds: Double
      switch try words.choice(["rest", "to"]) {
      case "rest":
        seconds = try words.seconds()
        finger = finger.rest(seconds)
      default:
        let end = try words.place()
        let isTimed = words.next?.text == "for"
        if isTimed { _ = words.take() }
        seconds = isTimed ? try words.seconds() : 0.25
        finger = finger.move(to: end, over: seconds, Self.profile(&words))
      }
      lift += seconds
    }
    duration = max(duration, lift)
    fingers.append(finger)
  }

  private static func profile(_ words: inout ScriptWords) -> MotionProfile {
    switch words.next?.text {
    case "linear":
      _ = words.take()
      return .linear
    case "flick":
      _ = words.take()
      return .flick(liftOff: 2)
    default: return .minimumJerk
    }
  }

  var action: Fingers {
    var meaning = meaning
    meaning?.touches = fingers.count
    return Fingers(fingers, meaning: meaning)
  }
}
