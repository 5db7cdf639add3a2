public import Playback
import SensorPlayback

/// Exports recordings as tables.
public enum TableExport {
  public enum Rows: String, CaseIterable, Sendable {
    /// A row for each position of each touch, and for each contact that is a palm.
    case touches
    case gestures
    /// A row for each change of a recognizer.
    case changes
    /// A row for each sample of an accelerometer.
    case samples
    case shakes

    /// The names of the columns: the keys of the records, in their order.
    public var columns: [String] {
      switch self {
      case .touches:
        [
          "time_s", "device", "touch", "phase", "x_mm", "y_mm", "pressure", "major_mm", "minor_mm",
          "tap_count", "sentence",
        ]
      case .gestures:
        GestureField.allCases.flatMap { field in
          field.isVector ? ["\(field.key).x", "\(field.key).y"] : [field.key]
        }
      case .changes:
        [
          "time_s", "device", "gesture", "direction", "from", "state", "reason", "measured",
          "limit", "unit", "parameter", "touch", "other", "name", "runner_up", "runner_up_score",
          "sentence",
        ]
      // The names are those of other programs; `replay shake` reads such a table.
      case .samples: ["time(s)", "acceleration_x(g)", "acceleration_y(g)", "acceleration_z(g)"]
      case .shakes: ["gesture", "time_s", "start_s", "duration_s", "strength_g", "at_least"]
      }
    }

    fileprivate var detail: GestureEngine.Detail {
      switch self {
      case .touches: .touches
      case .changes: .changes
      case .gestures, .samples, .shakes: .outcomes
      }
    }
  }

  /// Writes a table of a recording of touches; the replay's selection of reports has no effect.
  /// Returns the number of rows, and the counts and notes of the replay.
  public static func write(
    _ replay: Replay, _ rows: Rows, to sink: ByteSink
  ) throws(FileError) -> (rows: Int, ReplaySummary) {
    var replay = replay
    replay.options.detail = rows.detail
    let table = RecordTable(sink, columns: rows.columns)
    let summary = try replay.run { report in
      switch report {
      case .gesture(let record): table.add(record)
      case .touch(let record): table.add(record)
      case .palm(let record): table.add(record)
      case .change(let record): table.add(record)
      }
    }
    try table.finish()
    return (table.rows, summary)
  }

  /// Writes a table of samples in g, or of shakes; returns the number of rows and the summary.
  public static func write(
    _ source: ByteSource, _ search: ShakeSearch, _ rows: Rows, to sink: ByteSink
  ) throws(FileError) -> (rows: Int, ShakeSearch.Summary) {
    let table = RecordTable(sink, columns: rows.columns)
    var origin: Timestamp?
    let summary = try search.run(source) { sample in
      if rows != .samples { return }
      let start = origin ?? sample.time
      origin = start
      let value = sample.acceleration
      table.add(
        cells: [
          sample.time.seconds(since: start).text(decimals: 1...6), value.x.text(decimals: 1...6),
          value.y.text(decimals: 1...6), value.z.text(decimals: 1...6),
        ])
    } report: { record in
      if rows == .shakes { table.add(record) }
    }
    try table.finish()
    return (table.rows, summary)
  }
}
