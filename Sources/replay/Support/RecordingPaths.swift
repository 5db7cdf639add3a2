import ArgumentParser
import Files

/// The recordings that a command reads: files, folders, archives, and lists of paths.
struct RecordingPaths: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Recordings, folders or tar archives of them, or - for standard input.", valueName: "path"),
    completion: .file())
  var paths: [String] = []

  @Option(
    help: ArgumentHelp(
      "Read further paths from a file, one a line; - is standard input.", valueName: "file"),
    completion: .file())
  var filesFrom: String?

  @Flag(help: "The paths of --files-from end with NUL, not with a newline.")
  var null = false

  init() {}

  init(_ paths: [String]) {
    self.paths = paths
    filesFrom = nil
    null = false
  }

  /// The inputs on the command line.
  var inputs: [String?] { paths + [filesFrom] }

  func validate() throws {
    if paths.isEmpty, filesFrom == nil {
      throw ValidationError("Missing expected argument '<path> ...', or --files-from")
    }
    if null, filesFrom == nil { throw ValidationError("--null is for --files-from") }
  }

  func openList(_ console: Console) throws(FileError) -> PathList? {
    guard let filesFrom else { return nil }
    return try PathList(path: filesFrom, isNull: null) {
      if filesFrom == "-" { console.flushBeforeWaiting() }
    }
  }
}
