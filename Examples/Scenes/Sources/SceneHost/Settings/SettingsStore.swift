public import Files
import Playback
import SystemPackage

/// The file with the user's settings of a scene, which several programs may read and change at
/// once.
///
/// Each scene has a file of its own, so that a damaged file concerns one scene, programs that
/// change different scenes do not wait for each other, and the user can copy or remove the settings
/// of one. A change reads the file, changes it and replaces it, complete and synced, while it holds
/// a lock; reading needs none.
public struct SettingsStore: Sendable {
  public let schema: SettingsSchema
  /// The path of the file, whether or not it exists.
  public let path: String
  private let folder: XDGFolder

  /// - Parameter folder: The folder of the files of all scenes, as ``folder(_:)`` finds it.
  public init(_ schema: SettingsSchema, folder: String) {
    self.schema = schema
    self.folder = XDGFolder(path: folder)
    path = self.folder.file(of: schema.scene, ".plist")
  }

  /// The folder of settings: `touchstone` in that of `XDG_CONFIG_HOME`, or else in `~/.config`.
  ///
  /// As the XDG Base Directory Specification has it, a relative path in the variable is ignored.
  ///
  /// - Parameter environment: The variables of the process.
  public static func folder(_ environment: [String: String]) -> String {
    XDGFolder.settings(environment).path
  }
}

// MARK: - Reading

extension SettingsStore {
  /// Reads the file; nil if it does not exist.
  ///
  /// - Throws: An error that names the file, and the line where it is known.
  public func read() throws(FileError) -> SettingsFile? {
    guard let stamp = try FileStamp(path) else { return nil }
    // Opening a pipe would wait for its writer.
    if !stamp.isRegularFile {
      throw FileError(
        file: path, position: .file, expected: "a regular file", found: "something else")
    }
    do throws(FileError) {
      let bytes = try ByteSource(path: path).readAll(limit: SettingsFile.largest)
      return try SettingsFile(path: path, bytes: bytes, stamp, schema)
    } catch {
      if error.systemError == .noSuchFileOrDirectory { return nil }
      throw error
    }
  }
}

// MARK: - Changing

extension SettingsStore {
  /// Sets the value of a setting; throws for one that it does not take.
  public func set(_ value: SettingValue, for setting: SettingDefinition) throws(FileError) {
    guard setting.control.accepts(value) else {
      throw FileError(
        file: setting.key, position: .file, expected: setting.control.expectation,
        found: setting.isSecure ? "another value" : value.description.quoted)
    }
    try change([setting.key: value])
  }

  /// Removes the value of a setting, or those of all, so that the defaults apply.
  public func reset(_ setting: SettingDefinition? = nil) throws(FileError) {
    guard try FileStamp(path) != nil else { return }
    let settings = setting.map { [$0] } ?? schema.settings
    try change(Dictionary(settings.map { ($0.key, nil) }) { first, _ in first })
  }

  /// Changes values while no other program does.
  private func change(_ changes: [String: SettingValue?]) throws(FileError) {
    try folder.create()
    let lock = try FileLock(for: path)
    defer { withExtendedLifetime(lock) {} }
    var file = try read() ?? SettingsFile(path: path)
    if file.isNewer {
      throw FileError(
        file: path, position: .file, expected: "settings of version \(SettingsFile.version)",
        found: "version \(file.version) of a newer replay, which is left as it is", isOutput: true)
    }
    file.update(changes)
    let sink = try ByteSink(path: path)
    sink.restrictToOwner()
    try sink.append(try file.bytes())
    try sink.finish()
  }
}
