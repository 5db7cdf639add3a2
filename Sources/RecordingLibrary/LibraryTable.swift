#if Library
  import Conversion
  public import Files
  import GRDB
  import Playback
  import Timeline

  /// The tables in which a library is exported.
  public enum LibraryTable: String, CaseIterable, Sendable {
    /// A row for each file.
    case recordings
    /// A row for each gesture, also for cancelled ones.
    case gestures
    /// A row for each kind of each label.
    case labels
    /// A row for each recognizer and reason of failed attempts in a recording.
    case failures

    /// The names of the columns: the keys of the rows, in their order.
    public var columns: [String] {
      let keys = ["v", "file", "hash"]
      switch self {
      case .recordings:
        return keys + [
          "bytes", "error", "format", "device", "device_id", "kind", "width_mm", "height_mm",
          "size_assumed", "duration_s", "report_rate_hz", "touches", "palms", "max_touches",
          "label", "tags", "profile", "version", "gesture_count", "recognized", "found", "missed",
          "false_reports",
        ]
      case .gestures:
        return keys + ["profile", "version"]
          + TableExport.Rows.gestures.columns.filter { !["v", "file"].contains($0) }
      case .labels:
        return keys + [
          "position", "gesture", "touches", "taps", "direction", "name", "start_s", "end_s",
        ]
      case .failures:
        return keys + ["profile", "version", "gesture", "reason", "count", "time_s", "sentence"]
      }
    }
  }

  extension RecordingLibrary {
    /// Passes on the rows of a table for the files that meet a query, in the order of their paths.
    public func forEachRow(
      of table: LibraryTable, _ query: LibraryQuery, _ body: (JSONLine) throws -> Void
    ) throws(FileError) {
      try search(query, for: table) { entry in
        switch table {
        case .recordings: try body(entry.row)
        case .gestures, .failures:
          for answer in entry.answers {
            var keys = entry.keys
            keys.add("profile", answer.profile)
            keys.add("version", answer.version)
            for record in answer.records ?? [] {
              var line = keys
              line.add(membersOf: record, without: "v")
              try body(line)
            }
            for failure in answer.failures ?? [] {
              var line = keys
              failure.add(to: &line)
              try body(line)
            }
          }
        case .labels:
          for (position, label) in (entry.labels ?? []).enumerated() {
            for gesture in label.gestures {
              var line = entry.keys
              line.add("position", position)
              line.add("gesture", gesture)
              label.addProperties(to: &line)
              try body(line)
            }
          }
        }
      }
    }
  }

  // MARK: - Rows

  extension LibraryEntry {
    /// The keys by which rows of a file are joined.
    fileprivate var keys: JSONLine {
      var line = JSONLine()
      line.begin(file)
      line.add("hash", hash)
      return line
    }

    fileprivate var row: JSONLine {
      var line = keys
      line.add("bytes", bytes)
      line.add("error", error)
      line.add("format", format)
      if let device = devices.first {
        line.add("device", device.name)
        line.add("device_id", device.identity)
        line.add("kind", device.kind)
        line.add("width_mm", device.width, decimals: 2)
        line.add("height_mm", device.height, decimals: 2)
        if let isAssumed = device.isSizeAssumed { line.add("size_assumed", isAssumed) }
      }
      addMeasures(to: &line)
      if let labels { line.add("label", labels.map(\.summary).joined(separator: "; ")) }
      if !tags.isEmpty { line.add("tags", tags.joined(separator: " ")) }
      guard let answer = answers.first else { return line }
      line.add("profile", answer.profile)
      line.add("version", answer.version)
      line.add("gesture_count", answer.gestures.count)
      line.add("recognized", answer.gestures.isEmpty ? "" : answer.gestures.summary)
      answer.addScore(to: &line)
      return line
    }
  }
#endif
