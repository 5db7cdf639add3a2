import Gestures
import Timeline

/// Finds out which recognized gesture is which expected one.
struct GestureMatching {
  struct Pair: Equatable {
    var expected: Int
    var actual: Int
  }

  let expected: [GestureExpectation]
  let actual: [Gesture]
  private let tolerances: GestureTolerances

  init(_ expected: [GestureExpectation], _ actual: [Gesture], _ tolerances: GestureTolerances) {
    self.expected = expected
    self.actual = actual
    self.tolerances = tolerances
  }

  func differences(_ i: Int, _ j: Int) -> [String] {
    expected[i].differences(from: actual[j], tolerances)
  }

  /// The price of taking a gesture for an expected one; nil if it is of another kind. One that
  /// differs is still more like it than none: two lone ones are dearer.
  private func price(_ i: Int, _ j: Int) -> Double? {
    guard expected[i].kind == actual[j].kind else { return nil }
    return differences(i, j).isEmpty ? 0 : 0.9
  }

  /// The price of an expected gesture that is missing.
  private func priceOfMissing(_ i: Int) -> Double { expected[i].isOptional ? 0.01 : 1 }

  /// The cheapest pairs that keep the order of both lists (an edit distance).
  func ordered() -> [Pair] {
    let (rows, columns) = (expected.count, actual.count)
    // The usual case needs no table, which grows with the square.
    if rows == columns, expected.indices.allSatisfy({ price($0, $0) == 0 }) {
      return expected.indices.map { Pair(expected: $0, actual: $0) }
    }
    let width = columns + 1
    var table = [Double](repeating: 0, count: (rows + 1) * width)
    for i in (0...rows).reversed() {
      for j in (0...columns).reversed() where i < rows || j < columns {
        var best = Double.infinity
        if i < rows { best = min(best, priceOfMissing(i) + table[(i + 1) * width + j]) }
        if j < columns { best = min(best, 1 + table[i * width + j + 1]) }
        if i < rows, j < columns, let price = price(i, j) {
          best = min(best, price + table[(i + 1) * width + j + 1])
        }
        table[i * width + j] = best
      }
    }
    var pairs: [Pair] = []
    var (i, j) = (0, 0)
    while i < rows, j < columns {
      let best = table[i * width + j]
      if let price = price(i, j), price + table[(i + 1) * width + j + 1] == best {
        pairs.append(Pair(expected: i, actual: j))
        (i, j) = (i + 1, j + 1)
      } else if priceOfMissing(i) + table[(i + 1) * width + j] == best {
        i += 1
      } else {
        j += 1
      }
    }
    return pairs
  }

  /// The most exact pairs in any order, then those of a kind of what is left.
  func unordered() -> [Pair] {
    var owners: [Int: Int] = [:]
    for index in expected.indices {
      var visited: Set<Int> = []
      _ = assign(index, &owners, &visited)
    }
    var pairs = owners.map { Pair(expected: $0.value, actual: $0.key) }
    var free = actual.indices.filter { owners[$0] == nil }
    for index in expected.indices where !owners.values.contains(index) {
      guard let other = free.firstIndex(where: { actual[$0].kind == expected[index].kind })
      else { continue }
      pairs.append(Pair(expected: index, actual: free.remove(at: other)))
    }
    return pairs.sorted { $0.expected < $1.expected }
  }

  /// Gives an expectation a gesture, and those that had it another one (augmenting paths).
  private func assign(
    _ index: Int, _ owners: inout [Int: Int], _ visited: inout Set<Int>
  ) -> Bool {
    for other in actual.indices where price(index, other) == 0 && !visited.contains(other) {
      visited.insert(other)
      if let owner = owners[other], !assign(owner, &owners, &visited) { continue }
      owners[other] = index
      return true
    }
    return false
  }

  /// When a missing gesture should have come: between the pairs around it.
  func gap(at index: Int, pairs: [Pair]) -> ClosedRange<Timestamp> {
    if let moment = expected[index].moment {
      // A recognizer may wait for a second before it gives up.
      return Timestamp(seconds: moment.lowerBound)...Timestamp(seconds: moment.upperBound + 1)
    }
    let before = pairs.last { $0.expected < index }.map { actual[$0.actual].time }
    let after = pairs.first { $0.expected > index }.map { actual[$0.actual].start }
    let start = before ?? .min
    return start...max(start, after ?? .max)
  }
}
