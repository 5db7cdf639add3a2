public import Files

/// A recording that could not be read, as written to a line of JSON among the records of others.
public struct ErrorRecord: Hashable, JSONRecord {
  public var error: FileError

  public init(_ error: FileError) {
    self.error = error
  }

  /// Appends the record as one line of JSON, without the newline.
  public func appendJSON(to bytes: inout [UInt8]) {
    JSONLine.append(to: &bytes) { line in
      line.add("v", JSONLine.schemaVersion)
      line.add("file", error.file)
      line.add("error", json: error.json)
    }
  }
}
