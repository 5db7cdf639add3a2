extension XMLScanner {
  /// What begins with `<`; nil for what is no element.
  func markup() throws(RecordingError) -> Event? {
    advance()
    switch try peek() {
    case UInt8(ascii: "/"):
      advance()
      return try endTag()
    case UInt8(ascii: "?"):
      advance()
      try skip(behind: "?>", of: "a processing instruction")
      return nil
    case UInt8(ascii: "!"):
      advance()
      try declaration()
      return nil
    default: return try startTag()
    }
  }

  private func declaration() throws(RecordingError) {
    switch try peek() {
    case UInt8(ascii: "-"):
      try skip("--", "a comment")
      try skip(behind: "-->", of: "a comment")
    case UInt8(ascii: "["):
      try skip("[CDATA[", "character data")
      if open.isEmpty { throw error("an element") }
      try characterData()
    default:
      try skip("DOCTYPE", "a comment or a document type")
      try documentType()
    }
  }

  private func characterData() throws(RecordingError) {
    var brackets = 0
    while let byte = try peek() {
      advance()
      if byte == UInt8(ascii: ">"), brackets >= 2 {
        text.removeLast(min(2, text.count))
        return
      }
      brackets = byte == UInt8(ascii: "]") ? brackets + 1 : 0
      append([byte])
    }
    throw error("the end of character data")
  }

  private func documentType() throws(RecordingError) {
    var depth = 1
    var quote: UInt8?
    while let byte = try peek() {
      advance()
      if let mark = quote {
        if byte == mark { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "<") {
        if try skipComment() { continue }
        depth += 1
      } else if byte == UInt8(ascii: ">") {
        depth -= 1
        if depth == 0 { return }
      }
    }
    throw error("the end of the document type")
  }

  /// Moves over a comment whose first character was taken; false, and no further, if it is none.
  private func skipComment() throws(RecordingError) -> Bool {
    guard try peek() == UInt8(ascii: "!") else { return false }
    advance()
    guard try peek() == UInt8(ascii: "-") else { return false }
    try skip("--", "a comment")
    try skip(behind: "-->", of: "a comment")
    return true
  }

  private func name() throws(RecordingError) -> String {
    var name: [UInt8] = []
    while let byte = try peek(), XMLScanner.isOfName(byte, isFirst: name.isEmpty) {
      name.append(byte)
      if name.count > XMLScanner.longestName { throw error("a shorter name") }
      advance()
    }
    if name.isEmpty { throw error("a name") }
    return String(decoding: name, as: UTF8.self)
  }

  private static func isOfName(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...:
      true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): !isFirst
    default: false
    }
  }

  private func startTag() throws(RecordingError) -> Event {
    if open.isEmpty, hasRoot { throw error("the end of the file") }
    let name = try name()
    hasRoot = true
    var attributes: [Attribute] = []
    while true {
      try skipSpaces()
      switch try peek() {
      case UInt8(ascii: ">"):
        advance()
        open.append(name)
        if open.count > XMLScanner.deepest { throw error("at most 256 levels of elements") }
        return .start(name: name, attributes: attributes, isEmpty: false)
      case UInt8(ascii: "/"):
        try skip("/>", "the end of the tag")
        return .start(name: name, attributes: attributes, isEmpty: true)
      default: attributes.append(try attribute())
      }
    }
  }

  private func attribute() throws(RecordingError) -> Attribute {
    let name = try name()
    try skipSpaces()
    try skip("=", "an equals sign")
    try skipSpaces()
    guard let quote = try peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw error("a value in quotes")
    }
    advance()
    var value: [UInt8] = []
    while let byte = try peek(), byte != quote {
      if byte == UInt8(ascii: "<") || value.count > XMLScanner.longestValue {
        throw error("the end of the value")
      }
      if byte == UInt8(ascii: "&") {
        value += try reference()
      } else {
        value.append(byte)
        advance()
      }
    }
    guard try peek() == quote else { throw error("the end of the value") }
    advance()
    return Attribute(name: name, value: String(decoding: value, as: UTF8.self))
  }

  private func endTag() throws(RecordingError) -> Event {
    guard let expected = open.last else { throw error("an element") }
    let place = error("</\(expected)>")
    guard try name() == expected else { throw place }
    try skipSpaces()
    try skip(">", "the end of the tag")
    open.removeLast()
    return .end(name: expected)
  }
}
