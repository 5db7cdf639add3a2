import SystemPackage

/// The target of an output's path.
public enum OutputPath: Sendable {
  /// A regular file, or a missing one, by its absolute path without symbolic links.
  case file(FilePath)
  /// A device or a pipe.
  case stream(FilePath)
  /// An open descriptor of this process, named by `/dev/stdout` or `/dev/fd/3`.
  case descriptor(FileDescriptor)

  /// The most symbolic links that the kernel follows (path_resolution(7)).
  private static let maximumLinks = 40

  /// Follows symbolic links, even to a file that does not exist. Throws for a folder.
  public init(_ path: String) throws(Errno) {
    if path.isEmpty { throw .noSuchFileOrDirectory }
    if path.utf8.contains(0) { throw .invalidArgument }
    if path.utf8.last == UInt8(ascii: "/") { throw .isDirectory }
    var next = FilePath(path)
    for _ in 0...OutputPath.maximumLinks {
      guard let name = next.lastComponent else { throw .isDirectory }
      let folder = try OutputPath.resolve(next.removingLastComponent())
      let file = folder.appending(name)
      var status = stat()
      guard file.withPlatformString({ lstat($0, &status) }) == 0 else {
        guard errno == ENOENT else { throw Errno(rawValue: errno) }
        self = .file(file)
        return
      }
      switch status.st_mode & S_IFMT {
      case S_IFREG: self = .file(file)
      case S_IFDIR: throw .isDirectory
      case S_IFLNK:
        guard OutputPath.isDescriptorFolder(folder) else {
          next = folder.pushing(try OutputPath.target(of: file))
          continue
        }
        // A descriptor's link names a file that may have no path; opening it writes from the start.
        let isOwn = folder == FilePath("/proc/\(getpid())/fd")
        let own = isOwn ? CInt(name.string) : nil
        self = own.map { .descriptor(FileDescriptor(rawValue: $0)) } ?? .stream(file)
      default: self = .stream(file)
      }
      return
    }
    throw .tooManySymbolicLinkLevels
  }

  private static func isDescriptorFolder(_ folder: FilePath) -> Bool {
    folder.starts(with: "/proc") && folder.lastComponent == "fd"
  }

  /// The absolute path of a folder, without symbolic links.
  private static func resolve(_ folder: FilePath) throws(Errno) -> FilePath {
    let resolved = (folder.isEmpty ? "." : folder).withPlatformString { realpath($0, nil) }
    guard let resolved else { throw Errno(rawValue: errno) }
    defer { free(resolved) }
    return FilePath(platformString: resolved)
  }

  private static func target(of link: FilePath) throws(Errno) -> FilePath {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = link.withPlatformString { readlink($0, &bytes, bytes.count - 1) }
    if count < 0 { throw Errno(rawValue: errno) }
    return FilePath(platformString: bytes)
  }
}
