import Foundation

/// Files of this process in the temporary folder, for what takes a path; each is overwritten by the
/// next input. `Fuzz/run` makes the folder in memory, and removes it.
enum TemporaryFiles {
  private static let prefix = FileManager.default.temporaryDirectory
    .appending(path: "fuzz-\(getpid())").path

  /// Writes the bytes of an input, and returns the path.
  static func input(_ bytes: [UInt8], fileExtension: String? = nil) -> String {
    let path = prefix + "-input" + (fileExtension.map { "." + $0 } ?? "")
    write(bytes, to: path)
    return path
  }

  static func write(_ bytes: [UInt8], to path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
    promise(close(descriptor) == 0 && count == bytes.count, "\(path) can be written")
  }

  /// A folder for files whose names are given.
  static let folder: String = {
    let path = prefix + "-folder"
    mkdir(path, 0o700)
    return path
  }()

  static let output = prefix + "-output"
  static let description = prefix + "-description"
}
