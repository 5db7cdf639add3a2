import Files

/// The values of settings at the moment, in layers: an option over an environment variable over the
/// user's file over the defaults.
///
/// ```swift
/// let values = SettingsValues()
/// values[Swipes.minimumLength]                 // 25, the default
/// values.set(30, for: Swipes.minimumLength)    // as the option --set minimumLength=30
/// values[Swipes.minimumLength]                 // 30
/// ```
public final class SettingsValues {
  /// Where a value is from.
  public enum Origin: Hashable, Sendable {
    case defaults
    /// A file of settings, by its path.
    case file(String)
    /// An environment variable, by its name.
    case environment(String)
    /// An option of the command.
    case option
  }

  /// The user's file.
  private var file: SettingsFile?
  /// The values of variables, by the keys of settings.
  private let environment: [String: (variable: String, value: SettingValue)]
  private var options: [String: SettingValue] = [:]

  /// The defaults alone.
  public init() { environment = [:] }

  /// - Parameters:
  ///   - file: The user's values; nil without a file.
  ///   - environment: The variables of the process; those of other names are ignored.
  ///   - options: Values that take precedence over all others, by the keys of settings.
  /// - Throws: An error that names a variable whose value its setting does not take.
  public init(
    _ schema: SettingsSchema, file: SettingsFile? = nil, environment: [String: String] = [:],
    options: [String: SettingValue] = [:]
  ) throws(FileError) {
    var found: [String: (variable: String, value: SettingValue)] = [:]
    for setting in schema.settings {
      let variable = schema.variable(for: setting.key)
      guard let text = environment[variable] else { continue }
      do throws(SettingError) {
        found[setting.key] = (variable, try setting.value(parsing: text))
      } catch {
        throw FileError(
          file: variable, position: .file, expected: error.expected, found: error.found)
      }
    }
    self.environment = found
    self.file = file
    self.options = options
  }

  public subscript<Value>(_ setting: Setting<Value>) -> Value {
    Value(value(of: setting.definition)) ?? setting.defaultValue
  }

  /// Sets a value over all others, as an option of a command does.
  public func set<Value>(_ value: Value, for setting: Setting<Value>) {
    options[setting.key] = value.settingValue
  }

  /// The value of a setting.
  public func value(of setting: SettingDefinition) -> SettingValue {
    valueAndOrigin(of: setting).value
  }

  /// Where the value of a setting is from.
  public func origin(of setting: SettingDefinition) -> Origin {
    valueAndOrigin(of: setting).origin
  }

  private func valueAndOrigin(
    of setting: SettingDefinition
  ) -> (value: SettingValue, origin: Origin) {
    if let value = options[setting.key] { return (value, .option) }
    if let (variable, value) = environment[setting.key] { return (value, .environment(variable)) }
    if let file, let value = file.values[setting.key] { return (value, .file(file.path)) }
    return (setting.defaultValue, .defaults)
  }

  /// The stamp of the file that the values are from; nil without a file.
  var fileStamp: FileStamp? { file?.stamp }

  /// Takes the values of a file in place of those of the previous one.
  ///
  /// - Returns: Whether the value of a setting changed.
  func update(_ file: SettingsFile?, _ schema: SettingsSchema) -> Bool {
    let old = schema.settings.map(value)
    self.file = file
    return schema.settings.map(value) != old
  }
}

extension SettingsValues.Origin: CustomStringConvertible {
  /// As `git config --show-origin` prints it: `default:`, `file:PATH`, `environment:NAME` or
  /// `option:`.
  public var description: String {
    switch self {
    case .defaults: "default:"
    case .file(let path): "file:\(path)"
    case .environment(let name): "environment:\(name)"
    case .option: "option:"
    }
  }
}
