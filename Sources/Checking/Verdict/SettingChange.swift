public import Files
public import Gestures

/// A change of one setting of a profile.
public struct SettingChange: Hashable, JSONObject {
  /// The value of a setting.
  public enum Value: Hashable, Sendable {
    /// A number in the unit of files: millimetres, seconds, degrees or none.
    case number(Double)
    /// A rule, or one of a setting's words.
    case word(String)

    /// The value without a unit.
    package var text: String { text(unit: "") }

    /// The value with a unit, as in `0.78 s`.
    package func text(unit: String) -> String {
      switch self {
      case .number(let number):
        return number.text(decimals: 0...6).with(unit: unit)
      case .word(let word): return word
      }
    }
  }

  /// The setting's section and name, as in `swipe.maximumDuration`.
  public var parameter: String
  public var value: Value
  /// The value without the change.
  public var current: Value
  /// The unit: `mm`, `s`, `degrees`, or empty for a plain number or a word.
  public var unit: String
  /// The size of the change: the logarithm of the factor; 0 for none.
  var cost: Double

  var isNumber: Bool { if case .number = value { true } else { false } }

  /// The change in words, as in `swipe.maximumDuration at 0.78 s`.
  package var text: String { "\(parameter) at \(value.text(unit: unit))" }

  public func add(to line: inout JSONLine) {
    line.add("parameter", parameter)
    switch value {
    case .number(let number): line.add("value", number, decimals: 6)
    case .word(let word): line.add("value", word)
    }
    if !unit.isEmpty { line.add("unit", unit) }
  }
}

extension String {
  /// A number with its unit, as in `0.78 s` or `60°`.
  func with(unit: String) -> String {
    switch unit {
    case "": self
    case "degrees": "\(self)°"
    default: "\(self) \(unit)"
    }
  }
}

extension Profile {
  /// The named profile from which the fewest numbers differ.
  var nearestNamed: Profile {
    func differences(_ other: Profile) -> Int { Profile.parameters.count { other[$0] != self[$0] } }
    return Profile.named.min { differences($0) < differences($1) } ?? .standard
  }

  /// The profile with a parameter at a value in the unit of files.
  func with(_ parameter: ProfileParameter, at value: Double) -> Profile {
    var profile = self
    profile[parameter] = parameter.inside(value)
    return profile
  }

  /// The profile with changed settings, such as those of ``Verdict/settings``.
  public func changed(by changes: [SettingChange]) -> Profile {
    var profile = self
    for change in changes {
      switch change.value {
      case .number(let value):
        guard let parameter = Profile.parameter(change.parameter) else { continue }
        profile = profile.with(parameter, at: value)
      case .word(let word):
        if let choice = Profile.choices.first(where: { $0.key == change.parameter }) {
          choice.set([word], &profile)
        } else if let rule = Rule(rawValue: word) {
          let section = Profile.sections.first { "\($0.name).rule" == change.parameter }
          if let section { profile[section] = rule }
        }
      }
    }
    return profile
  }
}
