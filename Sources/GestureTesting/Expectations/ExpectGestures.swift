public import Testing

/// Expects gestures of a script, a recording or a stage, in Swift Testing.
///
/// ```swift
/// @Test func zoom() {
///   expectGestures(of: RecordingFile("zoom.evemu")) {
///     Tap(count: 2)
///     Pinch(.out).scaled(by: 1.8, within: 0.1)
///   }
/// }
/// ```
///
/// A failure shows expected and recognized gestures side by side with the reasons of missing ones,
/// the hand and the device, and attaches a picture and what was played as a recording.
///
/// A script or a recording that is played on a stage is judged by this play; `of: stage` judges all
/// plays so far, and the log that `stage.play` returns those of one play.
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
