public import Files

/// A recording that was read, as a line of JSON after the records of its gestures.
public struct RecordingRecord: Hashable, JSONObject {
  /// The path as given; for a member, its path in the archive.
  public var file: String
  /// The archive of a member; nil for a file.
  public var archive: String?
  public var gestureCount: Int

  public init(file: String, archive: String?, gestureCount: Int) {
    self.file = file
    self.archive = archive
    self.gestureCount = gestureCount
  }

  public func add(to line: inout JSONLine) {
    line.add("v", JSONLine.schemaVersion)
    line.add("file", file)
    if let archive { line.add("archive", archive) }
    line.add("gesture_count", gestureCount)
  }
}

/// A recording that could not be read, as a line of JSON among the records of others.
public struct ErrorRecord: Hashable, JSONObject {
  public var error: FileError
  /// The archive of a member, for commands that report it.
  public var archive: String?

  public init(_ error: FileError, archive: String? = nil) {
    self.error = error
    self.archive = archive
  }

  public func add(to line: inout JSONLine) {
    line.add("v", JSONLine.schemaVersion)
    line.add("file", error.file)
    if let archive { line.add("archive", archive) }
    line.add("error", json: error.json)
  }
}
