extension RandomAccessCollection {
  /// The index of the first element that satisfies a predicate, or ``endIndex``, found by binary
  /// search: no element before it satisfies the predicate, and all elements after it do.
  @inlinable package func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Index {
    var start = startIndex
    var count = count
    while count > 0 {
      let half = count / 2
      let middle = index(start, offsetBy: half)
      if isInSecondPart(self[middle]) {
        count = half
      } else {
        start = index(after: middle)
        count -= half + 1
      }
    }
    return start
  }
}
