public import Evdev

/// Reads a recording of input events from front to back, in constant memory.
public protocol RecordingReader: AnyObject {
  var format: RecordingFormat { get }

  /// The devices met so far, by index; a device is complete before its first event.
  var devices: [RecordedDevice] { get }

  /// What was unusual so far.
  var anomalies: AnomalyCounts { get }

  /// Whether events came so far that bear no time, and no rate gave them one: they stand at zero.
  var lacksTimes: Bool { get }

  /// Replaces the events of `batch` by the next ones, all of one device; false at the end.
  ///
  /// The batch is reused, so that reading does not allocate. Events keep the recording's own times.
  func read(into batch: inout EventBatch) throws(RecordingError) -> Bool
}

extension RecordingReader {
  /// False: all formats but getevent's have times.
  public var lacksTimes: Bool { false }
}

/// A device of a recording.
public struct RecordedDevice: Hashable, Sendable {
  /// So many devices may a recording have; machines have some dozens, and what names more is no
  /// recording of theirs.
  static let most = 1024

  /// What the recording says of the device; nil in recordings that hold events only.
  public var description: DeviceDescription?
  /// The device node, as in `/dev/input/event4`, where the recording names it.
  public var node: String?

  public init(description: DeviceDescription? = nil, node: String? = nil) {
    self.description = description
    self.node = node
  }
}

/// Some events of one device, in the order of the recording.
public struct EventBatch: Sendable {
  /// How many events a reader puts into a batch at most.
  public static let capacity = 1024

  /// An index into ``RecordingReader/devices``.
  public var device = 0
  public var events: [InputEvent] = []

  public init() {
    events.reserveCapacity(EventBatch.capacity)
  }
}
