/// A value that a setting has.
public enum SettingValue: Hashable, Sendable {
  case number(Double)
  case flag(Bool)
  case text(String)
}

extension SettingValue: CustomStringConvertible {
  /// The value as commands print and read it, as in `25`, `0.5`, `true`, or the text itself.
  public var description: String {
    switch self {
    case .number(let number):
      let text = "\(number)"
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    case .flag(let flag): return flag ? "true" : "false"
    case .text(let text): return text
    }
  }
}

/// A type that a ``Setting`` can have: `Double`, `Bool` or `String`.
public protocol SettingType: Hashable, Sendable {
  /// Takes a value of this type; nil for one of another type.
  init?(_ value: SettingValue)

  var settingValue: SettingValue { get }
}

extension Double: SettingType {
  public init?(_ value: SettingValue) {
    guard case .number(let number) = value else { return nil }
    self = number
  }

  public var settingValue: SettingValue { .number(self) }
}

extension Bool: SettingType {
  public init?(_ value: SettingValue) {
    guard case .flag(let flag) = value else { return nil }
    self = flag
  }

  public var settingValue: SettingValue { .flag(self) }
}

extension String: SettingType {
  public init?(_ value: SettingValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }

  public var settingValue: SettingValue { .text(self) }
}
