public import Files

/// Files of what scenes have made, in the format of their extension.
///
/// ```swift
/// try MemoryFile.write(runner.save(), to: "drawing.json")
/// try runner.restore(MemoryFile.read("drawing.json", of: "QuartzFun"))
/// ```
///
/// A file appears, or replaces the one before, complete or not at all, however the process ends.
/// `docs/Memory.md` describes the formats.
public enum MemoryFile {
  /// The version of the files that are written; those of earlier versions are read, too.
  public static let version = 2

  /// The extensions of file names, without the dot.
  public static let extensions = ["plist", "json", "sqlite", "db"]

  /// Reads what a scene has saved. Throws for a file of another scene, of a newer version or of
  /// another kind.
  public static func read(_ path: String, of scene: String) throws(FileError) -> SceneMemory {
    let memory = try format(of: path).read(path)
    guard memory.scene == scene else {
      throw .otherScene(path, memory.scene, expected: scene)
    }
    return memory
  }

  /// Writes a file, or replaces the one that is there, but not one of another scene or of a newer
  /// version.
  ///
  /// - Parameter inputs: The files that the scene's work is made of; see
  ///   ``ByteSink/init(path:madeOf:)``.
  public static func write(
    _ memory: SceneMemory, to path: String, madeOf inputs: [String] = []
  ) throws(FileError) {
    try format(of: path).write(memory, to: path, madeOf: inputs)
  }

  /// Throws for an extension without a format.
  public static func checkExtension(of path: String) throws(FileError) {
    _ = try format(of: path)
  }

  private static func format(of path: String) throws(FileError) -> any MemoryFormat {
    let name = path.split(separator: "/").last ?? ""
    let fileExtension = name.split(separator: ".").dropFirst().last?.lowercased()
    switch fileExtension {
    case "plist": return PropertyListMemory()
    case "json": return JSONMemory()
    case "sqlite", "db": return SQLiteMemory()
    default:
      let known = extensions.map { ".\($0)" }.joined(separator: ", ")
      throw FileError(
        file: path, position: .file, expected: "a file with the extension \(known)",
        found: fileExtension.map { ".\($0.printable)" } ?? "no extension")
    }
  }
}
