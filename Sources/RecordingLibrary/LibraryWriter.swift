#if Library
  import Contacts
  import Evdev
  import Files
  import GRDB
  import Gestures
  import Lab
  import Playback
  import SystemPackage
  import Timeline
  import TouchFormats

  /// Writes indexed recordings into the tables. Each function is part of a transaction.
  struct LibraryWriter {
    let source: AnswerSource

    /// Writes products, and returns the results for their files.
    func write(_ products: [LibraryProduct], _ database: Database) throws -> [LibraryEvent] {
      let profile = try profileID(database)
      return try products.map { try write($0, profile, database) }
    }

    private func write(
      _ product: LibraryProduct, _ profile: Int64, _ database: Database
    ) throws -> LibraryEvent {
      let work = product.work
      switch product.content {
      case .other:
        // The file may have been a recording before.
        try database.cachedStatement(sql: "DELETE FROM file WHERE path = ?")
          .execute(arguments: [work.path])
        return .skipped(work.path, kind: "not a recording")
      case .broken(let error):
        _ = try writeFile(product, recording: nil, error: error.description, database)
        return .broken(work.path, error)
      case .known:
        let recording = try Int64.fetchOne(
          database, sql: "SELECT id FROM recording WHERE hash = ? AND description = ?",
          arguments: [product.hash, work.labels.deviceHash])
        _ = try writeFile(product, recording: recording, error: nil, database)
        try setCurrent(of: recording, profile, database)
        return work.previous == nil
          ? .added(work.path)
          : work.previous?.hash == product.hash ? .unchanged(work.path) : .changed(work.path)
      case .recording(let indexed):
        let recording = try writeRecording(product, indexed.info, database)
        let file = try writeFile(product, recording: recording, error: nil, database)
        let answer = try writeAnswer(indexed.answer, of: recording, profile, database)
        try writeScore(indexed.answer, answer, work.labels.gestures, file, database)
        return work.previous == nil ? .added(work.path) : .changed(work.path)
      }
    }

    func profileID(_ database: Database) throws -> Int64 {
      let name = source.profile.name
      try database.execute(
        sql: "INSERT INTO profile (name, hash) VALUES (?, ?) ON CONFLICT DO NOTHING",
        arguments: [name, source.hash])
      return try Int64.fetchOne(
        database, sql: "SELECT id FROM profile WHERE name = ? AND hash = ?",
        arguments: [name, source.hash]) ?? 0
    }
  }

  // MARK: - Files and recordings

  extension LibraryWriter {
    /// Writes the row of a file with its labels, and returns its id.
    private func writeFile(
      _ product: LibraryProduct, recording: Int64?, error: String?, _ database: Database
    ) throws -> Int64 {
      let work = product.work
      let id =
        try Int64.fetchOne(
          database.cachedStatement(
            sql: """
              INSERT INTO file
                (path, bytes, modified_ns, hash, labels, label_hash, error, is_missing, recording_id)
              VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?)
              ON CONFLICT (path) DO UPDATE SET
                bytes = excluded.bytes, modified_ns = excluded.modified_ns, hash = excluded.hash,
                labels = excluded.labels, label_hash = excluded.label_hash, error = excluded.error, is_missing = 0,
                recording_id = excluded.recording_id
              RETURNING id
              """),
          arguments: [
            work.path, work.bytes, work.modified, product.hash, work.namedLabels, work.labels.hash,
            error, recording,
          ]) ?? 0
      let hasSameLabels = work.previous?.labelHash == work.labels.hash
      if let previous = work.previous, !hasSameLabels || previous.hash != product.hash {
        try delete("score", of: id, database)
        try delete("missed", of: id, database)
        if !hasSameLabels { try delete("label", of: id, database) }
      }
      if !hasSameLabels { try writeLabels(work.labels.gestures ?? [], of: id, database) }
      return id
    }

    private func delete(_ table: String, of file: Int64, _ database: Database) throws {
      try database.cachedStatement(sql: "DELETE FROM \(table) WHERE file_id = ?")
        .execute(arguments: [file])
    }

    private func writeLabels(
      _ labels: [ScoreLabel.Gesture], of file: Int64, _ database: Database
    ) throws {
      let statement = try database.cachedStatement(
        sql: """
          INSERT OR REPLACE INTO label
            (file_id, position, gesture, touches, taps, direction, name, start_s, end_s)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          """)
      for (position, label) in labels.enumerated() {
        for kind in label.kinds {
          try statement.execute(arguments: [
            file, position, kind.rawValue, label.touches, label.taps, label.direction, label.name,
            label.start, label.end,
          ])
        }
      }
    }

    private func writeRecording(
      _ product: LibraryProduct, _ info: RecordingInfo, _ database: Database
    ) throws -> Int64 {
      let key: StatementArguments = [product.hash, product.work.labels.deviceHash]
      let known = try Int64.fetchOne(
        database.cachedStatement(
          sql: "SELECT id FROM recording WHERE hash = ? AND description = ?"), arguments: key)
      if let known { return known }
      try database.cachedStatement(
        sql: """
          INSERT INTO recording
            (hash, description, format, duration_s, events, frames, contacts, palms, max_touches,
            report_rate_hz)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """
      ).execute(
        arguments: key + [
          info.format.rawValue, info.duration, info.events, info.frames, info.contacts, info.palms,
          info.maxTouches, info.reportRate,
        ])
      let id = database.lastInsertedRowID
      try writeDevices(info, of: id, database)
      return id
    }

    private func writeDevices(_ info: RecordingInfo, of recording: Int64, _ database: Database)
      throws
    {
      let main = info.devices.firstIndex(where: \.isTouched) ?? 0
      var devices = info.devices
      if devices.indices.contains(main) { devices.insert(devices.remove(at: main), at: 0) }
      let statement = try database.cachedStatement(
        sql: """
          INSERT INTO recording_device
            (recording_id, position, device_id, kind, width_mm, height_mm, size_assumed)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """)
      for (position, device) in devices.enumerated() {
        let id = try deviceID(device.description ?? DeviceDescription(), database)
        let isKnown = device.hasTouchArea
        try statement.execute(arguments: [
          recording, position, id, isKnown ? device.touchArea.kind.rawValue : nil,
          isKnown ? device.size.width : nil, isKnown ? device.size.height : nil,
          isKnown ? device.touchArea.scale == .assumed : nil,
        ])
      }
    }

    private func deviceID(_ device: DeviceDescription, _ database: Database) throws -> Int64 {
      let identity = device.identity
      let key: StatementArguments = [
        device.name, Int(identity.bus), Int(identity.vendor), Int(identity.product),
        Int(identity.version),
      ]
      try database.cachedStatement(
        sql: """
          INSERT INTO device (name, bus, vendor, product, version) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT DO NOTHING
          """
      ).execute(arguments: key)
      return try Int64.fetchOne(
        database.cachedStatement(
          sql: """
            SELECT id FROM device
            WHERE name = ? AND bus = ? AND vendor = ? AND product = ? AND version = ?
            """), arguments: key) ?? 0
    }
  }

  // MARK: - Answers

  extension LibraryWriter {
    /// Writes an answer in place of the one of the same profile and version, and returns its id.
    func writeAnswer(
      _ answer: IndexedAnswer, of recording: Int64, _ profile: Int64, _ database: Database
    ) throws -> Int64 {
      // Scores of other files with the same content stay: the same recording has the same answer.
      let previous = try Int64.fetchOne(
        database.cachedStatement(
          sql:
            "SELECT id FROM answer WHERE recording_id = ? AND profile_id = ? AND version = ?"),
        arguments: [recording, profile, source.version])
      let id: Int64
      if let previous {
        id = previous
        for table in ["gesture", "failure"] {
          try database.cachedStatement(sql: "DELETE FROM \(table) WHERE answer_id = ?")
            .execute(arguments: [id])
        }
        try database.cachedStatement(
          sql: "UPDATE answer SET gestures = ? WHERE id = ?"
        ).execute(arguments: [answer.gestures.count, id])
      } else {
        try database.cachedStatement(
          sql: """
            INSERT INTO answer (recording_id, profile_id, version, is_current, gestures)
            VALUES (?, ?, ?, 0, ?)
            """
        ).execute(arguments: [recording, profile, source.version, answer.gestures.count])
        id = database.lastInsertedRowID
      }
      try setCurrent(of: recording, profile, database)
      try writeGestures(answer, of: id, database)
      try writeFailures(answer, of: id, database)
      return id
    }

    /// Makes the answer of this source to a recording the current one under the name of its
    /// profile.
    private func setCurrent(
      of recording: Int64?, _ profile: Int64, _ database: Database
    ) throws {
      try database.cachedStatement(
        sql: """
          UPDATE answer SET is_current = (profile_id = ? AND version = ?) WHERE recording_id = ?
            AND profile_id IN (SELECT id FROM profile WHERE name = ?)
          """
      ).execute(arguments: [profile, source.version, recording, source.profile.name])
    }

    private func writeGestures(
      _ answer: IndexedAnswer, of id: Int64, _ database: Database
    ) throws {
      let statement = try database.cachedStatement(
        sql: """
          INSERT INTO gesture
            (answer_id, position, gesture, touches, taps, direction, name, record)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """)
      for (position, record) in answer.gestures.enumerated() {
        let gesture = record.gesture
        try statement.execute(arguments: [
          id, position, gesture.kind.rawValue, gesture.touches, gesture.taps,
          gesture.direction?.rawValue, gesture.name, record.json,
        ])
      }
    }

    private func writeFailures(
      _ answer: IndexedAnswer, of id: Int64, _ database: Database
    ) throws {
      let statement = try database.cachedStatement(
        sql: """
          INSERT INTO failure (answer_id, gesture, reason, count, time_s, sentence)
          VALUES (?, ?, ?, ?, ?, ?)
          """)
      for failure in answer.failures {
        try statement.execute(arguments: [
          id, failure.gesture ?? "", failure.reason, failure.count, failure.time, failure.sentence,
        ])
      }
    }

    /// Writes the comparison of an answer with the labels of a file.
    func writeScore(
      _ answer: IndexedAnswer, _ id: Int64, _ labels: [ScoreLabel.Gesture]?, _ file: Int64,
      _ database: Database
    ) throws {
      for table in ["score", "missed"] {
        try database.cachedStatement(
          sql: "DELETE FROM \(table) WHERE answer_id = ? AND file_id = ?"
        )
        .execute(arguments: [id, file])
      }
      guard let labels else { return }
      let score = RecordingScore(labels, answer.gestures)
      try database.cachedStatement(
        sql: """
          INSERT INTO score (file_id, answer_id, found, missed, false_reports)
          VALUES (?, ?, ?, ?, ?)
          """
      ).execute(
        arguments: [file, id, score.hits.count, score.missed.count, score.falseReports.count])
      let statement = try database.cachedStatement(
        sql: """
          INSERT INTO missed (file_id, answer_id, gesture) VALUES (?, ?, ?) ON CONFLICT DO NOTHING
          """)
      for kind in Set(score.missed.flatMap(\.kinds)) {
        try statement.execute(arguments: [file, id, kind.rawValue])
      }
    }
  }

  // MARK: - Folders

  extension LibraryWriter {
    /// Stores the added folders, and marks or removes their files that are gone.
    func finish(
      _ plan: LibraryPlan, _ addition: LibraryAddition, _ database: Database
    ) throws -> [LibraryEvent] {
      for folder in plan.folders {
        try database.execute(
          sql: """
            INSERT INTO folder (path, labels) VALUES (?, ?)
            ON CONFLICT (path) DO UPDATE SET labels = excluded.labels
            """, arguments: [folder.path, folder.labels])
      }
      var missing: [String] = []
      for folder in plan.folders.map(\.path) + plan.gone {
        let (first, end) = CanonicalPath.bounds(of: folder)
        let known = try String.fetchCursor(
          database,
          sql: """
            SELECT path FROM file WHERE (path = ? OR (path >= ? AND path < ?))
              AND (NOT is_missing OR ?)
            """, arguments: [folder, first, end, addition.removesMissing])
        // Another process may have added a file that appeared since this one listed the folder.
        while let path = try known.next() {
          if !plan.found.contains(path), isGone(path) { missing.append(path) }
        }
      }
      let sql =
        addition.removesMissing
        ? "DELETE FROM file WHERE path = ?" : "UPDATE file SET is_missing = 1 WHERE path = ?"
      for path in missing { try database.cachedStatement(sql: sql).execute(arguments: [path]) }
      if addition.removesMissing { try LibraryWriter.removeUnused(database) }
      // The statistics are for the planner, if tables have grown.
      try database.execute(sql: "PRAGMA optimize")
      return missing.map { .missing($0) }
    }

    private func isGone(_ path: String) -> Bool {
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
#endif
