import Foundation

/// Expects the gestures of a golden file from a script or a stage.
///
/// ```swift
/// @Test func tour() { expectGolden(gesturesOf: tour, "tour") }
/// ```
///
/// The file is `Goldens/NAME.gestures.jsonl` beside the file of the test. If the environment
/// variable `UPDATE_GESTURES` is `1`, it is written and the test passes.
///
/// - Parameter fail: Receives a failure, as `XCTFail` does; nil reports it to Swift Testing.
/// - Returns: Whether all gestures are as expected.
@discardableResult
public func expectGolden(
  gesturesOf source: some GestureSource, _ name: String, on stage: Stage? = nil,
  reporting fail: FailureReporter? = nil, file: StaticString = #filePath, line: UInt = #line,
  sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  let path = URL(fileURLWithPath: "\(file)").deletingLastPathComponent()
    .appendingPathComponent("Goldens/\(name).gestures.jsonl").path
  return GestureCheck.playing(source, on: stage) { log in
    GoldenFile(path: path).check(log, source.sourceName)
  }.report(to: fail, file, line, at: sourceLocation)
}

/// A file of expected gestures: `*.gestures.jsonl`, as `replay check` reads it.
struct GoldenFile {
  let path: String

  /// The environment variable that makes tests write expectations if it is `1`.
  static let variable = "UPDATE_GESTURES"

  static var isUpdating: Bool { ProcessInfo.processInfo.environment[variable] == "1" }

  func check(_ log: StageLog, _ name: String, isUpdating: Bool = isUpdating) -> GestureCheck {
    let records = log.records
    do {
      if isUpdating {
        try write(records)
        return GestureCheck(failure: nil, log: log)
      }
      guard let expected = try ExpectationFile.read(path: path, isCustom: true) else {
        return GestureCheck(failure: absence(records, name), log: log)
      }
      let comparison = GestureComparison(expected: expected, actual: records)
      let failure = comparison.isMatch ? nil : message(comparison, log, name)
      return GestureCheck(failure: failure, log: log)
    } catch {
      return GestureCheck(failure: "\(error)", log: log)
    }
  }

  private func write(_ records: [GestureRecord]) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try ExpectationFile.write(records, to: path)
  }

  private func absence(_ records: [GestureRecord], _ name: String) -> String {
    let lines = records.map { "  + \($0.json)" }
    let first =
      "gestures of \(name): no expectations; \(GoldenFile.variable)=1 writes these to \(path)"
    return ([first] + lines).joined(separator: "\n")
  }

  private func message(_ comparison: GestureComparison, _ log: StageLog, _ name: String) -> String {
    let first = "gestures of \(name) differ from \(path) (\(GoldenFile.variable)=1 updates it)"
    let table = GestureTable(comparison, MissingReasons(log))
    let lines = [first] + table.lines.map(\.text) + table.explanations + log.conditions
    return lines.joined(separator: "\n")
  }
}
