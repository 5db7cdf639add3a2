import ArgumentParser
import Files
import Foundation
import SceneHost
import Scenes

/// `scene settings`
struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "Show and change the settings of scenes.",
    discussion: """
      A value is that of an option (--set key=value), or else of an environment variable \
      (TOUCHSTONE_SWIPES_MINIMUM_LENGTH), or else of the file that 'set' changes, or else the default. \
      Scenes that run notice a change.

      EXAMPLES
        scene settings                                the scenes that have settings
        scene settings Swipes --show-origin           those of a scene, and where the values are from
        scene settings get Swipes minimumLength
        scene settings set Swipes minimumLength 40
        scene settings reset Swipes minimumLength
      """,
    subcommands: [
      SettingsShowCommand.self, SettingsGetCommand.self, SettingsSetCommand.self,
      SettingsResetCommand.self,
    ],
    defaultSubcommand: SettingsShowCommand.self)

  /// Verbs mistyped after the scene.
  fileprivate static let verbs = ["show", "get", "set", "reset"]
}

/// `scene settings show`, or without the word
struct SettingsShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print the settings of a scene, or the scenes that have settings.",
    discussion: """
      EXAMPLES
        scene settings Swipes
        scene settings Swipes --set minimumLength=40 --show-origin
        scene settings --json | jq -r 'select(.origin == "file").key'
      """)

  @Argument(help: ArgumentHelp("The scene; by default those with settings are listed."))
  var scene: String?

  @Argument(help: .hidden)
  var rest: [String] = []

  @Flag(help: "Print where each value is from, instead of titles and allowed values.")
  var showOrigin = false

  @OptionGroup var options: SettingsOptions
  @OptionGroup var locale: LocaleOption
  @OptionGroup var results: ResultOptions

  func validate() throws {
    guard let scene else {
      if !options.assignments.isEmpty { throw ValidationError("--set needs a scene") }
      return
    }
    if let verb = rest.first, SettingsCommand.verbs.contains(verb) {
      let words = [verb, scene] + rest.dropFirst()
      throw ValidationError(
        "'\(verb)' comes before the scene: "
          + "'scene settings \(words.joined(separator: " ").printable)'")
    }
    if !rest.isEmpty { throw ValidationError("expected one scene, found several words") }
    _ = try SceneSettings.scene(scene)
  }

  func run() throws {
    try withConsole(quiet: results.quiet, output: results.output) { console in
      if let scene { return try show(SceneSettings.scene(scene), console) }
      try list(SceneCatalog.scenes.filter { !$0.settings.settings.isEmpty }, console)
    }
  }

  /// Prints the scenes, or with `--json` all of their settings; a file that cannot be read leaves
  /// out its scene.
  private func list(_ scenes: [Scene.Type], _ console: Console) throws {
    let table = Table(
      [.left("SCENE", 13), .right("SETTINGS"), .right("CHANGED")])
    if !results.isJSON { console.print(table.header) }
    for scene in scenes {
      do {
        if results.isJSON {
          try show(scene, console)
          continue
        }
        let settings = try options.settings(of: scene, console)
        let changed = settings.schema.settings.count {
          settings.values.origin(of: $0) != .defaults
        }
        console.print(
          table.row([scene.name, "\(settings.schema.settings.count)", "\(changed)"]))
      } catch {
        try console.report(error)
      }
    }
  }

  private func show(_ scene: Scene.Type, _ console: Console) throws {
    let settings = try options.settings(of: scene, console)
    if settings.file?.isNewer == true {
      console.note(
        settings.store.path, "of a newer replay: known keys apply, and nothing is changed"
      )
    }
    if results.isJSON {
      let language = Language.english(SceneCatalog.strings)
      for record in SettingRecord.all(of: settings.schema, settings.values, language: language) {
        console.print(record.appendJSON)
      }
    } else if settings.schema.settings.isEmpty {
      console.note(scene.name, "no settings")
    } else {
      SettingsTable(
        settings, locale.language(SceneCatalog.strings, on: console), showsOrigin: showOrigin
      ).print(console)
    }
  }
}

