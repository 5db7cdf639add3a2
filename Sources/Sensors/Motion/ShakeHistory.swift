/// The last half second of samples, with running integrals over them.
///
/// Integrals start at the beginning of the recording. An integral over a window is the difference
/// of two of them, so that rounding errors do not accumulate.
struct ShakeHistory: Sendable {
  private struct Entry {
    var time = 0.0
    /// One over the seconds since the previous sample.
    var pace = 0.0
    var acceleration = Acceleration.zero
    /// The integrals up to this sample: of the magnitude, and of the square of the change.
    var size = 0.0
    var change = 0.0
  }

  /// Enough for 0.8 s of samples 0.0125 s apart, half of the interval that ``SampleBin`` ensures.
  private static let capacity = 64
  private static let mask = capacity - 1

  private var entries = InlineArray<64, Entry>(repeating: Entry())
  /// The index of the newest sample, and of the last ones before the lag and before the window.
  private var newest = 0
  private var lagging = 0
  private var tail = 0
  private var lastChange = Acceleration.zero
  private var lastUser = Acceleration.zero
  private var lastSize = 0.0
  /// The integral of the squared change over the recording, in g² s.
  private(set) var totalChange = 0.0
  /// The integral of the squared magnitude over the recording, in g² s.
  private(set) var totalSquare = 0.0
  private var totalSize = 0.0
  /// The integral of the magnitude up to the window's start.
  private var sizeBefore = 0.0
  /// The integral of the magnitude up to the last call of ``discardSize()``.
  private var discarded = 0.0
  /// The mean over the window of the squared change, in g².
  private(set) var meanSquareChange = 0.0
  /// The seconds over which the last change was measured.
  private(set) var lag = StandardShakeRule.lag

  /// Restarts with a first sample at 0 s.
  mutating func begin(_ acceleration: Acceleration) {
    newest = 0
    lagging = 0
    tail = 0
    lastChange = .zero
    lastUser = .zero
    lastSize = 0
    totalChange = 0
    totalSquare = 0
    totalSize = 0
    discarded = 0
    meanSquareChange = 0
    lag = StandardShakeRule.lag
    entries[0] = Entry(acceleration: acceleration)
  }

  /// Adds a sample, `step` seconds after the previous one; returns the change over the lag.
  @inline(__always) mutating func advance(
    to time: Double, _ acceleration: Acceleration, step: Double
  ) -> Acceleration {
    lag = max(StandardShakeRule.lag, step)
    newest += 1
    let index = newest & ShakeHistory.mask
    entries[index].time = time
    entries[index].pace = 1 / step
    entries[index].acceleration = acceleration
    let change = acceleration - past(at: time - lag)
    totalChange +=
      (lastChange.dot(lastChange) + lastChange.dot(change) + change.dot(change))
      * (step * (1 / 3.0))
    lastChange = change
    let window = StandardShakeRule.window
    let changeBefore = recall(time - window)
    meanSquareChange = max(0, totalChange - changeBefore) * (1 / window)
    return change
  }

  /// Adds the acceleration without gravity and its magnitude; returns the mean magnitude over the
  /// window.
  @inline(__always) mutating func add(
    _ user: Acceleration, size: Double, step: Double
  ) -> Double {
    totalSize += (lastSize + size) * (step * 0.5)
    totalSquare += (lastSize * lastSize + lastUser.dot(user) + size * size) * (step * (1 / 3.0))
    lastUser = user
    lastSize = size
    let index = newest & ShakeHistory.mask
    entries[index].size = totalSize
    entries[index].change = totalChange
    let time = entries[index].time
    let window = StandardShakeRule.window
    if time >= window { return (totalSize - max(sizeBefore, discarded)) * (1 / window) }
    // Less than a fifth of a second is too short for a mean.
    return (totalSize - discarded) / max(time, 0.2)
  }

  /// Leaves the magnitudes so far out of all later means.
  mutating func discardSize() {
    discarded = totalSize
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

  /// Looks up the integrals up to a time, interpolated linearly; returns that of the squared
  /// change.
  @inline(__always) private mutating func recall(_ time: Double) -> Double {
    while tail + 1 < newest, entries[(tail + 1) & ShakeHistory.mask].time <= time { tail += 1 }
    // Never read entries that were overwritten, however close samples are.
    tail = max(tail, newest - ShakeHistory.capacity + 1)
    let first = tail & ShakeHistory.mask
    let start = entries[first].time
    let size = entries[first].size
    let change = entries[first].change
    // The newest sample has no integrals yet, and is never as old as the window's start.
    guard time > start, tail + 1 < newest else {
      sizeBefore = size
      return change
    }
    let second = (tail + 1) & ShakeHistory.mask
    let part = (time - start) * entries[second].pace
    sizeBefore = size + (entries[second].size - size) * part
    return change + (entries[second].change - change) * part
  }
}
