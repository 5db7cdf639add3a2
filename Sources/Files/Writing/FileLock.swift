import SystemPackage

/// A lock that programs hold while they read, change and replace a file.
///
/// The lock is one of flock(2) on an empty, hidden file beside the changed one, `.NAME.lock`, which
/// stays: a lock on the file itself would be lost when another file takes its place. The system
/// releases the lock when the process ends, for any reason.
public final class FileLock {
  private let descriptor: FileDescriptor

  /// Waits for the lock of a file, which need not exist; links to the same file have the same lock.
  public convenience init(for path: String) throws(FileError) {
    do throws(Errno) {
      try self.init(path, LOCK_EX)
    } catch {
      throw .cannotWrite(path, error)
    }
  }

  /// Takes the lock of a file without waiting; nil if any process, including this one, holds it.
  public static func ifFree(_ path: String) throws(FileError) -> FileLock? {
    do throws(Errno) {
      return try FileLock(path, LOCK_EX | LOCK_NB)
    } catch {
      if error == .wouldBlock { return nil }
      throw .cannotWrite(path, error)
    }
  }

  /// - Parameter operation: The operation of flock(2).
  private init(_ path: String, _ operation: CInt) throws(Errno) {
    let file = try FileLock.open(path)
    while flock(file.rawValue, operation) != 0 {
      let error = Errno(rawValue: errno)
      if error == .interrupted { continue }
      try? file.close()
      throw error
    }
    descriptor = file
  }

  deinit { try? descriptor.close() }

  private static func open(_ path: String) throws(Errno) -> FileDescriptor {
    guard case .file(let file) = try OutputPath(path), let name = file.lastComponent else {
      throw .invalidArgument
    }
    do {
      return try FileDescriptor.open(
        file.removingLastComponent().appending(".\(name.string).lock"), .readWrite,
        options: [.create, .closeOnExec], permissions: .ownerReadWrite)
    } catch {
      throw error as? Errno ?? .ioError
    }
  }
}
