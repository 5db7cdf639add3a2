import SystemPackage

/// A lock that programs hold while they read, change and replace a file.
///
/// The lock is one of flock(2) on an empty, hidden file beside the changed one, `.NAME.lock`, which
/// stays: a lock on the file itself would be lost when another file takes its place. The system
/// releases the lock when the process ends, for any reason.
public final class FileLock {
  private let descriptor: FileDescriptor

  /// Waits for the lock of a file, which need not exist; links to the same file have the same lock.
  public init(for path: String) throws(FileError) {
    descriptor = try FileError.writing(path) { try FileLock.lock(path, LOCK_EX) }
  }

  /// Takes the lock of a file without waiting; nil if any process, including this one, holds it.
  public static func ifFree(_ path: String) throws(FileError) -> FileLock? {
    let file: FileDescriptor? = try FileError.writing(path) {
      do {
        return try lock(path, LOCK_EX | LOCK_NB)
      } catch Errno.wouldBlock {
        return nil
      }
    }
    return file.map(FileLock.init)
  }

  private init(_ file: FileDescriptor) { descriptor = file }

  deinit { try? descriptor.close() }

  /// - Parameter operation: The operation of flock(2).
  private static func lock(_ path: String, _ operation: CInt) throws -> FileDescriptor {
    guard case .file(let target) = try OutputPath(path), let name = target.lastComponent else {
      throw Errno.invalidArgument
    }
    let file = try FileDescriptor.open(
      target.removingLastComponent().appending(".\(name.string).lock"), .readWrite,
      options: [.create, .closeOnExec], permissions: .ownerReadWrite)
    while flock(file.rawValue, operation) != 0 {
      let error = Errno(rawValue: errno)
      if error == .interrupted { continue }
      try? file.close()
      throw error
    }
    return file
  }
}
