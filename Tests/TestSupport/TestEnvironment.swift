import Foundation

/// The environment of this process, but for what a person has set: the languages, the settings of
/// scenes and the library of recordings.
///
/// - Parameters:
///   - more: Variables that take precedence.
///   - configuration: The folder of settings, which need not exist; that of data has `.data` after
///     its name.
public func testEnvironment(
  _ more: [String: String] = [:], configuration: String = "/nonexistent"
) -> [String: String] {
  ProcessInfo.processInfo.environment
    .filter { name, _ in
      !name.hasPrefix("TOUCHSTONE_") && !name.hasPrefix("LC_") && name != "LANGUAGE"
    }
    .merging([
      "LANG": "C.UTF-8", "XDG_CONFIG_HOME": configuration, "XDG_DATA_HOME": configuration + ".data",
    ]) { $1 }
    .merging(more) { $1 }
}
