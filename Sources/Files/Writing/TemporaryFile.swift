import SystemPackage

/// A file without a name, which vanishes when it is closed, however the process ends.
public struct TemporaryFile: Sendable {
  public let descriptor: FileDescriptor
  private let folder: String

  // The value of O_TMPFILE in Linux's <asm-generic/fcntl.h>, which Glibc's module lacks.
  private static let withoutName = FileDescriptor.OpenOptions(rawValue: 0o20_000_000 | O_DIRECTORY)

  /// Opens an empty file in a folder for reading and writing, for its owner only.
  public static func open(in folder: String) throws(FileError) -> TemporaryFile {
    do {
      let descriptor =
        try openUnnamed(in: FilePath(folder), .readWrite) ?? openNamed(in: FilePath(folder))
      return TemporaryFile(descriptor: descriptor, folder: folder)
    } catch {
      throw failure(folder, error as? Errno ?? .ioError)
    }
  }

  public func write(_ bytes: some Sequence<UInt8>) throws(FileError) {
    do {
      _ = try descriptor.writeAll(bytes)
    } catch {
      throw TemporaryFile.failure(folder, error as? Errno ?? .ioError)
    }
  }

  private static func failure(_ folder: String, _ error: Errno) -> FileError {
    FileError(
      file: folder, expected: "a folder for temporary files",
      found: "cannot write a temporary file here (TMPDIR sets the folder): \(error.description)",
      systemError: error, isOutput: true)
  }

  /// Opens a file without a name, for its owner only; nil if the file system does not support it.
  public static func openUnnamed(
    in folder: FilePath, _ mode: FileDescriptor.AccessMode
  ) -> FileDescriptor? {
    try? FileDescriptor.open(
      folder, mode, options: [withoutName, .closeOnExec], permissions: .ownerReadWrite)
  }

  /// A file that loses its name at once.
  private static func openNamed(in folder: FilePath) throws -> FileDescriptor {
    let name = TemporaryNames.make(in: folder)
    defer { TemporaryNames.forget(name) }
    let descriptor = try FileDescriptor.open(
      name, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
      permissions: .ownerReadWrite)
    _ = name.withPlatformString { unlink($0) }
    return descriptor
  }
}
