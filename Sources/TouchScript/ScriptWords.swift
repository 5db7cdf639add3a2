import Contacts
import Files
import Timeline

/// A word of a script, with its position.
struct ScriptWord {
  var text: String
  /// The line, from 1.
  var line: Int
  /// The column in bytes, from 1.
  var column: Int
}

/// The words of one line of a script.
struct ScriptWords {
  let file: String
  let line: Int
  /// The column after the last word, the position of a missing word.
  let end: Int
  private var words: ArraySlice<ScriptWord>

  /// Splits a line at its spaces; `#` starts a comment.
  init(_ bytes: some Sequence<UInt8>, file: String, line: Int) {
    self.file = file
    self.line = line
    var words: [ScriptWord] = []
    var current: [UInt8] = []
    var column = 1
    func finish() {
      if current.isEmpty { return }
      let text = String(decoding: current, as: UTF8.self)
      words.append(ScriptWord(text: text, line: line, column: column - current.count))
      current = []
    }
    for byte in bytes {
      if byte == UInt8(ascii: "#") { break }
      if byte == 0x20 || byte == 0x09 || byte == 0x0d {
        finish()
      } else {
        current.append(byte)
      }
      column += 1
    }
    finish()
    end = (words.last.map { $0.column + $0.text.utf8.count }) ?? 1
    self.words = words[...]
  }

  var next: ScriptWord? { words.first }

  mutating func take() -> ScriptWord? { words.popFirst() }

  /// Reads a word if it is the next one; returns whether it is.
  mutating func takes(_ word: String) -> Bool {
    guard next?.text == word else { return false }
    words.removeFirst()
    return true
  }

  mutating func take(_ expected: String) throws(FileError) -> ScriptWord {
    guard let word = words.popFirst() else { throw error(nil, expected) }
    return word
  }

  func error(
    _ word: ScriptWord?, _ expected: String, among candidates: [String] = [],
    replacing former: [String: String] = [:]
  ) -> FileError {
    var found = "the end of the line"
    if let word {
      found = "\"\(word.text.prefix(columns: 40).printable)\""
      if let replacement = former[word.text] {
        found += "; \(word.text) is \(replacement)"
      } else if let near = Suggestion.nearest(to: word.text, among: candidates) {
        found += "; did you mean \(near)?"
      }
    }
    return FileError(
      file: file, position: .line(word?.line ?? line, column: word?.column ?? end),
      expected: expected, found: found)
  }

  // MARK: Values

  /// Reads a position in mm, as in `50,35`.
  mutating func position() throws(FileError) -> Point {
    try value("a position in mm as x,y, each from -1000 to 10000, as in 50,35") { text in
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == 2, let x = Self.number(parts[0], in: -1000...10_000),
        let y = Self.number(parts[1], in: -1000...10_000)
      else { return nil }
      return Point(x: x, y: y)
    }
  }

  /// Reads a value from its text.
  mutating func value<Value>(
    _ expected: String, _ parse: (String) -> Value?
  ) throws(FileError) -> Value {
    let word = try take(expected)
    guard let value = parse(word.text) else { throw error(word, expected) }
    return value
  }

  /// Reads seconds, as in `0.25`, `0.25s` or `250ms`.
  mutating func seconds() throws(FileError) -> Double {
    try value("a time from 0 to 3600 s, as in 0.25s or 250ms") { text in
      text.hasSuffix("ms")
        ? Self.number(text.dropLast(2), in: 0...3_600_000).map { $0 / 1000 }
        : Self.number(text.hasSuffix("s") ? text.dropLast() : text[...], in: 0...3600)
    }
  }

  /// Reads a number with or without its unit.
  mutating func number(
    _ range: ClosedRange<Double>, unit: String, _ meaning: String
  ) throws(FileError) -> Double {
    let low = range.lowerBound.shortestText
    let high = range.upperBound.shortestText
    return try value("\(meaning) from \(low) to \(high)\(unit.isEmpty ? "" : " \(unit)")") { text in
      let hasUnit = !unit.isEmpty && text.hasSuffix(unit)
      return Self.number(hasUnit ? text.dropLast(unit.count) : text[...], in: range)
    }
  }

  mutating func count(_ range: ClosedRange<Int>, _ meaning: String) throws(FileError) -> Int {
    try value("\(meaning) from \(range.lowerBound) to \(range.upperBound)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  mutating func choice(
    _ words: [String], replacing former: [String: String] = [:]
  ) throws(FileError) -> String {
    let expected = words.count == 1 ? words[0] : "one of \(words.joined(separator: ", "))"
    let word = try take(expected)
    guard words.contains(word.text) else {
      throw error(word, expected, among: words, replacing: former)
    }
    return word.text
  }

  /// Throws unless the line ends here.
  func finish() throws(FileError) {
    if let next { throw error(next, "the end of the line") }
  }

  private static func number(_ text: Substring, in range: ClosedRange<Double>) -> Double? {
    let isPlain = text.utf8.allSatisfy { "0123456789.-".utf8.contains($0) }
    return Double(text).flatMap { isPlain && range.contains($0) ? $0 : nil }
  }
}
