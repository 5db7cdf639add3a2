/// Tells a text of another format from a recording with a few foreign lines in it.
///
/// Readers that pass over foreign lines note here what they met. A last line that is cut off says
/// nothing: it may have begun as any.
struct OwnLines {
  /// The first line that was passed over before any of the format's own.
  private var firstForeign: RecordingError?
  private var hasOwn = false

  /// Notes a line of the format, or an event.
  mutating func meet() {
    hasOwn = true
    firstForeign = nil
  }

  /// Notes a line that is passed over.
  mutating func pass(_ error: @autoclosure () -> RecordingError) {
    if !hasOwn, firstForeign == nil { firstForeign = error() }
  }

  /// Throws, at the end of a text, if there were other lines only.
  func check() throws(RecordingError) {
    if let firstForeign { throw firstForeign }
  }
}
