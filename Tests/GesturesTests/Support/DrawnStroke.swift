import Contacts
import Foundation
import TestSupport

/// A stroke that a person drew; the file is in `../shared`, because it can't be redistributed.
struct DrawnStroke: Decodable, Sendable {
  /// For example `check`, `v` or `circle`.
  let shape: String
  let user: String
  /// For each stroke a list of x and y in pixels, y downward, and milliseconds; there is one
  /// stroke.
  private let strokes: [[[Double]]]

  enum CodingKeys: String, CodingKey {
    case shape = "class"
    case user, strokes
  }

  struct Sample: Sendable {
    var seconds: Double
    var point: Point
  }

  /// The samples, starting at zero seconds.
  var samples: [Sample] {
    let rows = (strokes.first ?? []).filter { $0.count == 3 }
    return rows.map { row in
      Sample(seconds: (row[2] - rows[0][2]) / 1000, point: Point(x: row[0], y: row[1]))
    }
  }

  /// The stroke resampled at a report rate in hertz, including its last sample.
  func samples(at rate: Double) -> [Sample] {
    let drawn = samples
    guard let end = drawn.last else { return [] }
    var result: [Sample] = []
    var next = 1
    for count in 0... {
      let seconds = Double(count) / rate
      guard seconds < end.seconds else { break }
      while drawn[next].seconds < seconds { next += 1 }
      let (before, after) = (drawn[next - 1], drawn[next])
      let part = (seconds - before.seconds) / (after.seconds - before.seconds)
      result.append(
        Sample(seconds: seconds, point: before.point + (after.point - before.point) * part))
    }
    return result + [end]
  }
}

extension DrawnStroke {
  static let file = "data/strokes/unistrokes.ndjson.gz"

  /// All strokes; empty if the file or `gzip` is missing.
  static let all: [DrawnStroke] = {
    guard SharedFolder.contains(file), let text = unpacked else { return [] }
    let decoder = JSONDecoder()
    return text.split(separator: UInt8(ascii: "\n")).compactMap {
      try? decoder.decode(DrawnStroke.self, from: Data($0))
    }
  }()

  private static var unpacked: Data? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", SharedFolder.path(file)]
    let pipe = Pipe()
    process.standardOutput = pipe
    guard (try? process.run()) != nil else { return nil }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? data : nil
  }
}
