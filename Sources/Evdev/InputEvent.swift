public import Timeline

/// One event of the kernel's input layer: `struct input_event` of `linux/input.h`.
public struct InputEvent: Hashable, Sendable {
  public var time: Timestamp
  public var type: EventType
  public var code: UInt16
  public var value: Int32

  @inlinable
  public init(time: Timestamp, type: EventType, code: UInt16, value: Int32) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }
}

extension InputEvent {
  /// Whether the event ends a frame.
  @inlinable
  public var isReport: Bool { type == .synchronization && code == SynchronizationCode.report }
}
