import Files
import Foundation
public import Timeline

/// What a scene has made, to be saved and opened again: values by their names, as in an `NSCoder`.
///
/// ```swift
/// override func save(to memory: inout SceneMemory) throws {
///   try memory.encode(lines, forKey: "lines")
/// }
///
/// override func restore(from memory: SceneMemory) throws {
///   lines = try memory.decode([Line].self, forKey: "lines") ?? []
/// }
/// ```
///
/// Whole numbers of 64 bits and numbers of double precision survive every format exactly.
/// ``MemoryFile`` reads and writes files.
public struct SceneMemory: Hashable, Sendable {
  /// The name of the scene.
  public let scene: String
  /// The time on the scene's clock when it was saved, that is, the seconds since the start of the
  /// run; nil in files of version 1. It is for the reader of a file: restoring does not set the
  /// clock.
  public var savedAt: Timestamp?
  /// The rules that the scene followed; nil in files of version 1.
  public var rules: SceneRules?
  var values: [String: MemoryValue] = [:]

  /// Creates a memory without values.
  public init(scene: String) { self.scene = scene }

  /// The names of the values, sorted.
  public var keys: [String] { values.keys.sorted() }

  /// Adds a value, or replaces the one of the same name.
  ///
  /// Throws for a number that is not finite, a whole number of more than 64 bits, and for lists and
  /// objects of more than 62 levels.
  public mutating func encode(
    _ value: some Encodable, forKey key: String
  ) throws(SceneMemoryError) {
    let json: Data
    do {
      json = try JSONEncoder().encode(value)
    } catch {
      throw SceneMemoryError(encoding: error, key)
    }
    do throws(JSONError) {
      var reader = MemoryJSONReader()
      values[key] = try reader.value(of: Array(json), depth: MemoryLimits.outerLevels)
    } catch {
      let rest = json.dropFirst(error.offset)
      throw SceneMemoryError(
        key: key, expected: error.expected,
        found: error.found ?? FileError.excerpt(Array(rest.prefix(100))))
    }
  }

  /// The value of a key; nil if it is missing. Throws for a value of another type.
  public func decode<Value: Decodable>(
    _ type: Value.Type, forKey key: String
  ) throws(SceneMemoryError) -> Value? {
    guard let value = values[key] else { return nil }
    var json: [UInt8] = []
    json.append(value)
    do {
      return try JSONDecoder().decode(type, from: Data(json))
    } catch {
      throw SceneMemoryError(decoding: error, value, key)
    }
  }
}
