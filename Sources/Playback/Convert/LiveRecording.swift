public import Evdev
public import Recordings
import SystemPackage

/// A recording in progress: each frame is in the file before the next one arrives.
///
/// However the process ends, the file can be opened, and at most the frame being written is missing.
public final class LiveRecording {
  public let path: String
  public private(set) var events = 0
  public private(set) var frames = 0
  private let sink: ByteSink
  private let writer: any RecordingWriter

  /// Creates a file that only its owner may read, or empties an existing one.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard output.
  ///   - format: One of ``RecordingFormat/writable``.
  public init(
    path: String, format: RecordingFormat, device: RecordedDevice
  ) throws(RecordingError) {
    self.path = path
    sink = path == "-" ? ByteSink(.standardOutput) : try ByteSink(growing: path)
    writer = try format.makeWriter(sink)
    try writer.begin([device])
    try sink.flush()
  }

  /// Appends a frame in one write.
  public func write(_ frame: [InputEvent]) throws(RecordingError) {
    events += frame.count
    frames += frame.count(where: \.isReport)
    try writer.write(frame, device: 0)
    try sink.flush()
  }

  /// Closes the file.
  public func finish() throws(RecordingError) {
    try writer.finish()
  }
}
