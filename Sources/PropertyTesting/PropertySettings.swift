import Files
import Foundation
public import Testing

/// How many scripts a property is tried on, and their seed.
struct PropertySettings: Sendable {
  var runs: Int?
  var seed: UInt64?
  /// What is wrong with a variable of the environment.
  var problem: String?

  /// Those of the trait of the test that runs.
  @TaskLocal static var ofTest = PropertySettings()

  /// The environment first, then what the call says, then the trait.
  static func chosen(
    runs: Int?, seed: UInt64?, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> PropertySettings {
    var settings = PropertySettings(runs: runs ?? ofTest.runs, seed: seed ?? ofTest.seed)
    func number(_ name: String) -> UInt64? {
      guard let text = environment[name] else { return nil }
      if let number = UInt64(text) { return number }
      settings.problem = "\(name)=\(text.printable): expected a whole number of at least 0"
      return nil
    }
    if let runs = number("GESTURE_RUNS") { settings.runs = Int(clamping: runs) }
    if let seed = number("GESTURE_SEED") { settings.seed = seed }
    return settings
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
