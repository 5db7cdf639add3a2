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
          counts(of: "g.gesture", in: "\(answers) JOIN gesture g ON g.answer_id = a.id")
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
          SELECT p.name || '@' || a.version AS name, count(*) AS files FROM answer a
          JOIN profile p ON p.id = a.profile_id GROUP BY p.name, a.version ORDER BY name
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
