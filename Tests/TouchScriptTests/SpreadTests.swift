import Testing
import Timeline

@testable import TouchScript

struct SpreadTests {
  private let spread = Spread(1, p5: 2, p25: 4, p50: 8, p75: 16, p95: 32, 64)

  @Test(
    "The given percentiles have the given values",
    arguments: [(0, 1.0), (0.05, 2), (0.25, 4), (0.5, 8), (0.75, 16), (0.95, 32), (1, 64)])
  func percentiles(share: Double, value: Double) {
    #expect(abs(spread.value(at: share) - value) < 1e-12)
  }

  @Test("Random values have the given percentiles, all within the bounds")
  func draws() {
    var generator = SeededGenerator(seed: 4)
    let values = (0..<10_000).map { _ in spread.draw(&generator) }
    #expect(values.allSatisfy { (1...64).contains($0) })
    #expect((4800...5200).contains(values.count { $0 < 8 }))
    #expect((400...600).contains(values.count { $0 > 32 }))
  }

  @Test("Shares below 0 and above 1 have the values of the bounds")
  func beyond() {
    #expect(spread.value(at: -1) == 1)
    #expect(spread.value(at: 2) == 64)
  }

  @Test("A scaled spread is wider by the given factor")
  func scaled() {
    #expect(spread.scaled(by: 3).value(at: 0.5) == 24)
    #expect(Spread.none.value(at: 0.3) == 0)
  }

  @Test("A value below the one before it, or not a number, counts as the one before it")
  func descending() {
    let spread = Spread(.nan, p5: -1, p25: 4, p50: 3, p75: .nan, p95: 8, 7)
    #expect(spread == Spread(0, p5: 0, p25: 4, p50: 4, p75: 4, p95: 8, 8))
  }

  @Test("A negative factor and one that is not a number make zeros", arguments: [-1, .nan])
  func badFactor(factor: Double) {
    #expect(spread.scaled(by: factor) == .none)
  }
}
