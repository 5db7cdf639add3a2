public import Recordings
import SystemPackage

/// Text that is written as a whole.
public enum TextFile {
  /// Writes a file that appears, or replaces another, when it is complete; `-` is standard output.
  public static func write(_ text: String, to path: String) throws(RecordingError) {
    do throws(Errno) {
      let sink = try path == "-" ? ByteSink(.standardOutput) : ByteSink(replacing: path)
      try sink.append(Array(text.utf8))
      try sink.finish()
    } catch {
      throw RecordingError(
        file: path, position: .file, expected: "a place to write to", found: error.description,
        systemError: error)
    }
  }
}
