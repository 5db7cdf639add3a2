import Foundation

/// What a scene has made, to be saved and opened again: values by their names, as in an `NSCoder`.
public struct SceneMemory: Hashable, Sendable {
  /// The name of the scene.
  public let scene: String
  /// Each value as JSON.
  private(set) var values: [String: Data] = [:]

  public init(scene: String) { self.scene = scene }

  public mutating func encode(_ value: some Encodable, forKey key: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    values[key] = try encoder.encode(value)
  }

  /// The value of a key; nil if there is none.
  public func decode<Value: Decodable>(_ type: Value.Type, forKey key: String) throws -> Value? {
    try values[key].map { try JSONDecoder().decode(type, from: $0) }
  }
}
