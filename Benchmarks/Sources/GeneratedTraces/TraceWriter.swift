import Evdev
import Files
import TouchFormats

/// Writes generated traces of any length in constant memory.
public enum TraceWriter {
  /// Writes the given number of events of a workload, up to the end of a frame.
  public static func write(
    _ workload: Workload, as format: RecordingFormat, events limit: Int, to path: String
  ) throws {
    let sink = try ByteSink(growing: path)
    let writer = try format.makeWriter(sink)
    try writer.begin([RecordedDevice(description: EventStream.device)])
    var stream = EventStream(workload)
    var events: [InputEvent] = []
    var count = 0
    while count < limit {
      events.removeAll(keepingCapacity: true)
      stream.encode(into: &events)
      try writer.write(events, device: 0)
      count += events.count
    }
    try writer.finish()
  }

  /// The given number of events of a workload as a recording in memory.
  public static func bytes(
    _ workload: Workload, as format: RecordingFormat, events count: Int
  ) throws -> [UInt8] {
    let sink = ByteSink()
    let writer = try format.makeWriter(sink)
    try writer.begin([RecordedDevice(description: EventStream.device)])
    try writer.write(EventStream.events(workload, count: count), device: 0)
    try writer.finish()
    return sink.bytes
  }
}
