import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A lock that programs hold while they read, change and replace a file.
///
/// It is a lock of flock(2) on an empty, hidden file beside the one that is changed, `.NAME.lock`, which stays: a
/// lock on the file itself would be lost when another file takes its place. The system releases the lock
/// when the process ends, however that happens.
package final class FileLock {
  private let descriptor: FileDescriptor

  /// Waits for the lock of a file, which need not exist; links to the same file have the same lock.
  package init(for path: String) throws(RecordingError) {
    do {
      descriptor = try FileLock.open(path)
    } catch {
      throw .cannotWrite(path, error as? Errno ?? .ioError)
    }
  }

  deinit { try? descriptor.close() }

  private static func open(_ path: String) throws -> FileDescriptor {
    guard case .file(let file) = try OutputPath(path), let name = file.lastComponent else {
      throw Errno.invalidArgument
    }
    let descriptor = try FileDescriptor.open(
      file.removingLastComponent().appending(".\(name.string).lock"), .readWrite,
      options: [.create, .closeOnExec], permissions: .ownerReadWrite)
    while flock(descriptor.rawValue, LOCK_EX) != 0 {
      guard errno != EINTR else { continue }
      let error = Errno(rawValue: errno)
      try? descriptor.close()
      throw error
    }
    return descriptor
  }
}

/// Folders for a person's own files, such as settings.
package enum PrivateFolder {
  /// Creates a folder and those above it that are missing, for the owner only.
  package static func create(_ path: String) throws(RecordingError) {
    var folder = FilePath(root: FilePath(path).root, [])
    for component in FilePath(path).components {
      folder.append(component)
      if folder.withPlatformString({ mkdir($0, 0o700) }) == 0 || errno == EEXIST { continue }
      // Folders that cannot be created, as of a read-only file system, may exist.
      let error = Errno(rawValue: errno)
      if folder.withPlatformString({ access($0, F_OK) }) != 0 { throw .cannotWrite(path, error) }
    }
  }
}
