/// What a parser missed at its cursor; a reader makes a ``RecordingError`` of it.
///
/// It holds no reference, so that a hot loop may throw it without allocating.
struct Expectation: Error {
  let text: StaticString

  init(_ text: StaticString) { self.text = text }
}

extension Expectation {
  /// What was missed where a recording has more than ``RecordedDevice/most`` devices.
  static let fewerDevices = Expectation("at most 1024 devices")

  /// Throws unless there is room for one more device.
  static func checkRoom(after devices: Int) throws(Expectation) {
    if devices >= RecordedDevice.most { throw fewerDevices }
  }
}

extension LineBuffer {
  /// The error for what a parser missed.
  func error(at cursor: TextCursor, _ missed: Expectation) -> RecordingError {
    error(at: cursor, expected: missed.text.description)
  }
}

extension TextCursor {
  /// Moves over the end of the line; spaces and a comment from `#` on may come before it.
  @inline(__always) mutating func endLine() throws(Expectation) {
    if byte != UInt8(ascii: "\n") { try endLongLine() }
    nextLine()
  }

  private mutating func endLongLine() throws(Expectation) {
    skipSpaces()
    guard isAtLineEnd || byte == UInt8(ascii: "#") else {
      throw Expectation("the end of the line or a comment")
    }
  }
}
