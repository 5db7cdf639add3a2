/// The samples of the last half second, with integrals from the beginning of the recording: those
/// over a window are differences, so that rounding errors do not accumulate.
struct ShakeHistory: Sendable {
  /// The integrals from the beginning of the recording.
  struct Integrals {
    /// The integral of the acceleration, in g s.
    var sum = Acceleration.zero
    /// The integral of the acceleration's square, in g² s.
    var square = 0.0
    /// The integral of the square along the lines between samples, in g² s.
    var lineSquare = 0.0
    /// The integral of the derivative's square, in g²/s.
    var jerk = 0.0
    /// The integral of the square of the change over ``StandardShakeRule/lag``, in g² s.
    var change = 0.0
  }

  private struct Entry {
    var time = 0.0
    /// The reciprocal of the seconds since the previous sample.
    var pace = 0.0
    var acceleration = Acceleration.zero
    var integrals = Integrals()
  }

  /// The most samples, for 0.5 s of samples at half of the interval that ``SampleBin`` ensures.
  private static let capacity = 64
  private static let mask = capacity - 1

  private var entries = InlineArray<64, Entry>(repeating: Entry())
  /// The index of the newest sample, and of the last ones before the lag and before the window.
  private var newest = 0
  private var lagging = 0
  private var tail = 0
  /// The time before which samples are left out.
  private var forgotten = 0.0
  private var lastChange = Acceleration.zero
  private(set) var totals = Integrals()
  /// The root mean square of the deviation from the mean over the window, in g.
  private(set) var deviation = 0.0
  /// The mean over the window of the squared derivative, in g²/s².
  private var meanSquareJerk = 0.0
  /// The mean over the window of the squared change, in g².
  private(set) var meanSquareChange = 0.0

  /// The frequency, in Hz, of a sine with the same ratio of derivative to deviation.
  var frequency: Double {
    guard deviation > 0 else { return 0 }
    return meanSquareJerk.squareRoot() / (2 * Double.pi * deviation)
  }

  /// Begins with a first sample at 0 s.
  init(_ acceleration: Acceleration = .zero) {
    entries[0].acceleration = acceleration
  }

  /// Excludes the samples so far from ``deviation`` and ``frequency``.
  mutating func forget() { forgotten = entries[newest & ShakeHistory.mask].time }

  /// Adds a sample, `step` seconds after the previous one.
  @inline(__always) mutating func advance(
    to time: Double, _ acceleration: Acceleration, step: Double
  ) {
    let previous = entries[newest & ShakeHistory.mask].acceleration
    let pace = 1 / step
    let difference = acceleration - previous
    totals.sum = totals.sum + (acceleration + previous) * (step * 0.5)
    // The mean of both squares: the mean along the line between them is up to three times smaller
    // if samples are far apart, and a shake would be weaker at 10 Hz.
    totals.square += (previous.dot(previous) + acceleration.dot(acceleration)) * (step * 0.5)
    totals.lineSquare += ShakeHistory.meanSquare(previous, acceleration) * step
    totals.jerk += difference.dot(difference) * pace
    newest += 1
    let index = newest & ShakeHistory.mask
    entries[index].time = time
    entries[index].pace = pace
    entries[index].acceleration = acceleration
    let change = acceleration - past(at: time - max(StandardShakeRule.lag, step))
    totals.change += ShakeHistory.meanSquare(lastChange, change) * step
    lastChange = change
    entries[index].integrals = totals
    measure(time)
  }

  /// Measures the window that ends at a time.
  @inline(__always) private mutating func measure(_ time: Double) {
    let start = max(time - StandardShakeRule.window, forgotten)
    let before = integrals(upTo: start)
    let pace = 1 / (time - start)
    let mean = (totals.sum - before.sum) * pace
    let variance = (totals.square - before.square) * pace - mean.dot(mean)
    deviation = max(0, variance).squareRoot()
    meanSquareJerk = max(0, totals.jerk - before.jerk) * pace
    meanSquareChange = max(0, totals.change - before.change) * (1 / StandardShakeRule.window)
  }

  /// The mean of the square along a line between two values.
  @inline(__always) private static func meanSquare(
    _ first: Acceleration, _ last: Acceleration
  ) -> Double {
    (first.dot(first) + first.dot(last) + last.dot(last)) * (1 / 3.0)
  }

  /// The acceleration at a time, interpolated linearly.
  @inline(__always) private mutating func past(at time: Double) -> Acceleration {
    while lagging + 1 < newest, entries[(lagging + 1) & ShakeHistory.mask].time <= time {
      lagging += 1
    }
    let first = lagging & ShakeHistory.mask
    let start = entries[first].time
    let acceleration = entries[first].acceleration
    guard time > start else { return acceleration }
    let second = (lagging + 1) & ShakeHistory.mask
    let part = (time - start) * entries[second].pace
    return acceleration + (entries[second].acceleration - acceleration) * part
  }

  /// The integrals up to a time in the window, or up to the first sample.
  @inline(__always) private mutating func integrals(upTo time: Double) -> Integrals {
    while tail + 1 < newest, entries[(tail + 1) & ShakeHistory.mask].time <= time { tail += 1 }
    // Entries that were overwritten are never read, however close samples are.
    tail = max(tail, newest - ShakeHistory.capacity + 1)
    let first = tail & ShakeHistory.mask
    let step = time - entries[first].time
    guard step > 0 else { return entries[first].integrals }
    let second = (tail + 1) & ShakeHistory.mask
    let part = step * entries[second].pace
    let start = entries[first].acceleration
    let end = start + (entries[second].acceleration - start) * part
    var integrals = entries[first].integrals
    let next = entries[second].integrals
    integrals.sum = integrals.sum + (start + end) * (step * 0.5)
    integrals.square += (next.square - integrals.square) * part
    integrals.jerk += (next.jerk - integrals.jerk) * part
    integrals.change += (next.change - integrals.change) * part
    return integrals
  }
}
