/// Files of text that are written as a whole.
public enum TextFile {
  /// Writes a file, which appears, or replaces another, only when it is complete; `-` is standard
  /// output.
  ///
  /// - Parameter inputs: The files that the text is derived from, which limit the permissions of
  ///   the output.
  public static func write(
    _ text: String, to path: String, madeOf inputs: [String] = []
  ) throws(FileError) {
    let sink = try ByteSink(path: path, madeOf: inputs)
    try sink.append(text.utf8)
    try sink.finish()
  }
}
