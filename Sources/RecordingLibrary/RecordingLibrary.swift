#if Library
  public import Files
  public import FoundationEssentials
  import GRDB
  import SystemPackage
  import Timeline

  /// An index of touch recordings in SQLite: their properties, their labels and tags, and the
  /// gestures recognized in them by profile and version.
  ///
  /// ```swift
  /// let library = try RecordingLibrary(path: "recordings.sqlite", access: .writing)
  /// try library.add(["Traces"], LibraryAddition()) { print($0) }
  /// try library.search(LibraryQuery()) { print($0.json) }
  /// ```
  ///
  /// Several processes may use a library at once. Each change is a transaction, which is in the
  /// library completely or not at all, however the process ends. The journal is a write-ahead log,
  /// so that a search whose reader is slow (`| less`) does not keep another process from adding.
  public final class RecordingLibrary: Sendable {
    /// The purpose of opening a library.
    public enum Access: Sendable {
      /// Reading, which throws for a library that does not exist.
      case reading
      /// Writing, which creates a missing library, for its owner only.
      case writing
    }

    /// The seconds to wait for another process's transactions, which are short.
    static let maximumWait = 60.0

    /// The path of the file as given.
    public let path: String
    let database: any DatabaseWriter

    /// Opens a library, and brings one of an earlier version to the current one.
    public init(path: String, access: Access) throws(FileError) {
      self.path = path
      do {
        switch access {
        case .writing: database = try RecordingLibrary.openForWriting(path)
        case .reading: database = try RecordingLibrary.openForReading(path)
        }
      } catch {
        throw RecordingLibrary.recordingError(error, path, isOutput: access == .writing)
      }
    }

    /// The path of the user's own library: `touchstone/library.sqlite` in the folder of
    /// `XDG_DATA_HOME`, or else in `~/.local/share`.
    public static func defaultPath(
      _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String {
      XDGFolder.data(environment).path + "/library.sqlite"
    }

    /// Creates the folder of ``defaultPath(_:)``, for its owner only.
    public static func makeDefaultFolder(
      _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(FileError) {
      try XDGFolder.data(environment).create()
    }
  }

  // MARK: - Opening

  extension RecordingLibrary {
    private static func configuration() -> Configuration {
      var configuration = Configuration()
      configuration.busyMode = .timeout(maximumWait)
      configuration.prepareDatabase { database in
        // The file may come from any source. Tags are the user's own work: a commit survives a loss
        // of power.
        try database.execute(
          sql: """
            PRAGMA trusted_schema = OFF;
            PRAGMA cell_size_check = ON;
            PRAGMA synchronous = FULL;
            """)
      }
      return configuration
    }

    private static func openForWriting(_ path: String) throws -> any DatabaseWriter {
      if try !exists(path, for: .writing) { try create(path) }
      // The lock is for changes of the journal's kind and for new tables, by one process at a time.
      let lock = try FileLock(for: path)
      defer { withExtendedLifetime(lock) {} }
      // A single connection: a pool needs threads of libdispatch, which traps without descriptors.
      let queue = try DatabaseQueue(path: path, configuration: configuration())
      // The check precedes the change of the journal: another program's database stays unchanged.
      let version = try queue.read { try LibrarySchema.check($0, file: path) }
      _ = try queue.writeWithoutTransaction {
        try String.fetchOne($0, sql: "PRAGMA journal_mode = WAL")
      }
      if version < LibrarySchema.version {
        try queue.write { try LibrarySchema.migrate($0, from: version) }
      }
      return queue
    }

    private static func create(_ path: String) throws {
      // SQLite gives its other files the permissions of this one.
      let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw FileError.cannotWrite(path, Errno(rawValue: errno)) }
      close(file)
    }

    private static func openForReading(_ path: String) throws -> any DatabaseWriter {
      guard try exists(path, for: .reading) else {
        throw FileError(
          file: path, expected: "a library",
          found: "no library yet; 'replay library add FOLDER' makes one",
          systemError: .noSuchFileOrDirectory)
      }
      if access(path, W_OK) == 0, isFolderWritable(path) {
        return try openForWriting(path)
      }
      return try openReadOnly(path)
    }

    /// Opens a library that this user cannot change: no log can be created on a read-only medium,
    /// and without a log the file is complete.
    private static func openReadOnly(_ path: String) throws -> any DatabaseWriter {
      var configuration = configuration()
      configuration.readonly = true
      let hasLog = access(path + "-wal", F_OK) == 0
      let queue = try DatabaseQueue(
        path: hasLog ? path : immutableName(path), configuration: configuration)
      let version = try queue.read { try LibrarySchema.check($0, file: path) }
      guard version == LibrarySchema.version else {
        throw FileError(
          file: path, expected: "a library of version \(LibrarySchema.version)",
          found: "version \(version), which only a user who may write it can bring up to date")
      }
      return queue
    }

    /// The file as a URI by <https://sqlite.org/uri.html>.
    private static func immutableName(_ path: String) -> String {
      var name: [UInt8] = Array("file:".utf8)
      for byte in path.utf8 {
        switch byte {
        case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "%"):
          name.append(UInt8(ascii: "%"))
          name.append(hexadecimal: byte, digits: 2)
        default: name.append(byte)
        }
      }
      return String(decoding: name, as: UTF8.self) + "?immutable=1"
    }

    private static func isFolderWritable(_ path: String) -> Bool {
      let folder = FilePath(path).removingLastComponent().string
      return access(folder.isEmpty ? "." : folder, W_OK) == 0
    }

    /// Whether a file exists; throws if it does, but cannot be used.
    private static func exists(_ path: String, for purpose: Access) throws -> Bool {
      let isOutput = purpose == .writing
      func failure(_ error: Errno) -> FileError {
        isOutput ? .cannotWrite(path, error) : .cannotRead(path, error)
      }
      var status = stat()
      guard stat(path, &status) == 0 else {
        let error = Errno(rawValue: errno)
        if error == .noSuchFileOrDirectory { return false }
        throw failure(error)
      }
      switch status.st_mode & S_IFMT {
      case S_IFREG: break
      case S_IFDIR: throw failure(.isDirectory)
      default:
        throw FileError(
          file: path, expected: "a regular file", found: "a device, a pipe or a socket",
          isOutput: isOutput)
      }
      if access(path, isOutput ? W_OK : R_OK) != 0 { throw failure(Errno(rawValue: errno)) }
      return true
    }
  }

  // MARK: - Transactions

  extension RecordingLibrary {
    /// Reads in one transaction, which sees the state of the library at its beginning.
    func read<Value>(_ body: (Database) throws -> Value) throws(FileError) -> Value {
      do {
        return try database.read(body)
      } catch {
        throw RecordingLibrary.recordingError(error, path, isOutput: false)
      }
    }

    /// Changes the library in one transaction, which waits for those of other processes.
    func write<Value>(_ body: (Database) throws -> Value) throws(FileError) -> Value {
      do {
        return try database.writeWithoutTransaction { database in
          var value: Value?
          // The transaction is immediate: one that begins with reading could not wait for another.
          try database.inTransaction(.immediate) {
            value = try body(database)
            return .commit
          }
          guard let value else { throw DatabaseError(resultCode: .SQLITE_INTERNAL) }
          return value
        }
      } catch {
        throw RecordingLibrary.recordingError(error, path, isOutput: true)
      }
    }

    static func recordingError(_ error: any Error, _ path: String, isOutput: Bool) -> FileError {
      if let error = error as? FileError { return error }
      let failure = error as? DatabaseError
      return .database(
        path, code: failure?.resultCode.rawValue ?? 0, expected: "a library of recordings",
        message: failure?.message ?? "\(error)", isOutput: isOutput)
    }
  }
#endif
