public import Recordings

/// Files of text that are written as a whole.
public enum TextFile {
  /// Writes a file that appears, or replaces another, when it is complete; `-` is standard output.
  public static func write(_ text: String, to path: String) throws(RecordingError) {
    let sink = try ByteSink(path: path)
    try sink.append(text.utf8)
    try sink.finish()
  }
}
