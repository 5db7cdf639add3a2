import Files
import SystemPackage

/// A list of paths in a file or in standard input, one a line, which are read as they come.
final class PathList {
  /// The path of the list; `-` is standard input.
  let path: String
  private let separator: UInt8
  private let source: ByteSource
  private let willRead: () -> Void
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  private var next = 0
  private var filled = 0

  /// - Parameters:
  ///   - isNull: Whether paths end with NUL, not with a newline.
  ///   - willRead: Called before a read that may wait.
  init(path: String, isNull: Bool, willRead: @escaping () -> Void) throws(FileError) {
    self.path = path
    separator = isNull ? 0 : UInt8(ascii: "\n")
    self.willRead = willRead
    source = try ByteSource(path: path)
  }

  /// The next path, without empty ones; nil at the end. A path that no message could name is a
  /// failure.
  func nextPath() throws(FileError) -> Result<String, FileError>? {
    var bytes: [UInt8] = []
    var length = 0
    while true {
      if next == filled {
        willRead()
        next = 0
        filled = try source.read(into: &buffer)
        if filled == 0 { return length > 0 ? result(bytes, length) : nil }
      }
      let rest = buffer[next..<filled]
      let end = rest.firstIndex(of: separator)
      let part = rest[..<(end ?? filled)]
      length += part.count
      if length <= TarReader.maximumPathLength { bytes += part }
      next = end.map { $0 + 1 } ?? filled
      if end != nil, length > 0 { return result(bytes, length) }
    }
  }

  private func result(_ bytes: [UInt8], _ length: Int) -> Result<String, FileError> {
    if length > TarReader.maximumPathLength {
      return .failure(
        FileError(
          file: path, position: .file,
          expected: "a path of at most \(TarReader.maximumPathLength) bytes", found: "a longer one")
      )
    }
    if bytes.contains(0) {
      return .failure(
        FileError(
          file: path, position: .file,
          expected: "a path without NUL, as --null separates them", found: FileError.escaped(bytes))
      )
    }
    if let text = String(validating: bytes, as: UTF8.self) { return .success(text) }
    return .failure(
      FileError(
        file: FileError.escaped(bytes), position: .file, expected: "a file name in UTF-8",
        found: "other bytes"))
  }
}

extension Console {
  /// Writes the results so far if a read of standard input would wait, so that they do not wait
  /// with it.
  func flushBeforeWaiting() {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    if poll(&input, 1, 0) == 0 { flush() }
  }
}
