import Foundation
import TestSupport

/// The pages whose commands are run.
enum Documentation {
  /// The checkout, which has the recordings that commands read.
  static let checkout = packageFolder

  /// The program that the pages are about.
  static let program = "replay"

  static let pages: [String] = {
    #if Library
      let others: [String] = []
    #else
      let others = ["docs/Library.md"]
    #endif
    let pages = ["docs", "docs/design"].flatMap { folder in
      let path = packageFolder.appending(path: folder).path
      let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return files.filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
    }.filter { !others.contains($0) }
    return ["README.md", "Examples/Samples/README.md", "Traces/README.md"] + pages
  }()
}
