import Testing

@testable import Files

@Suite("JSON")
struct JSONNodeTests {
  private func parse(_ text: String) throws(JSONError) -> JSONNode? {
    try JSONNode.parse(Array(text.utf8))
  }

  /// A value in a compact notation, with `~` after truncated values.
  private func show(_ node: JSONNode?) -> String {
    guard let node else { return "nothing" }
    let text =
      switch node.value {
      case .null: "null"
      case .bool(let bool): "\(bool)"
      case .number(let number): "\(number)"
      case .string(let string): "'\(string)'"
      case .array(let elements): "[\(elements.map(show).joined(separator: " "))]"
      case .object(let members):
        "{\(members.map { "\($0.name):\(show($0.node))" }.joined(separator: " "))}"
      }
    return text + (node.isCut ? "~" : "")
  }

  @Test(
    "Values of all kinds are parsed",
    arguments: [
      (" null ", "null"), ("[true,false]", "[true false]"), ("-0.5e+2 ", "-50.0"), ("[]", "[]"),
      ("{ }", "{}"), ("{\"a\" : [1, {\"b\":\"c\"}]}", "{a:[1.0 {b:'c'}]}"),
      (#""\"\\\/\b\f\n\r\t""#, "'\"\\/\u{8}\u{c}\n\r\t'"), (#""\u00fc\ud83d\ude00""#, "'ü😀'"),
      (#""\ud83dx\udc00""#, "'\u{fffd}x\u{fffd}'"), ("\"ü\"", "'ü'"),
    ])
  func values(text: String, expected: String) throws {
    #expect(try show(parse(text)) == expected)
  }

  @Test(
    "A truncated text keeps its complete values",
    arguments: [
      ("", "nothing"), ("12", "nothing"), ("tru", "nothing"), ("\"a", "nothing"),
      ("[1, 2", "[1.0]~"),
      ("[1,", "[1.0]~"), ("[[1], [2,", "[[1.0]]~"), ("{\"a\": 1, \"b", "{a:1.0}~"),
      ("{\"a\": [1, {\"b\": 2", "{a:[1.0]~}~"), ("{\"a\"", "{}~"), ("{\"a\":", "{}~"),
      ("[\"\\u12", "[]~"),
    ])
  func cuts(text: String, expected: String) throws {
    #expect(try show(parse(text)) == expected)
  }

  @Test(
    "A syntax error has its offset",
    arguments: [
      ("x", 0), ("[1 2]", 3), ("{1:2}", 1), ("{\"a\" 1}", 5), ("[1,]", 3), ("nul!", 3),
      ("[1.2.3]", 1),
      ("[1e999]", 1), ("[01]", 1), ("[1.]", 3), ("\"\\q\"", 2), ("\"\\u12g4\"", 5), ("\"a\nb\"", 2),
      ("1 2", 2), ("[-]", 1),
    ])
  func errors(text: String, offset: Int) {
    let error = #expect(throws: JSONError.self) { try parse(text) }
    #expect(error?.offset == offset)
  }

  @Test("Excessive nesting is an error")
  func depth() throws {
    let deepest = JSONCursor.deepest
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try parse(nested(deepest)) != nil)
    #expect(throws: JSONError.self) { try parse(nested(deepest + 1)) }
    #expect(throws: JSONError.self) { try parse(String(repeating: "[", count: 1_000_000)) }
  }

  @Test("A value of 1 MB is read, and a larger one is an error at its start")
  func largest() {
    for (length, isRead) in [(JSONNode.maximumSize, true), (JSONNode.maximumSize + 1, false)] {
      let text = " \"" + String(repeating: "a", count: length - 2) + "\""
      let error = Array(text.utf8).withUnsafeBufferPointer { bytes -> JSONError? in
        var cursor = JSONCursor(bytes)
        do throws(JSONError) {
          _ = try cursor.limitedNode(depth: 0, isComplete: true)
          return nil
        } catch {
          return error
        }
      }
      #expect((error == nil) == isRead)
      #expect(error?.offset == (isRead ? nil : 1))
    }
  }
}
