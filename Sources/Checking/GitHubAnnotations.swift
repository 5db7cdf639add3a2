import Files

extension CheckResult {
  /// The differences as workflow commands of GitHub Actions, a line each, which become annotations
  /// in the file of expectations; empty for a recording that passes.
  ///
  /// Values are escaped as GitHub's toolkit does (actions/toolkit, `packages/core/src/command.ts`).
  public var gitHubAnnotations: [String] {
    switch outcome {
    case .passed: []
    case .different(let difference):
      difference.findings.map { finding in
        let sentences = finding.sentences + finding.assumptions.map(\.sentence)
        return annotation(
          in: expectationPath, line: finding.line, sentences.joined(separator: "\n"))
      }
    case .incomplete(let text): [annotation(in: path, line: nil, text)]
    case .unreadable(let error):
      if case .line(let line, let column) = error.position {
        [annotation(in: error.file, line: line, column: column, error.description)]
      } else {
        [annotation(in: error.file, line: nil, error.description)]
      }
    }
  }

  private func annotation(
    in file: String, line: Int?, column: Int? = nil, _ message: String
  ) -> String {
    // GitHub compares paths with those in the repository.
    let relative = file.hasPrefix("./") ? String(file.dropFirst(2)) : file
    var properties = ["file=\(GitHubEscape.property(relative))"]
    if let line { properties.append("line=\(line)") }
    if let column { properties.append("col=\(column)") }
    properties.append("title=\(GitHubEscape.property(path))")
    return "::error \(properties.joined(separator: ","))::\(GitHubEscape.data(message))"
  }
}

/// The escaping of workflow commands. Other characters that control a terminal are spelled out.
enum GitHubEscape {
  /// The text after the second `::`.
  static func data(_ text: String) -> String {
    escaped(text) { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: nil
      }
    }
  }

  /// The value of a property.
  static func property(_ text: String) -> String {
    escaped(text) { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      case ":": "%3A"
      case ",": "%2C"
      default: nil
      }
    }
  }

  private static func escaped(
    _ text: String, _ replacement: (Unicode.Scalar) -> String?
  ) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if let replacement = replacement(scalar) {
        result += replacement
      } else {
        result += String(scalar).printable
      }
    }
    return result
  }
}
