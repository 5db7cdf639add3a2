public import Sensors
import Timeline

/// Writes accelerations as a table of commas: seconds with six decimals, and g.
public final class AccelerationWriter {
  private let sink: ByteSink

  public init(_ sink: ByteSink) throws(RecordingError) {
    self.sink = sink
    try sink.append("time(s),acceleration_x(g),acceleration_y(g),acceleration_z(g)\n".utf8)
  }

  /// Appends a row. The numbers are the shortest that mean the same value.
  public func write(_ sample: AccelerationSample) throws(RecordingError) {
    let time = sample.time.microseconds
    let seconds = time.magnitude / 1_000_000
    let fraction = String(time.magnitude % 1_000_000)
    let padding = String(repeating: "0", count: 6 - fraction.count)
    let acceleration = sample.acceleration
    let row =
      "\(time < 0 ? "-" : "")\(seconds).\(padding)\(fraction),\(acceleration.x),\(acceleration.y),"
      + "\(acceleration.z)\n"
    try sink.append(row.utf8)
  }

  /// Writes the rest; see ``ByteSink/finish()``.
  public func finish() throws(RecordingError) {
    try sink.finish()
  }
}
