import Foundation
import Testing

@testable import Gestures

/// Random applications that callbacks change in every way that a program could.
///
/// `TOUCHSTONE_FUZZ_RUNS` sets the number of runs, `TOUCHSTONE_FUZZ_FIRST` the first seed.
@Suite("Interference in callbacks")
struct InterferenceTests {
  private static func setting(_ name: String, _ usual: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? usual
  }

  private static let runs = setting("TOUCHSTONE_FUZZ_RUNS", 300)
  private static let first = setting("TOUCHSTONE_FUZZ_FIRST", 0)
  private static let isVerbose = setting("TOUCHSTONE_FUZZ_VERBOSE", 0) > 0

  @Test("Whatever callbacks change, no promise is broken")
  func promises() {
    var found: [String: (seed: Int, count: Int)] = [:]
    for seed in Self.first..<(Self.first + Self.runs) {
      if Self.isVerbose { FileHandle.standardError.write(Data("seed \(seed)\n".utf8)) }
      for violation in InterferenceStage.run(seed: seed).violations {
        found[violation, default: (seed, 0)].count += 1
      }
    }
    for (violation, (seed, count)) in found.sorted(by: { $0.key < $1.key }) {
      let log = InterferenceStage.shrink(seed: seed, violation: violation).log
      Issue.record("seed \(seed), \(count) runs: \(violation)\n\(log.joined(separator: "\n"))")
    }
  }

  @Test("The same seed gives the same reports")
  func repeatable() {
    for seed in Self.first..<(Self.first + Self.runs / 4) {
      let digests = [0, 1].map { _ in InterferenceStage.run(seed: seed).digest }
      #expect(digests[0] == digests[1], "seed \(seed)")
    }
  }

  @Test("The runs reach gestures of the common kinds")
  func variety() {
    var kinds: Set<Gesture.Kind> = []
    for seed in 0..<600 { kinds.formUnion(InterferenceStage.run(seed: seed).outcomes) }
    #expect(kinds.isSuperset(of: [.tap, .longPress, .pan, .pinch, .path]))
  }
}
