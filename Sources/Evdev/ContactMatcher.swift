/// Pairs old and new touches so that the sum of costs is minimal.
///
/// Up to ``optimalLimit`` touches the pairing is optimal, found by the Hungarian method (shortest
/// augmenting paths with potentials; Kuhn 1955, Jonker and Volgenant 1987). With more touches, each
/// new touch in turn is paired with the nearest old one that is left.
struct ContactMatcher: Sendable {
  /// The most touches that are paired optimally, more than two hands have.
  static let optimalLimit = 16

  /// For each new touch, the index of the old one that it continues, or -1.
  private(set) var partners: [Int] = []
  // Working storage of the Hungarian method, kept so that matching does not allocate.
  private var rowPotentials: [Double] = []
  private var columnPotentials: [Double] = []
  private var rowOfColumn: [Int] = []
  private var previousColumn: [Int] = []
  private var leastSlack: [Double] = []
  private var isVisited: [Bool] = []

  /// Pairs `newCount` touches with `oldCount` earlier ones, as many as possible.
  mutating func match(oldCount: Int, newCount: Int, cost: (_ old: Int, _ new: Int) -> Double) {
    partners.refill(-1, count: newCount)
    if oldCount == 0 || newCount == 0 { return }
    if max(oldCount, newCount) > ContactMatcher.optimalLimit {
      matchGreedily(oldCount: oldCount, cost: cost)
    } else if newCount <= oldCount {
      solve(rows: newCount, columns: oldCount) { cost($1, $0) }
      for old in 0..<oldCount where rowOfColumn[old + 1] > 0 {
        partners[rowOfColumn[old + 1] - 1] = old
      }
    } else {
      solve(rows: oldCount, columns: newCount) { cost($0, $1) }
      for new in 0..<newCount where rowOfColumn[new + 1] > 0 {
        partners[new] = rowOfColumn[new + 1] - 1
      }
    }
  }

  private mutating func matchGreedily(oldCount: Int, cost: (_ old: Int, _ new: Int) -> Double) {
    isVisited.refill(false, count: oldCount)
    for new in partners.indices {
      var nearest = -1
      var least = Double.infinity
      for old in 0..<oldCount where !isVisited[old] {
        let candidate = cost(old, new)
        if candidate < least {
          least = candidate
          nearest = old
        }
      }
      partners[new] = nearest
      if nearest >= 0 { isVisited[nearest] = true }
    }
  }

  /// Assigns a column to each row; there are at most as many rows as columns. Both count from 1.
  private mutating func solve(rows: Int, columns: Int, cost: (Int, Int) -> Double) {
    rowPotentials.refill(0, count: rows + 1)
    columnPotentials.refill(0, count: columns + 1)
    rowOfColumn.refill(0, count: columns + 1)
    previousColumn.refill(0, count: columns + 1)
    for row in 1...rows {
      rowOfColumn[0] = row
      leastSlack.refill(.infinity, count: columns + 1)
      isVisited.refill(false, count: columns + 1)
      var column = 0
      repeat {
        column = extend(from: column, columns: columns, cost: cost)
      } while rowOfColumn[column] != 0
      repeat {
        let previous = previousColumn[column]
        rowOfColumn[column] = rowOfColumn[previous]
        column = previous
      } while column != 0
    }
  }

  /// Extends the tree of shortest paths by one column, which it returns.
  private mutating func extend(from column: Int, columns: Int, cost: (Int, Int) -> Double) -> Int {
    isVisited[column] = true
    let row = rowOfColumn[column]
    var delta = Double.infinity
    var next = 0
    for candidate in 1...columns where !isVisited[candidate] {
      let slack =
        cost(row - 1, candidate - 1) - rowPotentials[row] - columnPotentials[candidate]
      if slack < leastSlack[candidate] {
        leastSlack[candidate] = slack
        previousColumn[candidate] = column
      }
      if leastSlack[candidate] < delta || next == 0 {
        delta = leastSlack[candidate]
        next = candidate
      }
    }
    for candidate in 0...columns {
      if isVisited[candidate] {
        rowPotentials[rowOfColumn[candidate]] += delta
        columnPotentials[candidate] -= delta
      } else {
        leastSlack[candidate] -= delta
      }
    }
    return next
  }
}

extension Array {
  /// Replaces the elements with equal ones, in the same memory.
  mutating func refill(_ value: Element, count: Int) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(value, count: count))
  }
}
