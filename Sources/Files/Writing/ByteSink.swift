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
  /// A regular file appears, or replaces another, complete and synced with ``finish()``; until then
  /// the old one stays. Devices, pipes and descriptors (`/dev/stdout`) are written to. Symbolic
  /// links stay; their target is written, even if it does not exist yet.
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
    do throws(Errno) {
      switch try OutputPath(path) {
      case .file(let file):
        self.init(path, .replacement(try ReplacementFile(file)))
        restrict(toReadersOf: inputs)
      case .stream(let stream): self.init(path, try ByteSink.streamTarget(stream))
      case .descriptor(let descriptor): self.init(descriptor, name: path)
      }
    } catch {
      throw .cannotWrite(path, error)
    }
  }

  /// Creates a sink that writes a file in place, for a recording in progress, with access for the
  /// owner only. An existing file is truncated.
  public convenience init(growing path: String) throws(FileError) {
    do throws(Errno) {
      switch try OutputPath(path) {
      case .file(let file):
        let mode = ByteSink.privateMode
        let descriptor = try ByteSink.open(file, [.create, .truncate], mode)
        self.init(path, .descriptor(descriptor, isOwned: true))
        // An existing file may be accessible to others.
        _ = fchmod(descriptor.rawValue, mode.rawValue)
      case .stream(let stream): self.init(path, try ByteSink.streamTarget(stream))
      case .descriptor(let descriptor): self.init(descriptor, name: path)
      }
    } catch {
      throw .cannotWrite(path, error)
    }
  }

  /// Writes bytes to a file, which appears when it is complete.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard output.
  ///   - inputs: The files that the bytes derive from, which limit the permissions.
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
    do throws(Errno) {
      if case .file(let file) = try OutputPath(path) { _ = try ReplacementFile(file) }
    } catch {
      throw .cannotWrite(path, error)
    }
  }

  private init(_ name: String, _ target: Target) {
    self.name = name
    self.target = target
  }

  deinit {
    switch target {
    case .descriptor(let descriptor, isOwned: true): try? descriptor.close()
    // A replacement without ``finish()`` vanishes, and the previous file stays.
    case .memory, .descriptor(_, isOwned: false), .replacement: break
    }
  }
}

extension ByteSink {
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
  @inline(__always)
  public func append(_ body: (inout [UInt8]) -> Void) throws(FileError) {
    body(&bytes)
    try writeFullBlock()
  }

  @inline(__always) private func writeFullBlock() throws(FileError) {
    if bytes.count >= ByteSink.blockSize { try flush() }
  }

  /// Writes all buffered bytes, so that other processes see them.
  public func flush() throws(FileError) {
    switch target {
    case .memory: return
    case .descriptor(let descriptor, _): try write(to: descriptor)
    case .replacement(let file): try write(to: file.descriptor)
    }
  }

  private func write(to descriptor: FileDescriptor) throws(FileError) {
    do {
      _ = try descriptor.writeAll(bytes)
    } catch {
      throw .cannotWrite(name, error as? Errno ?? .ioError)
    }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes the rest and closes the file; a replacement gets its final name.
  ///
  /// Nothing may be appended afterward.
  ///
  /// - Parameter replaces: Whether the sink may replace an existing file; otherwise an existing
  ///   file is an error.
  public func finish(replaces: Bool = true) throws(FileError) {
    try flush()
    do throws(Errno) {
      try closeTarget(replaces)
    } catch {
      throw .cannotWrite(name, error)
    }
  }

  private func closeTarget(_ replaces: Bool) throws(Errno) {
    switch target {
    case .memory, .descriptor(_, isOwned: false): return
    case .descriptor(let descriptor, isOwned: true):
      target = .memory
      try ByteSink.close(descriptor)
    case .replacement(let file):
      try file.commit(permissions, replaces: replaces)
      target = .memory
    }
  }

  private static func streamTarget(_ path: FilePath) throws(Errno) -> Target {
    // Opening a terminal must not make it the one whose Ctrl-C ends the process.
    .descriptor(try open(path, .init(rawValue: O_NOCTTY)), isOwned: true)
  }

  private static func open(
    _ path: FilePath, _ options: FileDescriptor.OpenOptions, _ mode: FilePermissions? = nil
  ) throws(Errno) -> FileDescriptor {
    do {
      return try FileDescriptor.open(
        path, .writeOnly, options: options.union(.closeOnExec), permissions: mode)
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
}

/// Files of text that are written as a whole.
public enum TextFile {
  /// Writes a file, which appears, or replaces another, only when it is complete; `-` is standard
  /// output.
  ///
  /// - Parameter inputs: The files that the text is derived from, which limit the permissions of
  ///   the output.
  public static func write(
    _ text: String, to path: String, madeOf inputs: [String] = []
  ) throws(FileError) {
    let sink = try ByteSink(path: path, madeOf: inputs)
    try sink.append(text.utf8)
    try sink.finish()
  }
}
