import Contacts
public import Gestures
public import Timeline

/// A gesture of a trace, as it is written to a line of JSON.
public struct GestureRecord: Hashable, Sendable {
  /// The version of the layout.
  public static let version = 1

  /// The trace, as its path was given; nil in the files that stand beside traces.
  public var file: String?
  /// The device, where the trace has several.
  public var device: String?
  public var gesture: Gesture
  /// The trace's first event: what the times count from.
  public var origin: Timestamp

  public init(
    file: String? = nil, device: String? = nil, gesture: Gesture, origin: Timestamp
  ) {
    self.file = file
    self.device = device
    self.gesture = gesture
    self.origin = origin
  }

  /// Seconds from the trace's first event to recognition.
  public var time: Double { gesture.time.seconds(since: origin) }

  /// Seconds from the trace's first event to the landing that began the gesture.
  public var start: Double { gesture.start.seconds(since: origin) }
}

extension GestureRecord {
  /// The record as one line of JSON, without the newline.
  public var json: String {
    var bytes: [UInt8] = []
    appendJSON(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the record as one line of JSON, without the newline.
  public func appendJSON(to bytes: inout [UInt8]) {
    JSONLine.append(to: &bytes, add)
  }

  private func add(to line: inout JSONLine) {
    line.add("v", GestureRecord.version)
    line.add("file", file)
    line.add("time", time, decimals: 6)
    line.add("start", start, decimals: 6)
    line.add("gesture", gesture.kind.rawValue)
    line.add("state", gesture.state.rawValue)
    line.add("device", device)
    line.add("touches", gesture.touches)
    line.add("taps", gesture.taps)
    line.add("direction", gesture.direction?.rawValue)
    line.add("axis", gesture.axis?.rawValue)
    if let way = gesture.translation {
      line.add("translation", x: way.dx, y: way.dy, decimals: 1)
    }
    if let velocity = gesture.velocity {
      line.add("velocity", x: velocity.dx, y: velocity.dy, decimals: 1)
    }
    line.add("scale", gesture.scale, decimals: 3)
    line.add("rotation", gesture.rotation, decimals: 1)
    line.add("duration", gesture.duration, decimals: 6)
    line.add("name", gesture.name)
    line.add("score", gesture.score, decimals: 3)
    line.add("location", x: gesture.location.x, y: gesture.location.y, decimals: 1)
  }
}
