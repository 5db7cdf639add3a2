public import Sensors
public import Timeline

/// A shake as it is written to a line of JSON.
public struct ShakeRecord: Hashable, Sendable {
  /// The recording, as its path was given.
  public var file: String?
  public var shake: Shake
  /// The recording's first sample: what the times count from.
  public var origin: Timestamp

  public init(file: String?, shake: Shake, origin: Timestamp) {
    self.file = file
    self.shake = shake
    self.origin = origin
  }

  /// Seconds from the first sample to recognition.
  public var time: Double { shake.time.seconds(since: origin) }

  /// Seconds from the first sample to the motion's beginning.
  public var start: Double { shake.start.seconds(since: origin) }

  /// Appends the record as one line of JSON, without the newline.
  public func appendJSON(to bytes: inout [UInt8]) {
    JSONLine.append(to: &bytes) { line in
      line.add("file", file)
      line.add("gesture", "shake")
      line.add("time", time, decimals: 6)
      line.add("start", start, decimals: 6)
      line.add("duration", shake.duration, decimals: 6)
      line.add("strength", shake.strength, decimals: 3)
      if shake.isAtLeast { line.add("atLeast", true) }
    }
  }
}
