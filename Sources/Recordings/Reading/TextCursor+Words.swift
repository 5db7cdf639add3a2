import Evdev

/// Parts of lines that several text formats share.
extension TextCursor {
  /// Moves over a run of one byte and returns how long it was.
  @inline(__always) mutating func skipRun(of byte: UInt8) -> Int {
    var count = 0
    while skip(byte) { count += 1 }
    return count
  }

  /// Moves behind the next occurrence of a byte in the line; at the line's end it stops and says no.
  @inline(__always) mutating func skipPast(_ wanted: UInt8) -> Bool {
    while byte != wanted {
      if byte == UInt8(ascii: "\n") { return false }
      advance()
    }
    advance()
    return true
  }

  /// A hexadecimal number of 16 bits, with `0x` before it or without.
  mutating func prefixedHexadecimal16() -> UInt16? {
    let start = self
    _ = skip("0x")
    if let number = hexadecimal16() { return number }
    restore(start)
    return nil
  }

  /// The text between a quotation mark here and the last one of the line; nil without them.
  mutating func quoted() -> String? {
    let text = rest
    guard text.first == UInt8(ascii: "\""), let last = text.lastIndex(of: UInt8(ascii: "\"")),
      last > 0
    else { return nil }
    while position < text.baseAddress.map({ $0 + last + 1 }) ?? position { advance() }
    return String(decoding: text[1..<last], as: UTF8.self)
  }

  /// Whether a text occurs in what is left of the line.
  func contains(_ literal: StaticString) -> Bool {
    var cursor = self
    while cursor.byte != UInt8(ascii: "\n") {
      if cursor.starts(with: literal) { return true }
      cursor.advance()
    }
    return false
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether these are the bytes of a text.
  func equals(_ literal: StaticString) -> Bool {
    guard count == literal.utf8CodeUnitCount else { return false }
    for index in 0..<count where self[index] != literal.utf8Start[index] { return false }
    return true
  }
}
