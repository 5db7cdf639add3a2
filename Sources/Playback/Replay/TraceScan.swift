import Evdev
import Recordings
import Timeline

/// A first pass over a recording: what has to be known of its devices before their first event.
///
/// Ranges, the kind of the device and coordinates that are never repeated show only in the course
/// of a recording; a replay reads it twice so that its start is understood as well as its end, or
/// keeps the events of a short one.
struct TraceScan {
  /// The most batches that are kept: a million events, 24 MB.
  private static let mostKept = 1024

  /// What the events reveal about each device.
  private(set) var observedDevices: [ObservedDevice] = []
  private(set) var devices: [RecordedDevice] = []
  /// The first event of all.
  private(set) var origin: Timestamp?

  /// All events, if they were asked for and are few enough.
  private(set) var kept: [EventBatch]?

  init(
    _ reader: any RecordingReader, keepsEvents: Bool = false, progress: () -> Void = {}
  ) throws(RecordingError) {
    kept = keepsEvents ? [] : nil
    var batch = EventBatch()
    var hasBegun: [Bool] = []
    while try reader.read(into: &batch) {
      progress()
      defer { keep(&batch) }
      guard let first = batch.events.first else { continue }
      while observedDevices.count <= batch.device {
        observedDevices.append(ObservedDevice())
        hasBegun.append(false)
      }
      // Formats list devices one after the other: the earliest of their first events is the first. What
      // begins a later batch says nothing, since clocks step back.
      if !hasBegun[batch.device] { origin = min(origin ?? first.time, first.time) }
      hasBegun[batch.device] = true
      observedDevices[batch.device].observe(batch.events)
    }
    devices = reader.devices
  }

  /// Takes the events of a batch away while they are few enough.
  private mutating func keep(_ batch: inout EventBatch) {
    guard let count = kept?.count else { return }
    if count == TraceScan.mostKept {
      kept = nil
    } else {
      kept?.append(batch)
      batch = EventBatch()
    }
  }

  /// What the events reveal about a device; nil if it sends none.
  func observed(_ device: Int) -> ObservedDevice? {
    device < observedDevices.count ? observedDevices[device] : nil
  }

  /// How a device is called in records; nil when it is the only one. Of several that have the same
  /// name, those after the first bear a number.
  func name(_ device: Int) -> String? {
    guard devices.count > 1, let name = recordedName(device) else { return nil }
    let namesakes = devices[..<device].indices.count { recordedName($0) == name }
    return namesakes == 0 ? name : "\(name) (\(namesakes + 1))"
  }

  private func recordedName(_ device: Int) -> String? {
    guard devices.indices.contains(device) else { return nil }
    let recorded = devices[device]
    if let node = recorded.node { return node }
    if let name = recorded.description?.name, !name.isEmpty { return name }
    return String(device)
  }
}
