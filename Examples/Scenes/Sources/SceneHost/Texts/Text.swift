public import Timeline

/// What a label shows: a key of the string tables with its arguments, until a ``Language`` renders
/// it.
///
/// The key is the English text. A language without a translation shows the key.
///
/// ```swift
/// label.text = Text("Touches Began")
/// label.text = Text("%d taps detected", .count(2))   // plural by the language's rules
/// ```
public struct Text: Hashable, Sendable {
  /// A value within a text, rendered in the form of the locale.
  public enum Argument: Hashable, Sendable {
    /// A number of things, which chooses the plural form of the text.
    case count(Int)
    /// A number with the given number of decimals.
    case number(Double, decimals: Int)
    /// A length in metres, as in `1.2 km` or `35 m`.
    case distance(Double)
    /// A point in time as date and time of day, in UTC.
    case time(Timestamp)
    /// A text of its own, such as the translated name of a direction.
    case text(Text)
    /// Data that no language changes, such as the name of the user's own shape.
    case verbatim(String)
  }

  /// The English text, with `%d` for a count and `%@` for any other argument.
  public let key: String
  public let arguments: [Argument]
  /// Whether the key is shown as it is in every language.
  public let isVerbatim: Bool

  public init(_ key: String, _ arguments: Argument...) {
    self.init(key, arguments: arguments)
  }

  public init(_ key: String, arguments: [Argument]) {
    self.key = key
    self.arguments = arguments
    isVerbatim = false
  }

  /// A text that no language changes: data, or the words of the textbook's programs, misspellings
  /// included.
  public init(verbatim text: String) {
    key = text
    arguments = []
    isVerbatim = true
  }

  public static let empty = Text(verbatim: "")
  public var isEmpty: Bool { key.isEmpty }
}