/// `scene settings get`
struct SettingsGetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "get",
    abstract: "Print the value of a setting.",
    discussion: """
      EXAMPLES
        scene settings get Swipes minimumLength
        scene settings get Swipes minimumLength --show-origin
      """)

  @OptionGroup var target: SettingTarget

  @Flag(help: "Print where the value is from before it, and a tab.")
  var showOrigin = false

  @Flag(name: .shortAndLong, help: "Print only results and errors.")
  var quiet = false

  func run() throws {
    try withConsole(quiet: quiet) { console in
      let values = try SettingsOptions.none.settings(of: target.scene, console).values
      let setting = try target.setting
      let origin = showOrigin ? "\(values.origin(of: setting))\t" : ""
      console.print("\(origin)\(values.value(of: setting))")
    }
  }
}

/// `scene settings set`
struct SettingsSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change the value of a setting, for this user and all further runs.",
    discussion: """
      Without a value it is read from standard input, so that a secret is not in the history of the shell. \
      A value that begins with a dash follows --.

      EXAMPLES
        scene settings set Swipes minimumLength 40
        scene settings set Swipes usesRawTouches yes
      """)

  @OptionGroup var target: SettingTarget

  @Argument(help: "The value; by default it is read from standard input.")
  var value: String?

  @Flag(name: .shortAndLong, help: "Print only results and errors.")
  var quiet = false

  func validate() throws {
    if let value { _ = try target.parse(value) }
  }

  func run() throws {
    try withConsole(quiet: quiet) { console in
      let setting = try target.setting
      let value = try target.parse(value ?? SettingsSetCommand.line())
      let store = try target.store
      try store.set(value, for: setting)
      let variable = store.schema.variable(for: setting.key)
      if ProcessInfo.processInfo.environment[variable] != nil {
        console.note(variable, "this variable takes precedence over the new value")
      }
    }
  }

  /// The line of standard input.
  private static func line() throws -> String {
    let bytes = try ByteSource(path: "-").readAll(limit: 64 << 10)
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw FileError(
        file: "-", position: .file, expected: "a value in UTF-8", found: "other bytes")
    }
    if text.last?.isNewline == true { text.removeLast() }
    return text
  }
}

/// `scene settings reset`
struct SettingsResetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Return to the default of a setting, or of all settings of a scene.",
    discussion: """
      EXAMPLES
        scene settings reset Swipes minimumLength
        scene settings reset Swipes
      """)

  @Argument(help: "The scene.")
  var scene: String

  @Argument(help: "The key of the setting; by default all of the scene's.")
  var key: String?

  @Flag(name: .shortAndLong, help: "Print only results and errors.")
  var quiet = false

  func validate() throws { _ = try target }

  func run() throws {
    try withConsole(quiet: quiet) { _ in
      let (store, setting) = try target
      try store.reset(setting)
    }
  }

  private var target: (store: SettingsStore, setting: SettingDefinition?) {
    get throws {
      let target = SettingTarget.of(scene, key ?? "")
      return (try target.store, key == nil ? nil : try target.setting)
    }
  }
}

// MARK: - Arguments

extension SettingsOptions {
  /// No option.
  fileprivate static var none: SettingsOptions {
    var options = SettingsOptions()
    options.assignments = []
    return options
  }
}

/// A setting of a scene that a command names.
struct SettingTarget: ParsableArguments {
  @Argument(help: ArgumentHelp("The scene.", valueName: "scene"))
  var sceneName: String

  @Argument(help: "The key of the setting.")
  var key: String

  static func of(_ scene: String, _ key: String) -> SettingTarget {
    var target = SettingTarget()
    target.sceneName = scene
    target.key = key
    return target
  }

  func validate() throws { _ = try setting }

