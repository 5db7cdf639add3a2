import Foundation

/// The part of `docs/Shapes.md` that is measured.
enum Page {
  private static let marker = "<!-- Measured by `make shapes`. -->\n"

  /// Replaces what is between the marker and the next section.
  static func write(_ text: String, to path: String) throws {
    let old = try String(contentsOfFile: path, encoding: .utf8)
    guard let found = old.range(of: marker) else { throw CocoaError(.fileReadCorruptFile) }
    let rest = old[found.upperBound...]
    let next = rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex
    let new = old[..<found.upperBound] + "\n" + text + rest[next...]
    try new.write(toFile: path, atomically: true, encoding: .utf8)
  }
}

/// Prints what is being measured.
func progress(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}
