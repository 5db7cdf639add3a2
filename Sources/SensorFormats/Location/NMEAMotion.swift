/// The speed and course of a VTG sentence, which has no time.
struct NMEAMotion {
  /// The speed in m/s and the course in degrees; nil for empty fields.
  var speed: Double?
  var course: Double?

  /// The largest differences of the same speed and course in two sentences: 0.1 knots and a degree.
  private static let speedTolerance = 0.1001 * 1852 / 3600
  private static let courseTolerance = 1.001

  /// Whether it may be the same motion as another one, rounded differently.
  func agrees(with other: NMEAMotion) -> Bool {
    if let speed, let own = other.speed, abs(speed - own) > NMEAMotion.speedTolerance {
      return false
    }
    guard let course, let own = other.course else { return true }
    return abs((course - own).remainder(dividingBy: 360)) <= NMEAMotion.courseTolerance
  }
}

extension NMEAEpoch {
  /// Adds a VTG, which belongs to the epoch if a sentence with the epoch's time follows.
  mutating func add(_ motion: NMEAMotion) {
    var next = self.motion ?? NMEAMotion()
    next.speed = motion.speed ?? next.speed
    next.course = motion.course ?? next.course
    self.motion = next
  }

  /// Makes the last VTG the epoch's motion.
  mutating func applyMotion() {
    guard let motion else { return }
    values.speed = motion.speed ?? values.speed
    values.course = motion.course ?? values.course
    self.motion = nil
  }
}

/// Decides whether a receiver's VTG between two epochs is the end of the first, as for most
/// receivers, or the beginning of the second.
///
/// It is the beginning if the log's first VTG comes before any sentence with a time, if it is the
/// first one with a speed while the epochs before it have no fix, or if it differs from the RMC of
/// the first epoch.
struct MotionOrder {
  /// Whether VTG begins the receiver's epochs.
  private var isFirst = false
  private var hasBegun = false
  /// Whether the last epoch had neither a fix nor a speed.
  private var wasSilent = false

  /// Assigns a VTG that comes before the first sentence with a time to that sentence's epoch.
  mutating func begin(_ epoch: inout NMEAEpoch) {
    if !hasBegun, epoch.motion != nil { isFirst = true }
    hasBegun = true
    epoch.applyMotion()
  }

  /// Assigns the last VTG to the epoch that ends, or returns it if it belongs to the next one.
  mutating func settle(_ epoch: inout NMEAEpoch) -> NMEAMotion? {
    let hasSpeed = epoch.motion?.speed ?? 0 > 0
    let hasFix = epoch.isReported
    // A receiver that repeats its last speed while it has no fix has done so before.
    if epoch.kinds != 0, !hasFix, hasSpeed, wasSilent { isFirst = true }
    if epoch.kinds != 0 { wasSilent = !hasFix && !hasSpeed }
    guard let motion = epoch.motion else { return nil }
    if isFirst || epoch.ownMotion.map({ !motion.agrees(with: $0) }) ?? false { return motion }
    epoch.applyMotion()
    return nil
  }
}
