import GRDB

/// Another program that uses a SQLite database.
final class OtherProgram {
  private let file: DatabaseQueue

  init(_ path: String) throws { file = try DatabaseQueue(path: path) }

  func execute(_ sql: String) throws {
    try file.writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  /// The first column of a result, as texts.
  func texts(_ sql: String) throws -> [String] {
    try file.read { try String.fetchAll($0, sql: sql) }
  }

  func close() throws { try file.close() }
}
