public import Files

/// The differences between the gestures of a trace and their expectations.
public struct CheckDifference: Sendable {
  /// The summary, as in `1 of 2 as expected, 1 missing`.
  public var summary: String { table.summary }
  /// Expected and recognized gestures side by side.
  package let table: GestureTable
  let findings: [CheckFinding]

  /// Compares the gestures; the reasons of libinput's missing ones come from `libinputReason`.
  package init(
    _ comparison: GestureComparison?, _ reasons: MissingReasons,
    libinput: GestureComparison? = nil,
    libinputReason: RecordingCheck.LibinputReason = { _, _, _ in nil }
  ) {
    let own = comparison?.findings { $0.explanation(reasons) } ?? []
    let all = own + (libinput?.findings { $0.explanation(libinputReason) } ?? [])
    table = GestureTable(all)
    findings = all.filter { $0.kind != .match }
  }

  /// The differences in words, for a missing gesture its verdict, then the lines of the table.
  public var lines: [String] { table.explanations + table.lines.map(\.text) }
}

/// The result of checking one trace, for programs that collect results.
public struct CheckResult: JSONObject {
  /// The outcome of a check.
  public enum Outcome: Sendable {
    case passed
    case different(CheckDifference)
    /// A trace without expectations, or expectations without a trace, in a sentence.
    case incomplete(String)
    /// A trace or expectations that could not be read.
    case unreadable(FileError)
  }

  /// The path of the trace, or of expectations without a trace.
  public var path: String
  public var outcome: Outcome
  /// The number of recognized gestures; nil if the trace was not read.
  public var gestures: Int?

  public init(path: String, outcome: Outcome, gestures: Int? = nil) {
    self.path = path
    self.outcome = outcome
    self.gestures = gestures
  }

  /// The failure in one line; nil for a recording that passes.
  public var message: String? {
    switch outcome {
    case .passed: nil
    case .different(let difference): difference.summary
    case .incomplete(let text): text
    case .unreadable(let error): error.description
    }
  }

  /// Whether the trace or its expectations could not be read.
  var isUnreadable: Bool { if case .unreadable = outcome { true } else { false } }

  /// The comparison of a failure, line by line; empty without one.
  var details: [String] {
    if case .different(let difference) = outcome { difference.lines } else { [] }
  }

  public func add(to line: inout JSONLine) {
    line.add("v", JSONLine.schemaVersion)
    line.add("file", path)
    line.add("expectations", expectationPath)
    line.add("outcome", outcomeName)
    line.add("gesture_count", gestures)
    line.add("message", message)
    if case .different(let difference) = outcome { line.add("findings", difference.findings) }
    if case .unreadable(let error) = outcome { line.add("error", json: error.json) }
  }

  private var outcomeName: String {
    switch outcome {
    case .passed: "passed"
    case .different, .incomplete: "failed"
    case .unreadable: "unreadable"
    }
  }

  /// The file of expectations; equal to ``path`` for expectations without a trace.
  var expectationPath: String {
    path.hasSuffix(ExpectationFile.ending) ? path : ExpectationFile.path(forTrace: path)
  }

  /// The result as lines of the Test Anything Protocol, version 13, with details in YAML.
  public func tap(_ number: Int) -> [String] {
    // A backslash before # would be the start of a directive such as SKIP.
    let name = path.printable.replacing("\\", with: "\\\\").replacing("#", with: "\\#")
    guard let message else { return ["ok \(number) - \(name)"] }
    var lines = [
      "not ok \(number) - \(name)", "  ---", "  message: \(JSONLine.quoted(message))",
      "  severity: \(isUnreadable ? "error" : "fail")",
    ]
    if !details.isEmpty {
      lines.append("  comparison: |2")
      lines += details.map { "    \($0.printable)" }
    }
    return lines + ["  ..."]
  }
}
