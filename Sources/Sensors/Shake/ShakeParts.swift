/// Counts how often the change of the acceleration turns round.
///
/// The change over a tenth of a second has no gravity in it and alternates even where the
/// acceleration itself does not, as when a wrist turns to and fro and the device is flung outward
/// both times.
struct ReversalCount: Sendable {
  private var extreme: Acceleration?
  /// The times of the last reversals, the newest last.
  private var times = InlineArray<4, Double>(repeating: -.infinity)
  private var now = 0.0
  /// When the change was last large.
  private var lastLarge = -Double.infinity

  mutating func begin() {
    self = ReversalCount()
  }

  @inline(__always) mutating func advance(to time: Double, _ change: Acceleration) {
    now = time
    let size = change.dot(change)
    let limit = StandardShakeRule.reversalSize
    guard size >= limit * limit else { return }
    let isNew = time - lastLarge > StandardShakeRule.window
    lastLarge = time
    guard let extreme, !isNew else {
      self.extreme = change
      return
    }
    if extreme.dot(change) < 0 {
      for index in 1..<4 { times[index - 1] = times[index] }
      times[3] = time
      self.extreme = change
    } else if size > extreme.dot(extreme) {
      self.extreme = change
    }
  }

  /// The reversals within ``StandardShakeRule/reversalWindow``, at most 4.
  var count: Int {
    let first = now - StandardShakeRule.reversalWindow
    var count = 0
    for index in 0..<4 where times[index] > first { count += 1 }
    return count
  }
}

/// Tells which samples are at the end of the sensor's range.
struct SaturationWatch: Sendable {
  /// The end of the range is taken as reached a hundredth before it: sensors differ by so much.
  private static let tolerance = 0.99
  /// Less than this, in g, no sensor's range is: ranges are 2, 4, 8 and 16 g, and what a sensor gives
  /// at their ends differs from that by ``spread`` at most.
  private static let smallestRange = 1.9
  private static let spread = 0.025
  /// So often a largest value comes before it is taken for the end of the range.
  private static let repetitions = 3

  private let range: Double?
  private var largest = 0.0
  private var repeated = 0

  init(range: Double?) {
    self.range = range
  }

  @inline(__always) mutating func isSaturated(_ acceleration: Acceleration) -> Bool {
    let axis = acceleration.largestAxis
    if let range { return axis >= range * SaturationWatch.tolerance }
    if axis < largest || axis < SaturationWatch.smallestRange { return false }
    repeated = axis == largest ? repeated + 1 : 1
    largest = axis
    return repeated >= SaturationWatch.repetitions && SaturationWatch.isRange(axis)
  }

  private static func isRange(_ axis: Double) -> Bool {
    for range in [2.0, 4, 8, 16] where (axis - range).magnitude <= range * spread { return true }
    return false
  }
}

/// A stretch of motion: when it began, when it was last seen, and its peak.
struct MotionBurst: Sendable {
  private(set) var start = 0.0
  private(set) var last = -Double.infinity
  private(set) var peak = 0.0
  private(set) var isSaturated = false
  /// Whether a sample since the last mean was at the end of the range.
  private var isNewSaturated = false

  mutating func begin() {
    self = MotionBurst()
  }

  mutating func noteSaturation() {
    isNewSaturated = true
  }

  /// Whether nothing moved for longer than there is between two strokes of a shake.
  @inline(__always) func hasPaused(at time: Double) -> Bool {
    time - last > StandardShakeRule.longestPause
  }

  /// - Parameter isHeld: whether a shake goes on, whose pauses belong to it.
  @inline(__always) mutating func advance(to time: Double, _ size: Double, isHeld: Bool) {
    guard size >= StandardShakeRule.motion else { return }
    if !isHeld, hasPaused(at: time) {
      start = time
      peak = 0
      isSaturated = false
    }
    last = time
    peak = max(peak, size)
    if isNewSaturated {
      isSaturated = true
      isNewSaturated = false
    }
  }
}
