/// Expects gestures of a script, a recording or a stage.
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
/// A failure contains the expected and recognized gestures side by side, with the reasons of
/// missing ones, and attaches a picture and a recording of the play.
///
/// A script or a recording that is played on a stage is judged by this play; `of: stage` judges all
/// plays so far, and the log that `stage.play` returns judges one play.
///
/// - Parameters:
///   - stage: The stage of the play; nil for one with the standard recognizers.
///   - fail: Receives a failure, as `XCTFail` does; nil reports it to Swift Testing.
/// - Returns: Whether all gestures are as expected.
@discardableResult
public func expectGestures(
  of source: some GestureSource, on stage: Stage? = nil, _ rule: GestureDiff.Rule = .exactly,
  tolerances: GestureTolerances = .standard, reporting fail: FailureReporter? = nil,
  file: StaticString = #filePath, line: UInt = #line,
  sourceLocation: SourceLocation = #_sourceLocation,
  @ExpectationBuilder expected: () -> [GestureExpectation]
) -> Bool {
  GestureCheck(of: source, on: stage, rule, tolerances: tolerances, expected: { _ in expected() })
    .report(to: fail, file, line, at: sourceLocation)
}

/// Expects the gestures of a script's actions, or those in the `NAME.gestures.jsonl` beside a
/// recording, which are written instead if the environment variable `UPDATE_GESTURES` is `1`. The
/// tolerances are those of a script; a file has its own.
@discardableResult
public func expectGestures(
  of source: some MeaningfulSource, on stage: Stage? = nil,
  tolerances: GestureTolerances = .standard, reporting fail: FailureReporter? = nil,
  file: StaticString = #filePath, line: UInt = #line,
  sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  source.checkMeaning(on: stage, tolerances: tolerances)
    .report(to: fail, file, line, at: sourceLocation)
}
