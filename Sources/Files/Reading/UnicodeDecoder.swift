/// Converts UTF-16 and UTF-32 to UTF-8, or the ends of lines to newlines, block by block.
public struct UnicodeDecoder: Sendable {
  private enum Form {
    case utf16
    case utf32
    /// UTF-8 whose lines end in carriage returns.
    case lines
  }

  private let form: Form
  private let isBigEndian: Bool
  /// The bytes of a character that the next block completes.
  private var rest: [UInt8] = []

  private init(_ form: Form, isBigEndian: Bool) {
    self.form = form
    self.isBigEndian = isBigEndian
  }

  /// Converts carriage returns to newlines.
  static let lines = UnicodeDecoder(.lines, isBigEndian: false)

  /// Recognizes UTF-16 and UTF-32 by a byte-order mark; returns nil for anything else.
  public init?(byteOrderMark start: some Collection<UInt8>) {
    let bytes = Array(start.prefix(4))
    switch bytes {
    // UTF-16 with a null as its first character would begin like UTF-32, but text has none.
    case [0xff, 0xfe, 0, 0]: self.init(.utf32, isBigEndian: false)
    case [0, 0, 0xfe, 0xff]: self.init(.utf32, isBigEndian: true)
    case _ where bytes.starts(with: [0xff, 0xfe]): self.init(.utf16, isBigEndian: false)
    case _ where bytes.starts(with: [0xfe, 0xff]): self.init(.utf16, isBigEndian: true)
    default: return nil
    }
  }

  /// Recognizes a document's encoding by a byte-order mark, or by `<` beside zero bytes; returns
  /// nil for anything else.
  public init?(document start: some Collection<UInt8>) {
    switch Array(start.prefix(4)) {
    case [0x3c, 0, 0, 0]: self.init(.utf32, isBigEndian: false)
    case [0, 0, 0, 0x3c]: self.init(.utf32, isBigEndian: true)
    case let bytes where bytes.starts(with: [0x3c, 0]): self.init(.utf16, isBigEndian: false)
    case let bytes where bytes.starts(with: [0, 0x3c]): self.init(.utf16, isBigEndian: true)
    default: self.init(byteOrderMark: start)
    }
  }

  /// Converts a block to UTF-8; invalid characters become U+FFFD.
  public mutating func utf8(_ block: some Collection<UInt8>) -> [UInt8] {
    let bytes = rest + block
    switch form {
    case .lines: return block.map { $0 == 0x0d ? 0x0a : $0 }
    case .utf16:
      var count = bytes.count & ~1
      if count > 0, UTF16.isLeadSurrogate(unit(bytes, count - 2)) { count -= 2 }
      rest = Array(bytes[count...])
      let units = stride(from: 0, to: count, by: 2).map { unit(bytes, $0) }
      return Array(String(decoding: units, as: UTF16.self).utf8)
    case .utf32:
      let count = bytes.count & ~3
      rest = Array(bytes[count...])
      let units = stride(from: 0, to: count, by: 4).map { index in
        let (first, second) = (UInt32(unit(bytes, index)), UInt32(unit(bytes, index + 2)))
        return isBigEndian ? first << 16 | second : second << 16 | first
      }
      return Array(String(decoding: units, as: UTF32.self).utf8)
    }
  }

  private func unit(_ bytes: [UInt8], _ index: Int) -> UInt16 {
    let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
    return isBigEndian ? first << 8 | second : second << 8 | first
  }
}
