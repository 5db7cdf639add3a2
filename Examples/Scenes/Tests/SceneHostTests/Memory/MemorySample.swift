import Foundation
import TestSupport
import Timeline

@testable import SceneHost

/// What a scene for tests has made.
struct Work: Codable, Hashable {
  struct Line: Codable, Hashable {
    var color: String
    var points: [[Double]]
    var name: String?
  }

  var lines = [
    Line(color: "red", points: [[0, 0.1], [0.30000000000000004, -1.5e-9]], name: "선"),
    Line(color: "blue", points: [], name: nil),
  ]
  var numbers: [Double] = [
    0, -0.0, 1, 0.1, 1 / 3, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e22,
    -1.7976931348623157e308, 123_456_789.123_456_79, 9_007_199_254_740_992, 1e15, 1e17,
  ]
  var integers: [Int64] = [.min, .max, 0, -1, 9_007_199_254_740_993, 100_000_000_000_000_000]
  var optionals: [Int?] = [1, nil, 3]
  var texts = ["", "<&>\"'\\/", "한국어 🎨", "two\nlines\tand a tab", "]]>", "$null", "true", "1"]
  var flags = [true, false]
  var nothing: [Int] = []
  var dictionary = ["a": 1, "b c": 2]
}

extension SceneMemory {
  /// A memory of the scene `Sample`, with some work under several keys.
  static func sample(_ work: Work = Work()) throws -> SceneMemory {
    var memory = SceneMemory(scene: "Sample")
    memory.savedAt = Timestamp(microseconds: 12_345_678)
    memory.rules = .textbook
    try memory.encode(work, forKey: "work")
    try memory.encode(work.lines, forKey: "lines")
    try memory.encode(work.nothing, forKey: "nothing")
    try memory.encode([Int?.some(1), nil], forKey: "optionals")
    try memory.encode(42, forKey: "count")
    try memory.encode(-0.0, forKey: "negative zero")
    try memory.encode("text", forKey: "title")
    try memory.encode(Int?.none, forKey: "null")
    return memory
  }
}

/// The bits of numbers, which distinguish 0 and -0.
func bits(_ numbers: [Double]) -> [UInt64] { numbers.map(\.bitPattern) }

/// The extensions of all formats.
let memoryExtensions = MemoryFile.extensions

/// The bytes of a file.
func bytes(_ path: String) throws -> [UInt8] {
  try Array(Data(contentsOf: URL(fileURLWithPath: path)))
}

/// The error that some code throws, as text; nil if it throws none.
func message(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return "\(error)"
  }
}
