import Foundation
public import Testing

/// How many scripts a property is tried on, and their seed.
struct PropertySettings: Sendable {
  var runs: Int?
  var seed: UInt64?

  /// Those of the trait of the test that runs.
  @TaskLocal static var ofTest = PropertySettings()

  /// The environment first, then what the call says, then the trait.
  static func chosen(
    runs: Int?, seed: UInt64?, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> PropertySettings {
    PropertySettings(
      runs: environment["GESTURE_RUNS"].flatMap { Int($0) } ?? runs ?? ofTest.runs,
      seed: environment["GESTURE_SEED"].flatMap { UInt64($0) } ?? seed ?? ofTest.seed)
  }
}

/// How many scripts the properties of a test or a suite are tried on, and their seed.
public struct PropertyTrait: TestTrait, SuiteTrait, TestScoping {
  let settings: PropertySettings

  /// Tests in a suite, and suites in it, have the trait, too.
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await PropertySettings.$ofTest.withValue(settings) { try await function() }
  }
}

extension Trait where Self == PropertyTrait {
  /// Tries properties on a number of scripts, with a seed; nil is the usual one.
  ///
  /// ```swift
  /// @Test(.properties(runs: 1000)) func taps() { forAll(fingers: .taps()) { ... } }
  /// ```
  public static func properties(runs: Int? = nil, seed: UInt64? = nil) -> Self {
    PropertyTrait(settings: PropertySettings(runs: runs, seed: seed))
  }
}
