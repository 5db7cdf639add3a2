import Foundation
public import Testing

/// Expects of a script or a stage the gestures that a golden file says; in Swift Testing.
///
/// ```swift
/// @Test func tour() { expectGolden(gesturesOf: tour, "tour") }
/// ```
///
/// The file is `Goldens/NAME.gestures.jsonl` beside the test's own. Where the environment variable
/// `UPDATE_GESTURES` is `1` it is written, and the test passes; look at what changed before you commit it.
///
/// - Returns: whether everything is as expected.
@discardableResult
public func expectGolden(
  gesturesOf source: some GestureSource, _ name: String, on stage: Stage? = nil,
  file: StaticString = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  goldenCheck(source, name, stage, "\(file)").report(at: sourceLocation)
}

/// The same as without `reporting`, for XCTest and any other library: tells a function of failures.
@discardableResult
public func expectGolden(
  gesturesOf source: some GestureSource, _ name: String, on stage: Stage? = nil,
  reporting fail: FailureReporter, file: StaticString = #filePath, line: UInt = #line
) -> Bool {
  goldenCheck(source, name, stage, "\(file)").report(to: fail, file: file, line: line)
}

private func goldenCheck(
  _ source: some GestureSource, _ name: String, _ stage: Stage?, _ file: String
) -> GestureCheck {
  let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    .appendingPathComponent("Goldens")
  let path = folder.appendingPathComponent("\(name).gestures.jsonl").path
  do {
    return GoldenFile(path: path).check(try source.played(on: stage), source.sourceName)
  } catch {
    return GestureCheck(failure: "\(source.sourceName) can't be played: \(error)")
  }
}
