import Foundation

/// The path of a program that was built with the tests: beside the test bundle, or where the
/// package builds by default.
public func builtProgram(_ name: String) -> String {
  let bundles = CommandLine.arguments.filter { $0.contains(".xctest") }.compactMap {
    $0.components(separatedBy: "/").prefix { !$0.hasSuffix(".xctest") }.joined(separator: "/")
  }
  let candidates = (bundles + [packageFolder.path + "/.build/debug"]).map { $0 + "/" + name }
  return candidates.first { FileManager.default.isExecutableFile(atPath: $0) } ?? name
}
