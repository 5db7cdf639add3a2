import Files
import GRDB
import Timeline

/// The tables of saved scenes.
///
/// `scene` has one row with the name, and from version 2 on also with the time of saving and the
/// rules. `value` has a row for each value, as JSON; for a list the JSON is null, and `element` has
/// a row for each of its elements. From version 3 on, which is that of databases only, the list has
/// their number. The header has the version as `user_version`.
enum SQLiteMemorySchema {
  static let version = 3

  /// `Tscn` in ASCII, by which `file` and other programs know the database.
  static let applicationID: Int32 = 0x5473_636e

  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("version 1") { database in
      try database.execute(
        sql: """
          CREATE TABLE scene (name TEXT NOT NULL PRIMARY KEY) STRICT;
          CREATE TABLE value (key TEXT NOT NULL PRIMARY KEY, json TEXT) STRICT;
          CREATE TABLE element (
            key TEXT NOT NULL REFERENCES value (key), position INTEGER NOT NULL, json TEXT NOT NULL,
            PRIMARY KEY (key, position)
          ) STRICT, WITHOUT ROWID;
          PRAGMA application_id = \(applicationID);
          PRAGMA user_version = 1;
          """)
    }
    migrator.registerMigration("version 2") { database in
      try database.execute(
        sql: """
          ALTER TABLE scene ADD COLUMN saved_at_s REAL;
          ALTER TABLE scene ADD COLUMN rules TEXT;
          PRAGMA user_version = 2;
          """)
    }
    migrator.registerMigration("version 3") { database in
      try database.execute(
        sql: """
          ALTER TABLE value ADD COLUMN elements INTEGER;
          UPDATE value
            SET elements = (SELECT count(*) FROM element WHERE element.key = value.key)
            WHERE json IS NULL;
          PRAGMA user_version = \(version);
          """)
    }
    return migrator
  }()

  private static let tables = ["element", "value", "scene", "grdb_migrations"]

  /// A table or anything else that a database has, with the statement that makes it.
  private struct Item: Hashable, FetchableRecord, Decodable {
    var type: String
    var name: String
    var sql: String
  }

  /// What the databases of a version have.
  private static func items(ofVersion version: Int) throws -> Set<Item> {
    let database = try DatabaseQueue()
    try migrator.migrate(database, upTo: "version \(version)")
    return try database.read(items)
  }

  private static func items(_ database: Database) throws -> Set<Item> {
    // SQLite's own names, of indexes and statistics, begin with sqlite_.
    Set(
      try Item.fetchAll(
        database,
        sql: """
          SELECT type, name, coalesce(sql, '') AS sql FROM sqlite_schema
          WHERE name NOT GLOB 'sqlite_*'
          """))
  }
}

// MARK: - Checking

extension SQLiteMemorySchema {
  /// The version of a database, 0 of an empty one. Throws for a newer version, and for other
  /// databases: those of other programs, and those with other tables, or with views or triggers.
  ///
  /// - Parameter isComplete: Whether an empty database is an error, too.
  static func check(_ database: Database, file: String, isComplete: Bool) throws -> Int {
    func error(_ expected: String, _ found: String) -> FileError {
      FileError(file: file, position: .file, expected: expected, found: found)
    }
    let id = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let version = try Int64.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    let found = try items(database)
    if id == 0, version == 0, found.isEmpty {
      if isComplete { throw error("a saved scene", "an empty database") }
      return 0
    }
    guard id == applicationID else {
      throw error("a database of a saved scene", "a database of another program")
    }
    guard version <= Self.version else {
      throw FileError.newerMemory(file, version, latest: Self.version)
    }
    guard version >= 1 else { throw error("version 1 or later of a saved scene", "\(version)") }
    let expected = try items(ofVersion: Int(version))
    if let other = found.subtracting(expected).map(\.name).min() {
      throw error("the tables of a saved scene only", other.printable)
    }
    if let missing = expected.subtracting(found).map(\.name).min() {
      throw error("the table \(missing)", "none")
    }
    let problem = try String.fetchOne(database, sql: "PRAGMA quick_check(1)") ?? ""
    guard problem == "ok" else { throw error("an intact database", problem.printable) }
    return Int(version)
  }
}

// MARK: - Reading

extension SQLiteMemorySchema {
  /// The memory of the one row in the table `scene`, without values.
  private static func scene(in database: Database, file: String) throws -> SceneMemory {
    func error(_ expected: String, _ found: String) -> FileError {
      FileError(
        file: file, position: .file, expected: "\(expected) in the table scene", found: found)
    }
    let rows = try Row.fetchAll(database, sql: "SELECT name, saved_at_s, rules FROM scene LIMIT 2")
    guard rows.count == 1 else {
      throw error("the name of one scene", rows.isEmpty ? "no row" : "several rows")
    }
    var memory = SceneMemory(scene: rows[0][0])
    if let seconds: Double = rows[0][1] { memory.savedAt = Timestamp(seconds: seconds) }
    if let name: String = rows[0][2] {
      guard let rules = SceneRules(rawValue: name) else {
        throw error("the rules standard or textbook", name.printable)
      }
      memory.rules = rules
    }
    return memory
  }

