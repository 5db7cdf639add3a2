public import Gestures
public import Recordings
import SystemPackage

/// A profile as commented YAML.
///
/// ```yaml
/// base: standard        # standard, textbook or uikit: where what is left out comes from
/// swipe:
///   rule: standard
///   minimumLength: 40   # points
/// ```
///
/// Every recognizer is a mapping, and every value may be left out. Keys that do not exist, values of
/// another kind and numbers out of their range are errors with their place.
public enum ProfileFile {
  /// Reads a profile from a file; `-` is standard input.
  public static func read(path: String) throws(RecordingError) -> Profile {
    let source = try ByteSource(path: path)
    let bytes = try source.readAll(limit: largest)
    return try parse(String(decoding: bytes, as: UTF8.self), file: path)
  }

  /// Profiles are a few kilobytes.
  private static let largest = 1 << 20

  /// Reads a profile from text; `file` stands for the path in errors.
  public static func parse(_ text: String, file: String) throws(RecordingError) -> Profile {
    var parser = ProfileParser(file: file)
    return try parser.parse(text)
  }

  /// The profile of a name: one of ``Gestures/Profile/named``, or else the file of this path.
  public static func find(_ nameOrPath: String) throws(RecordingError) -> Profile {
    if let profile = Profile.named.first(where: { $0.name == nameOrPath }) { return profile }
    do {
      return try read(path: nameOrPath)
    } catch {
      let names = Profile.named.map(\.name)
      guard error.systemError == .noSuchFileOrDirectory,
        let near = Suggestion.nearest(to: nameOrPath, among: names)
      else { throw error }
      throw RecordingError(
        file: nameOrPath, position: .file,
        expected: "a profile (\(names.joined(separator: ", "))) or a file",
        found: "no such profile or file; did you mean \(near)?", systemError: error.systemError)
    }
  }
}