  var scene: Scene.Type {
    get throws {
      if SceneCatalog.scene(named: sceneName) == nil, SceneCatalog.scene(named: key) != nil {
        throw ValidationError(
          "the scene comes before the key: '\(key.printable) \(sceneName.printable)'")
      }
      return try SceneSettings.scene(sceneName)
    }
  }

  var setting: SettingDefinition {
    get throws {
      let schema = SettingsSchema(try scene)
      return try SceneSettings.usage { () throws(SettingError) in try schema.setting(key) }
    }
  }

  /// The value that a text stands for.
  func parse(_ text: String) throws -> SettingValue {
    let setting = try setting
    return try SceneSettings.usage { () throws(SettingError) in try setting.value(parsing: text) }
  }

  var store: SettingsStore {
    get throws {
      SettingsStore(
        SettingsSchema(try scene),
        folder: SettingsStore.folder(ProcessInfo.processInfo.environment))
    }
  }
}

// MARK: - Table

/// The panes of a scene as a table.
private struct SettingsTable {
  private enum Row {
    case heading(String)
    case cells([String])
  }

  private static let mask = "********"

  private let settings: SceneSettings
  private let language: Language
  private let showsOrigin: Bool

  init(_ settings: SceneSettings, _ language: Language, showsOrigin: Bool) {
    self.settings = settings
    self.language = language
    self.showsOrigin = showsOrigin
  }

  func print(_ console: Console) {
    let rows = rows(settings.schema.pane, within: [])
    let cells = rows.compactMap { if case .cells(let cells) = $0 { cells } else { nil } }
    let columns: [Table.Column] =
      showsOrigin
      ? [.left("KEY"), .left("VALUE"), .left("ORIGIN")]
      : [.left("TITLE"), .left("KEY"), .left("VALUE"), .left("ALLOWED")]
    let table = Table(columns, rows: cells)
    console.print(table.header)
    for row in rows {
      switch row {
      case .heading(let title): console.print(title)
      case .cells(let cells): console.print(table.row(cells))
      }
    }
  }

  private func rows(_ pane: SettingsPane, within panes: [String]) -> [Row] {
    pane.items.flatMap { item -> [Row] in
      switch item {
      case .group(let title):
        return [.heading((panes + [language.string(title)]).joined(separator: ": "))]
      case .title(let title, let value):
        return showsOrigin ? [] : [.cells([language.string(title), "", language.string(value)])]
      case .value(let setting): return [.cells(cells(setting))]
      case .pane(let title, let child):
        let panes = panes + [language.string(title)]
        return [.heading(panes.joined(separator: ": "))] + rows(child, within: panes)
      }
    }
  }

  private func cells(_ setting: SettingDefinition) -> [String] {
    let value = settings.values.value(of: setting).description
    let shown = setting.isSecure && !value.isEmpty ? SettingsTable.mask : value
    return showsOrigin
      ? [setting.key, shown, origin(settings.values.origin(of: setting))]
      : [language.string(setting.title), setting.key, shown, allowed(setting.control)]
  }

  /// As `git config --show-origin` has it, with `~` for the user's home folder.
  private func origin(_ origin: SettingsValues.Origin) -> String {
    guard case .file(let path) = origin,
      let home = ProcessInfo.processInfo.environment["HOME"], home.count > 1,
      path.hasPrefix(home + "/")
    else { return origin.description }
    return "file:~\(path.dropFirst(home.count))"
  }

  private func allowed(_ control: SettingControl) -> String {
    switch control {
    case .text: return "a text"
    case .secureText: return "a text that is not shown"
    case .toggle: return "true, false"
    case .slider(let range, let step):
      let (least, most) = (
        SettingValue.number(range.lowerBound), SettingValue.number(range.upperBound)
      )
      return "\(least) to \(most), in steps of \(SettingValue.number(step))"
    case .choice(let choices):
      return choices.map { choice in
        let title = language.string(choice.title)
        return title.lowercased() == choice.value.lowercased()
          ? choice.value : "\(choice.value) (\(title))"
      }
      .joined(separator: ", ")
    }
  }
}
