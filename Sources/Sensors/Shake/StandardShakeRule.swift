import Timeline

/// Finds shakes by what shaking is: much acceleration, to and fro, out of comparative calm.
///
/// Four things are asked of the last half second. Is there enough *energy*: the mean acceleration
/// without gravity? Is it *swift*: does the acceleration change within a tenth of a second about as
/// much as it is large, as a swing of the arm does not? Does it *reverse*, where the samples are
/// close enough to tell? And does it stand out by its *contrast* against the two seconds before, as
/// a stride of a runner does not? docs/Sensors.md has the reasons and the measurements.
///
/// Between samples the acceleration is taken as linear, and everything is an integral over time: so
/// the same motion gives the same numbers at 10 Hz and at 400, evenly sampled or not. Samples that
/// repeat a time or go back are left out; after a gap it starts afresh.
public struct StandardShakeRule: Sendable {
  public let parameters: Parameters
  var history = ShakeHistory()
  var gravity = GravityEstimate()
  var background = ShakeBackground()
  var reversals = ReversalCount()
  var saturation: SaturationWatch
  var burst = MotionBurst()
  private var bin = SampleBin()
  /// The clock's reading that the seconds count from; nil before the first sample.
  private var origin: Timestamp?
  private var seconds = 0.0
  /// The time of the last sample that was no part of a mean, or the last of one.
  private var passed = 0.0
  /// The mean interval of the last samples that passed, in seconds.
  private var interval = 0.0
  private var isShaking = false
  private var recognized = 0.0
  private var lastEnergetic = 0.0
  /// How many samples were left out: repeated or earlier times, and what no sensor measures.
  public private(set) var ignoredSamples = 0

  public init(_ parameters: Parameters = Parameters()) {
    self.parameters = parameters
    saturation = SaturationWatch(range: parameters.range)
  }

  /// Takes the next sample; what it tells of a shake.
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

  /// Ends a shake that is going on: the samples are over, or there is a gap.
  public mutating func finish() -> ShakeEvent? {
    guard isShaking else { return nil }
    isShaking = false
    return .ended(shake)
  }

  /// Leaves a sample out, or starts afresh when another clock began.
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

  /// The shake that is going on.
  private var shake: Shake {
    // Motion that goes on for long before it becomes a shake is no part of it.
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
        // What comes next has to have the energy of a shake by itself.
        history.forgetSize()
        return finish()
      }
      if isEnergetic {
        lastEnergetic = seconds
        return nil
      }
      return seconds - lastEnergetic > parameters.rest ? finish() : nil
    }
    guard energy >= parameters.energy, isSwift(energy), reverses(energy), standsOut(energy)
    else { return nil }
    isShaking = true
    recognized = seconds
    lastEnergetic = seconds
    return .began(shake)
  }

  private func isSwift(_ energy: Double) -> Bool {
    // Over a longer lag a swing changes more: a fifth for each tenth of a second.
    let lag = history.lag
    let factor = parameters.swiftness * (1 + 2 * (lag - StandardShakeRule.lag))
    let needed = factor * energy
    return history.meanSquareChange >= needed * needed
  }

  private func reverses(_ energy: Double) -> Bool {
    energy >= parameters.plentyOfEnergy
      || interval > StandardShakeRule.longestIntervalForReversals
      || reversals.count >= parameters.reversals
  }

  private mutating func standsOut(_ energy: Double) -> Bool {
    if energy >= parameters.contrast * background.calm() { return true }
    let limit = parameters.sustainedSwiftness
    return background.swiftnessSquared(
      change: history.totalChange, size: history.totalSquare) >= limit * limit
  }
}
