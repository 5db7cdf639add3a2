/// The first bytes of a recording, to recognize its format by.
struct RecordingHead {
  /// The bytes, ended like the lines of a ``LineBuffer``: by a newline, with bytes behind it that
  /// may be read.
  private let bytes: [UInt8]
  private let count: Int

  init(_ head: ArraySlice<UInt8>) {
    bytes = head + [UInt8(ascii: "\n")] + [UInt8](repeating: 0, count: 16)
    count = head.count + 1
  }

  /// Whether any of the lines is as told; the cursor stands at its first byte.
  func hasLine(_ isWanted: (TextCursor) -> Bool) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return false }
      var cursor = TextCursor(position: base, end: base + count, lineStart: base, line: 1)
      while !cursor.isAtEnd {
        if isWanted(cursor) { return true }
        cursor.nextLine()
      }
      return false
    }
  }
}
