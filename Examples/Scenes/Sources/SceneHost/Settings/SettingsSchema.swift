import Files

/// The settings of a scene: what they are, and their names in files and variables.
public struct SettingsSchema: Sendable {
  /// The name of the scene.
  public let scene: String
  public let pane: SettingsPane
  /// All settings, in the order in which they are shown.
  public let settings: [SettingDefinition]

  public init(scene: String, pane: SettingsPane) {
    self.scene = scene
    self.pane = pane
    settings = pane.settings
  }

  public init(_ scene: Scene.Type) { self.init(scene: scene.name, pane: scene.settings) }

  /// The setting with a key; nil for an unknown key.
  public subscript(key: String) -> SettingDefinition? { settings.first { $0.key == key } }

  /// The setting with a key; the error names the nearest.
  public func setting(_ key: String) throws(SettingError) -> SettingDefinition {
    if let setting = self[key] { return setting }
    throw SettingError(
      key: key, expected: "a setting of \(scene)", found: "another key",
      suggestion: Suggestion.nearest(to: key, among: settings.map(\.key)))
  }
}

// MARK: - Variables

extension SettingsSchema {
  /// The environment variable of a setting, as in `TOUCHSTONE_SWIPES_MINIMUM_LENGTH`.
  public func variable(for key: String) -> String {
    "TOUCHSTONE_\(SettingsSchema.upperSnakeCase(scene))_\(SettingsSchema.upperSnakeCase(key))"
  }

  /// The words of a name in capitals with underscores between them.
  ///
  /// A word begins at a capital that follows a small letter or a digit, or that precedes a small
  /// letter within capitals: `minimumLength` is `MINIMUM_LENGTH`, `GPXFile` is `GPX_FILE`. What is
  /// neither an ASCII letter nor a digit becomes an underscore.
  static func upperSnakeCase(_ name: String) -> String {
    let letters = Array(name)
    var result = ""
    for (index, letter) in letters.enumerated() {
      if index > 0, letter.isUppercase {
        let last = letters[index - 1]
        let precedesSmall = index + 1 < letters.count && letters[index + 1].isLowercase
        if last.isLowercase || last.isNumber || last.isUppercase && precedesSmall { result += "_" }
      }
      let isPlain = letter.isASCII && (letter.isLetter || letter.isNumber)
      result += isPlain ? letter.uppercased() : "_"
    }
    return result
  }
}

// MARK: - Checks

extension SettingsSchema {
  /// What is wrong with the schema, as sentences; empty for a schema that works.
  ///
  /// A test checks the schemas of all scenes, so that nothing checks them when a scene runs.
  public var problems: [String] {
    var problems: [String] = []
    if !SettingsSchema.isName(scene) {
      problems.append("the scene \(scene.quoted) needs a name of ASCII letters and digits")
    }
    for (index, setting) in settings.enumerated() {
      let earlier = settings[..<index]
      if !SettingsSchema.isName(setting.key) {
        problems.append("\(setting.key.quoted) is not a key of ASCII letters and digits")
      }
      if earlier.contains(where: { $0.key == setting.key }) {
        problems.append("\(setting.key) is the key of several settings")
      } else if earlier.contains(where: { variable(for: $0.key) == variable(for: setting.key) }) {
        problems.append("\(setting.key) shares \(variable(for: setting.key)) with another key")
      }
      problems += SettingsSchema.problems(of: setting)
    }
    if pane.texts.contains(where: \.isEmpty) { problems.append("a title is empty") }
    return problems
  }

  private static func isName(_ text: String) -> Bool {
    text.first?.isLetter == true && text.utf8.count <= 64
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  private static func problems(of setting: SettingDefinition) -> [String] {
    var problems: [String] = []
    switch setting.control {
    case .slider(let range, let step):
      if !(step > 0 && step <= range.upperBound - range.lowerBound) {
        problems.append("\(setting.key) has a step that is not within its range")
      } else if !setting.control.accepts(.number(range.upperBound)) {
        problems.append("\(setting.key) has an upper bound off its steps")
      }
    case .choice(let choices):
      if Set(choices.map(\.value)).count < choices.count {
        problems.append("\(setting.key) has two choices of the same value")
      }
    case .text, .secureText, .toggle: break
    }
    if !setting.control.accepts(setting.defaultValue) {
      problems.append(
        "\(setting.key) has the default \(setting.defaultValue.description.quoted), expected "
          + setting.control.expectation)
    }
    return problems
  }
}
