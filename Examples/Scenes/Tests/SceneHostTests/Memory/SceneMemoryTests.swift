import Foundation
import TestSupport
import Testing

@testable import SceneHost

struct SceneMemoryTests {
  @Test func `a value is decoded as it was encoded, numbers bit for bit`() throws {
    let memory = try SceneMemory.sample()
    let work = try #require(try memory.decode(Work.self, forKey: "work"))
    #expect(work == Work())
    #expect(bits(work.numbers) == bits(Work().numbers))
    #expect(try memory.decode(Double.self, forKey: "negative zero")?.sign == .minus)
    #expect(try memory.decode([Int?].self, forKey: "optionals") == [1, nil])
  }

  @Test func `a missing key is nil, and a null is a nil of an optional`() throws {
    let memory = try SceneMemory.sample()
    #expect(try memory.decode(Int.self, forKey: "missing") == nil)
    #expect(try memory.decode(Int?.self, forKey: "null") == .some(.none))
  }

  @Test func `the later value of a key replaces the earlier one`() throws {
    var memory = SceneMemory(scene: "Sample")
    try memory.encode(1, forKey: "a")
    try memory.encode("two", forKey: "a")
    #expect(memory.keys == ["a"])
    #expect(try memory.decode(String.self, forKey: "a") == "two")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a number that is not finite cannot be saved`(_ number: Double) throws {
    var memory = SceneMemory(scene: "Sample")
    let work = ["points": [1, number]]
    #expect(
      message { try memory.encode(work, forKey: "work") }
        == "work.points.1: expected a finite number, found \(number)")
    #expect(memory.keys.isEmpty)
  }

  @Test func `whole numbers have 64 bits with a sign`() throws {
    var memory = SceneMemory(scene: "Sample")
    try memory.encode(UInt64(Int64.max), forKey: "most")
    #expect(try memory.decode(UInt64.self, forKey: "most") == UInt64(Int64.max))
    #expect(
      message { try memory.encode(UInt64(Int64.max) + 1, forKey: "more") }
        == "more: expected a whole number of 64 bits, found \"9223372036854775808\"")
  }

  /// Lists within each other.
  private indirect enum Nest: Codable {
    case empty
    case nest(Nest)

    init(_ levels: Int) { self = (1..<levels).reduce(.empty) { nest, _ in .nest(nest) } }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      if case .nest(let inner) = self { try container.encode(inner) }
    }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      self = container.isAtEnd ? .empty : .nest(try container.decode(Nest.self))
    }
  }

  @Test func `a value has at most 62 levels, with which every format can be read`() throws {
    var memory = SceneMemory(scene: "Sample")
    #expect(
      message { try memory.encode(Nest(63), forKey: "nest") }?
        .hasPrefix("nest: expected at most 64 levels") == true)
    try memory.encode(Nest(62), forKey: "nest")
    let folder = try TemporaryFolder()
    for fileExtension in memoryExtensions {
      let path = folder.file("nest.\(fileExtension)")
      try MemoryFile.write(memory, to: path)
      #expect(try MemoryFile.read(path, of: "Sample") == memory)
    }
  }

  @Test func `a value of another type is an error that names it`() throws {
    var memory = try SceneMemory.sample()
    try memory.encode(["a": ["red"]], forKey: "names")
    func error<Value: Decodable>(_ type: Value.Type, _ key: String) -> String? {
      message { _ = try memory.decode(type, forKey: key) }
    }
    #expect(error(String.self, "count") == "count: expected a text, found 42")
    #expect(error(Bool.self, "title") == "title: expected true or false, found \"text\"")
    #expect(error(Double.self, "lines") == "lines: expected a number, found a list")
    #expect(error([Int].self, "title") == "title: expected a list, found \"text\"")
    #expect(
      error([String: [Int]].self, "names") == "names.a.0: expected a whole number, found \"red\"")
    #expect(error([String: Int].self, "count") == "count: expected an object, found 42")
    #expect(error(Int8.self, "count") == nil)
    struct Named: Decodable { var title: String }
    #expect(
      error([Named].self, "lines") == "lines.0: expected an object with \"title\", found an object")
  }

  @Test func `equal numbers are equal values, whatever they were encoded from`() throws {
    var first = SceneMemory(scene: "Sample")
    var second = SceneMemory(scene: "Sample")
    try first.encode(3.0, forKey: "a")
    try second.encode(3, forKey: "a")
    #expect(first == second)
    try second.encode(3.5, forKey: "a")
    #expect(first != second)
  }
}
