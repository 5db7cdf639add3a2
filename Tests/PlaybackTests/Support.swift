import TestSupport

/// The samples of formats in `../shared/corpus`.
enum FormatSamples {
  static let path = SharedFolder.path("corpus")

  static let isPresent = SharedFolder.contains("corpus/formats/expected.jsonl")
}
