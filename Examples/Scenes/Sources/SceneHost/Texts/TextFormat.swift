/// A text with placeholders, parsed once and rendered often.
///
/// Placeholders are those of `.strings` files: `%d` for a count, `%@` for any other argument,
/// `%2$@` for the second argument wherever it is in the text, `%%` for a percent sign, and in
/// `.stringsdict` files `%#@name@` for a variable with plural forms. Nothing else is a placeholder,
/// and no format of a table reaches `String(format:)`, which trusts it with memory.
struct TextFormat: Hashable, Sendable {
  indirect enum Piece: Hashable, Sendable {
    case literal(String)
    /// The argument at an index from 0.
    case argument(Int)
    /// The form of the category of a count at an index from 0.
    case plural(Int, PluralForms)
  }

  /// A placeholder by which a translation is compared with its key.
  struct Placeholder: Hashable, Sendable {
    /// From 0.
    let index: Int
    let isCount: Bool
  }

  private(set) var pieces: [Piece] = []
  private(set) var placeholders: Set<Placeholder> = []
}

/// A text for each category of counts.
struct PluralForms: Hashable, Sendable {
  let forms: [PluralCategory: TextFormat]
  /// For the categories without a form.
  let other: TextFormat

  subscript(category: PluralCategory) -> TextFormat { forms[category] ?? other }
}

/// What is wrong with a format.
struct TextFormatError: Error, Hashable {
  let reason: String
}

extension TextFormat {
  /// A text without placeholders.
  init(literal: String) {
    pieces = literal.isEmpty ? [] : [.literal(literal)]
  }

  /// Parses a format.
  ///
  /// - Parameters:
  ///   - count: The index of the argument that `%d` means in a plural form; nil outside of one,
  ///     where
  ///     placeholders without a number take the arguments in turn.
  ///   - variable: Makes the forms of a variable for the argument at an index.
  init(
    _ text: String, inFormOf count: Int? = nil,
    variable: (_ name: String, _ index: Int) throws(TextFormatError) -> PluralForms = TextFormat
      .noVariable
  ) throws(TextFormatError) {
    var scanner = PlaceholderScanner(text)
    var next = 0
    var literal = ""
    while let token = try scanner.next() {
      guard case .placeholder(let number, let kind) = token else {
        if case .literal(let text) = token { literal += text }
        continue
      }
      if !literal.isEmpty { pieces.append(.literal(literal)) }
      literal = ""
      let index = try TextFormat.index(number, kind, inFormOf: count, next: &next)
      switch kind {
      case .count:
        pieces.append(.argument(index))
        placeholders.insert(Placeholder(index: index, isCount: true))
      case .object:
        pieces.append(.argument(index))
        placeholders.insert(Placeholder(index: index, isCount: false))
      case .variable(let name):
        let forms = try variable(name, index)
        pieces.append(.plural(index, forms))
        placeholders.insert(Placeholder(index: index, isCount: true))
        placeholders.formUnion(forms.placeholders)
      }
    }
    if !literal.isEmpty { pieces.append(.literal(literal)) }
  }

  private static func index(
    _ number: Int?, _ kind: PlaceholderScanner.Kind, inFormOf count: Int?, next: inout Int
  ) throws(TextFormatError) -> Int {
    if let number { return number - 1 }
    guard let count else {
      defer { next += 1 }
      return next
    }
    if kind == .count { return count }
    if case .variable(let name) = kind { throw unknown(name) }
    throw TextFormatError(reason: "a plural form names other arguments by number, as in %2$@")
  }

  /// Refuses variables, which only `.stringsdict` files have.
  static func noVariable(_ name: String, _ index: Int) throws(TextFormatError) -> PluralForms {
    throw unknown(name)
  }

  private static func unknown(_ name: String) -> TextFormatError {
    TextFormatError(reason: "there is no variable “\(name)” here")
  }
}

extension PluralForms {
  /// What any of the forms uses.
  var placeholders: Set<TextFormat.Placeholder> {
    forms.values.reduce(into: other.placeholders) { $0.formUnion($1.placeholders) }
  }
}

/// Splits a format into literal text and placeholders.
private struct PlaceholderScanner {
  enum Kind: Equatable {
    case count
    case object
    case variable(String)
  }

  enum Token {
    case literal(String)
    /// With its number from 1, if it has one.
    case placeholder(Int?, Kind)
  }

  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  mutating func next() throws(TextFormatError) -> Token? {
    guard let first = rest.first else { return nil }
    guard first == "%" else {
      let end = rest.firstIndex(of: "%") ?? rest.endIndex
      defer { rest = rest[end...] }
      return .literal(String(rest[..<end]))
    }
    rest.removeFirst()
    if take("%") { return .literal("%") }
    let number = try takeNumber()
    return .placeholder(number, try takeKind())
  }

  private mutating func take(_ prefix: String) -> Bool {
    guard rest.hasPrefix(prefix) else { return false }
    rest.removeFirst(prefix.count)
    return true
  }

  /// The digits and the `$` after them.
  private mutating func takeNumber() throws(TextFormatError) -> Int? {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    if digits.isEmpty { return nil }
    rest.removeFirst(digits.count)
    guard take("$"), let number = Int(digits), (1...9).contains(number) else {
      throw TextFormatError(reason: "expected the number of an argument from 1 to 9, as in %1$d")
    }
    return number
  }

  private mutating func takeKind() throws(TextFormatError) -> Kind {
    if take("@") { return .object }
    if take("#@") {
      guard let end = rest.firstIndex(of: "@") else {
        throw TextFormatError(reason: "expected @ at the end of the name of a variable")
      }
      defer { rest = rest[rest.index(after: end)...] }
      return .variable(String(rest[..<end]))
    }
    // Translators' tools for other platforms write the size of the number as well.
    for name in ["d", "ld", "lld"] where take(name) { return .count }
    throw TextFormatError(reason: "expected %d, %@ or %% instead of “%\(rest.prefix(2))”")
  }
}
