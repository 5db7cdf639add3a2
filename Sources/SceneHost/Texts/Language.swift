/// Renders texts in a language.
public struct Language: Sendable {
  /// English, the language of the keys.
  public static let english = Language()

  public init() {}

  /// The text as it is shown.
  public func string(_ text: Text) -> String { text.key }
}
