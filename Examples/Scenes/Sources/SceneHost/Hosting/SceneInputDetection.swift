import Files
import Playback
import SensorFormats
import TouchFormats

/// Detects from its content what a file for a scene contains.
enum SceneInputDetection {
  /// What the first bytes of a file show.
  enum Kind {
    case recording(RecordingContent)
    /// Text that may be a script; ``SceneScript`` finds out of what.
    case script
  }

  /// The largest script in bytes: scripts are written by hand.
  static let maximumScriptSize = RecordingContent.lookahead

  /// - Parameter format: The format of touch recordings; what is not a recording of a sensor is
  ///   assumed to be in it.
  static func detect(
    _ source: ByteSource, format: RecordingFormat?
  ) throws(FileError) -> Kind {
    if let content = try RecordingContent.detect(source, format: format) {
      return .recording(content)
    }
    let head = try source.peek(OpenRecording.headLength)
    let text = try ByteSource(name: source.name, bytes: Array(head)).decodingUnicode()
      .peek(RecordingFormat.detectionLength)
    let more = try source.peek(maximumScriptSize + 1)
    if more.count <= maximumScriptSize, !text.contains(0) { return .script }
    throw unknown(Array(head), file: source.name)
  }

  /// The error for a file of any other kind.
  ///
  /// - Parameter bytes: The first bytes of the file, or all of them.
  static func unknown(_ bytes: [UInt8], file: String) -> FileError {
    var error = FileError(
      file: file, position: .line(1, column: 1),
      expected: """
        a recording of touches, a table of accelerations, a recording of locations, or a script of \
        one of them
        """,
      found: FileError.excerpt(bytes.prefix { $0 != UInt8(ascii: "\n") }))
    do throws(FileError) {
      try OpenRecording.check(
        head: bytes.prefix(OpenRecording.headLength), name: file, format: nil,
        otherKind: LocationFormat.kind(of:))
    } catch let other {
      // It names pictures, programs and archives.
      error.position = other.position
      error.found = other.found
    }
    return error
  }
}
