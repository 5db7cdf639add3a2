import FoundationEssentials
import SystemPackage

/// A folder of the user's own files, in its location by the [XDG Base Directory
/// Specification](https://specifications.freedesktop.org/basedir-spec/latest/).
public struct XDGFolder: Hashable, Sendable {
  public let path: String

  public init(path: String) { self.path = path }

  /// The folder of settings: `touchstone` in `XDG_CONFIG_HOME`, or else in `~/.config`.
  public static func settings(_ environment: [String: String]) -> XDGFolder {
    XDGFolder(path: base("XDG_CONFIG_HOME", or: ".config", environment) + "/touchstone")
  }

  /// The folder of data: `touchstone` in `XDG_DATA_HOME`, or else in `~/.local/share`.
  public static func data(_ environment: [String: String]) -> XDGFolder {
    XDGFolder(path: base("XDG_DATA_HOME", or: ".local/share", environment) + "/touchstone")
  }

  /// A base directory: the value of a variable, or else a folder of the home folder. Relative paths
  /// in variables are invalid and ignored.
  public static func base(
    _ variable: String, or folder: String, _ environment: [String: String]
  ) -> String {
    func absolute(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let home = absolute("HOME") ?? FileManager.default.homeDirectoryForCurrentUser.path
    return absolute(variable) ?? home + "/" + folder
  }

  /// Creates the folder and the missing ones above it, for the owner only.
  public func create() throws(FileError) {
    var folder = FilePath(root: FilePath(path).root, [])
    for component in FilePath(path).components {
      folder.append(component)
      if folder.withPlatformString({ mkdir($0, 0o700) }) == 0 || errno == EEXIST { continue }
      // Folders that cannot be created, as on a read-only file system, may exist.
      let error = Errno(rawValue: errno)
      if folder.withPlatformString({ access($0, F_OK) }) != 0 { throw .cannotWrite(path, error) }
    }
  }
}
