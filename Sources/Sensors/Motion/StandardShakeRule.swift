import Timeline

/// Recognizes shakes: strong acceleration, to and fro, after comparative calm.
///
/// Four conditions apply to the last half second. *Energy*: the mean acceleration without gravity
/// is large. *Jerk*: within a tenth of a second the acceleration changes about as much as it is
/// large, which a swing of the arm does not do. *Reversals*: the change alternates, where the
/// samples are close enough to show it. *Contrast*: the energy exceeds that of the two seconds
/// before, which a runner's stride does not do. docs/Sensors.md has the reasons and the
/// measurements.
///
/// Between samples the acceleration is assumed to be linear, and every quantity is an integral over
/// time, so the same motion gives the same numbers at 10 Hz and at 400 Hz, evenly sampled or not.
/// Samples that repeat a time or go back are left out; after a gap the rule restarts.
public struct StandardShakeRule: Sendable {
  public let parameters: Parameters
  private var history = ShakeHistory()
  private var gravity = GravityEstimate()
  private var background = ShakeBackground()
  private var reversals = ReversalCounter()
  private var saturation: SaturationDetector
  private var burst = MotionBurst()
  private var bin = SampleBin()
  /// The time of the samples' clock at 0 s; nil before the first sample.
  private var origin: Timestamp?
  private var seconds = 0.0
  /// The time of the last sample that passed ``SampleBin``, in seconds.
  private var passed = 0.0
  /// The mean interval of the last samples that passed, in seconds.
  private var interval = 0.0
  private var isShaking = false
  private var recognized = 0.0
  private var lastEnergetic = 0.0
  /// The number of samples left out: repeated or earlier times, and implausible values.
  public private(set) var ignoredSamples = 0

  public init(_ parameters: Parameters = Parameters()) {
    self.parameters = parameters
    saturation = SaturationDetector(range: parameters.range)
  }

  /// Processes the next sample; returns an event when a shake begins or ends.
  public mutating func process(_ sample: AccelerationSample) -> ShakeEvent? {
    guard sample.acceleration.isPlausible else {
      ignoredSamples += 1
      return nil
    }
    guard let origin else {
      begin(sample)
      return nil
    }
    let elapsed = sample.time.microseconds(since: origin)
    let now = Double(elapsed) * 1e-6
    let step = now - seconds
    if step <= 0 { return skip(sample, step: step) }
    if step > StandardShakeRule.longestGap {
      let event = finish()
      begin(sample)
      return event
    }
    seconds = now
    let isSaturated = saturation.isSaturated(sample.acceleration)
    if isSaturated { burst.noteSaturation() }
    guard let mean = bin.add(sample.acceleration, at: now, interval: step) else { return nil }
    let length = now - passed
    passed = now
    interval += (length - interval) * 0.1
    return advance(mean, step: length)
  }

  /// Ends a shake that is in progress, at the end of the samples or at a gap.
  public mutating func finish() -> ShakeEvent? {
    guard isShaking else { return nil }
    isShaking = false
    return .ended(shake)
  }

  /// Leaves a sample out, or restarts if the clock was set back.
  private mutating func skip(_ sample: AccelerationSample, step: Double) -> ShakeEvent? {
    if step < -StandardShakeRule.longestStepBack {
      let event = finish()
      begin(sample)
      return event
    }
    ignoredSamples += 1
    return nil
  }

  private mutating func begin(_ sample: AccelerationSample) {
    origin = sample.time
    seconds = 0
    passed = 0
    bin.begin()
    interval = StandardShakeRule.longestGap
    history.begin(sample.acceleration)
    gravity.begin(sample.acceleration)
    background.begin()
    reversals.begin()
    burst.begin()
  }

  private func time(_ seconds: Double) -> Timestamp {
    (origin ?? .zero).advanced(bySeconds: seconds)
  }

  /// The shake in progress.
  private var shake: Shake {
    // Motion long before the recognition is not part of the shake.
    let start = max(burst.start, recognized - StandardShakeRule.window)
    return Shake(
      start: time(start), time: time(recognized), end: time(max(burst.last, recognized)),
      strength: burst.peak, isAtLeast: burst.isSaturated)
  }
}

// MARK: - A sample

extension StandardShakeRule {
  private mutating func advance(_ acceleration: Acceleration, step: Double) -> ShakeEvent? {
    let change = history.advance(to: seconds, acceleration, step: step)
    reversals.advance(to: seconds, change)
    let user =
      acceleration - gravity.advance(by: step, acceleration, change: history.meanSquareChange)
    let size = user.magnitude
    let energy = history.add(user, size: size, step: step)
    burst.advance(to: seconds, size, isHeld: isShaking)
    let event = decide(energy)
    background.add(
      energy: energy, at: seconds, change: history.totalChange, size: history.totalSquare)
    return event
  }

