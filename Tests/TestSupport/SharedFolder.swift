public import Foundation
public import Testing

/// The checkout's own folder.
public let packageFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()

/// Evidence that lies beside the checkout, in `../shared`, and is not part of the project: real
/// recordings, reference data and measured cases. `docs/Evidence.md` lists what each test needs.
///
/// ```swift
/// @Suite(.requiresShared("corpus"))
/// struct CorpusTests { … }
/// ```
public enum SharedFolder {
  /// The folder, whether or not it exists: that of the environment variable `TOUCHSTONE_SHARED`, as
  /// `make evidence` fetches one, or the one beside the checkout.
  public static let url =
    ProcessInfo.processInfo.environment["TOUCHSTONE_SHARED"].map { URL(fileURLWithPath: $0) }
    ?? packageFolder.deletingLastPathComponent().appending(path: "shared")

  /// The path of a file or folder in it, as in `corpus/labels.v2.jsonl`.
  public static func path(_ name: String) -> String { url.appending(path: name).path }

  /// Whether a file or folder exists in it.
  public static func contains(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: path(name))
  }

  /// The paths of the files of a folder whose names end with a text, sorted.
  public static func files(_ folder: String, ending: String) -> [String] {
    let path = path(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted().map { path + "/" + $0 }
  }

  /// The text of a file.
  public static func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  /// The content of a JSON file; nil if it is missing or does not match the type.
  public static func json<Content: Decodable>(_ name: String, as type: Content.Type) -> Content? {
    guard let text = try? text(name) else { return nil }
    return try? JSONDecoder().decode(type, from: Data(text.utf8))
  }

  /// The objects of a file of JSON Lines; none where it is missing.
  public static func objects<Object: Decodable>(
    _ name: String, as type: Object.Type, decoder: JSONDecoder = JSONDecoder()
  ) -> [Object] {
    guard let text = try? text(name) else { return [] }
    return text.split(separator: "\n").compactMap { line in
      try? decoder.decode(Object.self, from: Data(line.utf8))
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test or a suite, saying so, where `../shared` lacks one of the named files or folders.
  public static func requiresShared(_ names: String...) -> Self {
    .enabled(
      if: names.allSatisfy(SharedFolder.contains),
      "needs \(names.map { "../shared/\($0)" }.joined(separator: " and "))")
  }
}

/// The recordings of real fingers in `../shared/corpus`.
public enum Corpus {
  public static let folder = SharedFolder.url.appending(path: "corpus")
}
