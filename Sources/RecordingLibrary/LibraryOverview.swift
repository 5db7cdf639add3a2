#if Library
  public import Files
  import GRDB
  import Playback

  /// The counts of a library's contents.
  public struct LibraryOverview: Hashable, Sendable {
    /// A name with the number of its files.
    public struct Count: Hashable, JSONRecord {
      public var name: String
      public var files: Int

      /// Appends the count as one line of JSON, without the newline.
      public func appendJSON(to bytes: inout [UInt8]) {
        JSONLine.append(to: &bytes) { line in
          line.add("v", JSONLine.schemaVersion)
          line.add("name", name)
          line.add("recordings", files)
        }
      }
    }

    /// The property by which files are counted.
    public enum Subject: String, CaseIterable, Sendable {
      case devices, formats, gestures, labels, tags, folders, profiles, failures
    }
  }

  extension RecordingLibrary {
    /// Counts the present files by device, format, gesture and so on; the largest number first,
    /// folders and profiles by name.
    public func overview(
      _ subject: LibraryOverview.Subject
    ) throws(FileError) -> [LibraryOverview.Count] {
      let present = "FROM file f WHERE NOT f.is_missing"
      let current = "a.is_current AND p.name = 'standard'"
      let sql =
        switch subject {
        case .devices:
          """
          SELECT d.name AS name, count(DISTINCT f.id) AS files FROM file f
          JOIN recording_device x ON x.recording_id = f.recording_id
          JOIN device d ON d.id = x.device_id WHERE NOT f.is_missing GROUP BY d.name
          """
        case .formats:
          """
          SELECT r.format AS name, count(*) AS files FROM file f
          JOIN recording r ON r.id = f.recording_id WHERE NOT f.is_missing GROUP BY r.format
          """
        case .gestures:
          """
          SELECT g.gesture AS name, count(DISTINCT f.id) AS files FROM file f
          JOIN answer a ON a.recording_id = f.recording_id JOIN profile p ON p.id = a.profile_id
          JOIN gesture g ON g.answer_id = a.id WHERE NOT f.is_missing AND \(current)
          GROUP BY g.gesture
          """
        case .failures:
          """
          SELECT x.reason AS name, count(DISTINCT f.id) AS files FROM file f
          JOIN answer a ON a.recording_id = f.recording_id JOIN profile p ON p.id = a.profile_id
          JOIN failure x ON x.answer_id = a.id WHERE NOT f.is_missing AND \(current)
          GROUP BY x.reason
          """
        case .labels:
          """
          SELECT l.gesture AS name, count(DISTINCT f.id) AS files FROM file f
          JOIN label l ON l.file_id = f.id WHERE NOT f.is_missing GROUP BY l.gesture
          """
        case .tags:
          """
          SELECT t.name AS name, count(*) AS files FROM tag t JOIN file f ON f.hash = t.hash
          WHERE NOT f.is_missing GROUP BY t.name
          """
        case .folders:
          """
          SELECT o.path AS name, (SELECT count(*) \(present) AND f.path >= o.path || '/'
            AND f.path < o.path || '0') AS files FROM folder o
          """
        case .profiles:
          """
          SELECT p.name || '@' || a.version AS name, count(*) AS files FROM answer a
          JOIN profile p ON p.id = a.profile_id GROUP BY p.name, a.version
          """
        }
      let isNamed = subject == .folders || subject == .profiles
      return try read { database in
        try Row.fetchAll(
          database, sql: "\(sql) ORDER BY \(isNamed ? "" : "files DESC,") name"
        ).map { LibraryOverview.Count(name: $0["name"], files: $0["files"]) }
      }
    }
  }
#endif
