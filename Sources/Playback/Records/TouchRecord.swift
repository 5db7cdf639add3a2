import Contacts
public import Gestures
public import Timeline

/// A touch as a view got it, as it is written to a line of JSON.
public struct TouchRecord: Hashable, Sendable {
  /// The trace, as its path was given.
  public var file: String?
  /// The device, where the trace has several.
  public var device: String?
  public var touch: Touch
  /// When it was delivered.
  public var delivered: Timestamp
  /// The trace's first event: what the times count from.
  public var origin: Timestamp
  /// The view's name.
  public var view: String

  /// Seconds from the trace's first event.
  public var time: Double { delivered.seconds(since: origin) }

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
    line.add("file", file)
    line.add("time", time, decimals: 6)
    line.add("device", device)
    line.add("id", touch.id)
    line.add("phase", touch.phase.rawName)
    line.add("x", touch.location.x, decimals: 1)
    line.add("y", touch.location.y, decimals: 1)
    line.add("tapCount", touch.tapCount)
    line.add("view", view)
  }
}

extension Touch.Phase {
  /// The phase's name in records.
  public var rawName: String {
    switch self {
    case .began: "began"
    case .moved: "moved"
    case .stationary: "stationary"
    case .ended: "ended"
    case .cancelled: "cancelled"
    }
  }
}
