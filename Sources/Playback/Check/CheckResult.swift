import Recordings

/// The result of checking one trace, for programs that collect results.
public struct CheckResult: Sendable {
  /// How the check of a trace ended.
  public enum Outcome: Sendable {
    case passed
    /// The gestures are not as expected, or there are no expectations: a line of text, and details.
    case failed(String, details: [String])
    /// The trace could not be read.
    case unreadable(String)
  }

  /// The path of the trace, or of expectations without a trace.
  public var path: String
  public var outcome: Outcome

  public init(path: String, outcome: Outcome) {
    self.path = path
    self.outcome = outcome
  }
}

// MARK: - JUnit

extension CheckResult {
  /// The results as a JUnit file for continuous integration: one suite with one case per trace. It has no
  /// times, so that the same traces produce the same bytes.
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

  /// Text for XML 1.0. Most control characters cannot be written in XML; they are spelled out.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t": result += "&#\(scalar.value);"
      case _ where scalar.value >= 0x7f && scalar.isUnfitForTerminals:
        result += "&#\(scalar.value);"
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
  /// The result as lines of the Test Anything Protocol, version 13, with details in a block of YAML.
  public func tap(_ number: Int) -> [String] {
    // A backslash before # would make it the start of a directive such as SKIP.
    let name = path.printable.replacing("\\", with: "\\\\").replacing("#", with: "\\#")
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
      lines += details.map { "    \($0.printable)" }
    }
    return lines + ["  ..."]
  }
}
