import Playback

/// The help of a command: that of `--help` with its details and examples, and that of `-h` with
/// each argument and option in one line.
enum HelpPage {
  private static let width = 80
  /// The column of the descriptions on the pages of ArgumentParser.
  private static let margin = 26

  /// Completes a page of ArgumentParser; other text stays as it is.
  static func text(of page: String, isShort: Bool) -> String {
    var lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard page.hasPrefix("OVERVIEW: "), let usage = lines.firstIndex(where: isUsage) else {
      return page
    }
    let command = lines[usage].split(separator: " ").dropFirst().prefix {
      $0.allSatisfy { $0.isLetter || $0 == "-" }
    }.joined(separator: " ")
    lines[usage] = shortened(usage: lines[usage], of: command)
    if !isShort { return lines.joined(separator: "\n") }
    let overview = lines.prefix { !$0.isEmpty }.joined(separator: " ").dropFirst(10)
    let entries = entries(lines[(usage + 1)...]).map(shortened(entry:))
    return ([overview + "\n", lines[usage]] + entries).joined(separator: "\n")
      + "\nThe details and examples: \(command) --help"
  }

  private static func isUsage(_ line: String) -> Bool { line.hasPrefix("USAGE: ") }

  /// The usage with one word for all options that may be left out.
  private static func shortened(usage: String, of command: String) -> String {
    var words: [String] = []
    var isOpen = false
    for word in usage.dropFirst("USAGE: \(command)".count).split(separator: " ") {
      if isOpen { words[words.count - 1] += " " + word } else { words.append(String(word)) }
      isOpen = words.last.map { $0.hasPrefix("[") && !$0.hasSuffix("]") } ?? false
    }
    let operands = words.filter { !$0.hasPrefix("[-") && $0 != "[<options>]" }
    return (["USAGE: \(command) [<options>]"] + operands).joined(separator: " ")
  }

  /// The headings, and the arguments and options each with its whole description.
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

  /// The first sentence of a description, as far as a line has room for it.
  private static func shortened(entry: String) -> String {
    let label = entry.prefix(margin)
    let description = entry.dropFirst(margin)
    let end = description.firstRange(of: ". ")?.lowerBound ?? description.endIndex
    let words = (label + description[..<end]).split(
      separator: " ", omittingEmptySubsequences: false)
    var line = ""
    for (index, word) in words.enumerated() {
      let longer = index == 0 ? String(word) : line + " " + word
      if longer.count > width - 1 { return line + "…" }
      line = longer
    }
    return line.hasSuffix(".") || end == description.endIndex ? line : line + "."
  }
}
