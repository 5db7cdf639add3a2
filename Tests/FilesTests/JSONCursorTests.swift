import Testing

@testable import Files

@Suite("JSON without a tree")
struct JSONCursorTests {
  private func read<Value>(
    _ text: String, _ body: (inout JSONCursor) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
      var cursor = JSONCursor(bytes)
      let value = try body(&cursor)
      try cursor.end()
      return value
    }
  }

  @Test(
    "A number is read as Swift reads it",
    arguments: [
      "0", "-0", "7", "-12", "123456789012345", "1234567890123456", "12345678901234567890123",
      "0.1", "-0.5", "3.14159", "1.7976931348623157e308", "5e-324", "1E5", "1e+5", "2.5e-3",
      "0.30000000000000004", "123456789.123456", "9007199254740993", "1e-400",
    ])
  func numbers(text: String) throws {
    let number = try read(" \(text) ") { cursor throws(JSONError) in
      try cursor.number("a number")
    }
    #expect(number.bitPattern == Double(text)?.bitPattern)
  }

  @Test(
    "What is no number of JSON is an error",
    arguments: [
      "01", "-", "+1", ".5", "1.", "1.e5", "1e", "1e+", "1e999", "nan", "0x1", "1 2", "--1", "",
    ])
  func malformedNumbers(text: String) {
    #expect(throws: JSONError.self) {
      try read(text) { cursor throws(JSONError) in try cursor.number("a number") }
    }
  }

  @Test(
    "A string is read with its escapes",
    arguments: [
      (#""""#, ""), (#" "a" "#, "a"), (#""ü😀""#, "ü😀"),
      (#""\u00fc\ud83d\ude00\n\"\\""#, "ü😀\n\"\\"),
    ])
  func escapes(text: String, expected: String) throws {
    let string = try read(text) { cursor throws(JSONError) in try cursor.string("a string") }
    #expect(string == expected)
  }

  @Test(
    "A value of any kind is skipped",
    arguments: [
      "null", "true", "[false]", "{}", #"{"a":[1,{"b":"c"}],"d":null}"#, "[]", "-1.5e3", #""x""#,
    ])
  func skippedValues(text: String) throws {
    try read(text) { cursor throws(JSONError) in try cursor.skipValue() }
  }

  private static let faults: [(String, Int)] = [
    ("nul", 3), ("[1 2]", 3), ("[1,]", 3), ("{\"a\" 1}", 5), ("{1:2}", 1), ("{\"a\":1,}", 7),
    ("\"a", 2), ("\"a\\", 3), ("\"a\nb\"", 2), ("[", 1), ("{\"a\":", 5), ("1 2", 2),
    ("\"\\q\"", 2),
  ]

  @Test("A fault has its offset", arguments: faults)
  func faultOffsets(text: String, offset: Int) {
    let error = #expect(throws: JSONError.self) {
      try read(text) { cursor throws(JSONError) in try cursor.skipValue() }
    }
    #expect(error?.offset == offset, "\(error as Any)")
  }

  @Test("Values within each other have 64 levels at most")
  func nestingLimit() throws {
    let deep = String(repeating: "[", count: 63) + "1" + String(repeating: "]", count: 63)
    try read(deep) { cursor throws(JSONError) in try cursor.skipValue() }
    let error = #expect(throws: JSONError.self) {
      try read("[\(deep)]") { cursor throws(JSONError) in try cursor.skipValue() }
    }
    #expect(error?.expected == "at most 64 levels" && error?.offset == 64)
  }

  @Test("A key that is unknown or occurs again is an error with its offset")
  func unknownAndRepeatedKeys() {
    func members(_ text: String) -> JSONError? {
      #expect(throws: JSONError.self) {
        try read(text) { cursor throws(JSONError) in
          try cursor.members(of: "shapes", named: ["name", "scale"], "an object") {
            cursor, _ throws(JSONError) in try cursor.skipValue()
          }
        }
      }
    }
    let unknown = members(#"{"name":1, "scal":2}"#)
    #expect(unknown?.offset == 11 && unknown?.found == #""scal""# && unknown?.hint == "scale")
    let again = members(#"{"name":1, "name":2}"#)
    #expect(again?.offset == 11 && again?.expected == "each key once")
  }
}
