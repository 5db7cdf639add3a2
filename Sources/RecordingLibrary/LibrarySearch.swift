#if Library
  public import Files
  import GRDB
  import Playback
  import Timeline

  extension RecordingLibrary {
    /// Passes on the files that meet a query now, in the order of their paths.
    public func search(
      _ query: LibraryQuery, _ body: (LibraryEntry) throws -> Void
    ) throws(FileError) {
      try search(query, for: .recordings, body)
    }

    /// Passes on the files with the failures or the records that the rows of a table need.
    func search(
      _ query: LibraryQuery, for table: LibraryTable, _ body: (LibraryEntry) throws -> Void
    ) throws(FileError) {
      try read { database in
        let reader = LibraryReader(
          database: database, set: query.answers, hasFailures: table == .failures,
          hasRecords: table == .gestures)
        if let files = try query.firstFiles(database) {
          return try files.compactMap(reader.entry).forEach(body)
        }
        let files = try LibraryStatement(query).files.fetchCursor(database)
        while let file = try files.next() {
          if let entry = try reader.entry(file) { try body(entry) }
        }
      }
    }

    /// The number of files that meet a query.
    public func count(_ query: LibraryQuery) throws(FileError) -> Int {
      try count("SELECT count(*) FROM (\(LibraryStatement(query).sql))")
    }

    /// The number of files that are not gone, without reading their rows.
    public func count() throws(FileError) -> Int {
      try count("SELECT (SELECT count(*) FROM file) - (SELECT count(*) FROM file WHERE is_missing)")
    }

    private func count(_ request: SQLRequest<Int>) throws(FileError) -> Int {
      try read { try request.fetchOne($0) ?? 0 }
    }

    /// The files with a path, in a folder, or with a hash that begins with at least four digits, in
    /// the order of their paths, including files that are gone.
    public func paths(of name: String) throws(FileError) -> [String] {
      let digits = name.lowercased()
      let isHash = (4...64).contains(digits.utf8.count) && digits.allSatisfy(\.isHexDigit)
      return try read { database in
        func paths(_ condition: SQL) throws -> [String] {
          let request: SQLRequest<String> = "SELECT path FROM file WHERE \(condition) ORDER BY path"
          return try request.fetchAll(database)
        }
        let named = try paths(CanonicalPath.isWithin(CanonicalPath.of(name)))
        if !named.isEmpty || !isHash { return named }
        return try paths("hash >= \(digits) AND hash < \(digits + "g")")
      }
    }

    /// The entry of a file by a path of ``paths(of:)``, with all its answers and failures, or nil.
    public func entry(of path: String) throws(FileError) -> LibraryEntry? {
      try read { database in
        let id = try Int64.fetchOne(
          database, sql: "SELECT id FROM file WHERE path = ?", arguments: [path])
        guard let id else { return nil }
        return try LibraryReader(
          database: database, set: AnswerSet(), hasAllAnswers: true, hasFailures: true
        ).entry(id)
      }
    }
  }

  // MARK: - Rows

  /// Makes entries from rows.
  struct LibraryReader {
    let database: Database
    let set: AnswerSet
    /// Whether all answers are read, instead of the set's one.
    var hasAllAnswers = false
    /// Whether failures are read.
    var hasFailures = false
    /// Whether the records of gestures are read, with all their numbers.
    var hasRecords = false

    func entry(_ id: Int64) throws -> LibraryEntry? {
      let row = try database.rows(
        """
        SELECT f.*, r.format, r.duration_s, r.report_rate_hz, r.contacts, r.palms, r.max_touches
        FROM file f LEFT JOIN recording r ON r.id = f.recording_id WHERE f.id = ?
        """, [id]
      ).first
      guard let row else { return nil }
      var entry = LibraryEntry(
        file: row["path"], hash: row["hash"], bytes: row["bytes"], isMissing: row["is_missing"],
        error: row["error"], format: row["format"], duration: row["duration_s"],
        reportRate: row["report_rate_hz"], contacts: row["contacts"], palms: row["palms"],
        maxTouches: row["max_touches"])
      if (row["label_hash"] as String) != "" {
        entry.labels = try labels(of: id)
      }
      if let hash = entry.hash {
        entry.tags = try database.rows("SELECT name FROM tag WHERE hash = ? ORDER BY name", [hash])
          .map { $0["name"] }
      }
      guard let recording: Int64 = row["recording_id"] else { return entry }
      entry.devices = try devices(of: recording)
      entry.answers =
        try hasAllAnswers
        ? answers(of: id, where: "a.recording_id = ?", [recording])
        : answers(
          of: id,
          where: """
            a.recording_id = ? AND p.name = ? AND ((? IS NULL AND a.is_current)
              OR a.id = \(AnswerSet.newestAnswer(to: "a.recording_id")))
            """, [recording, set.profile, set.version, set.profile, set.version])
      return entry
    }

    private func devices(of recording: Int64) throws -> [LibraryEntry.Device] {
      try database.rows(
        """
        SELECT * FROM recording_device x JOIN device d ON d.id = x.device_id
        WHERE x.recording_id = ? ORDER BY x.position
        """, [recording]
      ).map { row in
        let numbers = ["bus", "vendor", "product", "version"].map { name in
          String(appending: { $0.append(hexadecimal: row[name] as Int, digits: 4) })
        }
        return LibraryEntry.Device(
          name: row["name"], identity: numbers.joined(separator: ":"), kind: row["kind"],
          width: row["width_mm"], height: row["height_mm"], isSizeAssumed: row["size_assumed"])
      }
    }

    private func labels(of file: Int64) throws -> [LibraryEntry.Label] {
      var found: [LibraryEntry.Label] = []
      var last: Int?
      let sql = "SELECT * FROM label WHERE file_id = ? ORDER BY position, gesture"
      for row in try database.rows(sql, [file]) {
        let position: Int = row["position"]
        if position == last {
          found[found.count - 1].gestures.append(row["gesture"])
          continue
        }
        last = position
        found.append(
          LibraryEntry.Label(
            gestures: [row["gesture"]], touches: row["touches"], taps: row["taps"],
            direction: row["direction"], name: row["name"], start: row["start_s"],
            end: row["end_s"]))
      }
      return found
    }

    /// An answer by its id, compared with the labels of a file.
    func answer(_ id: Int64, of file: Int64) throws -> LibraryEntry.Answer? {
      try answers(of: file, where: "a.id = ?", [id]).first
    }

    /// The answers that meet a condition, compared with the labels of a file.
    private func answers(
      of file: Int64, where condition: String, _ arguments: StatementArguments
    ) throws -> [LibraryEntry.Answer] {
      try database.rows(
        """
        SELECT a.id, a.version, p.name, p.hash, s.found, s.missed, s.false_reports
        FROM answer a JOIN profile p ON p.id = a.profile_id
        LEFT JOIN score s ON s.answer_id = a.id AND s.file_id = ?
        WHERE \(condition) ORDER BY p.name, a.id DESC
        """, [file] + arguments
      ).map { row in
        let id: Int64 = row["id"]
        return LibraryEntry.Answer(
          profile: row["name"], profileHash: row["hash"], version: row["version"],
          gestures: try gestures(of: id), records: hasRecords ? try records(of: id) : nil,
          failures: hasFailures ? try failures(of: id) : nil,
          found: row["found"], missed: row["missed"], falseReports: row["false_reports"])
      }
    }

    private func gestureRows(of answer: Int64) throws -> [Row] {
      try database.rows(
        """
        SELECT *, json_extract(record, '$.state') AS state FROM gesture
        WHERE answer_id = ? ORDER BY position
        """, [answer])
    }

    func gestures(of answer: Int64) throws -> [LibraryEntry.Found] {
      try gestureRows(of: answer).map { row in
        LibraryEntry.Found(
          gesture: row["gesture"], state: row["state"], touches: row["touches"], taps: row["taps"],
          direction: row["direction"], name: row["name"])
      }
    }

    /// The gestures of an answer with all their numbers, as lines of JSON.
    func records(of answer: Int64) throws -> [String] {
      try gestureRows(of: answer).map { $0["record"] }
    }

    private func failures(of answer: Int64) throws -> [LibraryEntry.Failure] {
      try database.rows(
        "SELECT * FROM failure WHERE answer_id = ? ORDER BY time_s, gesture, reason", [answer]
      ).map { row in
        let gesture: String = row["gesture"]
        return LibraryEntry.Failure(
          gesture: gesture.isEmpty ? nil : gesture, reason: row["reason"], count: row["count"],
          time: row["time_s"], sentence: row["sentence"])
      }
    }
  }

  /// The counts of a library's contents.
  public struct LibraryOverview: Hashable, Sendable {
    /// A name with the number of its files.
    public struct Count: Hashable, JSONObject {
      public var name: String
      public var files: Int

      public func add(to line: inout JSONLine) {
        line.add("v", JSONLine.schemaVersion)
        line.add("name", name)
        line.add("recordings", files)
      }
    }

    /// The property by which files are counted.
    public enum Subject: String, CaseIterable, Sendable {
      case devices, formats, gestures, labels, tags, folders, profiles, failures
    }
  }

  extension RecordingLibrary {
    /// Counts the present files; the largest number first, folders and profiles by name, also those
    /// without present files.
    public func overview(
      _ subject: LibraryOverview.Subject
    ) throws(FileError) -> [LibraryOverview.Count] {
      func counts(of name: String, in tables: String) -> String {
        """
        SELECT \(name) AS name, count(DISTINCT f.id) AS files FROM file f \(tables)
        WHERE NOT f.is_missing GROUP BY 1 ORDER BY files DESC, name
        """
      }
      let answers = """
        JOIN answer a ON a.recording_id = f.recording_id AND a.is_current
        JOIN profile p ON p.id = a.profile_id AND p.name = 'standard'
        """
      let devices = """
        JOIN recording_device x ON x.recording_id = f.recording_id
        JOIN device d ON d.id = x.device_id
        """
      let sql =
        switch subject {
        case .devices: counts(of: "d.name", in: devices)
        case .formats: counts(of: "r.format", in: "JOIN recording r ON r.id = f.recording_id")
        case .gestures:
          counts(
            of: "g.gesture",
            in: """
              \(answers) JOIN gesture g ON g.answer_id = a.id AND \(LibraryStatement.isRecognized)
              """)
        case .failures:
          counts(of: "x.reason", in: "\(answers) JOIN failure x ON x.answer_id = a.id")
        case .labels: counts(of: "l.gesture", in: "JOIN label l ON l.file_id = f.id")
        case .tags: counts(of: "t.name", in: "JOIN tag t ON t.hash = f.hash")
        case .folders:
          """
          SELECT o.path AS name, (SELECT count(*) FROM file f WHERE NOT f.is_missing
            AND f.path >= o.path || '/' AND f.path < o.path || '0') AS files
          FROM folder o ORDER BY name
          """
        case .profiles:
          """
          SELECT p.name || '@' || a.version AS name, count(DISTINCT f.id) AS files FROM answer a
          JOIN profile p ON p.id = a.profile_id
          LEFT JOIN file f ON f.recording_id = a.recording_id AND NOT f.is_missing
          GROUP BY p.name, a.version ORDER BY name
          """
        }
      return try read { database in
        try Row.fetchAll(database, sql: sql).map {
          LibraryOverview.Count(name: $0["name"], files: $0["files"])
        }
      }
    }
  }
#endif
