public import SystemPackage

/// A sequential writer of bytes to a file, a pipe or memory.
public final class ByteSink {
  private enum Target {
    case memory
    case descriptor(FileDescriptor, isOwned: Bool)
    /// A file that gets its name by ``finish()``.
    case replacement(ReplacementFile)
  }

  /// The number of buffered bytes that triggers a write.
  private static let blockSize = 64 << 10
  /// The mode of recordings in progress, which reveal typing and drawing: owner only.
  private static let privateMode: FilePermissions = [.ownerReadWrite]

  /// The path as given; `-` is standard output.
  public let name: String
  private var target: Target
  private var permissions = DerivedPermissions()
  /// The bytes not yet written; for a sink in memory all bytes.
  public private(set) var bytes: [UInt8] = []

  /// Creates a sink that stores all bytes in ``bytes``.
  public init() {
    name = "memory"
    target = .memory
  }

  /// Creates a sink for an open descriptor, such as standard output, which stays open.
  public init(_ descriptor: FileDescriptor, name: String = "-") {
    self.name = name
    target = .descriptor(descriptor, isOwned: false)
  }

  /// Creates a sink for a path: `-` is standard output.
  ///
  /// A regular file, or the target of a symbolic link, appears or is replaced complete and synced
  /// with ``finish()``; until then the old one stays. Devices, pipes and descriptors
  /// (`/dev/stdout`) are written to.
  ///
  /// A new file has the permissions that the umask allows, a replacement those of the replaced
  /// file, but no user has access who cannot read all inputs.
  ///
  /// - Parameter inputs: The files that the result derives from; see ``restrict(toReadersOf:)``.
  public convenience init(path: String, madeOf inputs: [String] = []) throws(FileError) {
    if path == "-" {
      self.init(.standardOutput)
      return
    }
    try self.init(path) { .replacement(try ReplacementFile($0)) }
    restrict(toReadersOf: inputs)
  }

  /// Creates a sink that writes a file in place, for a recording in progress, with access for the
  /// owner only. An existing file is truncated.
  public convenience init(growing path: String) throws(FileError) {
    try self.init(path) { file in
      let mode = ByteSink.privateMode
      let descriptor = try ByteSink.open(file, [.create, .truncate], mode)
      // An existing file may be accessible to others.
      _ = fchmod(descriptor.rawValue, mode.rawValue)
      return .descriptor(descriptor, isOwned: true)
    }
  }

  /// Creates a sink for a path; `open` opens a regular file.
  private init(_ path: String, open: (FilePath) throws -> Target) throws(FileError) {
    name = path
    target = try FileError.writing(path) {
      switch try OutputPath(path) {
      case .file(let file): return try open(file)
      case .stream(let stream):
        // Opening a terminal must not make it the one whose Ctrl-C ends the process.
        return .descriptor(
          try ByteSink.open(stream, .init(rawValue: O_NOCTTY)), isOwned: true)
      case .descriptor(let descriptor): return .descriptor(descriptor, isOwned: false)
      }
    }
  }

  /// Writes bytes to a file, which appears when it is complete; see ``init(path:madeOf:)``.
  public static func write(
    _ bytes: some Sequence<UInt8>, to path: String, madeOf inputs: [String] = []
  ) throws(FileError) {
    let sink = try ByteSink(path: path, madeOf: inputs)
    try sink.append(bytes)
    try sink.finish()
  }

  /// Throws if a file could not be written at a path, without any change. A pipe or a device, whose
  /// reader would notice, is not opened.
  public static func check(_ path: String) throws(FileError) {
    try FileError.writing(path) {
      if case .file(let file) = try OutputPath(path) { _ = try ReplacementFile(file) }
    }
  }

  deinit {
    switch target {
    case .descriptor(let descriptor, isOwned: true): try? descriptor.close()
    // A replacement without ``finish()`` vanishes, and the previous file stays.
    case .memory, .descriptor(_, isOwned: false), .replacement: break
    }
  }

  /// Limits the permissions by those of the files that the result derives from: users who cannot
  /// read one of them cannot read the result. `-` is standard input; the result of input from a
  /// pipe is for the owner only.
  public func restrict(toReadersOf inputs: [String]) {
    for input in inputs { permissions.restrict(toReadersOf: input) }
  }

  /// Limits the file to its owner, whatever the permissions of the file that it replaces.
  public func restrictToOwner() {
    permissions.restrict(mode: ByteSink.privateMode.rawValue, group: getgid())
  }

  /// Appends bytes, which are written once they fill a block.
  public func append(_ more: some Sequence<UInt8>) throws(FileError) {
    bytes.append(contentsOf: more)
    try writeFullBlock()
  }

  /// Lets `body` append to the bytes not yet written.
  @inline(__always) public func append(_ body: (inout [UInt8]) -> Void) throws(FileError) {
    body(&bytes)
    try writeFullBlock()
  }

  @inline(__always) private func writeFullBlock() throws(FileError) {
    if bytes.count >= ByteSink.blockSize { try flush() }
  }

  /// Writes all buffered bytes, so that other processes see them.
  public func flush() throws(FileError) {
    let descriptor: FileDescriptor
    switch target {
    case .memory: return
    case .descriptor(let stream, _): descriptor = stream
    case .replacement(let file): descriptor = file.descriptor
    }
    _ = try FileError.writing(name) { try descriptor.writeAll(bytes) }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes the rest and closes the file; a replacement gets its final name. No bytes may follow.
  ///
  /// - Parameter replaces: Whether an existing file is replaced; otherwise it is an error.
  public func finish(replaces: Bool = true) throws(FileError) {
    try flush()
    try FileError.writing(name) {
      switch target {
      case .memory, .descriptor(_, isOwned: false): return
      case .descriptor(let descriptor, isOwned: true):
        target = .memory
        try descriptor.close()
      case .replacement(let file):
        try file.commit(permissions, replaces: replaces)
        target = .memory
      }
    }
  }

  private static func open(
    _ path: FilePath, _ options: FileDescriptor.OpenOptions, _ mode: FilePermissions? = nil
  ) throws -> FileDescriptor {
    try FileDescriptor.open(
      path, .writeOnly, options: options.union(.closeOnExec), permissions: mode)
  }
}
