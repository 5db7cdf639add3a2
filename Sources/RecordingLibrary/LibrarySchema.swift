#if Library
  import Files
  import GRDB

  /// The tables of a library; `docs/Library.md` describes them for direct queries.
  ///
  /// The header contains the version as `user_version`. All steps to the current version are one
  /// transaction, so that a process that is killed leaves the old version or the new one.
  enum LibrarySchema {
    /// The text `Tlib` in ASCII, by which `file` and other programs identify the database.
    static let applicationID: Int32 = 0x546c_6962
    /// The version of the tables that this program reads and writes.
    static var version: Int { migrations.count }

    /// The steps from each version to the next. A released step never changes; a new version adds
    /// one, and a fixture of its tables to `Tests/RecordingLibraryTests/Fixtures`.
    static let migrations = [version1]

    /// Brings a database to the current version, in the transaction of the caller.
    static func migrate(_ database: Database, from version: Int) throws {
      for step in migrations[version...] { try database.execute(sql: step) }
      try database.execute(
        sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(self.version);")
    }

    private static let version1 = """
      -- The folders that were added, with the labels that were named for them; they are read again when no
      -- other is named.
      CREATE TABLE folder (path TEXT NOT NULL PRIMARY KEY, labels TEXT) STRICT, WITHOUT ROWID;

      CREATE TABLE device (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, bus INTEGER NOT NULL, vendor INTEGER NOT NULL,
        product INTEGER NOT NULL, version INTEGER NOT NULL,
        UNIQUE (name, bus, vendor, product, version)
      ) STRICT;

      -- A content, as it is read with a device description (the hash of one from outside, or empty).
      CREATE TABLE recording (
        id INTEGER PRIMARY KEY, hash TEXT NOT NULL, description TEXT NOT NULL, format TEXT NOT NULL,
        duration_s REAL NOT NULL, events INTEGER NOT NULL, frames INTEGER NOT NULL,
        contacts INTEGER NOT NULL, palms INTEGER NOT NULL, max_touches INTEGER NOT NULL,
        report_rate_hz REAL,
        UNIQUE (hash, description)
      ) STRICT;
      CREATE INDEX recording_format ON recording (format);
      CREATE INDEX recording_duration ON recording (duration_s);
      CREATE INDEX recording_touches ON recording (max_touches);

      -- The devices of a recording, the one that was touched first.
      CREATE TABLE recording_device (
        recording_id INTEGER NOT NULL REFERENCES recording (id) ON DELETE CASCADE,
        position INTEGER NOT NULL, device_id INTEGER NOT NULL REFERENCES device (id),
        kind TEXT, width_mm REAL, height_mm REAL, size_assumed INTEGER,
        PRIMARY KEY (recording_id, position)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX recording_device_device ON recording_device (device_id, recording_id);

      -- A path; of a broken recording with its error, and without a recording. Labels that were named for the
      -- file itself, not for its folder, are found again by their path.
      CREATE TABLE file (
        id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, bytes INTEGER NOT NULL,
        modified_ns INTEGER NOT NULL, hash TEXT, labels TEXT, label_hash TEXT NOT NULL, error TEXT,
        is_missing INTEGER NOT NULL DEFAULT 0, recording_id INTEGER REFERENCES recording (id)
      ) STRICT;
      CREATE INDEX file_recording ON file (recording_id);
      CREATE INDEX file_hash ON file (hash);
      CREATE INDEX file_broken ON file (path) WHERE error IS NOT NULL;
      CREATE INDEX file_missing ON file (path) WHERE is_missing;

      -- The gestures that a recording has; a label that allows several kinds has a row for each.
      CREATE TABLE label (
        file_id INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE, position INTEGER NOT NULL,
        gesture TEXT NOT NULL, touches INTEGER, taps INTEGER, direction TEXT, name TEXT,
        start_s REAL NOT NULL, end_s REAL NOT NULL,
        PRIMARY KEY (file_id, position, gesture)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX label_gesture ON label (gesture, file_id);

      -- Tags belong to a content, wherever its files are.
      CREATE TABLE tag (
        hash TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (hash, name)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX tag_name ON tag (name, hash);

      CREATE TABLE profile (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL, UNIQUE (name, hash)
      ) STRICT;

      -- What a version of the program recognized under a profile; the newest of a profile's name is current.
      CREATE TABLE answer (
        id INTEGER PRIMARY KEY,
        recording_id INTEGER NOT NULL REFERENCES recording (id) ON DELETE CASCADE,
        profile_id INTEGER NOT NULL REFERENCES profile (id), version TEXT NOT NULL,
        is_current INTEGER NOT NULL, gestures INTEGER NOT NULL,
        UNIQUE (recording_id, profile_id, version)
      ) STRICT;
      CREATE INDEX answer_profile ON answer (profile_id, version, recording_id);

      CREATE TABLE gesture (
        answer_id INTEGER NOT NULL REFERENCES answer (id) ON DELETE CASCADE,
        position INTEGER NOT NULL, gesture TEXT NOT NULL, touches INTEGER, taps INTEGER,
        direction TEXT, name TEXT, record TEXT NOT NULL,
        PRIMARY KEY (answer_id, position)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX gesture_kind ON gesture (gesture, answer_id);

      -- How attempts failed, by recognizer and reason; an empty gesture is a contact that is a palm.
      CREATE TABLE failure (
        answer_id INTEGER NOT NULL REFERENCES answer (id) ON DELETE CASCADE,
        gesture TEXT NOT NULL, reason TEXT NOT NULL, count INTEGER NOT NULL, time_s REAL NOT NULL,
        sentence TEXT NOT NULL,
        PRIMARY KEY (answer_id, gesture, reason)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX failure_reason ON failure (reason, gesture, answer_id);

      -- An answer compared with the labels of a file.
      CREATE TABLE score (
        file_id INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE,
        answer_id INTEGER NOT NULL REFERENCES answer (id) ON DELETE CASCADE,
        found INTEGER NOT NULL, missed INTEGER NOT NULL, false_reports INTEGER NOT NULL,
        PRIMARY KEY (answer_id, file_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX score_file ON score (file_id);
      CREATE INDEX score_mistaken ON score (answer_id, file_id) WHERE missed + false_reports > 0;
      CREATE TABLE missed (
        file_id INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE,
        answer_id INTEGER NOT NULL REFERENCES answer (id) ON DELETE CASCADE,
        gesture TEXT NOT NULL,
        PRIMARY KEY (answer_id, file_id, gesture)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX missed_file ON missed (file_id);
      CREATE INDEX missed_gesture ON missed (gesture, answer_id, file_id);
      """
  }

  // MARK: - Checking

  extension LibrarySchema {
    /// The version of a database; 0 for an empty one. Throws for newer and for other databases.
    static func check(_ database: Database, file: String) throws -> Int {
      func error(_ expected: String, _ found: String) -> FileError {
        FileError(file: file, expected: expected, found: found)
      }
      let id = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
      let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
      if id == 0, found == 0, tables == 0 { return 0 }
      guard id == applicationID else {
        throw error("a library of recordings", "a database of another program")
      }
      guard found <= version else {
        throw error(
          "a library of version \(version) or earlier",
          "version \(found), which a newer program has written")
      }
      guard found >= 1 else { throw error("a library of version 1 or later", "version \(found)") }
      return found
    }
  }
#endif
