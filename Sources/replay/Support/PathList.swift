/// The recordings that a command reads: files, folders, archives, and lists of paths.
struct RecordingPaths: ParsableArguments {
  @Argument(
    file: "Recordings, folders or tar archives of them, or - for standard input.", as: "path")
  var paths: [String] = []

  @Option(file: "Read further paths from a file, one a line; - is standard input.")
  var filesFrom: String?

  @Flag(help: "The paths of --files-from end with NUL, not with a newline.")
  var null = false

  init() {}

  init(_ paths: [String]) {
    self.paths = paths
    filesFrom = nil
    null = false
  }

  var inputs: [String?] { paths + [filesFrom] }

  func validate() throws {
    try reject(
      if: paths.isEmpty && filesFrom == nil,
      "Missing expected argument '<path> ...', or --files-from")
    try reject(if: null && filesFrom == nil, "--null is for --files-from")
  }

  func openList(_ console: Console) throws(FileError) -> PathList? {
    guard let filesFrom else { return nil }
    return try PathList(path: filesFrom, isNull: null) {
      if filesFrom == "-" { console.flushBeforeWaiting() }
    }
  }
}

/// A list of paths in a file or in standard input, one a line, which are read as they come; it may
/// begin with a byte order mark.
final class PathList {
  /// The path of the list; `-` is standard input.
  let path: String
  private let separator: UInt8
  private let source: ByteSource
  private let willRead: () -> Void
  private var isFirst = true
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  private var start = 0
  private var filled = 0

  /// `willRead` is called before each read that may wait.
  init(path: String, isNull: Bool, willRead: @escaping () -> Void) throws(FileError) {
    self.path = path
    separator = isNull ? 0 : UInt8(ascii: "\n")
    self.willRead = willRead
    source = try ByteSource(path: path)
  }

  /// The files of the next path that is not empty, or a failure; nil at the end.
  func next() throws(FileError) -> [InputFiles.Entry]? {
    var bytes: [UInt8] = []
    var length = 0
    while true {
      if start == filled {
        willRead()
        start = 0
        filled = try source.read(into: &buffer)
        if filled == 0 { return length > 0 ? entries(bytes, length) : nil }
      }
      let rest = buffer[start..<filled]
      let end = rest.firstIndex(of: separator)
      let part = rest[..<(end ?? filled)]
      length += part.count
      if length <= TarReader.maximumPathLength { bytes += part }
      start = end.map { $0 + 1 } ?? filled
      if end != nil, length > 0 { return entries(bytes, length) }
    }
  }

  private func entries(_ bytes: [UInt8], _ length: Int) -> [InputFiles.Entry] {
    func failure(_ file: String, _ expected: String, _ found: String) -> [InputFiles.Entry] {
      [.failure(FileError(file: file, expected: expected, found: found))]
    }
    let longest = TarReader.maximumPathLength
    if length > longest {
      return failure(path, "a path of at most \(longest) bytes", "a longer one")
    }
    var bytes = bytes
    if isFirst { bytes.trimPrefix(ByteSource.byteOrderMark) }
    isFirst = false
    if bytes.isEmpty { return [] }
    if bytes.contains(0) {
      return failure(path, "a path without NUL, as --null separates them", FileError.escaped(bytes))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return failure(FileError.escaped(bytes), "a file name in UTF-8", "other bytes")
    }
    return InputFiles.expandFile(text)
  }
}

extension Console {
  /// Writes the results so far if a read of standard input would wait.
  func flushBeforeWaiting() {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    if poll(&input, 1, 0) == 0 { flush() }
  }
}
