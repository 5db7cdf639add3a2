import Foundation
import Recordings

/// A file format of saved scenes.
protocol MemoryFormat {
  /// Reads what a scene has saved.
  func read(_ path: String) throws(RecordingError) -> SceneMemory

  /// Writes a file, or replaces the one that is there: completely, or not at all.
  ///
  /// - Parameter inputs: The files that the scene's work is made of; see ``ByteSink/init(path:madeOf:)``.
  func write(
    _ memory: SceneMemory, to path: String, madeOf inputs: [String]
  ) throws(RecordingError)
}

/// A format of text, whose files are replaced as a whole.
protocol MemoryTextFormat: MemoryFormat {
  /// The document in a file.
  func value(in path: String) throws(RecordingError) -> MemoryValue

  /// A document as the bytes of a file; `path` is for errors.
  func bytes(of value: MemoryValue, for path: String) throws(RecordingError) -> [UInt8]
}

extension MemoryTextFormat {
  func read(_ path: String) throws(RecordingError) -> SceneMemory {
    try MemoryDocument(value(in: path), file: path).memory
  }

  func write(
    _ memory: SceneMemory, to path: String, madeOf inputs: [String]
  ) throws(RecordingError) {
    try write(memory, to: path) { sink in sink.restrict(toReadersOf: inputs) }
  }

  /// - Parameter restrict: Restricts who may read a file.
  func write(
    _ memory: SceneMemory, to path: String, _ restrict: (ByteSink) -> Void
  ) throws(RecordingError) {
    // What cannot be read is replaced, as by any output; a pipe is not read.
    if isRegularFile(path), let previous = try? value(in: path) {
      try MemoryDocument.checkReplacing(previous, by: memory.scene, file: path)
    }
    let bytes = try bytes(of: MemoryDocument(memory).value, for: path)
    guard bytes.count <= MemoryLimits.largestFile else { throw .largeMemory(path) }
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

extension RecordingError {
  /// The error for a scene that has made more than can be read again.
  static func largeMemory(_ path: String) -> RecordingError {
    RecordingError(
      file: path, position: .file,
      expected: "at most \(MemoryLimits.largestFile) bytes to save", found: "more", isOutput: true)
  }
}
