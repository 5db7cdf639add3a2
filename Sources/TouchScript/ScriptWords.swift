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
}

// MARK: - Values

extension ScriptWords {
  /// Reads a position in mm, as in `50,35`.
  mutating func position() throws(FileError) -> Point {
    let expected = "a position in mm as x,y, each from -1000 to 10000, as in 50,35"
    let word = try take(expected)
    let parts = word.text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let x = Self.number(parts[0]), let y = Self.number(parts[1]),
      (-1000...10_000).contains(x), (-1000...10_000).contains(y)
    else { throw error(word, expected) }
    return Point(x: x, y: y)
  }

  /// Reads seconds, as in `0.25`, `0.25s` or `250ms`.
  mutating func seconds() throws(FileError) -> Double {
    let expected = "a time from 0 to 3600 s, as in 0.25s or 250ms"
    let word = try take(expected)
    let value: Double? =
      word.text.hasSuffix("ms")
      ? Self.number(word.text.dropLast(2)).map { $0 / 1000 }
      : Self.number(word.text.hasSuffix("s") ? word.text.dropLast() : word.text[...])
    guard let value, (0...3600).contains(value) else { throw error(word, expected) }
    return value
  }

  /// Reads a number with or without its unit.
  mutating func number(
    _ range: ClosedRange<Double>, unit: String, _ meaning: String
  ) throws(FileError) -> Double {
    let low = range.lowerBound.shortestText
    let high = range.upperBound.shortestText
    let expected = "\(meaning) from \(low) to \(high)\(unit.isEmpty ? "" : " \(unit)")"
    let word = try take(expected)
    let hasUnit = !unit.isEmpty && word.text.hasSuffix(unit)
    let text = hasUnit ? word.text.dropLast(unit.count) : word.text[...]
    guard let value = Self.number(text), range.contains(value) else { throw error(word, expected) }
    return value
  }

  mutating func count(
    _ range: ClosedRange<Int>, _ meaning: String
  ) throws(FileError) -> Int {
    let expected = "\(meaning) from \(range.lowerBound) to \(range.upperBound)"
    let word = try take(expected)
    guard let value = Int(word.text), range.contains(value) else { throw error(word, expected) }
    return value
  }

  /// Reads one of the given words.
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

  private static func number(_ text: Substring) -> Double? {
    guard !text.isEmpty, text.utf8.allSatisfy({ "0123456789.-".utf8.contains($0) }) else {
      return nil
    }
    return Double(text)
  }
}