  /// What a database of the current version has.
  static func memory(in database: Database, file: String) throws -> SceneMemory {
    var memory = try scene(in: database, file: file)
    var reader = MemoryJSONReader()
    func value(
      _ json: String, _ depth: Int, _ cell: () -> String
    ) throws(FileError) -> MemoryValue {
      do throws(JSONError) {
        return try reader.value(of: Array(json.utf8), depth: depth)
      } catch {
        let rest = json.utf8.dropFirst(error.offset)
        throw FileError(
          file: file, position: .file, expected: "\(error.expected) in \(cell())",
          found: error.found ?? FileError.excerpt(Array(rest)))
      }
    }
    var lists: [String: [MemoryValue]] = [:]
    var counts: [String: Int] = [:]
    let values = try Row.fetchCursor(database, sql: "SELECT key, json, elements FROM value")
    while let row = try values.next() {
      let key: String = row[0]
      if let json: String = row[1] {
        memory.values[key] = try value(json, MemoryLimits.outerLevels) {
          "the value \(key.printable)"
        }
      } else {
        lists[key] = []
        counts[key] = row[2]
      }
    }
    let elements = try Row.fetchCursor(
      database, sql: "SELECT key, position, json FROM element ORDER BY key, position")
    while let row = try elements.next() {
      let key: String = row[0]
      let position: Int64 = row[1]
      guard let count = lists[key]?.count, count == position else {
        throw FileError(
          file: file, position: .file, expected: "the elements of lists, numbered from 0",
          found: "element \(position) of \(key.printable)")
      }
      lists[key]?.append(
        try value(row[2], MemoryLimits.outerLevels + 1) {
          "element \(position) of \(key.printable)"
        })
    }
    for (key, list) in lists {
      guard list.count == counts[key] else {
        let expected = counts[key].map { "\($0)" } ?? "a number of"
        throw FileError(
          file: file, position: .file, expected: "\(expected) elements of \(key.printable)",
          found: "\(list.count)")
      }
      memory.values[key] = .array(list)
    }
    return memory
  }
}

// MARK: - Writing

extension SQLiteMemorySchema {
  /// The version of a database that a scene may replace, 0 of an empty one. Throws for other
  /// databases, and for another scene's.
  static func checkReplacing(_ database: Database, by scene: String, file: String) throws -> Int {
    let version = try check(database, file: file, isComplete: false)
    if version > 0, let other = try String.fetchOne(database, sql: "SELECT name FROM scene"),
      other != scene
    {
      throw FileError.otherScene(file, other, expected: scene)
    }
    return version
  }

  /// Makes the tables of the current version in an empty database, or instead of an older
  /// version's.
  ///
  /// Throws for other databases, and for another scene's.
  static func prepare(_ database: Database, for scene: String, file: String) throws {
    let version = try checkReplacing(database, by: scene, file: file)
    guard version < Self.version else { return }
    if version > 0 {
      for table in tables { try database.execute(sql: "DROP TABLE \(table)") }
    }
    try makeTables(database)
  }

  /// Makes the tables as the migrations do, within the transaction of the save.
  private static func makeTables(_ database: Database) throws {
    let model = try DatabaseQueue()
    try migrator.migrate(model)
    let statements = try model.read { model in
      try String.fetchAll(model, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
    }
    for statement in statements { try database.execute(sql: statement) }
    for identifier in migrator.migrations {
      try database.execute(
        sql: "INSERT INTO grdb_migrations (identifier) VALUES (?)", arguments: [identifier])
    }
    try database.execute(
      sql: """
        PRAGMA application_id = \(applicationID);
        PRAGMA user_version = \(Self.version);
        """)
  }

  /// Replaces all rows. Throws for more values than can be read again.
  static func replace(_ database: Database, with memory: SceneMemory, file: String) throws {
    try MemoryLimits.check(MemoryDocument(memory).value, file: file)
    for table in tables.dropLast() { try database.execute(sql: "DELETE FROM \(table)") }
    try database.execute(
      sql: "INSERT INTO scene (name, saved_at_s, rules) VALUES (?, ?, ?)",
      arguments: [memory.scene, memory.savedAt?.seconds, memory.rules?.rawValue])
    let insertValue = try database.makeStatement(
      sql: "INSERT INTO value (key, json, elements) VALUES (?, ?, ?)")
    let insertElement = try database.makeStatement(
      sql: "INSERT INTO element (key, position, json) VALUES (?, ?, ?)")
    for key in memory.keys {
      guard case .array(let elements)? = memory.values[key] else {
        try insertValue.execute(arguments: [key, memory.values[key]?.json, nil])
        continue
      }
      try insertValue.execute(arguments: [key, nil, elements.count])
      for (position, element) in elements.enumerated() {
        try insertElement.execute(arguments: [key, position, element.json])
      }
    }
  }
}

extension MemoryValue {
  /// The value as JSON on one line.
  fileprivate var json: String {
    var bytes: [UInt8] = []
    bytes.append(self)
    return String(decoding: bytes, as: UTF8.self)
  }
}
