import Files

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

extension SettingControl {
  /// The most bytes of a text in UTF-8: more than anyone types into a field.
  public static let maximumTextLength = 4096
  /// The part of a step by which a number may miss a multiple of it: that is rounding, as of 0.1 +
  /// 0.2.
  private static let roundingError = 1e-6

  /// What the control takes, as in `a number from 10 to 100 in steps of 5`.
  public var expectation: String {
    switch self {
    case .text, .secureText:
      "a text of at most \(SettingControl.maximumTextLength) bytes without control characters"
    case .toggle: "true or false"
    case .slider(let range, let step):
      "a number from \(SettingValue.number(range.lowerBound)) to "
        + "\(SettingValue.number(range.upperBound)) in steps of \(SettingValue.number(step))"
    case .choice(let choices): "one of \(choices.map(\.value).joined(separator: ", "))"
    }
  }

  /// Whether the control takes a value.
  public func accepts(_ value: SettingValue) -> Bool {
    switch (self, value) {
    case (.text, .text(let text)), (.secureText, .text(let text)):
      text.utf8.count <= SettingControl.maximumTextLength
        && !text.unicodeScalars.contains(where: isUnfit)
    case (.toggle, .flag): true
    case (.slider(let range, let step), .number(let number)):
      range.contains(number) && isWhole((number - range.lowerBound) / step)
    case (.choice(let choices), .text(let text)): choices.contains { $0.value == text }
    default: false
    }
  }

  /// The value that a text of a command, a variable or an option stands for; nil if the control
  /// does not take it. Toggles take `true`, `yes`, `on`, `1` and their opposites, as `git config`
  /// does.
  public func value(parsing text: String) -> SettingValue? {
    let value: SettingValue?
    switch self {
    case .text, .secureText, .choice: value = .text(text)
    case .slider: value = Double(text).map { .number($0) }
    case .toggle:
      switch text.lowercased() {
      case "true", "yes", "on", "1": value = .flag(true)
      case "false", "no", "off", "0": value = .flag(false)
      default: value = nil
      }
    }
    return value.flatMap { accepts($0) ? $0 : nil }
  }

  /// The value of the control that is nearest to a text that it does not take; nil if none is near.
  func nearest(to text: String) -> String? {
    switch self {
    case .choice(let choices): Suggestion.nearest(to: text, among: choices.map(\.value))
    case .toggle: Suggestion.nearest(to: text, among: ["true", "false"])
    case .text, .secureText, .slider: nil
    }
  }

  private func isWhole(_ steps: Double) -> Bool {
    abs(steps - steps.rounded()) <= SettingControl.roundingError
  }

  /// Whether a character breaks a line or cannot be in XML 1.0.
  private func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: scalar.value & 0xfffe == 0xfffe
    }
  }
}
