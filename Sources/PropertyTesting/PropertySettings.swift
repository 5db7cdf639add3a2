import Files
import Foundation

/// The number of scripts for a property, and their seed.
struct PropertySettings: Sendable {
  var runs = 100
  var seed: UInt64 = 0
  /// The error in a variable of the environment.
  var problem: String?

  /// The settings from the trait of the running test.
  @TaskLocal static var ofTest = PropertySettings()

  /// The settings by precedence: the environment, then the call, then the trait.
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

/// The number of scripts for the properties of a test or a suite, and their seed.
public struct PropertyTrait: TestTrait, SuiteTrait, TestScoping {
  let settings: PropertySettings

  /// True: tests in a suite, and suites in it, have the trait, too.
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await PropertySettings.$ofTest.withValue(settings) { try await function() }
  }
}

extension Trait where Self == PropertyTrait {
  /// A trait that tries properties on a number of scripts, with a seed; nil for the default ones.
  /// Of 0 runs, only the scripts of kept failures are tried.
  ///
  /// ```swift
  /// @Test(.properties(runs: 1000)) func taps() { forAll(fingers: .taps()) { ... } }
  /// ```
  public static func properties(runs: Int? = nil, seed: UInt64? = nil) -> Self {
    var settings = PropertySettings()
    if let runs { settings.runs = runs }
    if let seed { settings.seed = seed }
    return PropertyTrait(settings: settings)
  }
}
