import Foundation
import Sensors
import Timeline

/// Recordings that lie beside the project and are not part of it. Tests that need them are skipped
/// where they are missing.
enum SensorLogs {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "shared/data/accel")

  static var arePresent: Bool { FileManager.default.fileExists(atPath: folder.path()) }

  /// The rows of numbers of a file, without headers, comments and empty lines.
  static func rows(_ path: String) throws -> (header: String, rows: [[Double]]) {
    let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let rows = lines.dropFirst().map { $0.split(separator: ",").compactMap { Double($0) } }
    return (lines.first.map(String.init) ?? "", rows)
  }

  /// The recording with labelled shakes: 10 Hz, in g, without gravity.
  static func shakes() throws -> [AccelerationSample] {
    try rows("shakes/sensor.csv").rows.map { row in
      AccelerationSample(
        time: Timestamp(microseconds: Int64(row[0]) * 1000),
        acceleration: Acceleration(x: row[1], y: row[2], z: row[3]))
    }
  }

  /// The labels: start and end of each shake.
  static func labels() throws -> [ClosedRange<Timestamp>] {
    let rows = try rows("shakes/labels.csv").rows
    return zip(rows, rows.dropFirst()).compactMap { start, end in
      guard start[1] == 0, end[1] == 1 else { return nil }
      return Timestamp(
        microseconds: Int64(start[0]) * 1000)...Timestamp(
          microseconds: Int64(end[0]) * 1000)
    }
  }

  /// The logs of movements whose names contain a word, at 26 Hz, with gravity.
  static func logs(_ word: String) throws -> [(name: String, samples: [AccelerationSample])] {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "st").path()
    ).sorted().filter { $0.contains(word) }
    return try names.map { name in
      let (header, rows) = try rows("st/" + name)
      let unit = header.contains("[mg]") ? 0.001 : 1
      let samples = rows.enumerated().map { index, row in
        AccelerationSample(
          time: Timestamp(seconds: Double(index) / 26),
          acceleration: Acceleration(x: row[0], y: row[1], z: row[2]) * unit)
      }
      return (name, samples)
    }
  }
}

extension StandardShakeRule {
  /// The shakes in a recording, as they were when they had ended.
  static func shakes(
    in samples: [AccelerationSample], _ parameters: Parameters = Parameters()
  ) -> [Shake] {
    var rule = StandardShakeRule(parameters)
    var shakes: [Shake] = []
    for sample in samples {
      if case .ended(let shake)? = rule.process(sample) { shakes.append(shake) }
    }
    if case .ended(let shake)? = rule.finish() { shakes.append(shake) }
    return shakes
  }
}
