/// The help of a command: the page of `--help` with its details and examples, and the page of `-h`
/// with each argument and option in one line.
enum HelpPage {
  private static let width = 80
  /// The column of the descriptions on the pages of ArgumentParser.
  private static let margin = 26

  /// Completes a page or an error message of ArgumentParser; other text stays unchanged.
  static func text(of page: String, isShort: Bool = false) -> String {
    var lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let usage = lines.firstIndex(where: isUsage) else { return page }
    let words = lines[usage].split(separator: " ")
    let command = words.dropFirst().prefix { $0.allSatisfy { $0.isLetter || $0 == "-" } }
      .joined(separator: " ")
    lines[usage] = "\(words[0]) \(command) " + operandText(lines[usage], of: command)
    guard isShort, page.hasPrefix("OVERVIEW: ") else { return lines.joined(separator: "\n") }
    let overview = lines.prefix { !$0.isEmpty }.joined(separator: "\n").dropFirst(10)
    let entries = Self.entries(lines[(usage + 1)...]).map(shortened(entry:))
    return ([overview + "\n", lines[usage]] + entries).joined(separator: "\n")
      + "\nThe details and examples: \(command) --help"
  }

  private static func isUsage(_ line: String) -> Bool { line.lowercased().hasPrefix("usage: ") }

  /// The usage of a page, in the form below an error.
  static func usage(of page: String) -> String {
    let usage =
      page.split(separator: "\n").map(String.init).first(where: isUsage)?.dropFirst(7) ?? ""
    let command = usage.split(separator: " ").prefix { $0.allSatisfy { $0.isLetter || $0 == "-" } }
    return "Usage: \(usage)\n  See '\(command.joined(separator: " ")) --help' for more information."
  }

  /// The operands of a usage line, after one word for all optional options.
  private static func operandText(_ usage: String, of command: String) -> String {
    var words: [String] = []
    var isOpen = false
    for word in usage.dropFirst("USAGE: \(command)".count).split(separator: " ") {
      if isOpen { words[words.count - 1] += " " + word } else { words.append(String(word)) }
      isOpen = words.last.map { $0.hasPrefix("[") && !$0.hasSuffix("]") } ?? false
    }
    let operands = words.filter { !$0.hasPrefix("[-") && $0 != "[<options>]" }
    return (["[<options>]"] + operands).joined(separator: " ")
  }

  /// The headings, and the arguments and options, each with its whole description.
  private static func entries(_ lines: ArraySlice<String>) -> [String] {
    var entries: [String] = []
    let indent = String(repeating: " ", count: margin)
    for line in lines where !line.hasPrefix("  See '") {
      if line.hasPrefix(indent), let last = entries.indices.last {
        let isLabel = entries[last].count < margin
        entries[last] +=
          isLabel
          ? String(repeating: " ", count: margin - entries[last].count)
            + line.dropFirst(margin) : " " + line.dropFirst(margin)
      } else {
        entries.append(line)
      }
    }
    return entries
  }

  /// The first sentence of a description, or its part up to a punctuation mark that fits a line.
  private static func shortened(entry: String) -> String {
    let label = entry.prefix(margin)
    let sentence = entry.dropFirst(margin).split(separator: ". ").first ?? ""
    if label.count + sentence.count <= width {
      return label + sentence + (sentence.isEmpty || sentence.hasSuffix(".") ? "" : ".")
    }
    let room = sentence.prefix(width - label.count - 3)
    let marks = ["; ", ": ", " (", ", "].compactMap { room.ranges(of: $0).last?.lowerBound }
    var end = marks.max() ?? room.lastIndex(of: " ") ?? room.endIndex
    if let open = room[..<end].ranges(of: " (").last, !room[open.upperBound..<end].contains(")") {
      end = open.lowerBound
    }
    let isList = room[..<end].contains(": ")
    return label + room[..<end] + (marks.isEmpty ? "…" : isList ? ", …" : ".")
  }
}
