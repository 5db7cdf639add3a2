import Contacts
import Foundation
import Shapes
import TestSupport
import Timeline

/// Drawings by people, which are in `../shared` because they can't be redistributed.
struct PeoplesStrokes: Sendable {
  struct Item: Decodable, Sendable {
    var name: String
    var user: String
    private var strokes: [[[Double]]]

    enum CodingKeys: String, CodingKey {
      case name = "class"
      case user, strokes
    }

    var drawing: Drawing {
      Drawing(strokes: strokes.map { $0.map { Point(x: $0[0], y: $0[1]) } })
    }
  }

  /// By user, then by class.
  private let items: [String: [String: [Item]]]
  let users: [String]
  let names: [String]

  /// - Parameter file: A path in `../shared`; no items if it or `gzip` is missing.
  init(_ file: String) {
    let decoder = JSONDecoder()
    let lines = Self.unpacked(file)?.split(separator: UInt8(ascii: "\n")) ?? []
    let items = lines.compactMap { try? decoder.decode(Item.self, from: Data($0)) }
    self.items = Dictionary(grouping: items, by: \.user).mapValues {
      Dictionary(grouping: $0, by: \.name)
    }
    users = Set(items.map(\.user)).sorted()
    names = Set(items.map(\.name)).sorted()
  }

  /// Some of a user's drawings of a class, the same in every run.
  func draw(_ count: Int, of name: String, by user: String, seed: UInt64) -> [Drawing] {
    var generator = SeededGenerator(seed: seed)
    var left = items[user]?[name] ?? []
    return (0..<min(count, left.count)).map { _ in
      left.remove(at: generator.index(below: left.count)).drawing
    }
  }

  private static func unpacked(_ file: String) -> Data? {
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
