import Foundation
import TestSupport

/// The pages whose commands are run.
enum Documentation {
  static let checkout = checkoutFolder
  static let program = "scene"

  static let pages: [String] = {
    let folder = packageFolder.appending(path: "docs").path
    let docs = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return ["README.md"] + docs.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
  }()
}