  private mutating func decide(_ energy: Double) -> ShakeEvent? {
    let isEnergetic = energy >= parameters.energy * parameters.persistence
    if isShaking {
      if burst.hasPaused(at: seconds) {
        // The next shake needs enough energy of its own.
        history.discardSize()
        return finish()
      }
      if isEnergetic {
        lastEnergetic = seconds
        return nil
      }
      return seconds - lastEnergetic > parameters.rest ? finish() : nil
    }
    guard energy >= parameters.energy, hasJerk(energy), hasReversals(energy), hasContrast(energy)
    else { return nil }
    isShaking = true
    recognized = seconds
    lastEnergetic = seconds
    return .began(shake)
  }

  private func hasJerk(_ energy: Double) -> Bool {
    // Over a longer lag a swing changes more: by a fifth for each tenth of a second.
    let lag = history.lag
    let factor = parameters.jerk * (1 + 2 * (lag - StandardShakeRule.lag))
    let needed = factor * energy
    return history.meanSquareChange >= needed * needed
  }

  private func hasReversals(_ energy: Double) -> Bool {
    energy >= parameters.energyWithoutReversals
      || interval > StandardShakeRule.longestIntervalForReversals
      || reversals.count >= parameters.reversals
  }

  private mutating func hasContrast(_ energy: Double) -> Bool {
    if energy >= parameters.contrast * background.calm() { return true }
    let limit = parameters.sustainedJerk
    return background.jerkRatioSquared(
      change: history.totalChange, size: history.totalSquare) >= limit * limit
  }
}

extension StandardShakeRule {
  /// The parameters of the rule. docs/Sensors.md describes how each was found.
  public struct Parameters: Hashable, Sendable {
    /// The least mean acceleration without gravity, in g, over ``StandardShakeRule/window``. Tuned
    /// by cross-validation: 1.1 to 1.25 do equally well, and above 1.15 no bump of a road in the
    /// logs reaches it.
    public var energy = 1.2

    /// The least change of the acceleration within a tenth of a second, as a share of the energy.
    /// Motion to and fro at a frequency f has 2.2 sin(0.1 π f): 0.75 is 1.1 Hz, the swing of an
    /// arm.
    public var jerk = 0.75

    /// The least ratio of the energy to that of the calmest quarter of the two seconds before.
    /// Running and walking reach at most 2.0, stride after stride.
    public var contrast = 2.25

    /// The energy, in g, from which on ``reversals`` are not required: no bump of a road reaches
    /// it.
    public var energyWithoutReversals = 1.4

    /// The least number of reversals of the change within 0.8 s: a push has one, there and back has
    /// two, there and back and there has three. They are counted where samples are close enough to
    /// show them, from about 22 Hz on.
    public var reversals = 3

    /// The ratio of the change within a tenth of a second to the acceleration, both root mean
    /// squares over 1.5 s, from which on a shake needs no calm before it. Motion to and fro at a
    /// frequency f has 2 sin(0.1 π f): 1.65 is 3.1 Hz. The arms of runners have 1.2 to 1.6.
    public var sustainedJerk = 1.65

    /// A shake lasts while the energy is at least this share of ``energy``.
    public var persistence = 0.8

    /// The number of seconds with less energy that end a shake; no other shake begins in this time.
    /// A quarter of a second without any motion also ends it, however much energy the last half
    /// second still has.
    public var rest = 0.25

    /// The sensor's range in g, where it is known: the strength of a shake that reaches it is a
    /// lower bound. If nil, a largest value near 2, 4, 8 or 16 g that repeats is assumed to be the
    /// end of the range.
    public var range: Double?

    public init() {}
  }

  /// The seconds over which energy and changes are averaged: two or three strokes of a shake.
  public static let window = 0.5
  /// The seconds over which the change of the acceleration is measured: half a period of 5 Hz, the
  /// fastest that hands move. Samples farther apart are compared with their neighbours.
  static let lag = 0.1
  /// A longer gap, in seconds, starts a new recording.
  static let longestGap = 0.5
  /// A larger step back, in seconds, means that the clock was set.
  static let longestStepBack = 1.0
  /// The largest interval of samples, in seconds, at which reversals can be counted.
  static let longestIntervalForReversals = 0.045
  /// In g: the least change that counts for a reversal.
  static let reversalSize = 0.7
  /// The seconds over which reversals are counted.
  static let reversalWindow = 0.8
  /// The time constant, in seconds, of the gravity estimate of a device at rest.
  static let gravityTime = 0.3
  /// The change in g (root mean square) that doubles this time constant.
  static let gravityCalm = 0.3
  /// In g: the least acceleration that counts as motion for the start and the end of a shake.
  static let motion = 0.5
  /// The longest pause, in seconds, between the strokes of a shake: half a period of 2 Hz, the
  /// slowest frequency with two strokes per window.
  static let longestPause = window / 2
}
