import Files
import GRDB
import GRDBSQLite
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Saved scenes as SQLite databases, whose tables are in ``SQLiteMemorySchema``.
///
/// An existing file is changed in one transaction, under SQLite's locks, instead of being replaced
/// by a new one: another program may have it open, and a journal that a program left beside it
/// would be rolled back into the new file (section 2 of <https://sqlite.org/howtocorrupt.html>).
/// The rollback journal is used, since a write-ahead log would hold what a copy of the file lacks.
/// The next program to open the file rolls back what one that was killed has left.
///
/// Reading copies the file into memory first, so that nothing that is checked changes afterward,
/// and an older version is migrated without changing the file.
struct SQLiteMemory: MemoryFormat {
  /// Seconds to wait for other programs: much longer than saving takes.
  static let maximumWait = 30.0

  func read(_ path: String) throws(FileError) -> SceneMemory {
    guard try SQLiteMemory.size(of: path) != nil else {
      throw .cannotRead(path, .noSuchFileOrDirectory)
    }
    do {
      let copy = try DatabaseQueue()
      let file = try SQLiteMemory.open(path)
      try file.backup(to: copy)
      try file.close()
      _ = try copy.read { try SQLiteMemorySchema.check($0, file: path, isComplete: true) }
      try SQLiteMemorySchema.migrator.migrate(copy)
      return try copy.read { try SQLiteMemorySchema.memory(in: $0, file: path) }
    } catch {
      throw SQLiteMemory.recordingError(error, path, isOutput: false)
    }
  }

  func write(
    _ memory: SceneMemory, to path: String, madeOf inputs: [String]
  ) throws(FileError) {
    if try SQLiteMemory.size(of: path, isOutput: true) == nil {
      do throws(FileError) {
        return try create(memory, at: path, madeOf: inputs)
      } catch {
        // Another program was first: SQLite's locks are those of its file.
        guard error.systemError == .fileExists else { throw error }
      }
    }
    do {
      let file = try SQLiteMemory.open(path)
      // Before anything changes: the kind of journal is outside of the transaction below.
      _ = try file.read { try SQLiteMemorySchema.checkReplacing($0, by: memory.scene, file: path) }
      try file.inDatabase { database in
        // From a write-ahead log, if another program has chosen one.
        try database.execute(sql: "PRAGMA journal_mode = DELETE")
        try database.inTransaction(.immediate) {
          try SQLiteMemorySchema.prepare(database, for: memory.scene, file: path)
          try SQLiteMemorySchema.replace(database, with: memory, file: path)
          let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
          let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
          guard pages * pageSize <= MemoryLimits.maximumFileSize else {
            throw FileError.largeMemory(path, MemoryLimits.bytesExpected)
          }
          return .commit
        }
      }
      try file.close()
    } catch {
      throw SQLiteMemory.recordingError(error, path, isOutput: true)
    }
  }

  /// Writes a file that does not exist yet: made in memory, it appears when it is complete, as
  /// those of the other formats do.
  private func create(
    _ memory: SceneMemory, at path: String, madeOf inputs: [String]
  ) throws(FileError) {
    do {
      let bytes = try DatabaseQueue().inDatabase { database in
        try database.inTransaction {
          try SQLiteMemorySchema.prepare(database, for: memory.scene, file: path)
          try SQLiteMemorySchema.replace(database, with: memory, file: path)
          return .commit
        }
        return try SQLiteMemory.bytes(of: database)
      }
      guard bytes.count <= MemoryLimits.maximumFileSize else {
        throw FileError.largeMemory(path, MemoryLimits.bytesExpected)
      }
      let sink = try ByteSink(path: path, madeOf: inputs)
      try sink.append(bytes)
      try sink.finish(replaces: false)
    } catch {
      throw SQLiteMemory.recordingError(error, path, isOutput: true)
    }
  }

  /// The file that a database in memory would be.
  private static func bytes(of database: Database) throws -> [UInt8] {
    var size: Int64 = 0
    guard let copy = sqlite3_serialize(database.sqliteConnection, "main", &size, 0) else {
      throw DatabaseError(resultCode: .SQLITE_NOMEM)
    }
    defer { sqlite3_free(copy) }
    return Array(UnsafeBufferPointer(start: copy, count: Int(size)))
  }

  /// The size of a file; nil if it does not exist. Throws for one that is too large, or no regular
  /// file.
  private static func size(
    of path: String, isOutput: Bool = false
  ) throws(FileError) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw systemError(path, Errno(rawValue: errno), isOutput)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw systemError(path, .isDirectory, isOutput)
    default:
      throw FileError(
        file: path, position: .file, expected: "a regular file",
        found: "a device, a pipe or a socket", isOutput: isOutput)
    }
    guard status.st_size <= MemoryLimits.maximumFileSize else {
      throw FileError(
        file: path, position: .file, expected: MemoryLimits.bytesExpected,
        found: "a larger file", isOutput: isOutput)
    }
    return Int(status.st_size)
  }

  private static func systemError(
    _ path: String, _ error: Errno, _ isOutput: Bool
  ) -> FileError {
    isOutput ? .cannotWrite(path, error) : .cannotRead(path, error)
  }

  /// Opens a file, for writing if that is possible, since only then a journal can be rolled back.
  private static func open(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(maximumWait)
    configuration.prepareDatabase { database in
      // The file may come from anyone; what is saved survives a loss of power.
      try database.execute(
        sql: """
          PRAGMA trusted_schema = OFF;
          PRAGMA cell_size_check = ON;
          PRAGMA synchronous = EXTRA;
          PRAGMA secure_delete = ON;
          """)
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  private static func recordingError(
    _ error: any Error, _ path: String, isOutput: Bool
  ) -> FileError {
    if let error = error as? FileError { return error }
    let failure = error as? DatabaseError
    return .database(
      path, code: failure?.resultCode.rawValue ?? 0, expected: "a database of a saved scene",
      message: failure?.message ?? "\(error)", isOutput: isOutput)
  }
}
