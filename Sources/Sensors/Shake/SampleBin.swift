/// Averages samples that come faster than a shake needs: hands shake at 6 Hz at most, so 40 samples a
/// second tell everything.
///
/// Samples at least ``length`` apart pass one by one, at once. Of faster ones so many are averaged as
/// fit into that time; the mean passes with the last of them, not with the first of the next.
struct SampleBin: Sendable {
  /// Seconds.
  static let length = 0.025
  /// An even 40 Hz passes, for all its rounding.
  private static let tolerance = 0.001

  private var sum = Acceleration.zero
  private var count = 0.0
  private var start = 0.0

  mutating func begin() {
    self = SampleBin()
  }

  /// Takes a sample that came `interval` seconds after the one before; the mean, if the bin is full.
  @inline(__always) mutating func add(
    _ acceleration: Acceleration, at time: Double, interval: Double
  ) -> Acceleration? {
    if count == 0 {
      if interval >= SampleBin.length - SampleBin.tolerance { return acceleration }
      start = time
      sum = acceleration
      count = 1
      return nil
    }
    sum = sum + acceleration
    count += 1
    if time - start + interval < SampleBin.length - SampleBin.tolerance { return nil }
    let mean = sum * (1 / count)
    count = 0
    return mean
  }
}
