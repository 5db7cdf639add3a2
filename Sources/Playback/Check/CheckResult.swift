/// What became of one trace of a check, for programs that collect results.
public struct CheckResult: Sendable {
  public enum Outcome: Sendable {
    case passed
    /// The gestures are not as expected, or there is nothing to compare with: one line, and more.
    case failed(String, details: [String])
    /// The trace could not be read.
    case unreadable(String)
  }

  /// The trace, or the expectations whose trace is gone.
  public var path: String
  public var outcome: Outcome

  public init(path: String, outcome: Outcome) {
    self.path = path
    self.outcome = outcome
  }

  public var isPassed: Bool { if case .passed = outcome { true } else { false } }
}

extension GestureComparison {
  /// The comparison as lines: `-` for what is missing, `+` for what was not expected, what differs
  /// below it.
  public var lines: [String] {
    items.flatMap { item -> [String] in
      switch item {
      case .match(let text): ["    \(text.printable)"]
      case .missing(let text): ["  - \(text.printable)"]
      case .unexpected(let text): ["  + \(text.printable)"]
      case .difference(let expected, let actual, let details):
        ["  - \(expected.printable)", "  + \(actual.printable)"]
          + details.map { "      \($0.printable)" }
      }
    }
  }
}

// MARK: - JUnit

extension CheckResult {
  /// The results as a file of JUnit, which continuous integration shows: one suite, one case a
  /// trace. Without times, so that the same traces give the same bytes.
  public static func junit(_ results: [CheckResult]) -> String {
    let failures = results.count { if case .failed = $0.outcome { true } else { false } }
    let errors = results.count { if case .unreadable = $0.outcome { true } else { false } }
    let counts = "tests=\"\(results.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites name=\"replay check\" \(counts)>",
      "  <testsuite name=\"traces\" \(counts) skipped=\"0\">",
    ]
    for result in results { lines += result.junit }
    return (lines + ["  </testsuite>", "</testsuites>"]).joined(separator: "\n") + "\n"
  }

  private var junit: [String] {
    let (folder, name) = CheckResult.split(path)
    let start =
      "    <testcase classname=\"\(CheckResult.escaped(folder))\" "
      + "name=\"\(CheckResult.escaped(name))\" file=\"\(CheckResult.escaped(path))\""
    switch outcome {
    case .passed: return [start + "/>"]
    case .failed(let text, let details):
      return [
        start + ">",
        "      <failure message=\"\(CheckResult.escaped(text))\">"
          + CheckResult.escaped(details.joined(separator: "\n")) + "</failure>",
        "    </testcase>",
      ]
    case .unreadable(let text):
      return [
        start + ">", "      <error message=\"\(CheckResult.escaped(text))\"/>", "    </testcase>",
      ]
    }
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  /// Text for XML 1.0, which has no way to write most control characters: they are spelled out.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t": result += "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || scalar.value == 0xfffe || scalar.value == 0xffff:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

// MARK: - TAP

extension CheckResult {
  /// The result as lines of the Test Anything Protocol, version 13: details are in a block of YAML.
  public func tap(_ number: Int) -> [String] {
    let name = path.printable.replacing("#", with: "\\#")
    switch outcome {
    case .passed: return ["ok \(number) - \(name)"]
    case .failed(let text, let details):
      return ["not ok \(number) - \(name)"] + CheckResult.block(text, "fail", details)
    case .unreadable(let text):
      return ["not ok \(number) - \(name)"] + CheckResult.block(text, "error", [])
    }
  }

  private static func block(_ text: String, _ severity: String, _ details: [String]) -> [String] {
    var lines = ["  ---", "  message: \(JSONLine.quoted(text))", "  severity: \(severity)"]
    if !details.isEmpty {
      lines.append("  comparison: |2")
      lines += details.map { "    \($0)" }
    }
    return lines + ["  ..."]
  }
}
