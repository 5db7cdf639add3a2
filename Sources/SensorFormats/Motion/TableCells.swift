extension LineBuffer {
  /// The lines of a table in UTF-8, UTF-16 or UTF-32, without a byte-order mark.
  convenience init(table source: ByteSource) throws(FileError) {
    let text = try source.decodingUnicode().decodingLines()
    try text.skipByteOrderMark()
    self.init(text)
  }
}

extension Collection<UInt8> {
  /// Whether a row that commas separate has decimal commas without quotation marks: a whole number
  /// and a fraction without a sign for each column, and no points.
  func hasDecimalCommas(separator: UInt8, columns: Int) -> Bool {
    let comma = UInt8(ascii: ",")
    guard separator == comma else { return false }
    let cells = split(separator: comma, omittingEmptySubsequences: false)
    return cells.count == 2 * columns
      && allSatisfy { $0.isDigit || $0 <= 0x20 || ",-+eE".utf8.contains($0) }
      && cells.indices.allSatisfy { index in
        index % 2 == 0 ? !cells[index].isEmpty : cells[index].first?.isDigit ?? false
      }
  }
}

// The cells of tables.
extension TextCursor {
  /// Whether the line is empty, a comment, or the `sep=;` that states the separator for
  /// spreadsheets.
  var isOutsideOfTable: Bool {
    isBlank || byte == UInt8(ascii: "#") || starts(with: "sep=")
  }

  /// Reads the number in a cell and skips the separator after it; returns nil for an empty cell,
  /// and NaN for a word that programs write for a missing number.
  mutating func cell(endingAt separator: UInt8) throws(Expectation) -> Double? {
    skipBlanks(notOver: separator)
    let isQuoted = skip(UInt8(ascii: "\""))
    if byte == separator || isAtLineEnd {
      // This cell is empty, or the row too short.
      _ = skip(separator)
      return nil
    }
    let start = self
    let number = decimalNumber(comma: isQuoted || separator != UInt8(ascii: ","))
    if isQuoted, !skip(UInt8(ascii: "\"")) { throw Expectation("a quotation mark") }
    var end = self
    end.skipBlanks(notOver: separator)
    guard end.byte == separator || end.isAtLineEnd || separator == UInt8(ascii: " ") else {
      self = start
      if skipMissingNumber() {
        _ = skip(separator)
        return .nan
      }
      throw Expectation("a number")
    }
    if number == nil {
      self = start
      throw Expectation("a number")
    }
    skipBlanks(notOver: separator)
    _ = skip(separator)
    return number
  }

  /// Reads a number as ``cell(endingAt:)`` does, or a date, perhaps in quotation marks, as a number
  /// of units of `factor` microseconds.
  mutating func time(endingAt separator: UInt8, factor: Double) throws(Expectation) -> Double? {
    // Most cells are numbers; the buffer has slack behind its lines.
    if position[4] == UInt8(ascii: "-") || position[5] == UInt8(ascii: "-") {
      var next = self
      next.skipCell(endingAt: separator)
      let text = UnsafeBufferPointer(start: position, count: next.position - position)
        .filter { $0 != separator && $0 != UInt8(ascii: "\"") }
      if let date = LocationTableReader.date(text[...]) {
        self = next
        return date.seconds * 1e6 / factor
      }
    }
    do throws(Expectation) {
      return try cell(endingAt: separator)
    } catch {
      throw Expectation("a number, or a date and time in ISO 8601")
    }
  }

  /// Skips a cell, perhaps in quotation marks, and the separator after it.
  mutating func skipCell(endingAt separator: UInt8) {
    skipBlanks(notOver: separator)
    var isQuoted = false
    while !isAtLineEnd, isQuoted || byte != separator {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      advance()
    }
    _ = skip(separator)
  }

  /// Skips spaces and tabs, except tabs that separate cells.
  private mutating func skipBlanks(notOver separator: UInt8) {
    if separator != UInt8(ascii: "\t") { return skipSpaces() }
    while byte == UInt8(ascii: " ") { advance() }
  }

  /// Skips a word that programs write for a missing number; returns false for any other text.
  private mutating func skipMissingNumber() -> Bool {
    skip("NaN") || skip("nan") || skip("null") || skip("NA") || skip("inf") || skip("-inf")
  }

  /// Reads a decimal number with an optional fraction and exponent; returns nil without digits. The
  /// result is exact for up to 15 digits and small powers of ten, and otherwise within a unit in
  /// the last place.
  mutating func decimalNumber(comma: Bool = false) -> Double? {
    let isNegative = skip(UInt8(ascii: "-"))
    if !isNegative { _ = skip(UInt8(ascii: "+")) }
    var mantissa: UInt64 = 0
    var power = 0
    var digits = 0
    func digit(_ byte: UInt8) -> UInt64? {
      let digit = byte &- UInt8(ascii: "0")
      return digit <= 9 ? UInt64(digit) : nil
    }
    var isFraction = false
    while true {
      if let next = digit(byte) {
        if mantissa < 100_000_000_000_000_000 {
          mantissa = mantissa * 10 + next
          if isFraction { power -= 1 }
        } else if !isFraction {
          power += 1
        }
        digits += 1
      } else if !isFraction, byte == UInt8(ascii: ".") || (comma && byte == UInt8(ascii: ",")) {
        isFraction = true
      } else {
        break
      }
      advance()
    }
    guard digits > 0 else { return nil }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      let start = self
      advance()
      if let exponent = decimal() {
        power += Int(max(-1000, min(1000, exponent)))
      } else {
        self = start
      }
    }
    return TextCursor.scaled(isNegative ? -Double(mantissa) : Double(mantissa), by: power)
  }

  /// Multiplies a number by a power of ten.
  private static func scaled(_ value: Double, by power: Int) -> Double {
    var result = value
    var rest = max(-400, min(400, power))
    while rest > 0 {
      result *= exactPowers[min(rest, 22)]
      rest -= min(rest, 22)
    }
    while rest < 0 {
      result /= exactPowers[min(-rest, 22)]
      rest += min(-rest, 22)
    }
    return result
  }

  /// The powers of ten that a Double represents exactly.
  private static let exactPowers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
