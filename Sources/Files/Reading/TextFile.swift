/// Files of text that are written as a whole.
public enum TextFile {
  /// Writes a file that appears, or replaces another, when it is complete; `-` is standard output.
  ///
  /// - Parameter inputs: The files that the text is made of, which limit its permissions.
  public static func write(
    _ text: String, to path: String, madeOf inputs: [String] = []
  ) throws(FileError) {
    let sink = try ByteSink(path: path, madeOf: inputs)
    try sink.append(text.utf8)
    try sink.finish()
  }
}
