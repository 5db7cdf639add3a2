import Files
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What changes whenever a file is replaced or written.
struct FileStamp: Equatable {
  private let device: UInt64
  private let number: UInt64
  private let size: Int64
  /// The times of the last change of the contents and of the file, in nanoseconds of the system's
  /// clock.
  private let times: [Int]
  let isRegularFile: Bool

  /// Follows links; nil if there is no file.
  init?(_ path: String) throws(FileError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw .cannotRead(path, Errno(rawValue: errno))
    }
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
    size = Int64(status.st_size)
    times = [
      status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
    ]
    isRegularFile = status.st_mode & S_IFMT == S_IFREG
  }
}
