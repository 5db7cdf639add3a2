public import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A sequential writer of bytes to a file, a pipe or memory.
public final class ByteSink {
  private enum Target {
    case memory
    case descriptor(FileDescriptor, isOwned: Bool)
    /// A file under a temporary name, which ``finish()`` renames.
    case replacement(FileDescriptor, temporary: FilePath, path: FilePath)
  }

  /// The number of buffered bytes that triggers a write.
  private static let blockSize = 64 << 10
  /// For recordings in progress, which reveal what is being typed and drawn: owner only.
  private static let privateMode: FilePermissions = [.ownerReadWrite]
  /// For any other new file: reading and writing for all, subject to the umask.
  private static let usualMode: FilePermissions = [
    .ownerReadWrite, .groupReadWrite, .otherReadWrite,
  ]

  /// The path as it was given; `-` is standard output.
  public let name: String
  private var target: Target
  /// The bytes not yet written; in memory all of them.
  public private(set) var bytes: [UInt8] = []

  /// Keeps all bytes in ``bytes``.
  public init() {
    name = "memory"
    target = .memory
  }

  /// Writes to an open descriptor, such as standard output, without closing it.
  public init(_ descriptor: FileDescriptor, name: String = "-") {
    self.name = name
    target = .descriptor(descriptor, isOwned: false)
  }

  /// Writes to a path: `-` is standard output, a file is replaced when it is complete, and a pipe or
  /// a device is written to. A symbolic link stays; the file that it leads to is replaced.
  public convenience init(path: String) throws(RecordingError) {
    if path == "-" {
      self.init(.standardOutput)
      return
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      try self.init(replacing: path)
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw .cannotWrite(path, .isDirectory)
    case S_IFREG: try self.init(replacing: path)
    default: try self.init(growing: path)
    }
  }

  /// Writes a file that appears, or replaces another, complete with ``finish()``: it is written under
  /// a temporary name in the same folder, synced and renamed. It has the permissions of the replaced
  /// file, or those that the umask allows.
  public init(replacing path: String) throws(RecordingError) {
    name = path
    do throws(Errno) {
      let file = ByteSink.resolvingLinks(path)
      let (descriptor, temporary) = try ByteSink.createTemporary(beside: file)
      target = .replacement(descriptor, temporary: temporary, path: file)
    } catch {
      throw .cannotWrite(path, error)
    }
  }

  /// Writes a file in place, for a recording in progress, with access for the owner only. An existing
  /// file is truncated.
  public init(growing path: String) throws(RecordingError) {
    name = path
    let descriptor: FileDescriptor
    do throws(Errno) {
      descriptor = try ByteSink.open(FilePath(path), [.create, .truncate], ByteSink.privateMode)
    } catch {
      throw .cannotWrite(path, error)
    }
    target = .descriptor(descriptor, isOwned: true)
    // An existing file may be accessible to others. Pipes and devices keep their permissions.
    var status = stat()
    if fstat(descriptor.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      _ = fchmod(descriptor.rawValue, ByteSink.privateMode.rawValue)
    }
  }

  deinit {
    switch target {
    case .memory, .descriptor(_, isOwned: false): break
    case .descriptor(let descriptor, isOwned: true): try? descriptor.close()
    case .replacement(let descriptor, let temporary, _):
      // Never finished: the previous file stays.
      try? descriptor.close()
      _ = temporary.withPlatformString { unlink($0) }
    }
  }
}

extension ByteSink {
  /// Appends bytes, which are written once they fill a block.
  public func append(_ more: some Sequence<UInt8>) throws(RecordingError) {
    bytes.append(contentsOf: more)
    try writeFullBlock()
  }

  /// Lets `body` append to the bytes not yet written.
  @inline(__always)
  func append(_ body: (inout [UInt8]) -> Void) throws(RecordingError) {
    body(&bytes)
    try writeFullBlock()
  }

  @inline(__always) private func writeFullBlock() throws(RecordingError) {
    if bytes.count >= ByteSink.blockSize { try flush() }
  }

  /// Writes all buffered bytes, so that other processes see them.
  public func flush() throws(RecordingError) {
    switch target {
    case .memory: return
    case .descriptor(let descriptor, _), .replacement(let descriptor, _, _):
      do throws(Errno) {
        try ByteSink.write(bytes, to: descriptor)
      } catch {
        throw .cannotWrite(name, error)
      }
      bytes.removeAll(keepingCapacity: true)
    }
  }

  /// Writes the rest and closes the file; a replacement gets its final name.
  ///
  /// Nothing may be appended afterward.
  public func finish() throws(RecordingError) {
    try flush()
    do throws(Errno) {
      try closeTarget()
    } catch {
      throw .cannotWrite(name, error)
    }
  }

  private func closeTarget() throws(Errno) {
    switch target {
    case .memory, .descriptor(_, isOwned: false): return
    case .descriptor(let descriptor, isOwned: true):
      target = .memory
      try ByteSink.close(descriptor)
    case .replacement(let descriptor, let temporary, let path):
      try ByteSink.check(fsync(descriptor.rawValue))
      try ByteSink.check(
        temporary.withPlatformString { old in path.withPlatformString { rename(old, $0) } })
      target = .memory
      try ByteSink.close(descriptor)
    }
  }
}

// MARK: System calls

extension ByteSink {
  private static func createTemporary(
    beside path: FilePath
  ) throws(Errno) -> (FileDescriptor, FilePath) {
    guard let name = path.lastComponent else { throw .isDirectory }
    let replaced = permissions(of: path)
    var attempt = 0
    while true {
      var temporary = path.removingLastComponent()
      temporary.append(".\(name.string).\(getpid())-\(attempt).part")
      do {
        // Until the permissions are set, only the owner may read.
        let mode = replaced == nil ? usualMode : privateMode
        let descriptor = try open(temporary, [.create, .exclusiveCreate], mode)
        if let replaced { _ = fchmod(descriptor.rawValue, replaced) }
        return (descriptor, temporary)
      } catch {
        // Another writer of this process, or one that was killed, used the name.
        guard error == .fileExists, attempt < 1000 else { throw error }
        attempt += 1
      }
    }
  }

  /// The file that a symbolic link leads to; the path itself if it is no link or cannot be resolved.
  private static func resolvingLinks(_ path: String) -> FilePath {
    guard let resolved = realpath(path, nil) else { return FilePath(path) }
    defer { free(resolved) }
    return FilePath(platformString: resolved)
  }

  /// The permissions of a file; nil if it does not exist.
  private static func permissions(of path: FilePath) -> mode_t? {
    var status = stat()
    guard path.withPlatformString({ stat($0, &status) }) == 0 else { return nil }
    return status.st_mode & 0o777
  }

  private static func open(
    _ path: FilePath, _ options: FileDescriptor.OpenOptions, _ mode: FilePermissions
  ) throws(Errno) -> FileDescriptor {
    do {
      return try FileDescriptor.open(
        path, .writeOnly, options: options.union(.closeOnExec), permissions: mode)
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: FileDescriptor) throws(Errno) {
    do {
      _ = try descriptor.writeAll(bytes)
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  private static func close(_ descriptor: FileDescriptor) throws(Errno) {
    do {
      try descriptor.close()
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  private static func check(_ result: CInt) throws(Errno) {
    if result != 0 { throw Errno(rawValue: errno) }
  }
}
