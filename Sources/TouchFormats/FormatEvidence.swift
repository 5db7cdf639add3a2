/// Distinguishes a text of another format from a recording that contains a few foreign lines.
///
/// Readers that skip foreign lines record here which lines they have seen. A truncated last line is
/// no evidence, as it may have been the start of anything.
struct FormatEvidence {
  /// The error for the first foreign line, until a line of the format is seen.
  private var firstForeignLine: FileError?
  private var isConfirmed = false
  private(set) var skipped = SkippedLines()

  /// Records a line of the format, or an event.
  mutating func confirm() {
    isConfirmed = true
    firstForeignLine = nil
  }

  /// Records a foreign line that is skipped, with the cursor at its start.
  mutating func skip(
    _ line: TextCursor, of lines: LineBuffer, format: RecordingFormat, expected: String
  ) {
    skipped.add(line, format: format)
    if !isConfirmed, firstForeignLine == nil, !lines.isCutOff(line) {
      firstForeignLine = lines.error(at: line, expected: expected)
    }
  }

  /// Throws, at the end of a text, if all of its lines were foreign.
  func check() throws(FileError) {
    if let firstForeignLine { throw firstForeignLine }
  }
}

/// Lines of a text that a reader left out because they are not of its format.
public struct SkippedLines: Hashable, Sendable {
  public private(set) var count = 0
  /// The number of the first skipped line, from 1; 0 without skipped lines.
  public private(set) var first = 0
  /// The start of the first one, in quotes.
  public private(set) var firstText = ""
  /// Another format that one of the lines belongs to; nil if none was recognized.
  public private(set) var otherFormat: RecordingFormat?

  /// The most lines that are compared with other formats.
  private static let maximumComparedLines = 100

  /// Adds a line, with the cursor at its start.
  mutating func add(_ line: TextCursor, format: RecordingFormat) {
    count += 1
    if count == 1 {
      first = line.line
      firstText = FileError.excerpt(line.rest)
    }
    guard otherFormat == nil, count <= SkippedLines.maximumComparedLines else { return }
    let text = line.rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard text.first != UInt8(ascii: "#") else { return }
    if let other = RecordingFormat.detect(line: Array(text)[...]), other != format {
      otherFormat = other
    }
  }
}
