import Files
import Foundation

/// A file format of saved scenes.
protocol MemoryFormat {
  /// Reads what a scene has saved.
  func read(_ path: String) throws(FileError) -> SceneMemory

  /// Writes a file, or replaces the one that is there: completely, or not at all.
  ///
  /// - Parameter inputs: The files that the scene's work is made of; see
  ///   ``ByteSink/init(path:madeOf:)``.
  func write(
    _ memory: SceneMemory, to path: String, madeOf inputs: [String]
  ) throws(FileError)
}

/// A format of text, whose files are replaced as a whole.
protocol MemoryTextFormat: MemoryFormat {
  /// The document in a file.
  func text(in path: String) throws(FileError) -> MemoryText

  /// A document as the bytes of a file; `path` is for errors.
  func bytes(of value: MemoryValue, for path: String) throws(FileError) -> [UInt8]
}

/// The document in a text file, with positions for errors.
struct MemoryText {
  /// A part of a document that an error is about. In a property list its position is the end of the
  /// first tag, or of a key's element.
  enum Part: Hashable {
    case document
    /// The key of a member of the document.
    case key(String)
    /// The value of a member of the document.
    case value(String)
  }

  let value: MemoryValue
  /// The position of a part; nil if the document lacks it. Called for errors only, since it reads
  /// the text again.
  private let locate: (Part) -> FileError.Position?

  init(_ value: MemoryValue, locate: @escaping (Part) -> FileError.Position?) {
    self.value = value
    self.locate = locate
  }

  /// The position of a part, or else of the document that lacks it.
  func position(_ part: Part) -> FileError.Position { locate(part) ?? locate(.document) ?? .file }
}

extension MemoryTextFormat {
  func read(_ path: String) throws(FileError) -> SceneMemory {
    try MemoryDocument(text(in: path), file: path).memory
  }

  func write(
    _ memory: SceneMemory, to path: String, madeOf inputs: [String]
  ) throws(FileError) {
    try write(memory, to: path) { sink in sink.restrict(toReadersOf: inputs) }
  }

  /// - Parameter restrict: Restricts who may read a file.
  func write(
    _ memory: SceneMemory, to path: String, _ restrict: (ByteSink) -> Void
  ) throws(FileError) {
    // What cannot be read is replaced, as by any output; a pipe is not read.
    if isRegularFile(path), let previous = try? text(in: path) {
      try MemoryDocument.checkReplacing(previous, by: memory.scene, file: path)
    }
    let value = MemoryDocument(memory).value
    try MemoryLimits.check(value, file: path)
    let bytes = try bytes(of: value, for: path)
    guard bytes.count <= MemoryLimits.maximumFileSize else {
      throw .largeMemory(path, MemoryLimits.bytesExpected)
    }
    let sink = try ByteSink(path: path)
    restrict(sink)
    try sink.append(bytes)
    try sink.finish()
  }

  private func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}

extension FileError {
  /// The error for a scene that has made more than can be read again.
  ///
  /// - Parameter expected: The limit, as in `at most 100 bytes`.
  static func largeMemory(_ path: String, _ expected: String) -> FileError {
    FileError(
      file: path, position: .file, expected: "\(expected) to save", found: "more", isOutput: true)
  }
}

// MARK: - Limits

/// The most that a saved scene holds, so that a file cannot exhaust the memory or the stack.
enum MemoryLimits {
  /// The largest file in bytes.
  static let maximumFileSize = 64 << 20
  /// The most values of a file, those within lists and objects included.
  static let maximumValues = 4_000_000
  /// The most lists and objects within each other, the file's own two included, as in all JSON.
  static let maximumLevels = 64
  /// The levels of a file around the values of a scene: the file, and the object of all values.
  static let outerLevels = 2

  /// What errors say of the limits, some in literals, as errors of JSON need them.
  static let bytesExpected = "at most \(maximumFileSize) bytes"
  static let valuesExpected: StaticString = "at most 4000000 values"
  static let levelsExpected: StaticString = "at most 64 levels"

  /// Throws if a document has more values than can be read again.
  static func check(_ document: MemoryValue, file: String) throws(FileError) {
    var count = MemoryCount()
    guard count.addAll(document) else { throw .largeMemory(file, "\(valuesExpected)") }
  }
}

/// Counts the values of a file while it is read or written.
struct MemoryCount {
  var values = 0

  /// Counts a value; false if it is one too many.
  mutating func add() -> Bool {
    values += 1
    return values <= MemoryLimits.maximumValues
  }

  /// Counts a value and those within it, as reading does; false if they are too many.
  mutating func addAll(_ value: MemoryValue) -> Bool {
    guard add() else { return false }
    switch value {
    case .array(let elements):
      for element in elements where !addAll(element) { return false }
    case .object(let members):
      for member in members.values where !addAll(member) { return false }
    case .null, .bool, .integer, .number, .text: break
    }
    return true
  }
}
