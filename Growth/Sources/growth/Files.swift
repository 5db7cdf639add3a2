import Foundation

/// Files of the cases.
enum Files {
  static func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  static func makeFolder(_ path: String) throws -> String {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  /// A folder of its own in the one for temporary files.
  static func makeTemporaryFolder() throws -> String {
    try makeFolder(NSTemporaryDirectory() + "/growth-\(getpid())")
  }
}
