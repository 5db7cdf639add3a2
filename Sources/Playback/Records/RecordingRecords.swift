extension JSONLine {
  /// Begins a record of a recording with the version and, if they are known, the path, a time in
  /// seconds from the first event, and the name of the device.
  package mutating func begin(_ file: String?, time: Double? = nil, device: String? = nil) {
    add("v", JSONLine.schemaVersion)
    add("file", file)
    add("time_s", time, decimals: 6)
    add("device", device)
  }
}

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
    line.begin(file)
    line.add("archive", archive)
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
    line.begin(error.file)
    line.add("archive", archive)
    line.add("error", json: error.json)
  }
}
