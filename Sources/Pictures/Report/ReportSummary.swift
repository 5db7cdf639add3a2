import Checking
import Playback

extension BugReport {
  /// A bug report as Markdown, to paste into an issue: the verdict, the note, the device, the
  /// gestures, and the commands that repeat it, without the recording. All texts are escaped.
  public var summary: [UInt8] {
    var lines = ["## \(title.markdown)", ""] + verdictLines
    if let note {
      let rows = note.split(separator: "\n", omittingEmptySubsequences: false)
      lines += rows.map { $0.isEmpty ? ">" : "> \(String($0).markdown)" } + [""]
    }
    for row in device + versions {
      lines.append("- \(row.name.markdown): \(row.text.markdown)")
    }
    lines += [gestureLine, "", "```sh"] + repeatingCommands + ["```"]
    if !profile.isEmpty {
      lines += ["", "```yaml"] + profile.map(\.inFence) + ["```"]
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private var verdictLines: [String] {
    guard let verdict else { return [] }
    var lines = verdict.sentences.map(\.markdown)
    lines[0] = "**\(lines[0])**"
    if !verdict.isRecognized {
      lines += verdict.assumptions.flatMap { ["", $0.sentence.markdown] }
    }
    return lines + [""]
  }

  private var gestureLine: String {
    let all = gestures
    let shown = all.prefix(20).map { record in
      let details = record.details(hasCancellation: true)
      let name = record.gesture.kind.rawValue + (details.isEmpty ? "" : " (\(details.markdown))")
      return "\(name) at \(record.time.text(decimals: 3)) s"
    }
    let rest = all.count > shown.count ? " and \(all.count - shown.count) more" : ""
    return "- gestures: \(all.isEmpty ? "none" : shown.joined(separator: ", "))\(rest)"
  }

  private var repeatingCommands: [String] {
    let question = verdict.map { ["--expected", $0.expected.text] } ?? []
    let words = (arguments + question + [title]).map(\.shellQuoted).joined(separator: " ").inFence
    return ["replay explain \(words)", "replay report \(words) -o report.html"]
  }
}

extension String {
  /// The text in one line, with all markup of Markdown or HTML escaped.
  fileprivate var markdown: String {
    var text = ""
    for scalar in printable.unicodeScalars {
      if "\\`*_{}[]<>#+!|~&$@=".unicodeScalars.contains(scalar) { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text.replacing("://", with: ":\\//")
  }

  /// The text in one line that cannot end a fenced block.
  fileprivate var inFence: String { printable.replacing("```", with: "'''") }

  /// The text as a word of a POSIX shell.
  fileprivate var shellQuoted: String {
    let isPlain = utf8.allSatisfy { byte in
      Character(Unicode.Scalar(byte)).isLetter && byte < 0x80
        || Array("0123456789_@%+=:,./-".utf8).contains(byte)
    }
    return isPlain && !isEmpty ? self : "'\(replacing("'", with: "'\\''"))'"
  }
}
