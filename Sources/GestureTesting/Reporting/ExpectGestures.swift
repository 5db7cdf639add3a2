import Contacts
public import Testing
import TouchScript

/// Expects gestures of a script, a trace or a stage; in Swift Testing.
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
/// A failure shows expected and recognized gestures side by side, says why those that are missing
/// were not recognized, and attaches what was played as a trace.
///
/// - Parameters:
///   - source: what to play.
///   - stage: where to play it; by default on one that suits it, with the standard recognizers.
///   - rule: whether order counts, and whether there may be other gestures.
///   - tolerances: for what an expectation says without a tolerance of its own.
/// - Returns: whether everything is as expected.
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

/// Expects of a script what its actions mean, and of a trace what the `NAME.gestures.jsonl` beside
/// it says; in Swift Testing.
///
/// Where the environment variable `UPDATE_GESTURES` is `1`, what a trace gives is written down
/// instead.
///
/// - Returns: whether everything is as expected.
@discardableResult
public func expectGestures(
  of source: some MeaningfulSource, on stage: Stage? = nil,
  tolerances: GestureTolerances = .standard, sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  source.checkMeaning(on: stage, tolerances: tolerances).report(at: sourceLocation)
}

/// The same as without `reporting`, for XCTest and any other library: tells a function of failures.
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

/// The same as without `reporting`, for XCTest and any other library: tells a function of failures.
@discardableResult
public func expectGestures(
  of source: some MeaningfulSource, on stage: Stage? = nil,
  tolerances: GestureTolerances = .standard, reporting fail: FailureReporter,
  file: StaticString = #filePath, line: UInt = #line
) -> Bool {
  source.checkMeaning(on: stage, tolerances: tolerances).report(to: fail, file: file, line: line)
}

/// Takes a failure's message and its place; `XCTFail` is one.
public typealias FailureReporter = (_ message: String, _ file: StaticString, _ line: UInt) -> Void
