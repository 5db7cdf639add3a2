import Recordings

/// Why a setting does not exist, or does not take a value.
public struct SettingError: Error, Hashable, Sendable {
  /// The key of the setting, or the name by which one was looked for.
  public let key: String
  /// What the setting takes, or `a setting of Swipes`.
  public let expected: String
  /// What was found instead.
  public let found: String
  /// What was probably meant.
  public let suggestion: String?
}

extension SettingError: CustomStringConvertible {
  /// As in `minimumLength: expected a number from 10 to 100 in steps of 1, found "abc"`.
  public var description: String { "\(key): \(reason)" }

  /// The same without the key.
  public var reason: String {
    "expected \(expected), found \(found)" + (suggestion.map { "; did you mean \($0)?" } ?? "")
  }
}

extension String {
  /// The start of the text in quotes, with control characters escaped.
  var quoted: String { isEmpty ? "\"\"" : RecordingError.excerpt(utf8) }
}
