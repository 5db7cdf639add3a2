/// Pairs old and new touches so that the sum of the costs is least.
///
/// Up to ``optimalLimit`` touches the pairing is the best of all, found by the Hungarian method
/// (shortest augmenting paths with potentials; Kuhn 1955, Jonker and Volgenant 1987). Hands don't
/// have more fingers; beyond, each new touch in turn takes the nearest that is left.
struct ContactMatcher: Sendable {
  static let optimalLimit = 16

  /// For each new touch the old one that it continues, or -1.
  private(set) var partners: [Int] = []
  // Working storage of the Hungarian method, kept so that matching does not allocate.
  private var rowPotentials: [Double] = []
  private var columnPotentials: [Double] = []
  private var rowOfColumn: [Int] = []
  private var previousColumn: [Int] = []
  private var leastSlack: [Double] = []
  private var isVisited: [Bool] = []

  /// Pairs `newCount` touches with `oldCount` earlier ones; as many as possible are paired.
  mutating func match(oldCount: Int, newCount: Int, cost: (_ old: Int, _ new: Int) -> Double) {
    partners.removeAll(keepingCapacity: true)
    partners.append(contentsOf: repeatElement(-1, count: newCount))
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

  private mutating func matchGreedily(
    oldCount: Int, cost: (_ old: Int, _ new: Int) -> Double
  ) {
    isVisited.removeAll(keepingCapacity: true)
    isVisited.append(contentsOf: repeatElement(false, count: oldCount))
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

  /// Assigns a column to each of at most as many rows; rows and columns count from 1 inside.
  private mutating func solve(rows: Int, columns: Int, cost: (Int, Int) -> Double) {
    reset(&rowPotentials, rows + 1, 0)
    reset(&columnPotentials, columns + 1, 0)
    reset(&rowOfColumn, columns + 1, 0)
    reset(&previousColumn, columns + 1, 0)
    for row in 1...rows {
      rowOfColumn[0] = row
      reset(&leastSlack, columns + 1, Double.infinity)
      reset(&isVisited, columns + 1, false)
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

  /// Grows the tree of shortest paths by one column and returns it.
  private mutating func extend(
    from column: Int, columns: Int, cost: (Int, Int) -> Double
  ) -> Int {
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

  private func reset<Value>(_ array: inout [Value], _ count: Int, _ value: Value) {
    array.removeAll(keepingCapacity: true)
    array.append(contentsOf: repeatElement(value, count: count))
  }
}
