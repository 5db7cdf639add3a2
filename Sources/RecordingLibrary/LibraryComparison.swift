#if Library
  public import Files
  import GRDB
  import Gestures
  import Playback
  import SystemPackage

  /// A recording to which two sets of answers differ, as a line of JSON.
  public struct LibraryDifference: Hashable, JSONObject {
    /// The meaning of a difference by the labels.
    public enum Judgement: String, Sendable {
      case better, worse
    }

    /// The absolute path.
    public var file: String
    public var hash: String?
    public var old: LibraryEntry.Answer
    public var new: LibraryEntry.Answer
    /// The judgement; nil without labels, and if both answers have as many mistakes.
    public var judgement: Judgement?
    /// The page with both answers, if one was made.
    public var page: String?

    public func add(to line: inout JSONLine) {
      line.begin(file)
      line.add("hash", hash)
      line.add("old", old)
      line.add("new", new)
      line.add("judgement", judgement?.rawValue)
      line.add("page", page)
    }
  }

  /// The result of a comparison of two sets of answers.
  public struct LibraryComparison: Sendable {
    /// The recordings with both answers.
    public var compared = 0
    /// The recordings that lack an answer of an earlier version, or that could not be read.
    public var incomparable = 0
    public var differences: [LibraryDifference] = []

    /// The number of differences of a kind.
    public func count(_ judgement: LibraryDifference.Judgement?) -> Int {
      differences.count { $0.judgement == judgement }
    }
  }

  extension RecordingLibrary {
    /// The versions whose answers the library has.
    public func versions() throws(FileError) -> Set<String> {
      try read { Set(try String.fetchAll($0, sql: "SELECT DISTINCT version FROM answer")) }
    }

    /// Compares two sets of answers, of which missing ones are computed and stored. They differ if
    /// their gestures do in kind, state, direction, number of touches and taps, or name; with
    /// `isExact`, in any number. The addition has the number of threads. `progress` gets the number
    /// of bytes done and of all, `body` the result for each file that had to be read.
    public func compare(
      _ old: ComparedAnswers, _ new: ComparedAnswers, of query: LibraryQuery, isExact: Bool = false,
      _ addition: LibraryAddition, progress: (Int, Int) -> Void = { _, _ in },
      _ body: (LibraryEvent) -> Void
    ) throws(FileError) -> LibraryComparison {
      for side in [old, new] {
        guard case .computed(let source) = side else { continue }
        let paths = try unanswered(source, query)
        if paths.isEmpty { continue }
        try checkIsWritable(missing: source, paths.count)
        var addition = addition
        addition.source = source
        try add(paths, addition, progress: progress, body)
      }
      return try read { database in
        var comparison = LibraryComparison()
        let reader = LibraryReader(database: database, set: AnswerSet())
        let files: SQLRequest<Row> = """
          SELECT f.id, f.path, f.hash, \(old.selection) AS old, \(new.selection) AS new FROM file f
          WHERE f.id IN (\(LibraryStatement(query).sql)) AND f.recording_id IS NOT NULL
          ORDER BY f.path
          """
        let rows = try files.fetchCursor(database)
        while let row = try rows.next() {
          guard let old: Int64 = row["old"], let new: Int64 = row["new"] else {
            comparison.incomparable += 1
            continue
          }
          comparison.compared += 1
          let isSame =
            try old == new
            || (isExact
              ? reader.records(of: old) == reader.records(of: new)
              : reader.gestures(of: old) == reader.gestures(of: new))
          guard !isSame, let before = try reader.answer(old, of: row["id"]),
            let after = try reader.answer(new, of: row["id"])
          else { continue }
          comparison.differences.append(
            LibraryDifference(
              file: row["path"], hash: row["hash"], old: before, new: after,
              judgement: LibraryDifference.Judgement(before, after)))
        }
        return comparison
      }
    }

    /// Throws if answers are missing in a library that this user cannot change.
    private func checkIsWritable(missing source: AnswerSource, _ count: Int) throws(FileError) {
      guard database.configuration.readonly else { return }
      throw FileError(
        file: path, expected: "a library that can be written",
        found:
          "\(count.counted("recording")) without an answer under \(source.profile.name), which is "
          + "kept in the library: \(Errno.permissionDenied)",
        systemError: .permissionDenied, isOutput: true)
    }

    /// The files of recordings without an answer.
    private func unanswered(
      _ source: AnswerSource, _ query: LibraryQuery
    ) throws(FileError) -> [String] {
      let paths: SQLRequest<String> = """
        SELECT f.path FROM file f WHERE f.id IN (\(LibraryStatement(query).sql))
          AND f.recording_id IS NOT NULL AND \(ComparedAnswers.computed(source).selection) IS NULL
        ORDER BY f.path
        """
      return try read { try paths.fetchAll($0) }
    }
  }

  extension ComparedAnswers {
    /// The id of the answer of this set to the recording of a file `f`, as a subquery.
    fileprivate var selection: SQL {
      let answers: SQL = """
        SELECT max(a.id) FROM answer a JOIN profile p ON p.id = a.profile_id
        WHERE a.recording_id = f.recording_id
        """
      switch self {
      case .computed(let source):
        return """
          (\(answers) AND p.name = \(source.profile.name) AND p.hash = \(source.hash)
            AND a.version = \(source.version))
          """
      case .stored(let set):
        guard let version = set.version else {
          return "(\(answers) AND p.name = \(set.profile) AND a.is_current)"
        }
        return SQL(
          sql: AnswerSet.newestAnswer(to: "f.recording_id"), arguments: [set.profile, version])
      }
    }
  }

  extension LibraryDifference.Judgement {
    fileprivate init?(_ old: LibraryEntry.Answer, _ new: LibraryEntry.Answer) {
      guard let before = old.mistakes, let after = new.mistakes, before != after else { return nil }
      self = after < before ? .better : .worse
    }
  }

  extension LibraryEntry.Answer {
    /// The number of missed labelled gestures and of false reports; nil without labels.
    public var mistakes: Int? {
      if let missed, let falseReports { missed + falseReports } else { nil }
    }
  }
#endif
