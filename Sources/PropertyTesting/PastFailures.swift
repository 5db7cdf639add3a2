import Foundation
import GestureTesting

/// The scripts of a property's past failures: `.touch` files in `Failures` beside the test's file,
/// in which a line `# stage: 3 0 1` has the answers that made the stage.
struct PastFailures {
  private let folder: String
  private let prefix: String
  private let testName: String

  /// - Parameter name: The name of the property, if the test has several.
  init(of function: String, named name: String, in file: String) {
    folder =
      URL(fileURLWithPath: file).deletingLastPathComponent()
      .appendingPathComponent("Failures").path
    // A name in backticks may contain parentheses as well.
    testName = String(function[..<(function.lastIndex(of: "(") ?? function.endIndex)])
    let parts = [testName, name].filter { !$0.isEmpty }
    let names = parts.map { part in String(part.map { $0.isLetter || $0.isNumber ? $0 : "-" }) }
    prefix = "\(file.fileStem).\(names.joined(separator: "."))."
  }

  /// A name for a function that plays a failure again.
  var nameOfAgain: String {
    let name = testName.filter { $0.isLetter || $0.isNumber || $0 == "_" }
    return (name.first?.isNumber == true ? "_" : "") + name + "Again"
  }

  private static let ending = ".touch"
  private static let stageComment = "# stage:"

  /// The files of this test, in the order of their names; empty without the folder.
  func paths() throws -> [String] {
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let own = names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(Self.ending) }
    // The files of a property with a longer name have more parts.
    return own.filter { !$0.dropFirst(prefix.count).dropLast(Self.ending.count).contains(".") }
      .sorted()
      .map { "\(folder)/\($0)" }
  }

  /// The answers that made the stage of a failure; empty if the file has none.
  func stageAnswers(_ path: String) throws -> [Int] {
    let bytes = try ByteSource(path: path).readAll(limit: 1 << 20)
    for (index, line) in String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).enumerated() where line.hasPrefix(Self.stageComment) {
      let words = line.dropFirst(Self.stageComment.count).split(separator: " ")
      let answers = words.compactMap { Int($0) }
      guard answers.count == words.count else {
        throw FileError(
          file: path, position: .line(index + 1, column: Self.stageComment.count + 1),
          expected: "whole numbers", found: "\"\(String(line).printable)\"")
      }
      return answers
    }
    return []
  }

  func save(_ script: String, _ stageAnswers: [Int], seed: UInt64) -> String {
    var text = "# found with seed \(seed)\n"
    if !stageAnswers.isEmpty {
      text += "\(Self.stageComment) \(stageAnswers.map(String.init).joined(separator: " "))\n"
    }
    text += script
    let path = "\(folder)/\(prefix)\(Self.hash(text))\(Self.ending)"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
      return "kept: \(path.printable), which is tried first from now on"
    } catch {
      return "cannot keep \(path.printable): \(error.localizedDescription)"
    }
  }

  /// The name of a text: its FNV-1a hash of 32 bits (Fowler, Noll, Vo, 1991) in hexadecimal.
  private static func hash(_ text: String) -> String {
    let hash = text.utf8.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    return String(hash, radix: 16)
  }
}
