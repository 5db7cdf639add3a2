#if Library
  public import Checking
  import GRDB
  public import Gestures

  /// A query for the files of a library that meet every condition.
  public struct LibraryQuery: Hashable, Sendable {
    /// A condition on a file's failed attempts.
    public enum Failure: Hashable, Sendable {
      /// A failure of any recognizer for this reason, or for `palm` a contact that was a palm.
      case reason(FailureReason.Cause)
      /// A gesture of this kind in the labels that was not recognized.
      case missed(Gesture.Kind)
      /// A failure of this kind's recognizer for this reason.
      case recognizer(Gesture.Kind, FailureReason.Cause)
    }

    /// The answers to which conditions on gestures and failures apply.
    public var answers = AnswerSet()
    /// The gestures that have to be recognized, all of them; their times do not count.
    public var gestures: [ExpectedGesture] = []
    /// Whether no gesture was recognized.
    public var hasNoGestures = false
    public var failures: [Failure] = []
    /// Whether an answer differs from the labels.
    public var isMistaken = false
    /// The kinds that the labels have to contain, all of them.
    public var labels: [Gesture.Kind] = []
    public var tags: [String] = []
    /// The names of devices in any case, with `*`, `?` and `[…]`; or ids such as `06cb:1234`.
    public var devices: [String] = []
    public var formats: [String] = []
    /// The paths, with `*`, `?` and `[…]` as in a shell; `*` also matches `/`.
    public var paths: [String] = []
    /// The files and folders to search; all of them if empty.
    public var locations: [String] = []
    /// The bounds of the duration in seconds.
    public var minimumDuration: Double?
    public var maximumDuration: Double?
    /// The least number of fingers at the same time.
    public var minimumTouches: Int?
    /// Whether the recording is broken, or the file is gone; others are left out by default.
    public var isBroken = false
    public var isMissing = false
    /// The most files; nil for all.
    public var limit: Int?

    public init() {}

    private static let maximumLimit = 100
    private static let filesForEach = 50

    /// The files that meet a query with a small limit, if the first files of the library have
    /// enough; nil if all have to be searched, which is fast for rare gestures.
    func firstFiles(_ database: Database) throws -> [Int64]? {
      let isAboutAnswers = !gestures.isEmpty || !failures.isEmpty || isMistaken || hasNoGestures
      guard isAboutAnswers, let limit, limit <= Self.maximumLimit else { return nil }
      let statement = LibraryStatement(self, window: limit * Self.filesForEach)
      let files = try statement.files.fetchAll(database)
      return files.count == limit ? files : nil
    }
  }

  // MARK: - SQL

  /// A query as SQL; all values are arguments, never a part of the text.
  struct LibraryStatement {
    private var conditions: [SQL] = []
    private let query: LibraryQuery
    /// Whether answers are looked up for each file, instead of all that meet a condition at once.
    private let isFileByFile: Bool

    /// - Parameter window: The number of files that are read one by one; nil for all files.
    init(_ query: LibraryQuery, window: Int? = nil) {
      self.query = query
      isFileByFile = window != nil
      if let window {
        add("f.path < (SELECT path FROM file ORDER BY path LIMIT 1 OFFSET \(window))")
      }
      addFileConditions()
      addRecordingConditions()
      addAnswerConditions()
    }

    /// The ids of the files, in the order of their paths.
    var sql: SQL {
      let limit = query.limit.map { "\nLIMIT \($0)" } ?? ""
      return """
        SELECT f.id FROM file f
        WHERE \(conditions.joined(separator: "\n  AND "))
        ORDER BY f.path\(sql: limit)
        """
    }

    var files: SQLRequest<Int64> { SQLRequest(literal: sql) }

    private mutating func add(_ condition: SQL) { conditions.append(condition) }

    /// Limits a subquery to the file or the recording in question, if files are read one by one.
    private func own(_ column: String, _ value: String = "f.recording_id") -> SQL {
      isFileByFile ? " AND \(sql: column) = \(sql: value)" : ""
    }

    private mutating func addFileConditions() {
      add(query.isMissing ? "f.is_missing" : "NOT f.is_missing")
      if query.isBroken { add("f.error IS NOT NULL") }
      for path in query.paths { add("f.path GLOB \(path)") }
      if !query.locations.isEmpty {
        let ranges = query.locations.map { CanonicalPath.isWithin($0, "f.path") }
        add("(\(ranges.joined(separator: " OR ")))")
      }
      for tag in query.tags { add("f.hash IN (SELECT hash FROM tag WHERE name = \(tag))") }
      for kind in query.labels {
        let own = own("file_id", "f.id")
        add("f.id IN (SELECT file_id FROM label WHERE gesture = \(kind.rawValue)\(own))")
      }
    }

    private mutating func addRecordingConditions() {
      func recordings(_ condition: SQL) -> SQL {
        "f.recording_id IN (SELECT id FROM recording WHERE \(condition)\(own("id")))"
      }
      for format in query.formats { add(recordings("format = \(format)")) }
      if let least = query.minimumDuration { add(recordings("duration_s >= \(least)")) }
      if let most = query.maximumDuration { add(recordings("duration_s <= \(most)")) }
      if let least = query.minimumTouches { add(recordings("max_touches >= \(least)")) }
      for device in query.devices {
        let pattern = LibraryStatement.lowercasedASCII(device)
        add(
          """
          f.recording_id IN (SELECT recording_id FROM recording_device WHERE device_id IN (
            SELECT id FROM device WHERE lower(name) GLOB \(pattern)
              OR printf('%04x:%04x', vendor, product) GLOB \(pattern))\(own("recording_id")))
          """)
      }
    }

    /// A text converted like `lower` of SQLite: the letters of ASCII only.
    private static func lowercasedASCII(_ text: String) -> String {
      String(decoding: text.utf8.map { (0x41...0x5a).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
    }

    /// The answers of the query, as a condition on `a`.
    private var answers: SQL {
      let (profile, own) = (query.answers.profile, own("a.recording_id"))
      let profiles: SQL = "a.profile_id IN (SELECT id FROM profile WHERE name = \(profile))\(own)"
      guard let version = query.answers.version else { return "a.is_current AND \(profiles)" }
      let newest = SQL(
        sql: AnswerSet.newestAnswer(to: "a.recording_id"), arguments: [profile, version])
      return "a.version = \(version) AND \(profiles) AND a.id = \(newest)"
    }

    private static func properties(of gesture: ExpectedGesture) -> SQL {
      let wanted: [(column: String, value: (any DatabaseValueConvertible)?)] = [
        ("g.gesture", gesture.kind.rawValue), ("coalesce(g.touches, 1)", gesture.touches),
        ("coalesce(g.taps, 1)", gesture.taps), ("g.direction", gesture.direction?.rawValue),
        ("g.name", gesture.name),
      ]
      let conditions = wanted.filter { $0.value != nil }
        .map { SQL(sql: "\($0.column) = ?", arguments: [$0.value]) }
      return (conditions + [SQL(sql: isRecognized)]).joined(separator: " AND ")
    }

    /// The condition on a gesture `g` that it is not cancelled.
    static let isRecognized = "instr(g.record, '\"state\":\"cancelled\"') = 0"

    private mutating func addAnswerConditions() {
      let answers = answers
      let (recording, file): (SQL, SQL) = (
        "f.recording_id IN (SELECT a.recording_id", "f.id IN (SELECT file_id"
      )
      /// Adds a condition on the rows of a table that belong to the answers.
      func addRows(_ subject: SQL, of table: SQL, _ condition: SQL) {
        add(
          """
          \(subject) FROM \(table) JOIN answer a ON a.id = answer_id
            WHERE \(condition) AND \(answers))
          """)
      }
      for gesture in query.gestures {
        addRows(recording, of: "gesture g", LibraryStatement.properties(of: gesture))
      }
      if query.hasNoGestures {
        add(
          """
          \(recording) FROM answer a WHERE \(answers) AND NOT EXISTS (
            SELECT 1 FROM gesture g
            WHERE g.answer_id = a.id AND \(sql: LibraryStatement.isRecognized)))
          """)
      }
      if query.isMistaken { addRows(file, of: "score s", "s.missed + s.false_reports > 0") }
      for failure in query.failures {
        switch failure {
        case .reason(let reason):
          // All failures of one answer are read: the index by reasons has those of all answers.
          let column: SQL = isFileByFile ? "+x.reason" : "x.reason"
          addRows(recording, of: "failure x", "\(column) = \(reason.rawValue)")
        case .recognizer(let kind, let reason):
          let condition: SQL = "x.reason = \(reason.rawValue) AND x.gesture = \(kind.rawValue)"
          addRows(recording, of: "failure x", condition)
        case .missed(let kind): addRows(file, of: "missed m", "m.gesture = \(kind.rawValue)")
        }
      }
    }
  }
#endif
