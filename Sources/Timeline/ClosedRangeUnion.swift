extension ClosedRange {
  /// The smallest range that contains both.
  @inlinable package func union(_ other: Self) -> Self {
    Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
  }
}
