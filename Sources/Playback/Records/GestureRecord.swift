import Contacts
public import Gestures
public import Timeline

/// A gesture of a recording, as written to a line of JSON.
public struct GestureRecord: Hashable, JSONRecord {
  /// The version of all records.
  public static let version = 2

  /// The path of the recording as it was given; nil in the files beside recordings.
  public var file: String?
  /// The device, if the recording has several.
  public var device: String?
  public var gesture: Gesture
  /// The time of the first event of the recording, from which times count.
  public var origin: Timestamp

  public init(
    file: String? = nil, device: String? = nil, gesture: Gesture, origin: Timestamp
  ) {
    self.file = file
    self.device = device
    self.gesture = gesture
    self.origin = origin
  }

  /// Seconds from the first event to the recognition.
  public var time: Double { gesture.time.seconds(since: origin) }

  /// Seconds from the first event to the touch down that began the gesture.
  public var start: Double { gesture.start.seconds(since: origin) }

  /// Appends the record as one line of JSON, without the newline.
  public func appendJSON(to bytes: inout [UInt8]) {
    JSONLine.append(to: &bytes, add)
  }

  private func add(to line: inout JSONLine) {
    line.add("v", GestureRecord.version)
    line.add("file", file)
    line.add("time_s", time, decimals: 6)
    line.add("start_s", start, decimals: 6)
    line.add("gesture", gesture.kind.rawValue)
    line.add("state", gesture.state.rawValue)
    line.add("device", device)
    line.add("touches", gesture.touches)
    line.add("taps", gesture.taps)
    line.add("direction", gesture.direction?.rawValue)
    line.add("axis", gesture.axis?.rawValue)
    if let translation = gesture.translation {
      line.add("translation_mm", points: translation.dx, translation.dy)
    }
    if let velocity = gesture.velocity {
      line.add("velocity_mm_s", points: velocity.dx, velocity.dy)
    }
    line.add("scale", gesture.scale, decimals: 3)
    line.add("rotation_deg", gesture.rotation, decimals: 1)
    line.add("duration_s", gesture.duration, decimals: 6)
    line.add("location_mm", points: gesture.location.x, gesture.location.y)
    line.add("name", gesture.name)
    line.add("score", gesture.score, decimals: 3)
    line.add("runner_up", gesture.runnerUp)
    line.add("runner_up_score", gesture.runnerUpScore, decimals: 3)
  }
}

extension Gesture.Kind {
  /// The kind with its article, as in `a swipe` and `an edgePan`.
  package var phrase: String {
    let isVowel = rawValue.first.map("aeiou".contains) ?? false
    return "\(isVowel ? "an" : "a") \(rawValue)"
  }
}
