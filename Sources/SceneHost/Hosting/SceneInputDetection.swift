import Playback
import Recordings

/// Detects from its content what a file for a scene contains.
enum SceneInputDetection {
  /// What the first bytes of a file show.
  enum Kind {
    case touches
    case accelerations
    case locations
    /// A table with columns of both, such as those of AndroSensor.
    case accelerationsAndLocations
    /// Text that may be a script; ``SceneScript`` finds out of what.
    case script
  }

  /// The largest script in bytes: scripts are written by hand. Receivers may send as much of a binary
  /// protocol before their first sentence.
  static let largestScript = 1 << 20

  /// - Parameter format: The format of touch recordings; what is not a recording of a sensor is assumed to
  ///   be in it.
  static func detect(
    _ source: ByteSource, format: RecordingFormat?
  ) throws(RecordingError) -> Kind {
    let head = try source.peek(OpenRecording.headLength)
    let beginning = ByteSource(name: source.name, bytes: Array(head))
    let hasAccelerations = try ShakeSearch.isTable(beginning)
    // Text may be in UTF-16 or UTF-32.
    let text = try ByteSource(name: source.name, bytes: Array(head)).decodingUnicode()
      .peek(RecordingFormat.detectionLength)
    // Before touch recordings: a report of gpsd begins as a ChromeOS log does.
    if let locations = LocationFormat.detect(text) {
      return locations == .csv && hasAccelerations ? .accelerationsAndLocations : .locations
    }
    if format != nil || RecordingFormat.detect(head.prefix(RecordingFormat.detectionLength)) != nil
      || RecordingFormat.detect(text) != nil
    {
      return .touches
    }
    if hasAccelerations { return .accelerations }
    let more = try source.peek(largestScript + 1)
    if more.count > head.count, LocationFormat.detect(more) != nil { return .locations }
    if more.count <= largestScript, !text.contains(0) { return .script }
    throw unknown(Array(head), file: source.name)
  }

  /// The error for a file of any other kind.
  ///
  /// - Parameter bytes: The first bytes of the file, or all of them.
  static func unknown(_ bytes: [UInt8], file: String) -> RecordingError {
    var error = RecordingError(
      file: file, position: .line(1, column: 1),
      expected: """
        a recording of touches, a table of accelerations, a recording of locations, or a script of \
        one of them
        """,
      found: RecordingError.excerpt(bytes.prefix { $0 != UInt8(ascii: "\n") }))
    do throws(RecordingError) {
      try OpenRecording.check(
        head: bytes.prefix(OpenRecording.headLength), name: file, format: nil)
    } catch let other {
      // It names pictures, programs and archives.
      error.position = other.position
      error.found = other.found
    }
    return error
  }
}
