public import SystemPackage

/// A sequential writer of bytes to a file, a pipe or memory.
public final class ByteSink {
  private enum Target {
    case memory
    case descriptor(FileDescriptor, isOwned: Bool)
    /// A file that ``finish()`` gives its name.
    case replacement(ReplacementFile)
  }

  /// The number of buffered bytes that triggers a write.
  private static let blockSize = 64 << 10
  /// For recordings in progress, which reveal what is being typed and drawn: owner only.
  private static let privateMode: FilePermissions = [.ownerReadWrite]

  /// The path as it was given; `-` is standard output.
  public let name: String
  private var target: Target
  private var permissions = DerivedPermissions()
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

  /// Writes to a path: `-` is standard output.
  ///
  /// A regular file appears, or replaces another, complete and synced with ``finish()``; until then
  /// the old one stays. Devices, pipes and descriptors (`/dev/stdout`) are written to. Symbolic
  /// links stay; the file that they lead to is written, also if it does not exist yet.
  ///
  /// A new file has the permissions that the umask allows, and another those of the file that it
  /// replaces, but no more than those who may read all the inputs have.
  ///
  /// - Parameter inputs: The files that the result is made of; see ``restrict(toReadersOf:)``.
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

  /// Writes a file in place, for a recording in progress, with access for the owner only. An
  /// existing file is truncated.
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
  ///   - inputs: The files that the bytes are made of, which limit its permissions.
  public static func write(
    _ bytes: some Sequence<UInt8>, to path: String, madeOf inputs: [String] = []
  ) throws(FileError) {
    let sink = try ByteSink(path: path, madeOf: inputs)
    try sink.append(bytes)
    try sink.finish()
  }

  /// Throws if a file could not be written at a path, and leaves everything as it is. A pipe or a
  /// device, whose reader would notice, is not opened.
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
    // A replacement that was never finished vanishes, and the previous file stays.
    case .memory, .descriptor(_, isOwned: false), .replacement: break
    }
  }
}

extension ByteSink {
  /// Takes files into account that the result is made of: who may not read one of them may not read
  /// the result. `-` is standard input; what comes through a pipe is for the owner only.
  public func restrict(toReadersOf inputs: [String]) {
    for input in inputs { permissions.restrict(toReadersOf: input) }
  }

  /// Gives the file to its owner only, whatever the permissions of the one that it replaces.
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
  /// - Parameter replaces: Whether a file that exists is replaced; otherwise it is an error.
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
    // A terminal that is written to is not made the one whose Ctrl-C ends the process.
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
