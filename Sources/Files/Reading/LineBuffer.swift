/// Splits a ``ByteSource`` into complete lines, many at a time, in one reused buffer.
///
/// ```swift
/// while try lines.fill() {
///   var cursor = lines.cursor
///   while !cursor.isAtEnd {
///     print(cursor.restText)
///     cursor.nextLine()
///   }
///   lines.consume(to: cursor)
/// }
/// ```
///
/// Every line ends in a newline: one is added to a last line without it, so that parsers need no
/// bounds check within a line. ``isCutOff(_:)`` identifies that line.
public final class LineBuffer {
  /// The buffer's initial size: some thousand lines of any format.
  public static let initialCapacity = 256 << 10
  /// The longest line accepted; no format has lines this long.
  public static let maximumLineLength = 1 << 20
  /// Readable bytes behind the last one, for loads of several bytes in ``TextCursor``.
  private static let slack = 32

  public let source: ByteSource
  private var storage: UnsafeMutableRawBufferPointer
  /// The bytes `next..<filled` are not consumed; of these, `next..<complete` are complete lines.
  private var next = 0
  private var complete = 0
  private var filled = 0
  /// The start of the line that contains `next`, and its number.
  private var lineStart = 0
  private var line = 1
  private var isAtEnd = false
  private var isLastLineOpen = false

  public init(_ source: ByteSource) {
    self.source = source
    storage = LineBuffer.allocate(LineBuffer.initialCapacity)
    clearSlack()
  }

  deinit { storage.deallocate() }

  private static func allocate(_ capacity: Int) -> UnsafeMutableRawBufferPointer {
    .allocate(byteCount: capacity + 1 + slack, alignment: 16)
  }

  /// The path as it was given.
  public var file: String { source.name }

  /// A cursor over the available lines; valid until the next ``fill()``.
  public var cursor: TextCursor {
    guard let base = storage.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
      fatalError("the buffer is never empty")
    }
    return TextCursor(
      position: base + next, end: base + complete, lineStart: base + lineStart, line: line)
  }

  /// Consumes the bytes before a cursor, which need not be at the start of a line.
  public func consume(to cursor: TextCursor) {
    guard let base = storage.baseAddress else { return }
    next = UnsafeRawPointer(cursor.position) - UnsafeRawPointer(base)
    lineStart = UnsafeRawPointer(cursor.lineStart) - UnsafeRawPointer(base)
    line = cursor.line
    assert(next <= complete, "the cursor is past its lines")
  }

  /// Passes the available lines to `parse` and consumes the lines that it reads. Returns whether
  /// parsing failed in a last line without a newline, which is skipped; throws other failures with
  /// their place.
  package func read(
    _ parse: (inout TextCursor) throws(Expectation) -> Void
  ) throws(FileError) -> Bool {
    var cursor = cursor
    do throws(Expectation) {
      try parse(&cursor)
    } catch {
      guard isCutOff(cursor) else { throw self.error(at: cursor, error) }
      cursor.nextLine()
      consume(to: cursor)
      return true
    }
    consume(to: cursor)
    return false
  }

  /// A cursor at the start of the next line, which is valid until the next call; nil at the end.
  package func nextLine() throws(FileError) -> TextCursor? {
    guard try fill() else { return nil }
    let line = cursor
    var rest = line
    rest.nextLine()
    consume(to: rest)
    return line
  }

  /// Whether the cursor is in a last line without a newline.
  public func isCutOff(_ cursor: TextCursor) -> Bool {
    isLastLineOpen && !cursor.isAtEnd && cursor.lineEnd + 1 == cursor.end
  }

  /// The error for a missed expectation at a cursor.
  public func error(at cursor: TextCursor, expected: String) -> FileError {
    FileError(
      file: file, position: .line(cursor.line, column: cursor.column), expected: expected,
      found: FileError.excerpt(cursor.rest))
  }

  /// The error for a missed expectation at a cursor.
  public func error(at cursor: TextCursor, _ missed: Expectation) -> FileError {
    error(at: cursor, expected: missed.text.description)
  }

  /// The error for a mistake in the JSON that begins at a cursor.
  package func error(at cursor: TextCursor, _ mistake: JSONError) -> FileError {
    let text = cursor.rest
    return FileError(
      file: file, position: .line(cursor.line, column: cursor.column + mistake.offset),
      expected: mistake.expected,
      found: mistake.found ?? FileError.excerpt(text[min(mistake.offset, text.count)...]))
  }

  /// Makes at least one line available; false at the end.
  public func fill() throws(FileError) -> Bool {
    if next < complete { return true }
    if isAtEnd { return false }
    moveToFront()
    while complete == 0 {
      if filled == capacity { try grow() }
      let got = try source.read(
        into: UnsafeMutableRawBufferPointer(rebasing: storage[filled..<capacity]))
      if got == 0 {
        isAtEnd = true
        if filled > 0 {
          // Add the newline that the last line lacks.
          storage[filled] = UInt8(ascii: "\n")
          filled += 1
          complete = filled
          isLastLineOpen = true
        }
        break
      }
      let newline = storage[filled..<filled + got].lastIndex(of: UInt8(ascii: "\n"))
      if let newline { complete = newline + 1 }
      filled += got
    }
    clearSlack()
    return complete > 0
  }

  /// Zeroes the bytes behind the last one, which loads of several bytes may touch.
  private func clearSlack() {
    let slack = UnsafeMutableRawBufferPointer(rebasing: storage[filled..<filled + LineBuffer.slack])
    slack.initializeMemory(as: UInt8.self, repeating: 0)
  }

  /// The number of bytes to read into the buffer: one less than fit, because a newline may be added
  /// to the last line.
  private var capacity: Int { storage.count - LineBuffer.slack - 1 }

  /// Moves the start of an incomplete line to the front.
  private func moveToFront() {
    let count = filled - next
    if next > 0, count > 0, let base = storage.baseAddress {
      base.copyMemory(from: base + next, byteCount: count)
    }
    next = 0
    lineStart = 0
    complete = 0
    filled = count
  }

  private func grow() throws(FileError) {
    // The newline of the longest line must fit, too.
    let limit = LineBuffer.maximumLineLength + 1
    guard capacity < limit else {
      throw FileError(
        file: file, position: .line(line, column: 1),
        expected: "a line of at most \(LineBuffer.maximumLineLength) bytes", found: "a longer line")
    }
    let larger = LineBuffer.allocate(min(capacity * 2, limit))
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[..<filled]))
    storage.deallocate()
    storage = larger
  }
}
