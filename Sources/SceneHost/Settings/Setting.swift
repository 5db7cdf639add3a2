/// A value that a person can change, with its control in the settings.
///
/// ```swift
/// static let minimumLength = Setting.slider(
///   "minimumLength", "Minimum length", 25, in: 10...100, step: 1)
/// context.settings[Swipes.minimumLength]  // 25, or what a person has set
/// ```
public struct Setting<Value: Hashable & Sendable>: Sendable {
  /// The name in files, variables and commands.
  public let key: String
  public let title: Text
  public let defaultValue: Value
  let control: SettingControl
}

/// How a setting is shown, and which values it takes.
public enum SettingControl: Hashable, Sendable {
  case text
  /// A text that is not shown, such as a password.
  case secureText
  case toggle
  /// Numbers of a range that are whole steps from its lower bound.
  case slider(ClosedRange<Double>, step: Double)
  /// One of several values, each with its title.
  case choice([Choice])

  public struct Choice: Hashable, Sendable {
    public let value: String
    public let title: Text
  }
}

extension Setting where Value == Double {
  public static func slider(
    _ key: String, _ title: String, _ defaultValue: Double, in range: ClosedRange<Double>,
    step: Double
  ) -> Setting {
    Setting(
      key: key, title: Text(title), defaultValue: defaultValue,
      control: .slider(range, step: step))
  }
}

extension Setting where Value == Bool {
  public static func toggle(_ key: String, _ title: String, _ defaultValue: Bool) -> Setting {
    Setting(key: key, title: Text(title), defaultValue: defaultValue, control: .toggle)
  }
}

extension Setting where Value == String {
  public static func text(_ key: String, _ title: String, _ defaultValue: String = "") -> Setting {
    Setting(key: key, title: Text(title), defaultValue: defaultValue, control: .text)
  }

  public static func secureText(_ key: String, _ title: String) -> Setting {
    Setting(key: key, title: Text(title), defaultValue: "", control: .secureText)
  }

  /// - Parameter choices: Each value with its title.
  public static func choice(
    _ key: String, _ title: String, _ defaultValue: String,
    of choices: KeyValuePairs<String, String>
  ) -> Setting {
    Setting(
      key: key, title: Text(title), defaultValue: defaultValue,
      control: .choice(choices.map { .init(value: $0.key, title: Text($0.value)) }))
  }
}
