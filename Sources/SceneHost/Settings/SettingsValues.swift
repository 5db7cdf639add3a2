/// The values of settings at the moment: a person's, or else the defaults.
public final class SettingsValues {
  public init() {}

  public subscript<Value>(_ setting: Setting<Value>) -> Value { setting.defaultValue }
}
