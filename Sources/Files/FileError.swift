public import SystemPackage

/// An error in a recording, with its position.
public struct FileError: Error, Hashable, Sendable {
  /// A position in a file.
  public enum Position: Hashable, Sendable {
    /// A line and a column in bytes, both from 1.
    case line(Int, column: Int)
    /// An offset from 0, in a binary file.
    case byte(Int)
    /// The file as a whole.
    case file
  }

  /// The path as given; `-` is standard input.
  public var file: String
  public var position: Position
  /// The expected content, such as `a 32-bit value`.
  public var expected: String
  /// The content found instead, truncated, with control characters escaped.
  public var found: String
  /// The system's error, if reading or writing the file failed.
  public var systemError: Errno?
  /// Whether the error occurred while the file was written, not read.
  public var isOutput: Bool

  public init(
    file: String, position: Position = .file, expected: String, found: String,
    systemError: Errno? = nil, isOutput: Bool = false
  ) {
    self.systemError = systemError
    self.isOutput = isOutput
    self.file = file
    self.position = position
    self.expected = expected
    self.found = found
  }

  /// The error for a file that the system does not allow to read.
  public static func cannotRead(_ path: String, _ error: Errno) -> FileError {
    FileError(file: path, expected: "a readable file", found: error.description, systemError: error)
  }

  /// The error for a file that the system does not allow to write.
  public static func cannotWrite(_ path: String, _ error: Errno) -> FileError {
    FileError(
      file: path, expected: "a writable file",
      found: "cannot write: \(error.description)", systemError: error, isOutput: true)
  }

  /// Makes calls that read a file; an error of the system becomes ``cannotRead(_:_:)``.
  package static func reading<Value>(
    _ path: String, _ calls: () throws -> Value
  ) throws(FileError) -> Value {
    do { return try calls() } catch { throw .cannotRead(path, error as? Errno ?? .ioError) }
  }

  /// Makes calls that write a file; an error of the system becomes ``cannotWrite(_:_:)``.
  package static func writing<Value>(
    _ path: String, _ calls: () throws -> Value
  ) throws(FileError) -> Value {
    do { return try calls() } catch { throw .cannotWrite(path, error as? Errno ?? .ioError) }
  }

  /// The error for a file of more bytes than any of its kind has.
  public static func tooLarge(_ path: String, limit: Int) -> FileError {
    FileError(file: path, expected: "at most \(limit) bytes", found: "a larger file")
  }
}

extension FileError: CustomStringConvertible {
  /// The error as a line: `swipe.evemu:12:7: expected a hexadecimal event type, found "zz"`, or for
  /// the system's errors `swipe.evemu: No such file or directory`.
  public var description: String {
    let location =
      switch position {
      case .line(let line, let column): "\(file):\(line):\(column)"
      case .byte(let offset): "\(file): byte \(offset)"
      case .file: file
      }
    return systemError == nil
      ? "\(location): expected \(expected), found \(found)" : "\(location): \(found)"
  }
}

extension FileError {
  /// The start of some bytes in quotes, with control characters escaped and invalid UTF-8 as
  /// U+FFFD; `the end of the line` if there are no bytes.
  public static func excerpt(_ bytes: some Collection<UInt8>) -> String {
    if bytes.isEmpty { return "the end of the line" }
    var text = "\""
    for character in String(decoding: bytes.prefix(excerptLength), as: UTF8.self).unicodeScalars {
      text += character.escaped(asASCII: false).printable
    }
    return text + (bytes.count > excerptLength ? "…\"" : "\"")
  }

  /// A name with `\xff` for each byte outside of ASCII.
  public static func escaped(_ name: [UInt8]) -> String {
    name.map { byte in
      byte < 0x80 ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16)
    }.joined()
  }

  /// The most bytes of a line in an error, so that the error fits on one line of a terminal.
  public static let excerptLength = 40
}

/// A parser's expectation at its cursor; the reader converts it into a ``FileError``.
///
/// The type contains no reference, so that a hot loop can throw it without allocating.
public struct Expectation: Error {
  public let text: StaticString

  @inlinable public init(_ text: StaticString) { self.text = text }
}

extension Optional {
  /// The value; throws an expectation with this text if the value is nil.
  @inlinable @inline(__always)
  public func orThrow(_ expected: StaticString) throws(Expectation) -> Wrapped {
    guard let self else { throw Expectation(expected) }
    return self
  }
}

// MARK: - JSON

extension FileError {
  /// The error as an object of JSON: its position, and the expected and the found text.
  package var json: String {
    var line = JSONLine()
    line.add("file", file)
    switch position {
    case .line(let number, let column):
      line.add("line", number)
      line.add("column", column)
    case .byte(let offset): line.add("byte", offset)
    case .file: break
    }
    line.add("expected", expected)
    line.add("found", found)
    return line.object
  }

  /// The error for a database file that SQLite cannot use.
  ///
  /// - Parameters:
  ///   - code: A primary result code of SQLite, as in <https://sqlite.org/rescode.html>.
  ///   - expected: The expected kind of file, as in `a database of a saved scene`.
  ///   - message: The message of SQLite.
  public static func database(
    _ path: String, code: Int32, expected: String, message: String, isOutput: Bool
  ) -> FileError {
    let systemError: Errno
    switch code {
    case 5: systemError = .resourceBusy  // SQLITE_BUSY
    case 13: systemError = .noSpace  // SQLITE_FULL
    case 3, 8, 23: systemError = .permissionDenied  // SQLITE_PERM, SQLITE_READONLY, SQLITE_AUTH
    case 14:  // SQLITE_CANTOPEN
      systemError = access(path, R_OK) == 0 ? .ioError : .permissionDenied
    case 10: systemError = .ioError  // SQLITE_IOERR
    default:
      return FileError(file: path, expected: expected, found: message, isOutput: isOutput)
    }
    return isOutput ? .cannotWrite(path, systemError) : .cannotRead(path, systemError)
  }
}
