/// Text from untrusted sources, escaped for terminals.
extension String {
  /// The text with control characters and marks of direction escaped, as `\n`, `\t` or `\u{1b}`.
  public var printable: String {
    if isPlainASCII || !unicodeScalars.contains(where: \.isUnfitForTerminals) { return self }
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case _ where scalar.isUnfitForTerminals:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The number of terminal columns that the text occupies.
  public var columns: Int { isPlainASCII ? utf8.count : reduce(0) { $0 + $1.columns } }

  /// Whether each byte is a visible character or a space, as in most text.
  private var isPlainASCII: Bool { utf8.allSatisfy { (0x20..<0x7f).contains($0) } }

  /// The end of the text in at most the given number of columns, after an ellipsis if it was cut.
  public func suffix(columns limit: Int) -> String {
    guard let count = String.count(of: reversed(), columns: limit) else { return self }
    return limit > 0 ? "…" + suffix(count) : ""
  }

  /// The start of the text in at most the given number of columns, with an ellipsis if it was cut.
  public func prefix(columns limit: Int) -> String {
    guard let count = String.count(of: self, columns: limit) else { return self }
    return limit > 0 ? prefix(count) + "…" : ""
  }

  /// The number of characters that fit in the given number of columns beside an ellipsis; nil if
  /// all of them fit without one. Only characters that fit are read.
  private static func count(of characters: some Sequence<Character>, columns limit: Int) -> Int? {
    var (count, columns, fitting) = (0, 0, 0)
    for character in characters {
      columns += character.columns
      if columns > limit { return fitting }
      count += 1
      if columns < limit { fitting = count }
    }
    return nil
  }

  /// The text padded with spaces on the right to the given number of columns.
  public func padded(toColumns width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - columns))
  }

  /// The text padded with spaces on the left to the given number of columns.
  public func rightAligned(toColumns width: Int) -> String {
    String(repeating: " ", count: max(0, width - columns)) + self
  }
}

extension Character {
  /// The terminal columns of the character: two for wide East Asian characters and emoji.
  fileprivate var columns: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if first.isASCII { return 1 }
    return Character.wide.contains { $0.contains(first.value) } ? 2 : 1
  }

  /// The larger blocks of wide characters (Unicode's East Asian Width, `W` and `F`).
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
    0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1faff, 0x20000...0x3fffd,
  ]
}

extension Unicode.Scalar {
  /// Whether the character is a control character, a line or paragraph separator, an invisible
  /// mark, or a mark that changes the direction of writing.
  public var isUnfitForTerminals: Bool {
    switch value {
    case 0..<0x20, 0x7f...0x9f: true
    case 0x061c, 0x200b, 0x200e...0x200f, 0x2028...0x202e, 0x2060...0x2069, 0xfeff: true
    default: false
    }
  }
}
