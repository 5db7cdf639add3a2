import ArgumentParser
import Files
import Foundation
import SceneHost
import Scenes

/// Settings of a scene that an option of a command sets, over those of the user's file.
struct SettingsOptions: ParsableArguments {
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Set one of the scene's settings for this run; may be repeated.", valueName: "key=value"))
  var assignments: [String] = []

  /// The values of a scene's settings in all their layers, and the file that the user changes.
  ///
  /// Invalid entries in the file are warnings; a file or a variable that cannot be read is an
  /// error.
  func settings(of scene: Scene.Type, _ console: Console) throws -> SceneSettings {
    let schema = SettingsSchema(scene)
    let environment = ProcessInfo.processInfo.environment
    let store = SettingsStore(schema, folder: SettingsStore.folder(environment))
    let options = try options(schema)
    let file = try store.read()
    for problem in file?.problems ?? [] {
      SceneSettings.warn(ofInvalid: problem, console)
    }
    let values = try SettingsValues(
      schema, file: file, environment: environment, options: options)
    return SceneSettings(schema: schema, values: values, store: store, file: file)
  }

  private func options(_ schema: SettingsSchema) throws -> [String: SettingValue] {
    var options: [String: SettingValue] = [:]
    for assignment in assignments {
      guard let equals = assignment.firstIndex(of: "=") else {
        throw ValidationError("--set: expected key=value, found '\(assignment.printable)'")
      }
      let key = String(assignment[..<equals])
      let text = String(assignment[assignment.index(after: equals)...])
      options[key] = try SceneSettings.usage {
        () throws(SettingError) in try schema.setting(key).value(parsing: text)
      }
    }
    return options
  }
}

/// The settings of a scene, their values, and the file that the user changes.
struct SceneSettings {
  let schema: SettingsSchema
  let values: SettingsValues
  let store: SettingsStore
  /// The contents of the file; nil if it does not exist.
  let file: SettingsFile?

  /// Warns of an entry in the file that its setting does not take; the others apply.
  static func warn(ofInvalid entry: FileError, _ console: Console) {
    console.warn(entry.file, "expected \(entry.expected), found \(entry.found): not used")
  }

  /// Notices changes of the file while the scene runs, and warns of what cannot be read.
  func watcher(_ console: Console) -> SettingsWatcher {
    let watcher = SettingsWatcher(values, store)
    watcher.observer = { problem in
      switch problem {
      case .invalidValue(let error): SceneSettings.warn(ofInvalid: error, console)
      case .unreadable(let error):
        let place = error.description.dropFirst(error.file.count).drop { $0 == ":" || $0 == " " }
        console.warn(error.file, "\(place); the previous settings stay")
      }
    }
    return watcher
  }

  /// Performs what may fail because of a key or a value of the command line.
  static func usage<Result>(
    _ body: () throws(SettingError) -> Result
  ) throws -> Result {
    do throws(SettingError) {
      return try body()
    } catch {
      throw ValidationError(error.description.printable)
    }
  }

  /// The scene with a name; the error names the nearest.
  static func scene(_ name: String) throws -> Scene.Type {
    if let scene = SceneCatalog.scene(named: name) { return scene }
    let names = SceneCatalog.scenes.map { $0.name }
    let near = Suggestion.nearest(to: name, among: names).map { "; did you mean \($0)?" } ?? ""
    throw ValidationError(
      "expected one of \(names.joined(separator: ", ")), found '\(name.printable)'\(near)")
  }
}
