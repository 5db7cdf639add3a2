import Timeline

extension [Double] {
  var mean: Double { isEmpty ? 0 : reduce(0, +) / Double(count) }

  /// The standard deviation; 0 for an empty array.
  var deviation: Double {
    let mean = mean
    return map { ($0 - mean) * ($0 - mean) }.mean.squareRoot()
  }

  /// The value below which the given share (0 to 1) of the values is, interpolated between
  /// neighbours; the values are sorted.
  func percentile(_ share: Double) -> Double {
    guard let last else { return 0 }
    let index = share * Double(count - 1)
    let below = Int(index)
    guard below + 1 < count else { return last }
    return self[below] + (self[below + 1] - self[below]) * (index - Double(below))
  }

  /// The rank of each value as a share (0 to 1) of all; equal values share the middle of theirs.
  var rankShares: [Double] {
    let order = indices.sorted { self[$0] < self[$1] }
    var shares = [Double](repeating: 0, count: count)
    var start = 0
    while start < count {
      var end = start
      while end < count, self[order[end]] == self[order[start]] { end += 1 }
      for index in order[start..<end] {
        shares[index] = Double(start + end) / 2 / Double(count)
      }
      start = end
    }
    return shares
  }
}

/// Values of one quantity by the person who made them.
struct GroupedValues {
  var groups: [[Double]]

  init(groups: [[Double]]) { self.groups = groups }

  init(_ measurements: [HandMeasurement], by key: (HandMeasurement) -> String) {
    let grouped = Dictionary(grouping: measurements, by: key)
    groups = grouped.keys.sorted().map { (grouped[$0] ?? []).map(\.value) }
  }

  var sorted: [Double] { groups.flatMap { $0 }.sorted() }

  /// Groups drawn at random with replacement, as many as there are.
  func resampled(_ generator: inout SeededGenerator) -> GroupedValues {
    GroupedValues(groups: groups.map { _ in groups[generator.index(below: groups.count)] })
  }

  /// The same, with each value replaced by its rank's share of all.
  var ranks: GroupedValues {
    var shares = groups.flatMap { $0 }.rankShares[...]
    return GroupedValues(
      groups: groups.map { group in
        defer { shares = shares.dropFirst(group.count) }
        return Array(shares.prefix(group.count))
      })
  }

  /// The share of the variance that is between groups: the intraclass correlation of the one-way
  /// analysis of variance for groups of unequal sizes (Fisher; Donner, "A review of inference
  /// procedures for the intraclass correlation coefficient", 1986), at least 0. Nil if no group has
  /// two values.
  var intraclassCorrelation: Double? {
    let values = groups.flatMap { $0 }
    let (count, total) = (Double(groups.count), Double(values.count))
    guard count > 1, total > count else { return nil }
    let mean = values.mean
    let between = groups.reduce(0) {
      $0 + Double($1.count) * ($1.mean - mean) * ($1.mean - mean)
    }
    let within = groups.reduce(0) { sum, group in
      sum + Double(group.count) * group.deviation * group.deviation
    }
    let size = (total - groups.reduce(0) { $0 + Double($1.count * $1.count) } / total) / (count - 1)
    let (a, b) = (between / (count - 1), within / (total - count))
    let denominator = a + (size - 1) * b
    return denominator > 0 ? max(0, (a - b) / denominator) : nil
  }

  /// The middle 95 % of statistics over groups drawn with replacement, a thousand times.
  func intervals(_ statistics: (GroupedValues) -> [Double]) -> [ClosedRange<Double>] {
    var generator = SeededGenerator(seed: 1)
    let drawn = (0..<1000).map { _ in statistics(resampled(&generator)) }
    let count = drawn.map(\.count).max() ?? 0
    return (0..<count).map { index in
      let values = drawn.filter { $0.count == count }.map { $0[index] }.sorted()
      return values.percentile(0.025)...values.percentile(0.975)
    }
  }
}
