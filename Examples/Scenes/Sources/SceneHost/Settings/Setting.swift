import Files

/// A value that the user can change, with its control in the settings.
///
/// ```swift
/// static let minimumLength = Setting.slider(
///   "minimumLength", "Minimum length", 25, in: 10...100, step: 1)
/// context.settings[Swipes.minimumLength]  // 25, or what the user has set
/// ```
///
/// The controls are those of the settings bundles of iPhone programs: `PSTextFieldSpecifier` with
/// and without `IsSecure`, `PSToggleSwitchSpecifier`, `PSSliderSpecifier` and
/// `PSMultiValueSpecifier`.
public struct Setting<Value: SettingType>: Sendable {
  /// What the setting is, whatever its type.
  public let definition: SettingDefinition
  public let defaultValue: Value

  public var key: String { definition.key }
  public var title: Text { definition.title }

  private init(_ key: String, _ title: String, _ defaultValue: Value, _ control: SettingControl) {
    self.defaultValue = defaultValue
    definition = SettingDefinition(
      key: key, title: Text(title), control: control, defaultValue: defaultValue.settingValue)
  }
}

/// A setting, whatever the type of its values.
public struct SettingDefinition: Hashable, Sendable {
  /// The name in files, variables and commands, in lowerCamelCase.
  public let key: String
  public let title: Text
  public let control: SettingControl
  public let defaultValue: SettingValue
}

extension SettingDefinition {
  /// Whether the values are not to be shown.
  public var isSecure: Bool { control == .secureText }

  /// The value that a text stands for.
  public func value(parsing text: String) throws(SettingError) -> SettingValue {
    if let value = control.value(parsing: text) { return value }
    throw SettingError(
      key: key, expected: control.expectation, found: isSecure ? "another text" : text.quoted,
      suggestion: control.nearest(to: text))
  }
}

extension Setting where Value == Double {
  /// - Parameters:
  ///   - range: The least and the greatest value.
  ///   - step: The distance of two values.
  public static func slider(
    _ key: String, _ title: String, _ defaultValue: Double, in range: ClosedRange<Double>,
    step: Double
  ) -> Setting {
    Setting(key, title, defaultValue, .slider(range, step: step))
  }
}

extension Setting where Value == Bool {
  public static func toggle(_ key: String, _ title: String, _ defaultValue: Bool) -> Setting {
    Setting(key, title, defaultValue, .toggle)
  }
}

extension Setting where Value == String {
  public static func text(_ key: String, _ title: String, _ defaultValue: String = "") -> Setting {
    Setting(key, title, defaultValue, .text)
  }

  /// A text that tables and records do not show.
  public static func secureText(_ key: String, _ title: String) -> Setting {
    Setting(key, title, "", .secureText)
  }

  /// - Parameter choices: Each value with its title.
  public static func choice(
    _ key: String, _ title: String, _ defaultValue: String,
    of choices: KeyValuePairs<String, String>
  ) -> Setting {
    Setting(
      key, title, defaultValue,
      .choice(choices.map { .init(value: $0.key, title: Text($0.value)) }))
  }
}

// MARK: - Errors

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
  var quoted: String { isEmpty ? "\"\"" : FileError.excerpt(utf8) }
}
