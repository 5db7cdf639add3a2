#if Library
  import Evdev
  import Files
  import GRDB
  import Gestures
  import Lab
  import Playback
  import TouchFormats

  /// Writes indexed recordings into the tables, in a transaction of the caller.
  struct LibraryWriter {
    private let database: Database
    private let source: AnswerSource
    /// The id of the source's profile.
    private let profile: Int64

    init(_ database: Database, _ source: AnswerSource) throws {
      self.database = database
      self.source = source
      profile = try database.id(in: "profile", ["name": source.profile.name, "hash": source.hash])
    }

    /// Writes a product, and returns the result for its file.
    func write(_ product: LibraryProduct) throws -> LibraryEvent {
      let work = product.work
      switch product.content {
      case .other:
        // The file may have been a recording before.
        try database.run("DELETE FROM file WHERE path = ?", [work.path])
        return .skipped(work.path, kind: "not a recording")
      case .broken(let error):
        _ = try writeFile(product, recording: nil, error: error.description)
        return .broken(work.path, error)
      case .known:
        let recording = try knownRecording(product)
        _ = try writeFile(product, recording: recording)
        try setCurrent(of: recording)
        guard let previous = work.previous else { return .added(work.path) }
        return previous.hash == product.hash ? .unchanged(work.path) : .changed(work.path)
      case .recording(let info, let answer):
        let recording = try knownRecording(product) ?? writeRecording(product, info)
        let file = try writeFile(product, recording: recording)
        let id = try writeAnswer(answer, of: recording)
        try writeScore(answer, id, work.labels.gestures, file)
        return work.previous == nil ? .added(work.path) : .changed(work.path)
      }
    }
  }

  // MARK: - Files and recordings

  extension LibraryWriter {
    /// Writes the row of a file with its labels, and returns its id.
    private func writeFile(
      _ product: LibraryProduct, recording: Int64?, error: String? = nil
    ) throws -> Int64 {
      let work = product.work
      let id =
        try database.first(
          """
          INSERT INTO file
            (path, bytes, modified_ns, hash, labels, label_hash, error, is_missing, recording_id)
          VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?)
          ON CONFLICT (path) DO UPDATE SET
            bytes = excluded.bytes, modified_ns = excluded.modified_ns, hash = excluded.hash,
            labels = excluded.labels, label_hash = excluded.label_hash, error = excluded.error,
            is_missing = 0, recording_id = excluded.recording_id
          RETURNING id
          """,
          [
            work.path, work.bytes, work.modified, product.hash, work.namedLabels, work.labels.hash,
            error, recording,
          ]) ?? 0
      let hasSameLabels = work.previous?.labelHash == work.labels.hash
      if let previous = work.previous, !hasSameLabels || previous.hash != product.hash {
        for table in ["score", "missed"] + (hasSameLabels ? [] : ["label"]) {
          try database.run("DELETE FROM \(table) WHERE file_id = ?", [id])
        }
      }
      if !hasSameLabels { try writeLabels(work.labels.gestures ?? [], of: id) }
      return id
    }

    private func writeLabels(_ labels: [ScoreLabel.Gesture], of file: Int64) throws {
      for (position, label) in labels.enumerated() {
        for kind in label.kinds {
          try database.insert(
            or: "REPLACE", into: "label",
            [
              "file_id": file, "position": position, "gesture": kind.rawValue,
              "touches": label.touches, "taps": label.taps, "direction": label.direction,
              "name": label.name, "start_s": label.start, "end_s": label.end,
            ])
        }
      }
    }

    private func knownRecording(_ product: LibraryProduct) throws -> Int64? {
      try database.first(
        "SELECT id FROM recording WHERE hash = ? AND description = ?",
        [product.hash, product.work.labels.deviceHash])
    }

    private func writeRecording(_ product: LibraryProduct, _ info: RecordingInfo) throws -> Int64 {
      try database.insert(
        into: "recording",
        [
          "hash": product.hash, "description": product.work.labels.deviceHash,
          "format": info.format.rawValue, "duration_s": info.duration, "events": info.events,
          "frames": info.frames, "contacts": info.contacts, "palms": info.palms,
          "max_touches": info.maxTouches, "report_rate_hz": info.reportRate,
        ])
      let id = database.lastInsertedRowID
      try writeDevices(info, of: id)
      return id
    }

    private func writeDevices(_ info: RecordingInfo, of recording: Int64) throws {
      let main = info.devices.firstIndex(where: \.isTouched) ?? 0
      var devices = info.devices
      if devices.indices.contains(main) { devices.insert(devices.remove(at: main), at: 0) }
      for (position, device) in devices.enumerated() {
        let description = device.description ?? DeviceDescription()
        let identity = description.identity
        let id = try database.id(
          in: "device",
          [
            "name": description.name, "bus": Int(identity.bus), "vendor": Int(identity.vendor),
            "product": Int(identity.product), "version": Int(identity.version),
          ])
        let area = device.hasTouchArea ? device.touchArea : nil
        try database.insert(
          into: "recording_device",
          [
            "recording_id": recording, "position": position, "device_id": id,
            "kind": area?.kind.rawValue, "width_mm": area.map { _ in device.size.width },
            "height_mm": area.map { _ in device.size.height },
            "size_assumed": area.map(\.isSizeAssumed),
          ])
      }
    }
  }

  // MARK: - Answers

  extension LibraryWriter {
    /// Writes an answer in place of the one of the same profile and version, and returns its id.
    private func writeAnswer(_ answer: IndexedAnswer, of recording: Int64) throws -> Int64 {
      // Scores of other files with the same content stay: the same recording has the same answer.
      let id =
        try database.first(
          """
          INSERT INTO answer (recording_id, profile_id, version, is_current, gestures)
          VALUES (?, ?, ?, 0, ?)
          ON CONFLICT (recording_id, profile_id, version) DO UPDATE SET gestures = excluded.gestures
          RETURNING id
          """, [recording, profile, source.version, answer.gestures.count]) ?? 0
      for table in ["gesture", "failure"] {
        try database.run("DELETE FROM \(table) WHERE answer_id = ?", [id])
      }
      try setCurrent(of: recording)
      for (position, record) in answer.gestures.enumerated() {
        let gesture = record.gesture
        try database.insert(
          into: "gesture",
          [
            "answer_id": id, "position": position, "gesture": gesture.kind.rawValue,
            "touches": gesture.touches, "taps": gesture.taps,
            "direction": gesture.direction?.rawValue, "name": gesture.name, "record": record.json,
          ])
      }
      for failure in answer.failures {
        try database.insert(
          into: "failure",
          [
            "answer_id": id, "gesture": failure.gesture ?? "", "reason": failure.reason,
            "count": failure.count, "time_s": failure.time, "sentence": failure.sentence,
          ])
      }
      return id
    }

    /// Makes the answer of this source the current one under the name of its profile.
    private func setCurrent(of recording: Int64?) throws {
      try database.run(
        """
        UPDATE answer SET is_current = (profile_id = ? AND version = ?) WHERE recording_id = ?
          AND profile_id IN (SELECT id FROM profile WHERE name = ?)
        """, [profile, source.version, recording, source.profile.name])
    }

    /// Writes the comparison of an answer with the labels of a file.
    private func writeScore(
      _ answer: IndexedAnswer, _ id: Int64, _ labels: [ScoreLabel.Gesture]?, _ file: Int64
    ) throws {
      for table in ["score", "missed"] {
        try database.run("DELETE FROM \(table) WHERE answer_id = ? AND file_id = ?", [id, file])
      }
      guard let labels else { return }
      let score = RecordingScore(labels, answer.gestures)
      try database.insert(
        into: "score",
        [
          "file_id": file, "answer_id": id, "found": score.hits.count,
          "missed": score.missed.count, "false_reports": score.falseReports.count,
        ])
      for kind in Set(score.missed.flatMap(\.kinds)) {
        try database.insert(
          into: "missed", ["file_id": file, "answer_id": id, "gesture": kind.rawValue])
      }
    }
  }

  // MARK: - Folders

  extension LibraryWriter {
    /// Stores the added folders, and marks or removes their files that are gone.
    static func finish(
      _ plan: LibraryPlan, _ addition: LibraryAddition, _ database: Database
    ) throws -> [LibraryEvent] {
      for folder in plan.folders {
        try database.insert(
          or: "REPLACE", into: "folder", ["path": folder.path, "labels": folder.labels])
      }
      var missing: [String] = []
      for folder in plan.folders.map(\.path) + plan.gone {
        let known: SQLRequest<String> = """
          SELECT path FROM file WHERE \(CanonicalPath.isWithin(folder))
            AND (NOT is_missing OR \(addition.removesMissing))
          """
        let paths = try known.fetchCursor(database)
        // Another process may have added a file that appeared since this one listed the folder.
        while let path = try paths.next() {
          if !plan.found.contains(path), isGone(path) { missing.append(path) }
        }
      }
      let sql =
        addition.removesMissing
        ? "DELETE FROM file WHERE path = ?" : "UPDATE file SET is_missing = 1 WHERE path = ?"
      for path in missing { try database.run(sql, [path]) }
      if addition.removesMissing { try removeUnused(database) }
      // The statistics are for the planner, if tables have grown.
      try database.execute(sql: "PRAGMA optimize")
      return missing.map { .missing($0) }
    }

    private static func isGone(_ path: String) -> Bool {
      var status = stat()
      return lstat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
    }

    /// Removes recordings without a file, with their answers, and folders without files.
    static func removeUnused(_ database: Database) throws {
      try database.execute(
        sql: """
          DELETE FROM recording WHERE id NOT IN (
            SELECT recording_id FROM file WHERE recording_id IS NOT NULL);
          DELETE FROM folder WHERE NOT EXISTS (
            SELECT 1 FROM file WHERE file.path >= folder.path || '/'
              AND file.path < folder.path || '0');
          """)
    }
  }

  // MARK: - Statements

  extension Database {
    /// The columns of a row with their values.
    fileprivate typealias Columns = KeyValuePairs<String, (any DatabaseValueConvertible)?>

    /// Runs a statement, which is compiled once.
    func run(_ sql: String, _ arguments: StatementArguments) throws {
      try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// The rows of a statement, which is compiled once.
    func rows(_ sql: String, _ arguments: StatementArguments) throws -> [Row] {
      try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
    }

    /// The number in the first row of a result; nil without rows.
    func first(_ sql: String, _ arguments: StatementArguments) throws -> Int64? {
      try Int64.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    /// Inserts a row, or else resolves a conflict in the given way.
    fileprivate func insert(
      or resolution: String = "ABORT", into table: String, _ row: Columns
    ) throws {
      let names = row.map(\.key).joined(separator: ", ")
      let places = row.map { _ in "?" }.joined(separator: ", ")
      try run(
        "INSERT OR \(resolution) INTO \(table) (\(names)) VALUES (\(places))",
        StatementArguments(row.map(\.value)))
    }

    /// The id of the row with a key, which is inserted unless the table has it.
    fileprivate func id(in table: String, _ key: Columns) throws -> Int64 {
      try insert(or: "IGNORE", into: table, key)
      let condition = key.map { "\($0.key) = ?" }.joined(separator: " AND ")
      return try first(
        "SELECT id FROM \(table) WHERE \(condition)", StatementArguments(key.map(\.value))) ?? 0
    }
  }
#endif
