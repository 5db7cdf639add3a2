import Files
import Playback

/// A setting with its value as a record of `replay settings`; see docs/Records.md.
///
/// Texts are in English, whatever the locale is. Values of secure texts are left out.
public struct SettingRecord: JSONRecord {
  public let scene: String
  public let setting: SettingDefinition
  public let value: SettingValue
  public let origin: SettingsValues.Origin
  /// The environment variable that sets it.
  public let variable: String
  /// The titles of the panes in which it is shown, the outermost first.
  public let panes: [Text]
  /// The heading above it.
  public let group: Text?
  /// English, with the scene's tables.
  private let language: Language

  /// The records of all settings of a scene, in the order in which they are shown.
  ///
  /// - Parameter language: English, with the scene's tables.
  public static func all(
    of schema: SettingsSchema, _ values: SettingsValues, language: Language
  ) -> [SettingRecord] {
    records(schema.pane, within: []) { setting, panes, group in
      SettingRecord(
        scene: schema.scene, setting: setting, value: values.value(of: setting),
        origin: values.origin(of: setting), variable: schema.variable(for: setting.key),
        panes: panes, group: group, language: language)
    }
  }

  private static func records(
    _ pane: SettingsPane, within panes: [Text],
    _ record: (SettingDefinition, [Text], Text?) -> SettingRecord
  ) -> [SettingRecord] {
    var group: Text?
    return pane.items.flatMap { item -> [SettingRecord] in
      switch item {
      case .group(let title): group = title
      case .title: break
      case .value(let setting): return [record(setting, panes, group)]
      case .pane(let title, let child): return records(child, within: panes + [title], record)
      }
      return []
    }
  }

  public func appendJSON(to bytes: inout [UInt8]) {
    JSONLine.append(to: &bytes) { line in
      line.add("v", 2)
      line.add("scene", scene)
      line.add("key", setting.key)
      line.add("title", language.string(setting.title))
      if !panes.isEmpty {
        line.add("panes", json: SettingRecord.array(panes.map(language.string)))
      }
      line.add("group", group.map(language.string))
      line.add("control", setting.control.name)
      if !setting.isSecure {
        line.add("value", json: value.json)
        line.add("default", json: setting.defaultValue.json)
      }
      addRange(to: &line)
      line.add("origin", origin.name)
      if case .file(let path) = origin { line.add("file", path) }
      line.add("variable", variable)
    }
  }

  private func addRange(to line: inout JSONLine) {
    switch setting.control {
    case .slider(let range, let step):
      line.add("minimum", json: SettingValue.number(range.lowerBound).json)
      line.add("maximum", json: SettingValue.number(range.upperBound).json)
      line.add("step", json: SettingValue.number(step).json)
    case .choice(let choices):
      line.add("choices", json: SettingRecord.array(choices.map(\.value)))
    case .text, .secureText, .toggle: break
    }
  }

  private static func array(_ texts: [String]) -> String {
    "[\(texts.map(JSONLine.quoted).joined(separator: ","))]"
  }
}

extension SettingValue {
  fileprivate var json: String {
    if case .text(let text) = self { JSONLine.quoted(text) } else { description }
  }
}

extension SettingControl {
  fileprivate var name: String {
    switch self {
    case .text: "text"
    case .secureText: "secureText"
    case .toggle: "toggle"
    case .slider: "slider"
    case .choice: "choice"
    }
  }
}

extension SettingsValues.Origin {
  fileprivate var name: String {
    switch self {
    case .defaults: "default"
    case .file: "file"
    case .environment: "environment"
    case .option: "option"
    }
  }
}
