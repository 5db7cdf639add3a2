import Files
import Timeline

extension CheckResult {
  /// The results as a JUnit file: one case per trace, without times, so that bytes are the same.
  public static func junit(_ results: [CheckResult]) -> String {
    let failures = results.count { $0.message != nil && !$0.isUnreadable }
    let errors = results.count { $0.isUnreadable }
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
      "    <testcase classname=\"\(CheckResult.xml(folder))\" "
      + "name=\"\(CheckResult.xml(name))\" file=\"\(CheckResult.xml(path))\""
    guard let message else { return [start + "/>"] }
    let (kind, type) = isUnreadable ? ("error", "input") : ("failure", "expectation")
    let text = details.isEmpty ? message : details.joined(separator: "\n")
    return [
      start + ">",
      "      <\(kind) message=\"\(CheckResult.xml(message))\" type=\"\(type)\">"
        + CheckResult.xml(text) + "</\(kind)>",
      "    </testcase>",
    ]
  }

  /// The text of an element or attribute. XML has no control characters: they are spelled out.
  private static func xml(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let printable = lines.map { String($0).printable }.joined(separator: "\n")
    return String(appending: { $0.append(xml: printable, inAttribute: true) })
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }
}
