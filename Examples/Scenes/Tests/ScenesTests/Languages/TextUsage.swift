import Foundation
import SceneHost
import Scenes
import Shapes
import TestSupport

/// The texts that the scenes use, by their keys.
enum TextUsage {
  /// A `Text(…)` in a source file.
  struct Mention: Hashable, CustomStringConvertible {
    let file: String
    let line: Int
    /// What follows the opening parenthesis.
    let argument: Substring

    var description: String { "\(file):\(line): Text(\(argument.prefix(40))" }

    /// The literal that the text is made of; nil for an expression.
    var literal: String? {
      guard argument.first == "\"" else { return nil }
      return String(argument.dropFirst().prefix { $0 != "\"" })
    }

    var isVerbatim: Bool { argument.hasPrefix("verbatim:") }
  }

  /// The keys of the scenes and of the program around them.
  static var keys: Set<String> {
    let scenes = SceneCatalog.scenes
    let texts = scenes.map { $0.summary } + scenes.flatMap { $0.settings.texts }
    return Set((mentionsInScenes + mentions(in: "SceneHost")).compactMap(\.literal))
      .union(texts.filter { !$0.isVerbatim }.map(\.key))
      // Paths shows the name of the shape that it finds.
      .union(ShapeSet.standard.shapes.map(\.name))
  }

  static var mentionsInScenes: [Mention] { mentions(in: "Scenes") }

  /// Each `Text(…)` in the Swift files of a target.
  private static func mentions(in target: String) -> [Mention] {
    let folder = packageFolder.appending(path: "Sources/\(target)")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .flatMap { file in
        let text = try? String(contentsOf: file, encoding: .utf8)
        let lines = text?.split(separator: "\n", omittingEmptySubsequences: false)
        return mentions(in: lines ?? [], of: file.lastPathComponent)
      }
  }

  /// Comments are skipped: their examples are not shown.
  private static func mentions(in lines: [Substring], of file: String) -> [Mention] {
    lines.enumerated().flatMap { index, line -> [Mention] in
      if line.drop(while: \.isWhitespace).hasPrefix("//") { return [] }
      let rest = lines[(index + 1)...].first?.drop(while: \.isWhitespace) ?? ""
      return line.ranges(of: "Text(").compactMap { range in
        // Not the end of another name, such as XMLText(.
        let before = line[..<range.lowerBound].last
        if before.map({ $0.isLetter || $0.isNumber }) == true { return nil }
        let argument = line[range.upperBound...]
        return Mention(file: file, line: index + 1, argument: argument.isEmpty ? rest : argument)
      }
    }
  }
}
