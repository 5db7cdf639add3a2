/// The last half second of samples, with running integrals over them.
///
/// Integrals are kept from the beginning of the recording, and the one over a window is the difference
/// of two of them: no error of rounding stays behind.
struct ShakeHistory: Sendable {
  private struct Entry {
    var time = 0.0
    /// One over the seconds since the sample before.
    var pace = 0.0
    var acceleration = Acceleration.zero
    /// The integrals up to this sample: of the acceleration's size, of its change squared.
    var size = 0.0
    var change = 0.0
  }

  /// Enough for 0.8 s of samples 0.0125 s apart, which is half of what ``SampleBin`` lets through.
  private static let capacity = 64
  private static let mask = capacity - 1

  private var entries = InlineArray<64, Entry>(repeating: Entry())
  /// The number of the newest sample, and of the ones before the lag and before the window.
  private var newest = 0
  private var lagging = 0
  private var tail = 0
  private var lastChange = Acceleration.zero
  private var lastUser = Acceleration.zero
  private var lastSize = 0.0
  /// The integral of the change squared over the recording, in g² s.
  private(set) var totalChange = 0.0
  /// The integral of the size squared over the recording, in g² s.
  private(set) var totalSquare = 0.0
  private var totalSize = 0.0
  /// The integral of the size at the window's start.
  private var sizeBefore = 0.0
  /// The integral of the size up to where it was forgotten.
  private var forgotten = 0.0
  /// The mean over the window of the change squared, in g².
  private(set) var meanSquareChange = 0.0
  /// The seconds over which the last change was taken.
  private(set) var lag = StandardShakeRule.lag

  /// Starts afresh with a first sample at 0 s.
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
    forgotten = 0
    meanSquareChange = 0
    lag = StandardShakeRule.lag
    entries[0] = Entry(acceleration: acceleration)
  }

  /// Takes a sample in, `step` seconds after the one before; the change over the lag.
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

  /// Adds the acceleration without gravity and its size; the mean of its size over the window.
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
    if time >= window { return (totalSize - max(sizeBefore, forgotten)) * (1 / window) }
    // A fifth of a second is needed for a mean.
    return (totalSize - forgotten) / max(time, 0.2)
  }

  /// Leaves the size so far out of every mean from now on.
  mutating func forgetSize() {
    forgotten = totalSize
  }

  /// The acceleration at a moment, linear between the samples.
  @inline(__always) private mutating func past(at moment: Double) -> Acceleration {
    while lagging + 1 < newest, entries[(lagging + 1) & ShakeHistory.mask].time <= moment {
      lagging += 1
    }
    let first = lagging & ShakeHistory.mask
    let start = entries[first].time
    let acceleration = entries[first].acceleration
    guard moment > start else { return acceleration }
    let second = (lagging + 1) & ShakeHistory.mask
    let part = (moment - start) * entries[second].pace
    return acceleration + (entries[second].acceleration - acceleration) * part
  }

  /// Recalls the integrals up to a moment, linear between the samples; that of the change squared.
  @inline(__always) private mutating func recall(_ moment: Double) -> Double {
    while tail + 1 < newest, entries[(tail + 1) & ShakeHistory.mask].time <= moment { tail += 1 }
    // However close samples are, those that were overwritten are not looked at.
    tail = max(tail, newest - ShakeHistory.capacity + 1)
    let first = tail & ShakeHistory.mask
    let start = entries[first].time
    let size = entries[first].size
    let change = entries[first].change
    // The newest sample has no integrals yet, and is never that far from its window's start.
    guard moment > start, tail + 1 < newest else {
      sizeBefore = size
      return change
    }
    let second = (tail + 1) & ShakeHistory.mask
    let part = (moment - start) * entries[second].pace
    sizeBefore = size + (entries[second].size - size) * part
    return change + (entries[second].change - change) * part
  }
}
