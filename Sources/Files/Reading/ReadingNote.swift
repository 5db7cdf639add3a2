/// A note on parts of a recording that were skipped, corrected or assumed; with the likely cause.
public struct ReadingNote: Hashable, Sendable {
  public var count: Int
  /// The number of all parts of the kind, such as all sentences; nil if there is no such total.
  public var total: Int?
  /// The name of the counted parts, such as `sentences`.
  public var noun: String
  /// The treatment of the parts, such as `skipped: wrong checksum`.
  public var what: String
  /// The most likely cause, such as `bytes changed on a serial line`; nil if none is known.
  public var cause: String?

  /// Creates a note; returns nil if nothing was counted.
  public init?(
    _ count: Int, of total: Int? = nil, _ noun: String, _ what: String, cause: String? = nil,
    plural: String? = nil
  ) {
    if count == 0 { return nil }
    self.count = count
    self.total = total
    self.noun = (total ?? count) == 1 ? noun : plural ?? "\(noun)s"
    self.what = what
    self.cause = cause
  }
}

extension ReadingNote: CustomStringConvertible {
  /// The note as a phrase, as in `412 of 824 sentences skipped: wrong checksum; likely …`.
  public var description: String {
    let number = total.map { "\(count) of \($0)" } ?? "\(count)"
    return "\(number) \(noun) \(what)" + (cause.map { "; likely \($0)" } ?? "")
  }
}
