import Foundation
import Gestures
import Playback
import Recordings
import SystemPackage
import Timeline

/// A file with the gestures that something must give: `*.gestures.jsonl`, as `replay check` reads it.
struct GoldenFile {
  let path: String

  /// The environment variable that makes expectations anew where it is `1`.
  static let variable = "UPDATE_GESTURES"

  static var isUpdating: Bool { ProcessInfo.processInfo.environment[variable] == "1" }

  /// Compares what came out with the file, or writes it.
  func check(_ log: StageLog, _ name: String, isUpdating: Bool = isUpdating) -> GestureCheck {
    let records = log.records
    do {
      if isUpdating {
        try write(records)
        return GestureCheck(failure: nil, log: log)
      }
      guard let expected = try ExpectationFile.read(path: path) else {
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
      "gestures of \(name): nothing says which are expected; "
      + "\(GoldenFile.variable)=1 writes them to \(path)"
    return ([first] + lines).joined(separator: "\n")
  }

  private func message(
    _ comparison: GestureComparison, _ log: StageLog, _ name: String
  ) -> String {
    var lines = [
      "gestures of \(name) are not those of \(path) (\(GoldenFile.variable)=1 writes them anew)"
    ]
    var reasons: [String] = []
    for item in comparison.items {
      switch item {
      case .match(let record): lines.append("    \(record)")
      case .difference(let expected, let actual, let details):
        lines += ["  - \(expected)", "  + \(actual)"]
        reasons.append("different: \(details.joined(separator: "; "))")
      case .missing(let expected):
        lines.append("  - \(expected)")
        reasons += why(expected, log)
      case .unexpected(let record): lines.append("  + \(record)")
      }
    }
    return (lines + reasons).joined(separator: "\n")
  }

  /// Why the gesture of a line was not recognized.
  private func why(_ line: String, _ log: StageLog) -> [String] {
    guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
      let kind = (object["gesture"] as? String).flatMap(Gesture.Kind.init)
    else { return [] }
    let time = (object["time"] as? NSNumber)?.doubleValue
    let span = time.map { Timestamp(seconds: $0 - 1)...Timestamp(seconds: $0 + 1) }
    let reasons = MissingReasons(log).reasons(
      for: GestureExpectation(kind), in: span ?? .min ... .max)
    return reasons.map { "no \(kind.rawValue): \($0)" }
  }
}
