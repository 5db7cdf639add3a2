import Contacts
import Foundation

/// A stroke that a person drew, from a file beside the checkout; none of them is ours to ship.
struct DrawnStroke: Decodable, Sendable {
  /// `check`, `v`, `circle` and 13 more.
  let shape: String
  let user: String
  /// x and y in pixels, y downward, and milliseconds; the file has one list of them a stroke.
  private let strokes: [[[Double]]]

  enum CodingKeys: String, CodingKey {
    case shape = "class"
    case user, strokes
  }

  struct Sample: Sendable {
    var seconds: Double
    var place: Point
  }

  /// Starts at zero seconds.
  var samples: [Sample] {
    let rows = (strokes.first ?? []).filter { $0.count == 3 }
    return rows.map { row in
      Sample(seconds: (row[2] - rows[0][2]) / 1000, place: Point(x: row[0], y: row[1]))
    }
  }

  /// The same stroke as a sensor of so many samples a second sees it; the end belongs to it.
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
        Sample(seconds: seconds, place: before.place + (after.place - before.place) * part))
    }
    return result + [end]
  }
}

extension DrawnStroke {
  /// Empty where the file is missing, or the tool that unpacks it.
  static let all: [DrawnStroke] = {
    guard FileManager.default.fileExists(atPath: file.path), let text = unpacked else { return [] }
    let decoder = JSONDecoder()
    return text.split(separator: UInt8(ascii: "\n")).compactMap {
      try? decoder.decode(DrawnStroke.self, from: Data($0))
    }
  }()

  private static let file: URL = {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return root.deletingLastPathComponent()
      .appending(path: "shared/data/strokes/unistrokes.ndjson.gz")
  }()

  private static var unpacked: Data? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", file.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    guard (try? process.run()) != nil else { return nil }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? data : nil
  }
}
