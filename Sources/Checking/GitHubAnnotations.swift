import Files

extension CheckResult {
  /// The differences as workflow commands of GitHub Actions, a line each, escaped as in
  /// `packages/core/src/command.ts` of actions/toolkit; empty for a recording that passes.
  public var gitHubAnnotations: [String] {
    switch outcome {
    case .passed: []
    case .different(let difference):
      difference.findings.map { finding in
        let sentences = finding.sentences + finding.assumptions.map(\.sentence)
        return annotation(
          in: expectationPath, line: finding.line?.number, sentences.joined(separator: "\n"))
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
    var properties = ["file=\(relative.escaped(CheckResult.propertyEscapes))"]
    if let line { properties.append("line=\(line)") }
    if let column { properties.append("col=\(column)") }
    properties.append("title=\(path.escaped(CheckResult.propertyEscapes))")
    return "::error \(properties.joined(separator: ","))"
      + "::\(message.escaped(CheckResult.textEscapes))"
  }

  /// The escapes of the text after the second `::` of a workflow command.
  private static let textEscapes: [Unicode.Scalar: String] = [
    "%": "%25", "\r": "%0D", "\n": "%0A",
  ]
  /// The escapes of the value of a property.
  private static let propertyEscapes = textEscapes.merging([":": "%3A", ",": "%2C"]) { $1 }
}

extension String {
  /// The text with some scalars replaced; others that control a terminal are spelled out.
  fileprivate func escaped(_ escapes: [Unicode.Scalar: String]) -> String {
    unicodeScalars.map { escapes[$0] ?? String($0).printable }.joined()
  }
}
