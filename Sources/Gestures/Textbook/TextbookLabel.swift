public import Timeline

/// A label of the textbook's programs: every text schedules an erasure, and no later text takes
/// that back.
///
/// So a text that is shown shortly before an earlier one is erased vanishes with it.
public struct TextbookLabel {
  /// Seconds from a text to its erasure: 2 for swipes, 1.6 for everything else.
  public let eraseDelay: Double
  private var shown = ""
  private var erasures = Scheduler<Void>()

  public init(eraseDelay: Double) {
    self.eraseDelay = eraseDelay
  }

  /// Shows a text and schedules its erasure.
  public mutating func show(_ text: String, at time: Timestamp) {
    _ = self.text(at: time)
    shown = text
    erasures.schedule((), at: time.advanced(bySeconds: eraseDelay))
  }

  /// What can be read at a moment, which must not be before the last one asked for.
  public mutating func text(at time: Timestamp) -> String {
    while erasures.popDue(by: time) != nil { shown = "" }
    return shown
  }
}
