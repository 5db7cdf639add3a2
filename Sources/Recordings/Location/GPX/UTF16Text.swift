/// Makes UTF-8 of UTF-16, block by block.
struct UTF16Text {
  private let isBigEndian: Bool
  /// Bytes of a character that the next block ends.
  private var rest: [UInt8] = []

  /// Tells UTF-16 by a document's first bytes: a byte-order mark, or `<` with a zero beside it; nil
  /// for anything else.
  init?(start: some Collection<UInt8>) {
    switch Array(start.prefix(2)) {
    case [0xff, 0xfe], [0x3c, 0x00]: isBigEndian = false
    case [0xfe, 0xff], [0x00, 0x3c]: isBigEndian = true
    default: return nil
    }
    // UTF-32 begins with the same bytes, and two zeros.
    let next = start.dropFirst(2).prefix(2)
    if !isBigEndian, next.count == 2, next.allSatisfy({ $0 == 0 }) { return nil }
  }

  /// The UTF-8 of a block; what is no character becomes U+FFFD.
  mutating func utf8(_ block: some Collection<UInt8>) -> [UInt8] {
    let bytes = rest + block
    var count = bytes.count & ~1
    if count > 0, UTF16.isLeadSurrogate(unit(bytes, count - 2)) { count -= 2 }
    rest = Array(bytes[count...])
    let units = stride(from: 0, to: count, by: 2).map { unit(bytes, $0) }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private func unit(_ bytes: [UInt8], _ index: Int) -> UInt16 {
    let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
    return isBigEndian ? first << 8 | second : second << 8 | first
  }
}
