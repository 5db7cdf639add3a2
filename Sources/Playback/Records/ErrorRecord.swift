public import Files

/// A recording that could not be read, as a line of JSON among the records of others.
public struct ErrorRecord: Hashable, JSONRecord {
  public var error: FileError
  /// The archive of a member, for commands that report it.
  public var archive: String?

  public init(_ error: FileError, archive: String? = nil) {
    self.error = error
    self.archive = archive
  }

  /// Appends the record as one line of JSON, without the newline.
  public func appendJSON(to bytes: inout [UInt8]) {
    JSONLine.append(to: &bytes) { line in
      line.add("v", JSONLine.schemaVersion)
      line.add("file", error.file)
      if let archive { line.add("archive", archive) }
      line.add("error", json: error.json)
    }
  }
}
