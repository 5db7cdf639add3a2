import Files
import Timeline

/// What a property list and a file of JSON have in common: an object with the version, the scene
/// and its values.
struct MemoryDocument {
  let memory: SceneMemory

  init(_ memory: SceneMemory) { self.memory = memory }

  /// The keys of a version. Version 2 adds what continuing a scene needs, each of which may be
  /// missing.
  private static func keys(ofVersion version: Int64) -> [String] {
    ["v", "scene", "values"] + (version >= 2 ? ["saved_at_s", "rules"] : [])
  }

  var value: MemoryValue {
    var members: [String: MemoryValue] = [
      "v": .integer(Int64(MemoryFile.version)), "scene": .text(memory.scene),
      "values": .object(memory.values),
    ]
    members["saved_at_s"] = memory.savedAt.map { MemoryValue($0.seconds) }
    members["rules"] = memory.rules.map { .text($0.rawValue) }
    return .object(members)
  }

  /// Reads a document. Throws for a newer version, and for what is not a saved scene.
  init(_ text: MemoryText, file: String) throws(FileError) {
    func error(_ expected: String, _ key: String? = nil) -> FileError {
      let found = key.map { text.value[$0] } ?? text.value
      return FileError(
        file: file, position: text.position(key.map { .value($0) } ?? .document),
        expected: expected, found: found?.summary ?? "nothing")
    }
    guard case .object(let members) = text.value else { throw error("a saved scene") }
    guard let version = MemoryDocument.version(of: text.value) else {
      throw error("a saved scene: its version as \"v\"", "v")
    }
    if let newer = MemoryDocument.newer(text, file: file) { throw newer }
    let keys = MemoryDocument.keys(ofVersion: version)
    if let other = members.keys.sorted().first(where: { !keys.contains($0) }) {
      throw FileError(
        file: file, position: text.position(.key(other)),
        expected: "a key of version \(version): \(keys.joined(separator: ", "))",
        found: MemoryValue.text(other).summary)
    }
    guard case .text(let scene)? = members["scene"] else {
      throw error("the name of a scene as \"scene\"", "scene")
    }
    guard case .object(let values)? = members["values"] else {
      throw error("an object as \"values\"", "values")
    }
    var memory = SceneMemory(scene: scene)
    memory.values = values
    switch members["saved_at_s"] {
    case nil: break
    case .integer(let seconds)?: memory.savedAt = Timestamp(seconds: Double(seconds))
    case .number(let seconds)?: memory.savedAt = Timestamp(seconds: seconds)
    default: throw error("seconds as \"saved_at_s\"", "saved_at_s")
    }
    if let name = members["rules"] {
      guard case .text(let text) = name, let rules = SceneRules(rawValue: text) else {
        throw error("standard or textbook as \"rules\"", "rules")
      }
      memory.rules = rules
    }
    self.memory = memory
  }
}

extension MemoryDocument {
  /// The version of a document; nil if it has none.
  private static func version(of value: MemoryValue) -> Int64? {
    if case .integer(let version)? = value["v"], version >= 1 { version } else { nil }
  }

  /// The error for a document of a newer version; nil for others.
  static func newer(_ text: MemoryText, file: String) -> FileError? {
    guard let version = version(of: text.value), version > MemoryFile.version else { return nil }
    return .newerMemory(file, version, at: text.position(.value("v")))
  }

  /// Throws if a scene must not replace a document: one of a newer version, or of another scene.
  static func checkReplacing(
    _ text: MemoryText, by scene: String, file: String
  ) throws(FileError) {
    if let newer = newer(text, file: file) { throw newer }
    guard version(of: text.value) != nil, case .text(let owner)? = text.value["scene"] else {
      return
    }
    guard owner == scene else { throw .otherScene(file, owner, expected: scene) }
  }
}

extension FileError {
  /// The error for a file of another scene.
  static func otherScene(_ file: String, _ found: String, expected: String) -> FileError {
    FileError(
      file: file, position: .file, expected: "a file of the scene \(expected.printable)",
      found: "one of \(found.printable)")
  }

  /// The error for a file that a newer program has written, which stays as it is.
  static func newerMemory(
    _ file: String, _ version: Int64, at position: Position = .file,
    latest: Int = MemoryFile.version
  ) -> FileError {
    FileError(
      file: file, position: position,
      expected: "a saved scene of version \(latest) or earlier",
      found: "version \(version), which a newer program has written")
  }
}
