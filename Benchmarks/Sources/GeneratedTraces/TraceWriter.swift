import Evdev
public import Recordings
import SystemPackage

/// Writes generated traces, in constant memory however long they are.
public enum TraceWriter {
  /// Writes the first so many events of a workload, up to the end of a frame.
  public static func write(
    _ workload: Workload, as format: RecordingFormat, events limit: Int, to path: String
  ) throws {
    let sink = try ByteSink(growing: path)
    let writer = try writer(format, sink)
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

  /// The first so many events of a workload as a recording in memory.
  public static func bytes(
    _ workload: Workload, as format: RecordingFormat, events count: Int
  ) throws -> [UInt8] {
    let sink = ByteSink()
    let writer = try writer(format, sink)
    try writer.begin([RecordedDevice(description: EventStream.device)])
    try writer.write(EventStream.events(workload, count: count), device: 0)
    try writer.finish()
    return sink.bytes
  }

  private static func writer(
    _ format: RecordingFormat, _ sink: ByteSink
  ) throws -> any RecordingWriter {
    guard let writer = format.makeWriter(sink) else { throw Errno.notSupported }
    return writer
  }
}
