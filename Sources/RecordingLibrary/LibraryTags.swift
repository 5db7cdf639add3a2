#if Library
  public import Files
  import GRDB

  extension RecordingLibrary {
    /// The longest tag, in bytes.
    public static let maximumTagLength = 100

    /// Whether a text can be a tag: letters, digits and `-_.:/+=@`, which need no quotation marks.
    public static func isTag(_ text: String) -> Bool {
      (1...maximumTagLength).contains(text.utf8.count) && !text.hasPrefix("-")
        && text.allSatisfy { $0.isLetter || $0.isNumber || "-_.:/+=@".contains($0) }
    }

    /// Adds and removes tags of files by paths of ``paths(of:)``; returns the number of the files
    /// whose content is known.
    public func tag(
      _ paths: [String], adding added: [String], removing removed: [String]
    ) throws(FileError) -> Int {
      try write { database in
        let hashes = try paths.compactMap {
          try String.fetchOne(
            database, sql: "SELECT hash FROM file WHERE path = ?", arguments: [$0])
        }
        for hash in Set(hashes).sorted() {
          for name in added {
            try database.run("INSERT OR IGNORE INTO tag (hash, name) VALUES (?, ?)", [hash, name])
          }
          for name in removed {
            try database.run("DELETE FROM tag WHERE hash = ? AND name = ?", [hash, name])
          }
        }
        return hashes.count
      }
    }

    /// Removes files by paths of ``paths(of:)``, or all that are gone, and recordings without a
    /// file with their answers; returns the number of files. The files themselves and tags stay.
    public func remove(_ paths: [String]?) throws(FileError) -> Int {
      try write { database in
        let gone = "SELECT path FROM file WHERE is_missing"
        var removed = 0
        for path in try paths ?? String.fetchAll(database, sql: gone) {
          try database.run("DELETE FROM file WHERE path = ?", [path])
          removed += database.changesCount
        }
        try LibraryWriter.removeUnused(database)
        return removed
      }
    }
  }
#endif
