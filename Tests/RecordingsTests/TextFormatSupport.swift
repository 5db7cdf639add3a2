import Evdev
import Recordings
import Timeline

/// Everything that a reader gives.
struct TextRecording: Equatable {
  var events: [InputEvent] = []
  /// The device of each event.
  var eventDevices: [Int] = []
  var devices: [RecordedDevice] = []
  var anomalies = AnomalyCounts()

  init(_ reader: any RecordingReader) throws(RecordingError) {
    var batch = EventBatch()
    while try reader.read(into: &batch) {
      events += batch.events
      eventDevices += batch.events.map { _ in batch.device }
    }
    devices = reader.devices
    anomalies = reader.anomalies
  }

  var frames: Int { events.count { $0.isReport } }

  /// Seconds from the first event to the latest one.
  var duration: Double {
    guard let first = events.first, let latest = events.map(\.time).max() else { return 0 }
    return latest.seconds(since: first.time)
  }

  /// The events up to the last `SYN_REPORT`.
  var wholeFrames: ArraySlice<InputEvent> {
    events[..<(events.lastIndex { $0.isReport }.map { $0 + 1 } ?? 0)]
  }
}

extension ByteSource {
  /// A recording in memory.
  convenience init(_ text: String) { self.init(name: "test", bytes: Array(text.utf8)) }
}

extension InputEvent {
  /// An event in microseconds, for comparison.
  init(_ time: Int64, _ type: EventType, _ code: UInt16, _ value: Int32) {
    self.init(time: Timestamp(microseconds: time), type: type, code: code, value: value)
  }
}
