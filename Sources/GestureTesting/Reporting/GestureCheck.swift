import Testing

/// The outcome of an expectation, before any test library has heard of it.
///
/// Whoever wants to do something else with it than to report it makes one and looks at it:
///
/// ```swift
/// let check = GestureCheck(of: script) { _ in [GestureExpectation(.tap, taps: 2)] }
/// if let failure = check.failure { print(failure) }
/// ```
public struct GestureCheck: Sendable {
  /// What is wrong, for people; nil if everything is as expected.
  public var failure: String?
  /// The comparison; nil where it did not come to that.
  public var diff: GestureDiff?
  /// What came out; nil where it could not be played.
  public var log: StageLog?

  /// Plays something and compares what came out with what is expected of it.
  public init(
    of source: some GestureSource, on stage: Stage? = nil, _ rule: GestureDiff.Rule = .exactly,
    tolerances: GestureTolerances = .standard,
    expected: (StageLog) -> [GestureExpectation]
  ) {
    do {
      let log = try source.played(on: stage)
      let diff = GestureDiff(
        of: log, expected: expected(log), rule, tolerances: tolerances,
        sourceName: source.sourceName)
      self.log = log
      self.diff = diff
      failure = diff.isMatch ? nil : diff.description
    } catch {
      failure = "\(source.sourceName) can't be played: \(error)"
    }
  }

  init(failure: String?, log: StageLog? = nil) {
    self.failure = failure
    self.log = log
  }

  /// Whether everything is as expected.
  public var isMatch: Bool { failure == nil }
}

extension GestureCheck {
  /// Tells Swift Testing.
  func report(at location: SourceLocation) -> Bool {
    guard let failure else { return true }
    if let attachment = log?.attachment {
      Attachment.record(attachment.bytes, named: attachment.name, sourceLocation: location)
    }
    Issue.record(Comment(rawValue: failure), sourceLocation: location)
    return false
  }

  /// Tells a function.
  func report(to fail: FailureReporter, file: StaticString, line: UInt) -> Bool {
    guard let failure else { return true }
    fail(failure, file, line)
    return false
  }
}
