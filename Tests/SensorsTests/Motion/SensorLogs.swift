import Foundation
import Sensors
import TestSupport
import Timeline

/// The recordings of accelerometers in `../shared/data/accel`.
enum SensorLogs {
  /// The header and the rows of numbers of a file, without comments and empty lines.
  private static func rows(_ name: String) throws -> (header: String, rows: [[Double]]) {
    let text = try SharedFolder.text("data/accel/" + name)
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

  /// The stream of gestures of ten people: 100 Hz, in g, with gravity.
  static func gestures() throws -> [AccelerationSample] {
    try rows("wii/sensor.csv").rows.map { row in
      AccelerationSample(
        time: Timestamp(seconds: row[0]),
        acceleration: Acceleration(x: row[1], y: row[2], z: row[3]))
    }
  }

  /// The labels of some classes; shakes are of class 2.
  static func gestureLabels(of classes: Set<Double> = [2]) throws -> [ClosedRange<Timestamp>] {
    try rows("wii/labels.csv").rows.filter { classes.contains($0[2]) }.map { row in
      Timestamp(seconds: row[0])...Timestamp(seconds: row[1])
    }
  }

  /// The logs of digits: 50 Hz, in m/s², with gravity.
  static func digits() throws -> [[AccelerationSample]] {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: SharedFolder.path("data/accel/digits")
    ).sorted().filter { $0.hasSuffix(".csv") }
    return try names.map { name in
      try rows("digits/" + name).rows.map { row in
        AccelerationSample(
          time: Timestamp(microseconds: Int64(row[0]) * 1000),
          acceleration: Acceleration(x: row[1], y: row[2], z: row[3])
            * (1 / Acceleration.standardGravity))
      }
    }
  }

  /// The logs of movements whose names contain a word, at 26 Hz, with gravity.
  static func logs(_ word: String) throws -> [(name: String, samples: [AccelerationSample])] {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: SharedFolder.path("data/accel/st")
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
  /// For each shake the index of the label that it finds: the first one that is within 0.3 s of its
  /// recognition and was not found before.
  static func matches(_ shakes: [DetectedShake], _ labels: [ClosedRange<Timestamp>]) -> [Int?] {
    var isFound = [Bool](repeating: false, count: labels.count)
    return shakes.map { shake in
      let hit = labels.indices.first { index in
        !isFound[index] && labels[index].lowerBound.advanced(bySeconds: -0.3) <= shake.time
          && shake.time <= labels[index].upperBound.advanced(bySeconds: 0.3)
      }
      if let hit { isFound[hit] = true }
      return hit
    }
  }

  /// The numbers of labels found and of shakes reported, and the F1 score.
  static func score(
    _ samples: [AccelerationSample], _ labels: [ClosedRange<Timestamp>],
    _ parameters: Parameters = Parameters()
  ) -> (found: Int, reported: Int, f1: Double) {
    let shakes = shakes(in: samples, parameters)
    let found = matches(shakes, labels).count { $0 != nil }
    return (found, shakes.count, 2 * Double(found) / Double(labels.count + shakes.count))
  }
}
