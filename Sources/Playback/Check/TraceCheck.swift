public import Recordings

/// A trace beside the gestures that it must give.
public struct TraceCheck: Sendable {
  /// Where the expectations stand, or should.
  public let expectationPath: String
  /// What was recognized.
  public private(set) var records: [GestureRecord] = []
  /// Nil where there are no expectations.
  public private(set) var comparison: GestureComparison?
  /// Whether the events bear no times: nothing recognized then has a duration.
  public let lacksTimes: Bool
  /// The file describes a device, and has no events.
  public let isDescriptionOnly: Bool

  /// Whether there are expectations, and all are met.
  public var isMatch: Bool { comparison?.isMatch ?? false }

  /// Replays a trace and compares; `progress` hears now and then how many bytes were read.
  public init(
    path: String, options: ReplayOptions = ReplayOptions(), progress: ((Int) -> Void)? = nil
  ) throws(RecordingError) {
    expectationPath = ExpectationFile.path(forTrace: path)
    var replay = Replay(path: path, options: options)
    replay.progress = progress
    var records: [GestureRecord] = []
    let summary = try replay.run { report in
      if case .gesture(let record) = report { records.append(record) }
    }
    self.records = records
    lacksTimes = summary.notes.contains(.noTimes)
    isDescriptionOnly = summary.notes.contains(.noEvents)
    comparison = try ExpectationFile.read(path: expectationPath)
      .map { GestureComparison(expected: $0, actual: records) }
  }

  /// Whether what was recognized is the same as in another trace, whatever their names.
  public func givesTheSame(as other: TraceCheck) -> Bool {
    func lines(_ records: [GestureRecord]) -> [String] {
      records.map { record in
        var record = record
        record.file = nil
        return record.json
      }
    }
    return lines(records) == lines(other.records)
  }

  /// Writes what was recognized as the expectations.
  public func update() throws(RecordingError) {
    try ExpectationFile.write(records, to: expectationPath)
  }
}
