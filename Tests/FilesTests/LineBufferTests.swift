import Testing
import Timeline

@testable import Files

/// The lines of a text, each read with its own cursor.
private func lines(of text: String) throws -> [String] {
  let buffer = LineBuffer(ByteSource(name: "test", bytes: Array(text.utf8)))
  var found: [String] = []
  while try buffer.fill() {
    var cursor = buffer.cursor
    found.append("\(cursor.line):\(cursor.restText)\(buffer.isCutOff(cursor) ? "|" : "")")
    cursor.nextLine()
    buffer.consume(to: cursor)
  }
  return found
}

/// Runs `body` with a cursor over a text, while its buffer is alive.
private func withCursor<Result>(_ text: String, _ body: (inout TextCursor) -> Result) throws
  -> Result
{
  let buffer = LineBuffer(ByteSource(name: "test", bytes: Array(text.utf8) + [UInt8(ascii: "\n")]))
  _ = try buffer.fill()
  var cursor = buffer.cursor
  return withExtendedLifetime(buffer) { body(&cursor) }
}

@Suite struct LineBufferTests {
  @Test(
    "Lines are numbered without their ends, and a last line without newline is flagged",
    arguments: [
      ("", []), ("\n", ["1:"]), ("a\nb\n", ["1:a", "2:b"]), ("a\nb", ["1:a", "2:b|"]),
      ("a\r\n\r\nb\r", ["1:a", "2:", "3:b|"]),
    ])
  func splits(text: String, expected: [String]) throws {
    #expect(try lines(of: text) == expected)
  }

  @Test("Lines across the buffer's end are complete")
  func straddles() throws {
    let line = String(repeating: "x", count: 1000) + "\n"
    let found = try lines(of: String(repeating: line, count: 1000))
    #expect(found.count == 1000)
    #expect(found.allSatisfy { $0.hasSuffix(line.dropLast()) && !$0.hasSuffix("x\n") })
    #expect(found.last?.hasPrefix("1000:") == true)
  }

  @Test("A line at the length limit is read, and a longer one is an error with its number")
  func longLines() throws {
    let longest = String(repeating: "x", count: LineBuffer.maximumLineLength)
    #expect(try lines(of: "a\n\(longest)\n").last?.count == longest.count + 2)
    #expect(try lines(of: "a\n\(longest)").last?.count == longest.count + 3)
    let error = #expect(throws: FileError.self) { try lines(of: "a\n\(longest)x\n") }
    #expect(error?.position == .line(2, column: 1))
  }

  @Test("Peeked bytes are read again")
  func peeks() throws {
    let source = ByteSource(name: "test", bytes: Array("one\ntwo".utf8))
    #expect(Array(try source.peek(2)) == Array("on".utf8))
    #expect(Array(try source.peek(5)) == Array("one\nt".utf8))
    #expect(Array(try source.peek(100)) == Array("one\ntwo".utf8))
    #expect(try source.readAll(limit: 100) == Array("one\ntwo".utf8))
    #expect(try source.peek(5).isEmpty)
  }
}

@Suite struct TextCursorTests {
  @Test(
    "Decimal numbers end with their digits, and overflow fails",
    arguments: [
      ("12 ", 12, 3), ("-7,", -7, 3), ("+5", 5, 3), ("", nil, 1), ("-", nil, 1), ("x", nil, 1),
      ("9223372036854775807", .max, 20), ("9223372036854775808", nil, 1),
      ("-9223372036854775808", .min, 21), ("0000000000000000000000012", 12, 26),
    ] as [(String, Int64?, Int)])
  func decimals(text: String, value: Int64?, column: Int) throws {
    try withCursor(text) { cursor in
      let found = cursor.decimal()
      #expect(found == value)
      #expect(cursor.column == column)
    }
  }

  @Test(
    "Hexadecimal numbers above the maximum fail",
    arguments: [
      ("0003", 3), ("fF ", 255), ("ffff", 65535), ("10000", nil), ("g", nil), ("", nil),
      ("00000000000000000001", 1), ("fffffffffffffffff", nil),
    ] as [(String, UInt64?)])
  func hexadecimals(text: String, value: UInt64?) throws {
    let found = try withCursor(text) { cursor in cursor.hexadecimal(most: 0xffff) }
    #expect(found == value)
  }

  @Test(
    "Seconds keep six decimals, and are clamped instead of overflowing",
    arguments: [
      ("1.000002", 1_000_002), ("1.5", 1_500_000), ("1.0000029", 1_000_002),
      ("-0.5", -500_000), ("-2.000001", -2_000_001), ("1", nil), ("1.", nil), (".5", nil),
      ("9223372036854775807.9", 1 << 60), ("-9223372036854775808.9", -(1 << 60)),
      ("9223372036854775808.0", nil),
    ] as [(String, Int64?)])
  func seconds(text: String, microseconds: Int64?) throws {
    let found = try withCursor(text) { cursor in cursor.seconds()?.microseconds }
    #expect(found == microseconds)
  }

  @Test("Only nextLine moves past a newline")
  func staysInLine() throws {
    try withCursor("  \nE: 1\n") { cursor in
      cursor.skipSpaces()
      cursor.advance()
      #expect(cursor.word().isEmpty)
      let isSkipped = cursor.skip("E:")
      let isPast = cursor.skipPast(UInt8(ascii: "E"))
      #expect(!isSkipped && !isPast)
      #expect(cursor.isAtLineEnd && cursor.line == 1 && cursor.column == 3)
      cursor.nextLine()
      let isSkippedNow = cursor.skip("E:")
      #expect(isSkippedNow && cursor.line == 2 && cursor.column == 3)
    }
  }

  @Test("An error has file, line, column and the text found, escaped and truncated")
  func errors() throws {
    let text = "ok\nab\t\u{1}" + String(repeating: "z", count: 60)
    let buffer = LineBuffer(ByteSource(name: "test", bytes: Array(text.utf8)))
    _ = try buffer.fill()
    var cursor = buffer.cursor
    cursor.nextLine()
    buffer.consume(to: cursor)
    _ = try buffer.fill()
    cursor = buffer.cursor
    _ = cursor.skip("ab")
    let error = buffer.error(at: cursor, expected: "a number")
    let tail = String(repeating: "z", count: 38)
    #expect(error.description == "test:2:3: expected a number, found \"\\t\\u{01}\(tail)…\"")
  }
}
