public import Contacts

extension [Point] {
  /// Points at equal distances along the path, the first and the last included.
  ///
  /// - Parameter count: How many points, 2 or more. A path without length gives as many times its
  ///   first point; one without points gives none.
  public func resampled(to count: Int) -> [Point] {
    guard let first, count > 1 else { return Array(prefix(Swift.max(0, count))) }
    var result: [Point] = [first]
    result.reserveCapacity(count)
    let step = pathLength / Double(count - 1)
    var next = step
    var walked = 0.0
    for index in indices.dropFirst() where result.count < count {
      let segment = self[index] - self[index - 1]
      let length = segment.length
      while length > 0, next <= walked + length, result.count < count {
        result.append(self[index - 1] + segment * ((next - walked) / length))
        next = step * Double(result.count)
      }
      walked += length
    }
    // Rounding may leave the last one out.
    while result.count < count { result.append(self[endIndex - 1]) }
    return result
  }
}
