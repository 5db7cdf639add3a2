// Property tests need no further imports for stages, scripts and expectations.
@_exported public import GestureTesting
public import TouchScript

/// The result of a property for a played script: whether it holds, or a check with its message.
public protocol PropertyResult {
  /// The reason why the property does not hold; nil if it does.
  var propertyFailure: String? { get }
}

extension Bool: PropertyResult {
  public var propertyFailure: String? { self ? nil : "the property is false" }
}

extension GestureCheck: PropertyResult {
  /// The table and the reasons; the case itself names the hand and the device once.
  public var propertyFailure: String? { failure.map { diff?.description ?? $0 } }
}

/// Expects that a property holds for random scripts by random hands.
///
/// ```swift
/// @Test func everyTapIsRecognized() {
///   forAll(fingers: .taps(count: 1...3, fingers: 1...5).then(.swipes())) { script, stage in
///     GestureCheck(meaningOf: stage.log)
///   }
/// }
/// ```
///
/// The property receives a stage that has played the script, and may play on. It returns a `Bool`
/// or a ``GestureCheck``, or throws; issues that it records itself would come from every script.
///
/// A failing script is simplified as long as it fails, with the same hand: fewer actions, fingers
/// and taps, and simpler numbers. A failure shows it as Swift code and as a `.touch` file, attaches
/// the recording and its picture, and writes the file to the folder `Failures` beside the test's
/// file, whose scripts are tried first from then on.
///
/// The environment variables `GESTURE_SEED` and `GESTURE_RUNS` replace the seed and the number of
/// scripts, and the trait ``Testing/Trait/properties(runs:seed:)`` sets them for a test or a suite.
///
/// - Parameters:
///   - runs: The number of tried scripts; nil for 100, or the number of the trait.
///   - seed: The seed; nil for 0, or that of the trait.
///   - name: Distinguishes the properties of one test function, or its arguments.
///   - fail: Receives a failure, as `XCTFail` does; nil reports it to Swift Testing.
/// - Returns: Whether the property holds for all scripts.
@discardableResult
public func forAll(
  fingers: ScriptGenerator, hands: HandGenerator = .people, on stages: StageGenerator = .touchpad,
  runs: Int? = nil, seed: UInt64? = nil, named name: String = "",
  reporting fail: FailureReporter? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  file: StaticString = #filePath, line: UInt = #line, function: StaticString = #function,
  _ property: (FingerScript, Stage) throws -> some PropertyResult
) -> Bool {
  let test = PropertyTest(
    fingers: fingers, hands: hands, stages: stages, settings: .chosen(runs: runs, seed: seed),
    past: PastFailures(of: "\(function)", named: name, in: "\(file)"))
  return test.check(property).report(to: fail, file, line, at: sourceLocation)
}
