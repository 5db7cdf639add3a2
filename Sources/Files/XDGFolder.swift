import Foundation
import SystemPackage
import Timeline

/// A folder of the user's own files, where the [XDG Base Directory
/// Specification](https://specifications.freedesktop.org/basedir-spec/latest/) has it.
public struct XDGFolder: Hashable, Sendable {
  public let path: String

  public init(path: String) { self.path = path }

  /// The folder of settings: `touchstone` in that of `XDG_CONFIG_HOME`, or else in `~/.config`.
  public static func settings(_ environment: [String: String]) -> XDGFolder {
    XDGFolder(path: base("XDG_CONFIG_HOME", or: ".config", environment) + "/touchstone")
  }

  /// The folder of states: `touchstone/scenes` in that of `XDG_STATE_HOME`, or else in `~/.local/state`.
  public static func states(_ environment: [String: String]) -> XDGFolder {
    XDGFolder(path: base("XDG_STATE_HOME", or: ".local/state", environment) + "/touchstone/scenes")
  }

  /// The folder of data: `touchstone` in that of `XDG_DATA_HOME`, or else in `~/.local/share`.
  public static func data(_ environment: [String: String]) -> XDGFolder {
    XDGFolder(path: base("XDG_DATA_HOME", or: ".local/share", environment) + "/touchstone")
  }

  /// A base directory. Relative paths in variables are invalid and ignored.
  private static func base(
    _ variable: String, or folder: String, _ environment: [String: String]
  ) -> String {
    func absolute(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    return absolute(variable) ?? (absolute("HOME") ?? NSHomeDirectory()) + "/" + folder
  }
}

extension XDGFolder {
  /// The path of a scene's file: different names have different files, which are within the folder.
  ///
  /// - Parameter suffix: What follows the name of the scene, as in `.plist`.
  public func file(of scene: String, _ suffix: String) -> String {
    "\(path)/\(XDGFolder.fileName(scene))\(suffix)"
  }

  /// A name as that of a file: ASCII letters, digits, `-` and `_` stay, and other bytes are as `%2f`.
  private static func fileName(_ scene: String) -> String {
    var name: [UInt8] = []
    for byte in scene.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        name.append(byte)
      default:
        name.append(UInt8(ascii: "%"))
        name.append(hexadecimal: byte, digits: 2)
      }
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// Creates the folder and those above it that are missing, for the owner only.
  public func create() throws(FileError) {
    var folder = FilePath(root: FilePath(path).root, [])
    for component in FilePath(path).components {
      folder.append(component)
      if folder.withPlatformString({ mkdir($0, 0o700) }) == 0 || errno == EEXIST { continue }
      // Folders that cannot be created, as of a read-only file system, may exist.
      let error = Errno(rawValue: errno)
      if folder.withPlatformString({ access($0, F_OK) }) != 0 { throw .cannotWrite(path, error) }
    }
  }
}
