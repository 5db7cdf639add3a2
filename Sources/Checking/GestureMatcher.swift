import Timeline

/// Pairs expected gestures with recognized ones, by agreement or cost of two indices.
package enum GestureMatcher {
  /// The indices of an expected gesture and of its recognized one.
  package struct Pair: Hashable, Sendable {
    package var expected: Int
    package var actual: Int
  }

  /// The cheapest pairs in the order of both lists (an edit distance), of equally cheap ones the
  /// earliest; an actual gesture without a partner costs 1.
  ///
  /// - Parameter cost: The cost of a pair; nil for two gestures that cannot be one.
  package static func inOrder(
    _ expected: Int, _ actual: Int, costOfMissing: (Int) -> Double = { _ in 1 },
    cost: (Int, Int) -> Double?
  ) -> [Pair] {
    // The usual case needs no table, whose size is the product of the two counts.
    if expected == actual, (0..<expected).allSatisfy({ cost($0, $0) == 0 }) {
      return (0..<expected).map { Pair(expected: $0, actual: $0) }
    }
    let width = actual + 1
    // The table has the cost of the remaining lists from a pair of indices on.
    var table = [Double](repeating: 0, count: (expected + 1) * width)
    for i in (0...expected).reversed() {
      for j in (0...actual).reversed() where i < expected || j < actual {
        var best = Double.infinity
        if i < expected { best = costOfMissing(i) + table[(i + 1) * width + j] }
        if j < actual { best = min(best, 1 + table[i * width + j + 1]) }
        if i < expected, j < actual, let cost = cost(i, j) {
          best = min(best, cost + table[(i + 1) * width + j + 1])
        }
        table[i * width + j] = best
      }
    }
    var pairs: [Pair] = []
    var (i, j) = (0, 0)
    while i < expected, j < actual {
      let best = table[i * width + j]
      if let cost = cost(i, j), cost + table[(i + 1) * width + j + 1] == best {
        pairs.append(Pair(expected: i, actual: j))
        (i, j) = (i + 1, j + 1)
      } else if costOfMissing(i) + table[(i + 1) * width + j] == best {
        i += 1
      } else {
        j += 1
      }
    }
    return pairs
  }

  /// The largest number of agreeing pairs (augmenting paths), by their expected gesture.
  package static func inAnyOrder(
    _ expected: Int, _ actual: Int, agrees: (Int, Int) -> Bool
  ) -> [Pair] {
    var owners: [Int: Int] = [:]
    /// Assigns a partner to an expected gesture, and another one to that partner's former gesture.
    func assign(_ index: Int, _ visited: inout Set<Int>) -> Bool {
      for other in 0..<actual where agrees(index, other) && !visited.contains(other) {
        visited.insert(other)
        if let owner = owners[other], !assign(owner, &visited) { continue }
        owners[other] = index
        return true
      }
      return false
    }
    for index in 0..<expected {
      var visited: Set<Int> = []
      _ = assign(index, &visited)
    }
    return owners.map { Pair(expected: $0.value, actual: $0.key) }
      .sorted { $0.expected < $1.expected }
  }

  /// Pairs each expected gesture, one after the other, with the nearest free candidate, of equally
  /// near ones the first.
  ///
  /// - Parameter distance: The distance of two gestures; nil for two that cannot match.
  package static func nearest(
    _ expected: Int, _ actual: Int, candidates: ((Int) -> Range<Int>)? = nil,
    distance: (Int, Int) -> Double?
  ) -> [Pair] {
    var isTaken = [Bool](repeating: false, count: actual)
    var pairs: [Pair] = []
    for index in 0..<expected {
      var best: (distance: Double, actual: Int)?
      for other in candidates?(index) ?? 0..<actual where !isTaken[other] {
        guard let distance = distance(index, other) else { continue }
        if distance < best?.distance ?? .infinity { best = (distance, other) }
      }
      guard let best else { continue }
      isTaken[best.actual] = true
      pairs.append(Pair(expected: index, actual: best.actual))
    }
    return pairs
  }

  /// Pairs expected gestures with candidates, the nearest pairs of all first, of equally near ones
  /// that of the first expected gesture.
  ///
  /// - Parameter distance: The distance of two gestures; nil for two that cannot match.
  package static func nearestFirst(
    _ expected: Int, _ actual: Int, candidates: (Int) -> Range<Int>,
    distance: (Int, Int) -> Double?
  ) -> [Pair] {
    var all: [(distance: Double, pair: Pair)] = []
    for index in 0..<expected {
      for other in candidates(index) {
        guard let distance = distance(index, other) else { continue }
        all.append((distance, Pair(expected: index, actual: other)))
      }
    }
    all.sort { ($0.distance, $0.pair.expected) < ($1.distance, $1.pair.expected) }
    var isPaired = [Bool](repeating: false, count: expected)
    var isTaken = [Bool](repeating: false, count: actual)
    return all.map(\.pair).filter { pair in
      if isPaired[pair.expected] || isTaken[pair.actual] { return false }
      isPaired[pair.expected] = true
      isTaken[pair.actual] = true
      return true
    }
  }
}

extension Array {
  /// The elements whose value is in a range, of an array that is sorted by that value.
  package func indices(
    where value: (Element) -> Double, from first: Double, through last: Double
  ) -> Range<Int> {
    let start = partitioningIndex { value($0) >= first }
    return start..<Swift.max(start, partitioningIndex { value($0) > last })
  }
}
