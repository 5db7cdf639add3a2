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
    /// The names of devices, with `*`, `?` and `[…]` as in a shell, whatever their case; or ids
    /// such as `06cb:1234`.
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
    /// Whether the recording is broken, or the file is gone; by default files that are gone are
    /// left out.
    public var isBroken = false
    public var isMissing = false
    /// The most files; nil for all.
    public var limit: Int?

    public init() {}
  }

  extension LibraryQuery {
    private static let maximumLimit = 100
    private static let filesForEach = 50

    /// The files that meet a query with a small limit, if they are among the first files of the
    /// library; nil if all have to be searched.
    ///
    /// A common gesture is found at once in files that are read in the order of their paths; for
    /// rare ones, which a search of all finds fast, at most 50 files are read for each requested
    /// one.
    func firstFiles(_ database: Database) throws -> [Int64]? {
      let isAboutAnswers = !gestures.isEmpty || !failures.isEmpty || isMistaken || hasNoGestures
      guard isAboutAnswers, let limit, limit <= Self.maximumLimit else { return nil }
      let statement = LibraryStatement(self, window: limit * Self.filesForEach)
      let files = try Int64.fetchAll(
        database, sql: statement.sql, arguments: statement.arguments)
      return files.count == limit ? files : nil
    }
  }

  // MARK: - SQL

  /// A query as SQL; all values are arguments, never a part of the text.
  struct LibraryStatement {
    private var conditions: [String] = []
    private(set) var arguments = StatementArguments()
    private let query: LibraryQuery
    /// Whether answers are looked up for each file, instead of all that meet a condition at once.
    private let isFileByFile: Bool

    /// - Parameter window: The number of files that are read one by one in the order of their
    ///   paths; nil for all files, which the conditions select.
    init(_ query: LibraryQuery, window: Int? = nil) {
      self.query = query
      isFileByFile = window != nil
      if let window {
        add("f.path < (SELECT path FROM file ORDER BY path LIMIT 1 OFFSET ?)", [window])
      }
      addFileConditions()
      addRecordingConditions()
      addAnswerConditions()
    }

    /// The ids and paths of the files, in the order of their paths.
    var sql: String {
      let filter = conditions.isEmpty ? "1" : conditions.joined(separator: "\n  AND ")
      let limit = query.limit.map { "\nLIMIT \($0)" } ?? ""
      return "SELECT f.id FROM file f\nWHERE \(filter)\nORDER BY f.path\(limit)"
    }

    private mutating func add(_ condition: String, _ values: StatementArguments = []) {
      conditions.append(condition)
      arguments += values
    }

    /// Limits a subquery to the file or the recording in question, if files are read one by one.
    private func own(_ column: String, _ value: String = "f.recording_id") -> String {
      isFileByFile ? " AND \(column) = \(value)" : ""
    }

    private mutating func addFileConditions() {
      add(query.isMissing ? "f.is_missing" : "NOT f.is_missing")
      if query.isBroken { add("f.error IS NOT NULL") }
      for path in query.paths { add("f.path GLOB ?", [path]) }
      if !query.locations.isEmpty {
        let ranges = query.locations.map { _ in "f.path = ? OR (f.path >= ? AND f.path < ?)" }
        let bounds = query.locations.flatMap { path in
          let (first, end) = CanonicalPath.bounds(of: path)
          return [path, first, end]
        }
        add("(\(ranges.joined(separator: " OR ")))", StatementArguments(bounds))
      }
      for tag in query.tags {
        add("f.hash IN (SELECT hash FROM tag WHERE name = ?)", [tag])
      }
      for kind in query.labels {
        add(
          "f.id IN (SELECT file_id FROM label WHERE gesture = ?\(own("file_id", "f.id")))",
          [kind.rawValue])
      }
    }

    private mutating func addRecordingConditions() {
      func recordings(_ condition: String) -> String {
        "f.recording_id IN (SELECT id FROM recording WHERE \(condition)\(own("id")))"
      }
      for format in query.formats { add(recordings("format = ?"), [format]) }
      if let least = query.minimumDuration { add(recordings("duration_s >= ?"), [least]) }
      if let most = query.maximumDuration { add(recordings("duration_s <= ?"), [most]) }
      if let least = query.minimumTouches { add(recordings("max_touches >= ?"), [least]) }
      for device in query.devices {
        let pattern = LibraryStatement.lowercasedASCII(device)
        add(
          """
          f.recording_id IN (SELECT recording_id FROM recording_device WHERE device_id IN (
            SELECT id FROM device WHERE lower(name) GLOB ?
              OR printf('%04x:%04x', vendor, product) GLOB ?)\(own("recording_id")))
          """, [pattern, pattern])
      }
    }

    /// A text converted like `lower` of SQLite: the letters of ASCII only.
    private static func lowercasedASCII(_ text: String) -> String {
      String(decoding: text.utf8.map { (0x41...0x5a).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
    }

    /// The answers of the query, as a condition on `a`.
    private var answers: (sql: String, arguments: StatementArguments) {
      let profiles =
        "a.profile_id IN (SELECT id FROM profile WHERE name = ?)" + own("a.recording_id")
      guard let version = query.answers.version else {
        return ("a.is_current AND \(profiles)", [query.answers.profile])
      }
      let (profile, newest) = (query.answers.profile, AnswerSet.newestAnswer(to: "a.recording_id"))
      return (
        "a.version = ? AND \(profiles) AND a.id = \(newest)", [version, profile, profile, version]
      )
    }

    /// The conditions on a gesture beyond its kind, each after an `AND`.
    private static func properties(
      of gesture: ExpectedGesture
    ) -> (sql: String, arguments: StatementArguments) {
      var (sql, arguments) = ("", StatementArguments())
      func add(_ condition: String, _ value: (any DatabaseValueConvertible)?) {
        guard let value else { return }
        sql += " AND \(condition) = ?"
        arguments += [value]
      }
      add("coalesce(g.touches, 1)", gesture.touches)
      add("coalesce(g.taps, 1)", gesture.taps)
      add("g.direction", gesture.direction?.rawValue)
      add("g.name", gesture.name)
      return (sql, arguments)
    }

    private mutating func addAnswerConditions() {
      let (answers, values) = answers
      for gesture in query.gestures {
        let (properties, wanted) = LibraryStatement.properties(of: gesture)
        add(
          """
          f.recording_id IN (SELECT a.recording_id FROM gesture g JOIN answer a ON a.id = g.answer_id
            WHERE g.gesture = ?\(properties) AND \(answers))
          """, [gesture.kind.rawValue] + wanted + values)
      }
      if query.hasNoGestures {
        add(
          "f.recording_id IN (SELECT a.recording_id FROM answer a WHERE a.gestures = 0 AND \(answers))",
          values)
      }
      if query.isMistaken {
        add(
          """
          f.id IN (SELECT s.file_id FROM score s JOIN answer a ON a.id = s.answer_id
            WHERE s.missed + s.false_reports > 0 AND \(answers))
          """, values)
      }
      func addFailure(_ condition: String, _ wanted: StatementArguments) {
        add(
          """
          f.recording_id IN (SELECT a.recording_id FROM failure x
            JOIN answer a ON a.id = x.answer_id
            WHERE \(condition) AND \(answers))
          """, wanted + values)
      }
      for failure in query.failures {
        switch failure {
        case .reason(let reason):
          // All failures of one answer are read: the index by reasons has those of all answers.
          let column = isFileByFile ? "+x.reason" : "x.reason"
          addFailure("\(column) = ?", [reason.rawValue])
        case .recognizer(let kind, let reason):
          addFailure("x.reason = ? AND x.gesture = ?", [reason.rawValue, kind.rawValue])
        case .missed(let kind):
          add(
            """
            f.id IN (SELECT m.file_id FROM missed m JOIN answer a ON a.id = m.answer_id
              WHERE m.gesture = ? AND \(answers))
            """, [kind.rawValue] + values)
        }
      }
    }
  }
#endif
