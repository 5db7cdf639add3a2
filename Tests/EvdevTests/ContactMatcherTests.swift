import Testing
import Timeline

@testable import Evdev

@Suite struct ContactMatcherTests {
  @Test("As many touches as possible are paired, each of them once", arguments: 0...6, 0...6)
  func complete(oldCount: Int, newCount: Int) {
    var matcher = ContactMatcher()
    matcher.match(oldCount: oldCount, newCount: newCount) { Double(($0 * 7 + $1 * 5) % 11) }
    let used = matcher.partners.filter { $0 >= 0 }
    #expect(matcher.partners.count == newCount)
    #expect(used.count == min(oldCount, newCount))
    #expect(Set(used).count == used.count)
  }

  @Test("The pairing has the smallest sum of costs of all pairings", arguments: UInt64(1)...40)
  func optimal(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let oldCount = Int.random(in: 1...6, using: &generator)
    let newCount = Int.random(in: 1...6, using: &generator)
    let costs = (0..<oldCount).map { _ in
      (0..<newCount).map { _ in Double(Int.random(in: 0...50, using: &generator)) }
    }
    var matcher = ContactMatcher()
    matcher.match(oldCount: oldCount, newCount: newCount) { costs[$0][$1] }
    let pairs = matcher.partners.enumerated().filter { $0.element >= 0 }
    let sum = pairs.reduce(0) { $0 + costs[$1.element][$1.offset] }
    #expect(sum == cheapest(costs, used: [], old: 0, misses: max(0, oldCount - newCount)))
  }

  /// The smallest cost of all pairings, found by trying each of them.
  private func cheapest(_ costs: [[Double]], used: Set<Int>, old: Int, misses: Int) -> Double {
    if old == costs.count { return 0 }
    var best = Double.infinity
    if misses > 0 { best = cheapest(costs, used: used, old: old + 1, misses: misses - 1) }
    for new in costs[old].indices where !used.contains(new) {
      let rest = cheapest(costs, used: used.union([new]), old: old + 1, misses: misses)
      best = min(best, costs[old][new] + rest)
    }
    return best
  }

  @Test("Beyond the limit, each new touch is paired with the nearest old one that is left")
  func greedy() {
    var matcher = ContactMatcher()
    matcher.match(oldCount: 40, newCount: 30) { abs(Double($0) - Double($1) - 0.1) }
    #expect(matcher.partners == Array(0..<30))
  }

  @Test("Costs that are NaN or infinite do not trap")
  func unusableCosts() {
    var matcher = ContactMatcher()
    matcher.match(oldCount: 3, newCount: 3) { _, _ in .nan }
    matcher.match(oldCount: 3, newCount: 2) { _, _ in .infinity }
    #expect(matcher.partners.count == 2)
  }
}
