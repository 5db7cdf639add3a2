import SystemPackage

/// A file that appears, or replaces another, at its completion.
///
/// The file has no name until then, so that no part of it remains however the process ends. On file
/// systems without such files (`O_TMPFILE`) it has a hidden name, ``TemporaryNames``.
public final class ReplacementFile {
  public let descriptor: FileDescriptor
  /// The final path, without symbolic links.
  private let path: FilePath
  /// The hidden name; nil for a file without a name.
  private var temporary: FilePath?

  /// The permissions of a new file, subject to the umask: reading and writing for all.
  private static let usualMode: mode_t = 0o666

  /// - Parameter isNamed: Whether the file has a hidden name even if it needs none.
  public init(_ path: FilePath, isNamed: Bool = false) throws(Errno) {
    self.path = path
    // Renaming needs no permission for the replaced file, but a read-only file is to stay.
    if path.withPlatformString({ access($0, F_OK) == 0 && access($0, W_OK) != 0 }) {
      throw Errno(rawValue: errno)
    }
    let folder = path.removingLastComponent()
    if !isNamed, let file = ReplacementFile.openUnnamed(in: folder) {
      descriptor = file
      return
    }
    let name = TemporaryNames.make(in: folder)
    do {
      descriptor = try FileDescriptor.open(
        name, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: .ownerReadWrite)
    } catch {
      TemporaryNames.forget(name)
      throw error as? Errno ?? .ioError
    }
    temporary = name
  }

  deinit {
    try? descriptor.close()
    guard let temporary else { return }
    _ = temporary.withPlatformString { unlink($0) }
    TemporaryNames.forget(temporary)
  }

  /// Sets the name and the permissions of the file: those of the file that it replaces, or those
  /// that the umask allows, within `limits`.
  ///
  /// - Parameter replaces: Whether it may replace a file; otherwise an existing file is an error.
  public func commit(_ limits: DerivedPermissions, replaces: Bool = true) throws(Errno) {
    var replaced = stat()
    let isNew = path.withPlatformString { lstat($0, &replaced) } != 0
    try setPermissions(isNew ? nil : replaced, limits)
    try check(fsync(descriptor.rawValue))
    if !replaces { return try link(to: path) }
    if temporary == nil {
      if isNew, (try? link(to: path)) != nil { return }
      let name = TemporaryNames.make(in: path.removingLastComponent())
      temporary = name
      try link(to: name)
    }
    guard let temporary else { return }
    try check(temporary.withPlatformString { old in path.withPlatformString { rename(old, $0) } })
    TemporaryNames.forget(temporary)
    self.temporary = nil
  }

  private func setPermissions(_ replaced: stat?, _ limits: DerivedPermissions) throws(Errno) {
    var own = stat()
    try check(fstat(descriptor.rawValue, &own))
    var mode = ReplacementFile.usualMode & ~ReplacementFile.currentMask
    if let replaced {
      mode = replaced.st_mode & 0o777
      if replaced.st_gid != own.st_gid {
        // A process may set one of its groups. Another group gets the access that all others have.
        let keepsGroup = fchown(descriptor.rawValue, own.st_uid, replaced.st_gid) == 0
        if !keepsGroup { mode = mode & ~0o070 | mode & (mode << 3) & 0o070 }
        try check(fstat(descriptor.rawValue, &own))
      }
    }
    try check(fchmod(descriptor.rawValue, limits.limiting(mode, group: own.st_gid)))
  }

  /// The process's umask. The system call that reads it also sets it, for other threads as well, so
  /// it is only used if `/proc` has no mask: for a moment the strictest is set.
  private static var currentMask: mode_t {
    let status = try? ByteSource(path: "/proc/self/status").readAll(limit: 64 << 10)
    let line = status?.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: "Umask:".utf8) }
    if let digits = line?.split(separator: UInt8(ascii: "\t")).last,
      let mask = mode_t(String(decoding: digits, as: UTF8.self), radix: 8)
    {
      return mask
    }
    let mask = umask(0o077)
    _ = umask(mask)
    return mask
  }

  /// A file without a name, for its owner only; nil if it could not be named later.
  private static func openUnnamed(in folder: FilePath) -> FileDescriptor? {
    guard let file = TemporaryFile.openUnnamed(in: folder, .writeOnly) else { return nil }
    if access(processPath(file.rawValue), F_OK) == 0 { return file }
    try? file.close()
    return nil
  }

  /// The path by which `/proc` names an open file.
  private static func processPath(_ descriptor: CInt) -> String { "/proc/self/fd/\(descriptor)" }

  private func link(to name: FilePath) throws(Errno) {
    let source = ReplacementFile.processPath(descriptor.rawValue)
    try check(name.withPlatformString { linkat(AT_FDCWD, source, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) })
  }

  private func check(_ result: CInt) throws(Errno) {
    if result != 0 { throw Errno(rawValue: errno) }
  }
}
