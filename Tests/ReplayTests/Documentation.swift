import Foundation
import TestSupport

/// The pages whose commands are run.
enum Documentation {
  /// The checkout, which has the recordings that commands read.
  static let checkout = packageFolder

  /// The program that the pages are about.
  static let program = "replay"

  static let pages: [String] = {
    let folder = packageFolder.appending(path: "docs").path
    let docs = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    #if Library
      let others: [String] = []
    #else
      let others = ["Library.md"]
    #endif
    let pages = docs.filter { $0.hasSuffix(".md") && !others.contains($0) }.sorted().map { "docs/\($0)" }
    return ["README.md", "Examples/Samples/README.md", "Traces/README.md"] + pages
  }()
}
