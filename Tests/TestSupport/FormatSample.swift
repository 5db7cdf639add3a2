/// A line of `../shared/corpus/formats/expected.jsonl`: a sample of a recording format and its
/// counts.
public struct FormatSample: Decodable, Sendable, CustomStringConvertible {
  /// The path in the corpus.
  public var file: String
  /// The format with its version, such as `evemu 1.1`.
  public var format: String
  public var events: Int
  public var frames: Int
  /// The number of touch-downs.
  public var contacts: Int
  /// The most contacts in one frame.
  public var maximumContacts: Int
  /// Seconds from the first event to the last.
  public var duration: Double

  enum CodingKeys: String, CodingKey {
    case file, format, events, frames, contacts
    case maximumContacts = "max_simultaneous"
    case duration = "duration_s"
  }

  public var description: String { file }

  public var path: String { SharedFolder.path("corpus/" + file) }

  /// All samples; none if the corpus is missing.
  public static let all = SharedFolder.objects(
    "corpus/formats/expected.jsonl", as: FormatSample.self)

  /// The samples whose format starts with a name.
  public static func all(_ format: String) -> [FormatSample] {
    all.filter { $0.format.hasPrefix(format) }
  }
}
