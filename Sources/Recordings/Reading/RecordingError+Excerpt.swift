import SystemPackage

extension RecordingError {
  /// The start of some bytes in quotes, with control characters escaped and what is no UTF-8 as
  /// U+FFFD; `the end of the line` where there are none.
  package static func excerpt(_ bytes: some Collection<UInt8>) -> String {
    if bytes.isEmpty { return "the end of the line" }
    var text = "\""
    for character in String(decoding: bytes.prefix(excerptLength), as: UTF8.self).unicodeScalars {
      text += character.escaped(asASCII: false)
    }
    return text + (bytes.count > excerptLength ? "…\"" : "\"")
  }

  /// So many bytes of a line are shown: the line stays one on a terminal.
  private static let excerptLength = 40

  /// The error for a file that the system does not let us read.
  package static func unreadable(_ file: String, _ error: Errno) -> RecordingError {
    RecordingError(
      file: file, position: .file, expected: "a readable file", found: error.description,
      systemError: error)
  }
}

extension ByteSource {
  /// Opens a file, or standard input for `-`.
  package static func open(_ path: String) throws(RecordingError) -> ByteSource {
    do {
      return try ByteSource(path: path)
    } catch {
      throw RecordingError.unreadable(path, error)
    }
  }
}
