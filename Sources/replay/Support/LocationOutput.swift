import Playback
import Recordings
import Sensors

/// What `locate` makes of the fixes that it reads.
final class LocationOutput {
  enum Kind {
    case table(FileTable)
    case json
    /// A drawing with this path.
    case drawing(String)
    case track(any LocationWriter)
    /// The errors against a true track.
    case errors(TrueTrack, isJSON: Bool)
  }

  private let kind: Kind
  private let console: Console
  private var drawing = TrackDrawing()
  /// Those of the current recording.
  private var errors: LocationErrors?

  init(_ kind: Kind, _ console: Console) {
    self.kind = kind
    self.console = console
  }

  /// Begins a recording, which is a track.
  func begin(_ path: String) throws(RecordingError) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    switch kind {
    case .drawing: drawing.beginTrack(name)
    case .track(let writer): try writer.beginTrack(name)
    case .errors(let truth, _): errors = LocationErrors(file: path, truth: truth)
    case .table, .json: break
    }
  }

  func add(_ record: LocationRecord, cells: () -> [String]) throws(RecordingError) {
    switch kind {
    case .table(let table):
      table.add(cells(), of: record.file, style: record.decision.isDelivered ? nil : .dim)
    case .json: console.print(record.appendJSON)
    case .drawing: drawing.add(record.decision)
    case .track(let writer):
      if record.decision.isDelivered { try writer.write(record.location) }
    case .errors: errors?.add(record)
    }
  }

  /// Ends a recording.
  func end() {
    guard case .errors(_, let isJSON) = kind, let errors else { return }
    if isJSON { return console.print(errors.json) }
    guard let roots = errors.rootMeanSquares else {
      return console.note(errors.file, "no fix has a true position at its time")
    }
    func cell(_ metres: Double) -> String { "\(LocationRecord.text(metres, decimals: 3)) m" }
    var rows = errors.percentiles.map { entry in
      let share = entry.percentage == 100 ? "largest" : "\(entry.percentage) %"
      return [share, cell(entry.recorded), cell(entry.delivered)]
    }
    rows.append(["rms", cell(roots.recorded), cell(roots.delivered)])
    console.printTable(
      [.left("ERROR", 7), .right("RECORDED", 10), .right("DELIVERED", 10)], rows)
  }

  /// Writes what is written at the end. After an error there is no track.
  func finish() throws(RecordingError) {
    switch kind {
    case .drawing(let path): try drawing.write(to: ByteSink(path: path))
    case .track(let writer): if console.exitCode == 0 { try writer.finish() }
    case .table, .json, .errors: break
    }
  }
}
