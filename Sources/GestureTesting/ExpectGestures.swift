import Contacts
import Foundation
public import Testing
import TouchScript

/// Expects gestures of a script, a recording or a stage, in Swift Testing.
///
/// ```swift
/// @Test func zoom() {
///   expectGestures(of: Trace("zoom.evemu")) {
///     Tap(count: 2)
///     Pinch(.out).scaled(by: 1.8, within: 0.1)
///   }
/// }
/// ```
///
/// A failure shows expected and recognized gestures side by side with the reasons of missing ones, and
/// attaches what was played as a recording.
///
/// - Parameters:
///   - source: What to play.
///   - stage: The stage to play it on; nil for one that suits it, with the standard recognizers.
///   - rule: Whether order matters, and whether other gestures are allowed.
///   - tolerances: For expectations without a tolerance of their own.
/// - Returns: Whether everything is as expected.
@discardableResult
public func expectGestures(
  of source: some GestureSource, on stage: Stage? = nil, _ rule: GestureDiff.Rule = .exactly,
  tolerances: GestureTolerances = .standard,
  sourceLocation: SourceLocation = #_sourceLocation,
  @ExpectationBuilder expected: () -> [GestureExpectation]
) -> Bool {
  let check = GestureCheck(
    of: source, on: stage, rule, tolerances: tolerances, expected: { _ in expected() })
  return check.report(at: sourceLocation)
}

/// Expects of a script the gestures of its actions, and of a recording those of the
/// `NAME.gestures.jsonl` beside it, in Swift Testing.
///
/// If the environment variable `UPDATE_GESTURES` is `1`, that file is written instead.
///
/// - Returns: Whether everything is as expected.
@discardableResult
public func expectGestures(
  of source: some MeaningfulSource, on stage: Stage? = nil,
  tolerances: GestureTolerances = .standard, sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  source.checkMeaning(on: stage, tolerances: tolerances).report(at: sourceLocation)
}

/// The same as without `reporting`, for XCTest and other libraries: failures go to a function.
///
/// ```swift
/// func testDoubleTap() {
///   expectGestures(of: FingerScript { Tap(count: 2) }, reporting: XCTFail) { Tap(count: 2) }
/// }
/// ```
@discardableResult
public func expectGestures(
  of source: some GestureSource, on stage: Stage? = nil, _ rule: GestureDiff.Rule = .exactly,
  tolerances: GestureTolerances = .standard, reporting fail: FailureReporter,
  file: StaticString = #filePath, line: UInt = #line,
  @ExpectationBuilder expected: () -> [GestureExpectation]
) -> Bool {
  GestureCheck(of: source, on: stage, rule, tolerances: tolerances, expected: { _ in expected() })
    .report(to: fail, file: file, line: line)
}

/// The same as without `reporting`, for XCTest and other libraries: failures go to a function.
@discardableResult
public func expectGestures(
  of source: some MeaningfulSource, on stage: Stage? = nil,
  tolerances: GestureTolerances = .standard, reporting fail: FailureReporter,
  file: StaticString = #filePath, line: UInt = #line
) -> Bool {
  source.checkMeaning(on: stage, tolerances: tolerances).report(to: fail, file: file, line: line)
}

/// A function for a failure's message, file and line, such as `XCTFail`.
public typealias FailureReporter = (_ message: String, _ file: StaticString, _ line: UInt) -> Void

/// The outcome of an expectation, before it is reported to a test library.
///
/// It is for tests that do something else than report it:
///
/// ```swift
/// let check = GestureCheck(of: script) { _ in [GestureExpectation(.tap, taps: 2)] }
/// if let failure = check.failure { print(failure) }
/// ```
public struct GestureCheck: Sendable {
  /// The message of a failure; nil if everything is as expected.
  public var failure: String?
  /// The comparison; nil if nothing was compared.
  public var diff: GestureDiff?
  /// The result; nil if it could not be played.
  public var log: StageLog?

  /// Plays a source and compares its gestures with expectations.
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
      failure = "cannot play \(source.sourceName): \(error)"
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
  /// Reports to Swift Testing.
  func report(at location: SourceLocation) -> Bool {
    guard let failure else { return true }
    if let attachment = log?.attachment {
      Attachment.record(attachment.bytes, named: attachment.name, sourceLocation: location)
    }
    Issue.record(Comment(rawValue: failure), sourceLocation: location)
    return false
  }

  /// Reports to a function.
  func report(to fail: FailureReporter, file: StaticString, line: UInt) -> Bool {
    guard let failure else { return true }
    fail(failure, file, line)
    return false
  }
}
