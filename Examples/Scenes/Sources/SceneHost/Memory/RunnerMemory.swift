public import Files

extension SceneRunner {
  /// Gives the scene what an earlier run has saved in a file; call it before the first event.
  ///
  /// If it throws, the scene may have taken a part, and is of no further use.
  public func open(_ path: String) throws(FileError) {
    try restore(MemoryFile.read(path, of: type(of: scene).name), from: path)
  }

  /// Saves what the scene has made in a file.
  ///
  /// - Parameter inputs: The files that the scene's work is made of; see
  ///   ``ByteSink/init(path:madeOf:)``.
  public func save(to path: String, madeOf inputs: [String] = []) throws(FileError) {
    try MemoryFile.write(save(for: path), to: path, madeOf: inputs)
  }

  /// What the scene has made; errors are those of a file.
  func save(for path: String) throws(FileError) -> SceneMemory {
    do {
      return try save()
    } catch {
      var failure = SceneRunner.failure(error, path, expected: "a scene that can be saved")
      failure.isOutput = true
      throw failure
    }
  }

  /// Gives the scene a memory; errors are those of the file that it is from.
  func restore(_ memory: SceneMemory, from path: String) throws(FileError) {
    do {
      try restore(memory)
    } catch {
      throw SceneRunner.failure(error, path, expected: "what the scene has saved")
    }
  }

  private static func failure(
    _ error: any Error, _ path: String, expected: String
  ) -> FileError {
    if let error = error as? FileError { return error }
    if let error = error as? SceneMemoryError { return error.inFile(path) }
    return FileError(file: path, position: .file, expected: expected, found: "\(error)")
  }
}
