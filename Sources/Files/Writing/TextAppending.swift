import Timeline

/// Appends texts without creating a `String`, beside the numbers of `Timeline`.
extension OutputSpan where Element == UInt8 {
  @inline(__always) public mutating func append(_ text: StaticString) {
    for index in 0..<text.utf8CodeUnitCount { append(text.utf8Start[index]) }
  }
}

extension [UInt8] {
  public mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  public mutating func append(_ text: String) { append(contentsOf: text.utf8) }

  /// Appends the bytes of a number, the lowest first.
  @inline(__always) public mutating func append(littleEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  /// Appends a JSON string in quotes, with characters that are unfit for terminals escaped.
  public mutating func append(json text: String) {
    append(UInt8(ascii: "\""))
    let isPlain = text.utf8.allSatisfy {
      (0x20..<0x7f).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain {
      append(contentsOf: text.utf8)
    } else {
      for scalar in text.unicodeScalars { append(json: scalar) }
    }
    append(UInt8(ascii: "\""))
  }

  private mutating func append(json scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": append("\\\"" as StaticString)
    case "\\": append("\\\\" as StaticString)
    case "\n": append("\\n" as StaticString)
    case "\t": append("\\t" as StaticString)
    case "\r": append("\\r" as StaticString)
    // All of these have four digits.
    case _ where scalar.isUnfitForTerminals:
      append("\\u" as StaticString)
      append(hexadecimal: scalar.value, digits: 4)
    default: append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  /// Appends the text of an XML element or, with references for quotation marks and line ends, of
  /// an attribute. Characters that XML does not allow become replacement characters.
  public mutating func append(xml text: String, inAttribute: Bool = false) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": append("&lt;" as StaticString)
      case ">": append("&gt;" as StaticString)
      case "&": append("&amp;" as StaticString)
      case "\"" where inAttribute: append("&quot;" as StaticString)
      case "\t" where inAttribute, "\n" where inAttribute, "\r" where inAttribute:
        append("&#\(scalar.value);")
      case "\t", "\n", "\r", " "..."\u{d7ff}", "\u{e000}"..."\u{fffd}", "\u{10000}"...:
        append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      default: append(contentsOf: UTF8.encodedReplacementCharacter)
      }
    }
  }

  /// Appends a word, padded with spaces on the right to `width`.
  public mutating func append(column word: String, _ width: Int) {
    append(word)
    let missing = Swift.max(0, width - word.utf8.count)
    append(contentsOf: repeatElement(UInt8(ascii: " "), count: missing))
  }
}

/// Replaces control characters, and those that change the direction of writing, with spaces, so
/// that a name fits on one line and appears unchanged.
public func singleLine(_ text: String) -> String {
  let scalars = text.unicodeScalars.map { $0.isUnfitForTerminals ? " " : $0 }
  return String(String.UnicodeScalarView(scalars))
}
