import Evdev
import Recordings
import Timeline

/// A first pass over a recording: what has to be known of its devices before their first event.
///
/// Ranges, the kind of the device and coordinates that are never repeated show only in the course
/// of a recording; a replay reads it twice so that its start is understood as well as its end.
struct TraceScan {
  private(set) var scanners: [RangeScanner] = []
  private(set) var devices: [RecordedDevice] = []
  /// The first event of all.
  private(set) var origin: Timestamp?

  init(
    _ reader: any RecordingReader, progress: () -> Void = {}
  ) throws(RecordingError) {
    var batch = EventBatch()
    while try reader.read(into: &batch) {
      progress()
      guard let first = batch.events.first else { continue }
      origin = min(origin ?? first.time, first.time)
      while scanners.count <= batch.device { scanners.append(RangeScanner()) }
      for event in batch.events { scanners[batch.device].process(event) }
    }
    devices = reader.devices
  }

  /// What was learned of a device.
  func hints(_ device: Int) -> Surface.Hints? {
    device < scanners.count ? scanners[device].hints : nil
  }

  /// How a device is called in records; nil when it is the only one.
  func name(_ device: Int) -> String? {
    guard devices.count > 1 else { return nil }
    guard device < devices.count else { return String(device) }
    let recorded = devices[device]
    if let node = recorded.node { return node }
    if let name = recorded.description?.name, !name.isEmpty { return name }
    return String(device)
  }
}
