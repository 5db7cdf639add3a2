import Contacts
import Evdev
import Files
import Timeline
import TouchFormats

/// The events of a recording, grouped by device.
struct ReadRecording: Equatable {
  var format: RecordingFormat
  var devices: [RecordedDevice]
  /// The events of each device.
  var events: [[InputEvent]]
  var anomalies: AnomalyCounts

  var allEvents: [InputEvent] { events.flatMap { $0 } }

  /// The complete frames of all devices: events up to each report.
  var frames: [[InputEvent]] {
    events.flatMap { events in
      events.split(omittingEmptySubsequences: false, whereSeparator: \.isReport).dropLast()
        .map(Array.init)
    }
  }

  /// Seconds from the first event to the last.
  var duration: Double {
    guard let first = allEvents.first, let last = allEvents.last else { return 0 }
    return last.time.seconds(since: first.time)
  }
}

/// Reads a recording of events to its end.
func readAll(_ reader: any RecordingReader) throws(FileError) -> ReadRecording {
  var events: [[InputEvent]] = []
  var batch = EventBatch()
  while try reader.read(into: &batch) {
    while events.count <= batch.device { events.append([]) }
    events[batch.device] += batch.events
  }
  return ReadRecording(
    format: reader.format, devices: reader.devices, events: events, anomalies: reader.anomalies)
}

/// Reads a recording of events from memory; its format is detected unless given.
func read(_ bytes: [UInt8], format: RecordingFormat? = nil) throws(FileError) -> ReadRecording {
  switch try OpenRecording(ByteSource(name: "test", bytes: bytes), format: format) {
  case .events(let reader): return try readAll(reader)
  case .frames(let reader):
    while try reader.next() != nil {}
    return ReadRecording(
      format: reader.format, devices: [], events: [], anomalies: reader.anomalies)
  }
}

func read(_ text: String, format: RecordingFormat? = nil) throws(FileError) -> ReadRecording {
  try read(Array(text.utf8), format: format)
}

/// Writes a recording to memory.
func write(
  _ events: [[InputEvent]], of devices: [RecordedDevice], as format: RecordingFormat
) throws -> [UInt8] {
  let sink = ByteSink()
  let writer = try format.makeWriter(sink)
  try writer.begin(devices)
  for (device, events) in events.enumerated() { try writer.write(events, device: device) }
  try writer.finish()
  return sink.bytes
}

/// An event from its numbers.
func event(_ microseconds: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32) -> InputEvent {
  InputEvent(
    time: Timestamp(microseconds: microseconds), type: EventType(rawValue: type), code: code,
    value: value)
}

/// A device with axes, keys, properties and a name that needs escapes.
let sampleDevice = DeviceDescription(
  name: "A \"quoted\" back\\slash pad",
  identity: DeviceDescription.Identity(bus: 0x11, vendor: 2, product: 7, version: 0x1b1),
  properties: [InputProperty.pointer, InputProperty.buttonPad],
  axes: [
    AbsoluteCode.x: DeviceDescription.Axis(
      minimum: -5, maximum: 5472, fuzz: 8, flat: 1, resolution: 55),
    AbsoluteCode.slot: DeviceDescription.Axis(minimum: 0, maximum: 4),
  ],
  codes: [
    0: [0, 1, 3], 1: [KeyCode.touch, KeyCode.left], 3: [AbsoluteCode.x, AbsoluteCode.slot],
  ])

/// Two frames with negative numbers and a time before zero.
let sampleEvents = [
  event(-500_000, 3, 57, 12), event(-500_000, 3, 53, -40), event(-500_000, 0, 0, 0),
  event(1_000_345, 3, 57, -1), event(1_000_345, 3, 54, .min), event(1_000_345, 0, 0, 0),
]

/// The events of a recording in its own order.
struct OrderedRecording: Equatable {
  var events: [InputEvent] = []
  /// The device of each event.
  var eventDevices: [Int] = []
  var devices: [RecordedDevice] = []
  var anomalies = AnomalyCounts()

  init(_ reader: any RecordingReader) throws(FileError) {
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
