public import Evdev
public import Recordings
import SystemPackage

/// A recording in progress: each frame is in the file when the next one comes.
///
/// Whatever ends the process, the file can be opened, and at most the frame being written is missing.
public final class LiveRecording {
  public let path: String
  public private(set) var events = 0
  public private(set) var frames = 0
  private let sink: ByteSink
  private let writer: any RecordingWriter

  /// Starts a file that only its owner may read; one that exists is emptied.
  ///
  /// - Parameters:
  ///   - path: the file; `-` is standard output.
  ///   - format: one of ``RecordingFormat/writable``.
  public init(
    path: String, format: RecordingFormat, device: RecordedDevice
  ) throws(RecordingError) {
    self.path = path
    sink = path == "-" ? ByteSink(.standardOutput) : try ByteSink(growing: path)
    writer = format.makeWriter(sink) ?? EvemuWriter(sink)
    try writer.begin([device])
    try sink.flush()
  }

  /// Appends a frame, all in one piece.
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
