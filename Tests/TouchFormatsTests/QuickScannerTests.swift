import Testing

@testable import TouchFormats

/// Runs a scanner over a text followed by a newline and slack; returns the value found and the
/// number of bytes skipped.
private func scan<Value>(
  _ text: String, _ body: (inout QuickScanner) -> Value?
) -> (value: Value?, count: Int) {
  let bytes = Array(text.utf8) + [UInt8(ascii: "\n")] + [UInt8](repeating: 0, count: 32)
  return bytes.withUnsafeBufferPointer { buffer in
    guard let base = buffer.baseAddress else { return (nil, 0) }
    var scanner = QuickScanner(base)
    let value = body(&scanner)
    return (value, scanner.position - base)
  }
}

@Suite struct QuickScannerTests {
  @Test(
    "Up to seventeen digits are a number, more are not",
    arguments: [
      ("0 ", 0), ("7.", 7), ("12345678", 12_345_678), ("123456789", 123_456_789),
      ("1452295559.6", 1_452_295_559), ("99999999999999999", 99_999_999_999_999_999),
      ("999999999999999999", nil), ("", nil), ("-1", nil), ("/", nil), (":", nil), ("12é4567", 12),
      ("1234567:", 1_234_567), ("1234567/", 1_234_567),
    ] as [(String, Int64?)])
  func digits(text: String, value: Int64?) {
    #expect(scan(text) { scanner in scanner.digits() }.value == value)
  }

  @Test(
    "Exactly six digits between a point and a space are microseconds",
    arguments: [
      (".000000 ", 0), (".000001 ", 1), (".602264 ", 602_264), (".999999 ", 999_999),
      (".60226 ", nil), (".6022640 ", nil), (".60226a ", nil), (".60226: ", nil), (" 602264 ", nil),
      (".602264\t", nil),
    ] as [(String, Int64?)])
  func microseconds(text: String, value: Int64?) {
    #expect(scan(text) { scanner in scanner.microseconds() }.value == value)
  }

  @Test("Texts match if each of their bytes is the same", arguments: QuickScanner.matchedCounts)
  func matches(count: Int) {
    let text = "E: 1452295559.602264 000"
    for index in 0..<24 {
      var other = Array(text.utf8)
      other[index] ^= 1
      let isSame = other.withUnsafeBufferPointer { buffer -> Bool? in
        guard let base = buffer.baseAddress else { return nil }
        return scan(text) { scanner in scanner.matches(QuickScanner(base), count: count) }.value
      }
      #expect(isSame == (index >= count), "byte \(index)")
    }
  }

  @Test("Four hexadecimal digits before a space, twice, are a type and a code")
  func hexadecimals() {
    for number in stride(from: 0 as UInt16, through: 0xfff0, by: 7) {
      let digits = String(number, radix: 16)
      let text = String(repeating: "0", count: 4 - digits.count) + digits + " "
      for word in [text, text.uppercased()] {
        #expect(scan(word + "1a2F ") { scanner in scanner.typeAndCode() }.value?.type == number)
        let found = scan("1a2F " + word) { scanner in scanner.typeAndCode() }
        #expect(found.value?.type == 0x1a2f)
        #expect(found.value?.code == number)
        #expect(found.count == 10)
      }
    }
  }

  @Test("Only hexadecimal digits are accepted as digits", arguments: [2, 7])
  func everyByte(index: Int) {
    for byte in UInt8.min...UInt8.max {
      var bytes = Array("0000 0000 \n".utf8) + [UInt8](repeating: 0, count: 16)
      bytes[index] = byte
      let value = bytes.withUnsafeBufferPointer { buffer -> UInt16? in
        guard let base = buffer.baseAddress else { return nil }
        var scanner = QuickScanner(base)
        return scanner.typeAndCode().map { index < 5 ? $0.type : $0.code }
      }
      let digit = UInt16(String(decoding: [byte], as: UTF8.self), radix: 16)
      let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      #expect(value == (isSign ? nil : digit.map { $0 << 4 }), "byte \(byte)")
    }
  }

  @Test("A space follows both the type and the code", arguments: ["00001 0000 ", "0000 00001 "])
  func longHexadecimals(text: String) {
    #expect(scan(text) { scanner in scanner.typeAndCode()?.type } == (nil, 0))
  }

  @Test(
    "Padded numbers have seven characters and a comma, with leading spaces only",
    arguments: [
      ("      0,", 0), (" 123456,", 123_456), ("9999999,", 9_999_999), ("   3, 57", nil),
      ("12345678,", nil), ("       ,", nil), ("    1 2,", nil), ("     1 ,", nil),
      ("     -1,", nil), ("    \t 1,", nil), ("     1a,", nil), ("     :1,", nil),
      ("     !1,", nil), ("     \u{1}1,", nil), ("    é1,", nil), ("    !!1,", nil),
    ] as [(String, Int64?)])
  func padded(text: String, value: Int64?) {
    let found = scan(text) { scanner in scanner.paddedNumber() }
    #expect(found.value == value)
    #expect(found.count == (value == nil ? 0 : 8))
  }

  @Test(
    "Short numbers have 16 bits, leading spaces and a comma",
    arguments: [
      ("0,", 0), ("  57,", 57), ("65535,", 65535), ("65536,", nil), ("000001,", 1),
      (",", nil), ("1", nil), ("-1,", nil), ("1 ,", nil),
    ] as [(String, UInt16?)])
  func short(text: String, value: UInt16?) {
    #expect(scan(text) { scanner in scanner.shortNumber() }.value == value)
  }

  @Test(
    "Values have at most nine digits and a minus sign",
    arguments: [
      ("0", 0), ("-1", -1), ("999999999", 999_999_999), ("1000000000", nil), ("-", nil), ("x", nil),
    ] as [(String, Int32?)])
  func values(text: String, value: Int32?) {
    #expect(scan(text) { scanner in scanner.int32() }.value == value)
  }

  @Test(
    "Only spaces and a comment may precede the end of a line",
    arguments: [
      ("", 1), ("  ", 3), ("\t# EV_ABS / ABS_MT_SLOT  9", 27), ("#", 2), ("x", nil), (" x", nil),
      ("\r", nil),
    ] as [(String, Int?)])
  func lineEnds(text: String, count: Int?) {
    let found = scan(text) { scanner in scanner.endLine() ? true : nil }
    #expect(found.value == (count == nil ? nil : true))
    if let count { #expect(found.count == count) }
  }
}
