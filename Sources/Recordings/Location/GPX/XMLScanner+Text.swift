extension XMLScanner {
  func takeText(_ byte: UInt8) throws(RecordingError) {
    if open.isEmpty {
      // U+FEFF may stand before the document.
      guard XMLScanner.isSpace(byte) || ByteSource.byteOrderMark.contains(byte) && !hasRoot else {
        throw error("an element")
      }
      advance()
    } else if byte == UInt8(ascii: "&") {
      append(try reference())
    } else if byte == 0 {
      throw error("text")
    } else {
      if text.count < XMLScanner.longestText { text.append(byte) }
      advance()
    }
  }

  func append(_ bytes: [UInt8]) {
    if text.count < XMLScanner.longestText { text += bytes }
  }

  /// What a reference such as `&amp;` or `&#176;` stands for.
  func reference() throws(RecordingError) -> [UInt8] {
    var name: [UInt8] = []
    let start = error("a reference that XML defines, as in &amp;")
    advance()
    while let byte = try peek(), byte != UInt8(ascii: ";"), name.count < 12 {
      name.append(byte)
      advance()
    }
    guard try peek() == UInt8(ascii: ";") else { throw start }
    advance()
    let text = String(decoding: name, as: UTF8.self)
    switch text {
    case "lt": return [UInt8(ascii: "<")]
    case "gt": return [UInt8(ascii: ">")]
    case "amp": return [UInt8(ascii: "&")]
    case "quot": return [UInt8(ascii: "\"")]
    case "apos": return [UInt8(ascii: "'")]
    default:
      let isHexadecimal = text.hasPrefix("#x")
      guard text.hasPrefix("#"),
        let code = UInt32(text.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10),
        code > 0, let scalar = Unicode.Scalar(code)
      else { throw start }
      return Array(String(scalar).utf8)
    }
  }
}
