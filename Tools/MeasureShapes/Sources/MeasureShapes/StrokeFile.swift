import Contacts
import Foundation
import Shapes

/// Drawings that people made, with their classes and users.
struct StrokeFile {
  let drawings: [Drawing]
  /// The number of the class of each drawing.
  let classes: [Int]
  /// The number of the user of each drawing.
  let users: [Int]
  let classNames: [String]
  let userCount: Int
  /// The drawings of each user and class.
  private let indices: [[[Int]]]

  private struct Line: Decodable {
    var `class`: String
    var user: String
    var strokes: [[[Double]]]
  }

  /// - Parameter path: A file of JSON Lines, packed by gzip.
  init(_ path: String) throws {
    let decoder = JSONDecoder()
    let lines = try StrokeFile.unpacked(path).split(separator: UInt8(ascii: "\n")).map {
      try decoder.decode(Line.self, from: Data($0))
    }
    let classNames = Set(lines.map(\.class)).sorted()
    let userNames = Set(lines.map(\.user)).sorted()
    self.init(
      drawings: lines.map { line in
        Drawing(strokes: line.strokes.map { $0.map { Point(x: $0[0], y: $0[1]) } })
      },
      classes: lines.map { line in classNames.firstIndex { $0 == line.class } ?? 0 },
      users: lines.map { line in userNames.firstIndex { $0 == line.user } ?? 0 },
      classNames: classNames, userCount: userNames.count)
  }

  init(
    drawings: [Drawing], classes: [Int], users: [Int], classNames: [String], userCount: Int
  ) {
    self.drawings = drawings
    self.classes = classes
    self.users = users
    self.classNames = classNames
    self.userCount = userCount
    var indices = Array(
      repeating: Array(repeating: [Int](), count: classNames.count), count: userCount)
    for index in drawings.indices { indices[users[index]][classes[index]].append(index) }
    self.indices = indices
  }

  func drawings(user: Int, class number: Int) -> [Int] { indices[user][number] }

  private static func unpacked(_ path: String) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
    return data
  }
}
