import Files

extension XDGFolder {
  /// The folder of saved states: `touchstone/scenes` in that of `XDG_STATE_HOME`, or else in
  /// `~/.local/state`.
  public static func states(_ environment: [String: String]) -> XDGFolder {
    XDGFolder(path: base("XDG_STATE_HOME", or: ".local/state", environment) + "/touchstone/scenes")
  }

  /// The path of a scene's file: different names have different files, which are within the folder.
  ///
  /// - Parameter suffix: What follows the name of the scene, as in `.plist`.
  public func file(of scene: String, _ suffix: String) -> String {
    "\(path)/\(XDGFolder.fileName(scene))\(suffix)"
  }

  /// A name as that of a file: ASCII letters, digits, `-` and `_` stay, and other bytes are as
  /// `%2f`.
  private static func fileName(_ scene: String) -> String {
    var name: [UInt8] = []
    for byte in scene.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        name.append(byte)
      default:
        name += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      }
    }
    return String(decoding: name, as: UTF8.self)
  }
}
