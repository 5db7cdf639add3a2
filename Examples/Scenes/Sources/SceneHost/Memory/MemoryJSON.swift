import Files
import Timeline

// MARK: - Reading

/// Makes values of JSON.
struct MemoryJSONReader {
  var count = MemoryCount()

  /// The value of a whole text.
  ///
  /// - Parameter depth: The number of lists and objects around it.
  mutating func value(of bytes: [UInt8], depth: Int = 0) throws(JSONError) -> MemoryValue {
    try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
      var cursor = JSONCursor(bytes)
      let value = try self.value(&cursor, bytes, depth: depth)
      cursor.skipSpaces()
      if cursor.offset < bytes.count { throw cursor.error("the end of the file") }
      return value
    }
  }

  private mutating func value(
    _ cursor: inout JSONCursor, _ bytes: UnsafeBufferPointer<UInt8>, depth: Int
  ) throws(JSONError) -> MemoryValue {
    cursor.skipSpaces()
    guard count.add() else { throw cursor.error(MemoryLimits.valuesExpected) }
    guard cursor.offset < bytes.count else { throw cursor.error("a JSON value") }
    switch bytes[cursor.offset] {
    case UInt8(ascii: "{"): return try object(&cursor, bytes, depth: depth)
    case UInt8(ascii: "["): return try array(&cursor, bytes, depth: depth)
    case UInt8(ascii: "\""): return .text(try cursor.string("a string"))
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try cursor.bool("true or false"))
    case UInt8(ascii: "n"):
      try cursor.skipValue()
      return .null
    default: return try number(&cursor, bytes)
    }
  }

  private mutating func array(
    _ cursor: inout JSONCursor, _ bytes: UnsafeBufferPointer<UInt8>, depth: Int
  ) throws(JSONError) -> MemoryValue {
    guard depth < MemoryLimits.maximumLevels else {
      throw cursor.error(MemoryLimits.levelsExpected)
    }
    var elements: [MemoryValue] = []
    try cursor.elements("an array") { cursor throws(JSONError) in
      elements.append(try self.value(&cursor, bytes, depth: depth + 1))
    }
    return .array(elements)
  }

  private mutating func object(
    _ cursor: inout JSONCursor, _ bytes: UnsafeBufferPointer<UInt8>, depth: Int
  ) throws(JSONError) -> MemoryValue {
    guard depth < MemoryLimits.maximumLevels else {
      throw cursor.error(MemoryLimits.levelsExpected)
    }
    var members: [String: MemoryValue] = [:]
    try cursor.members("an object") { cursor, name throws(JSONError) in
      cursor.skipSpaces()
      if members[name] != nil { throw cursor.error("each key once") }
      members[name] = try self.value(&cursor, bytes, depth: depth + 1)
    }
    return .object(members)
  }

  private func number(
    _ cursor: inout JSONCursor, _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(JSONError) -> MemoryValue {
    let start = cursor.offset
    let number = try cursor.number("a JSON value")
    let text = bytes[start..<cursor.offset]
    let isWhole = text.allSatisfy { $0 == UInt8(ascii: "-") || 0x30...0x39 ~= $0 }
    // -0 has no integer form.
    guard isWhole, number != 0 || text.first != UInt8(ascii: "-") else {
      return MemoryValue(number)
    }
    guard let integer = Int64(String(decoding: text, as: UTF8.self)) else {
      throw cursor.error("a whole number of 64 bits", at: start)
    }
    return .integer(integer)
  }
}

// MARK: - Writing

extension [UInt8] {
  /// Appends a value on one line.
  mutating func append(_ value: MemoryValue) {
    switch value {
    case .null: append("null" as StaticString)
    case .bool(let flag): append(flag ? "true" : "false")
    case .integer(let integer): append("\(integer)")
    case .number(let number): append(number.shortestText)
    case .text(let text): append(json: text)
    case .array(let elements):
      appendList("[", elements, "]") { bytes, element in bytes.append(element) }
    case .object(let members):
      appendList("{", members.inOrder, "}") { bytes, member in
        bytes.append(json: member.key)
        bytes.append(": " as StaticString)
        bytes.append(member.value)
      }
    }
  }

  private mutating func appendList<Item>(
    _ start: StaticString, _ items: [Item], _ end: StaticString,
    _ body: (inout [UInt8], Item) -> Void
  ) {
    append(start)
    for (index, item) in items.enumerated() {
      if index > 0 { append(", " as StaticString) }
      body(&self, item)
    }
    append(end)
  }

  /// Appends a value on as many lines as it takes to read it, indented by two spaces a level: what
  /// fits on a line of 100 is on one.
  mutating func append(_ value: MemoryValue, indentation: Int) {
    guard !value.fits(in: Swift.max(0, 100 - indentation)) else { return append(value) }
    switch value {
    case .array(let elements):
      appendLines("[", elements, "]", indentation) { bytes, element in
        bytes.append(element, indentation: indentation + 2)
      }
    case .object(let members):
      appendLines("{", members.inOrder, "}", indentation) { bytes, member in
        bytes.append(json: member.key)
        bytes.append(": " as StaticString)
        bytes.append(member.value, indentation: indentation + 2)
      }
    default: append(value)
    }
  }

  private mutating func appendLines<Item>(
    _ start: StaticString, _ items: [Item], _ end: StaticString, _ indentation: Int,
    _ body: (inout [UInt8], Item) -> Void
  ) {
    append(start)
    for (index, item) in items.enumerated() {
      append(index > 0 ? ",\n" : "\n")
      append(contentsOf: repeatElement(UInt8(ascii: " "), count: indentation + 2))
      body(&self, item)
    }
    append("\n" as StaticString)
    append(contentsOf: repeatElement(UInt8(ascii: " "), count: indentation))
    append(end)
  }
}

extension [String: MemoryValue] {
  /// The members in the order of their names, so that the same values make the same file.
  fileprivate var inOrder: [(key: String, value: MemoryValue)] { sorted { $0.key < $1.key } }
}

extension MemoryValue {
  /// Whether the value takes at most a number of bytes on one line.
  fileprivate func fits(in width: Int) -> Bool {
    var room = width
    takeRoom(&room)
    return room >= 0
  }

  /// Subtracts the bytes that the value takes on a line, and stops when there is no room.
  private func takeRoom(_ room: inout Int) {
    switch self {
    case .null, .bool: room -= 5
    case .integer, .number: room -= summary.utf8.count
    case .text(let text): room -= text.utf8.count + 2
    case .array(let elements):
      room -= 2
      for element in elements {
        if room < 0 { return }
        room -= 2
        element.takeRoom(&room)
      }
    case .object(let members):
      room -= 2
      for (name, value) in members {
        if room < 0 { return }
        room -= name.utf8.count + 6
        value.takeRoom(&room)
      }
    }
  }
}
