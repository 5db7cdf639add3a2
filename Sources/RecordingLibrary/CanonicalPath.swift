#if Library
  import Files
  import GRDB
  import Playback
  import SystemPackage

  /// Absolute paths, which identify files in a library. The folder of a file has no symbolic links
  /// and no `..`; the file's own name may be a link.
  enum CanonicalPath {
    /// The canonical form of a path, which need not exist.
    static func of(_ path: String) -> String {
      if let folder = resolved(path), InputFiles.isFolder(folder) { return folder }
      let file = FilePath(path)
      guard let name = file.lastComponent, name.kind == .regular else {
        return resolved(path) ?? path
      }
      let parent = file.removingLastComponent()
      let folder =
        resolved(parent.isEmpty ? "." : parent.string)
        ?? FilePath(currentFolder).pushing(parent).lexicallyNormalized().string
      return inside(folder, name.string)
    }

    static func inside(_ folder: String, _ name: String) -> String {
      folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    }

    static func folder(of path: String) -> String {
      FilePath(path).removingLastComponent().string
    }

    /// The bounds of the paths within a folder, of which the second is excluded.
    static func bounds(of folder: String) -> (first: String, end: String) {
      let stem = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
      // The character 0 follows / in ASCII.
      return (stem + "/", stem + "0")
    }

    /// The condition that a column has a path, or one within it as a folder.
    static func isWithin(_ path: String, _ column: String = "path") -> SQL {
      let (column, bounds) = (SQL(sql: column), bounds(of: path))
      return "(\(column) = \(path) OR (\(column) >= \(bounds.first) AND \(column) < \(bounds.end)))"
    }

    private static let currentFolder = resolved(".") ?? "/"

    private static func resolved(_ path: String) -> String? {
      guard let resolved = realpath(path, nil) else { return nil }
      defer { free(resolved) }
      return String(validatingCString: resolved)
    }
  }
#endif
