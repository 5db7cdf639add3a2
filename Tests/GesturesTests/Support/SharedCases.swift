import Foundation

/// Measured cases that lie beside the project, in `../shared/cases`; they are not part of it.
enum SharedCases {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("shared/cases")

  static func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
  }

  /// What a file says; nil where it does not lie there.
  static func load<Content: Decodable>(
    _ name: String, as type: Content.Type
  ) throws -> Content? {
    guard exists(name) else { return nil }
    let data = try Data(contentsOf: folder.appendingPathComponent(name))
    return try JSONDecoder().decode(type, from: data)
  }
}
