import Timeline

/// Recognizes shakes: strong strokes back and forth, after calm.
///
/// The acceleration varies strongly about its mean (*strength*), faster than in a swing of the arm
/// (*frequency*), along several strokes (*path*), and several times more than in the calmest part
/// of the two seconds before (*contrast*). docs/Sensors.md has the reasons and the measurements.
///
/// Samples may be at 10 to 400 Hz, evenly spaced or not, with gravity or without. Those that repeat
/// a time or go back are left out; after a gap the rule restarts. A shake at the beginning of a
/// recording is reported when calm follows, when it lasts and is faster than a runner, or at the
/// recording's end.
public struct StandardShakeRule: Sendable {
  public let parameters: Parameters
  private var history = ShakeHistory()
  private var gravity = GravityEstimate()
  private var background = ShakeBackground()
  private var strokes = StrokeCounter()
  private var spacing = SampleSpacing()
  private var saturation: SaturationDetector
  private var burst = MotionBurst()
  private var bin = SampleBin()
  /// The time of the samples' clock at 0 s; nil before the first sample.
  private var origin: Timestamp?
  private var seconds = 0.0
  /// The time of the last sample that passed ``SampleBin``, in seconds.
  private var passed = 0.0
  private var isShaking = false
  /// A shake at the beginning of the recording, which counts if calm follows: its largest deviation
  /// in g, and the time in seconds when only the contrast was missing.
  private var candidate: (deviation: Double, time: Double)?
  /// The time when all conditions were met.
  private var recognized = 0.0
  private var lastStrong = 0.0
  /// The measures of the strongest motion that was no shake; nil if nothing moved.
  public private(set) var strongestOther: ShakeMeasures?
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
    let now = Double(sample.time.microseconds(since: origin)) * 1e-6
    let step = now - seconds
    if step > StandardShakeRule.maximumGap || step < -StandardShakeRule.maximumStepBack {
      let event = finish()
      begin(sample)
      return event
    }
    guard step > 0 else {
      ignoredSamples += 1
      return nil
    }
    seconds = now
    spacing.add(sample.acceleration, at: now)
    if saturation.isSaturated(sample.acceleration) { burst.hasPendingSaturation = true }
    guard let mean = bin.add(sample.acceleration, at: now, interval: step) else { return nil }
    let length = now - passed
    passed = now
    return advance(mean, step: length)
  }

  /// Ends a shake that is in progress, at the end of the samples or at a gap.
  public mutating func finish() -> ShakeEvent? {
    if isShaking {
      isShaking = false
      return .ended(shake)
    }
    // A recording of less than two seconds may be a shake from end to end.
    guard let candidate, seconds < ShakeBackground.memory else { return nil }
    return complete(at: candidate.time)
  }

  private mutating func begin(_ sample: AccelerationSample) {
    origin = sample.time
    seconds = 0
    passed = 0
    candidate = nil
    bin = SampleBin()
    history = ShakeHistory(sample.acceleration)
    gravity = GravityEstimate(sample.acceleration)
    background = ShakeBackground()
    strokes = StrokeCounter(sample.acceleration)
    spacing = SampleSpacing(sample.acceleration)
    burst = MotionBurst()
  }

  private func time(_ seconds: Double) -> Timestamp {
    (origin ?? .zero).advanced(bySeconds: seconds)
  }

  /// The shake in progress.
  private var shake: DetectedShake {
    // Motion long before the recognition does not belong to the shake.
    let start = max(burst.start, recognized - StandardShakeRule.strokeWindow)
    return DetectedShake(
      start: time(start), time: time(recognized), end: time(max(burst.last, recognized)),
      strength: burst.peak, isAtLeast: burst.isSaturated)
  }
}

// MARK: - A sample

extension StandardShakeRule {
  private mutating func advance(_ acceleration: Acceleration, step: Double) -> ShakeEvent? {
    history.advance(to: seconds, acceleration, step: step)
    strokes.advance(to: seconds, acceleration)
    let user =
      acceleration - gravity.advance(by: step, acceleration, change: history.meanSquareChange)
    burst.advance(to: seconds, user.magnitude, isHeld: isShaking || candidate != nil)
    defer { background.add(deviation: history.deviation, at: seconds, history.totals) }
    if isShaking { return hold(history.deviation) }
    if let event = resolveCandidate() { return event }
    if let event = recognize(history.deviation) { return event }
    if history.deviation > strongestOther?.strength ?? 0 { strongestOther = measures() }
    return nil
  }

  private mutating func recognize(_ deviation: Double) -> ShakeEvent? {
    guard deviation >= parameters.minimumStrength, seconds >= StandardShakeRule.window,
      history.frequency >= parameters.frequency, path.map({ $0 >= parameters.minimumPath }) ?? true
    else { return nil }
    if hasContrast(deviation) {
      candidate = nil
      isShaking = true
      recognized = seconds
      lastStrong = seconds
      return .began(shake)
    }
    if seconds < ShakeBackground.memory {
      candidate = (max(deviation, candidate?.deviation ?? 0), seconds)
    }
    return nil
  }

  /// The measures at the last processed sample.
  public mutating func measures() -> ShakeMeasures {
    ShakeMeasures(
      time: time(seconds), strength: history.deviation, frequency: history.frequency, path: path,
      contrast: background.calm().map { history.deviation / max($0, 1e-9) })
  }

  /// Continues or ends the shake in progress.
  private mutating func hold(_ deviation: Double) -> ShakeEvent? {
    if burst.hasPaused(at: seconds) {
      // The next shake needs enough new strokes.
      strokes.forget()
      history.forget()
      return finish()
    }
    if deviation >= parameters.minimumStrength * parameters.persistence {
      lastStrong = seconds
      return nil
    }
    return seconds - lastStrong > parameters.rest ? finish() : nil
  }

  /// The path of the strokes beyond there and back, in g, estimated from the visible part.
  private var path: Double? {
    let part = spacing.visiblePart
    if part == 0 { return nil }
    let seen = strokes.path(since: seconds - StandardShakeRule.strokeWindow)
    return seen.sum / part - StandardShakeRule.thereAndBack * seen.longest
  }

  private mutating func hasContrast(_ deviation: Double) -> Bool {
    if let calm = background.calm(), deviation >= parameters.contrast * calm { return true }
    let limit = parameters.sustainedJerk
    return background.jerkRatioSquared(at: seconds, history.totals) >= limit * limit
  }

  /// Reports a shake at the beginning of the recording as soon as calm follows.
  private mutating func resolveCandidate() -> ShakeEvent? {
    guard let candidate else { return nil }
    if seconds > candidate.time + ShakeBackground.memory {
      self.candidate = nil
      return nil
    }
    guard let calm = background.calm(), candidate.deviation >= parameters.contrast * calm else {
      return nil
    }
    return complete(at: candidate.time)
  }

  private mutating func complete(at time: Double) -> ShakeEvent {
    recognized = time
    var shake = shake
    shake.time = self.time(seconds)
    shake.end = self.time(max(burst.last, burst.start, recognized - StandardShakeRule.strokeWindow))
    self.candidate = nil
    return .completed(shake)
  }

  /// The parameters of the rule. docs/Sensors.md describes the search for each.
  public struct Parameters: Hashable, Sendable {
    /// The least deviation of the acceleration from its mean, in g (root mean square), over
    /// ``StandardShakeRule/window``. A sine with a peak of 1.3 g reaches it (measured).
    public var strength = 0.95

    /// The least frequency in Hz, of a sine whose change has the same ratio to its deviation
    /// (measured).
    public var frequency = 2.0

    /// The least path in g: the sum of the strokes within ``StandardShakeRule/strokeWindow`` beyond
    /// three times the longest of them, which is the path of a movement there and back
    /// (measured).
    public var path = 5.5

    /// The factor by which a shake may be weaker, limited to 0.25 to 4; divides ``strength`` and
    /// ``path``.
    public var sensitivity = 1.0 {
      didSet { sensitivity = sensitivity.isNaN ? 1 : min(max(sensitivity, 0.25), 4) }
    }

    /// The least ratio of the deviation to that of the calmest quarter of the two seconds before
    /// (measured).
    public var contrast = 3.5

    /// The ratio of the change within a tenth of a second to the deviation, both root mean squares
    /// over 1.5 s, at which a shake needs no calm before it. Motion at a frequency f has 2 sin(0.1
    /// π f): 1.75 is 3.4 Hz (measured).
    public var sustainedJerk = 1.75

    /// The share of ``strength`` that the deviation must reach for a shake to last.
    public var persistence = 0.8

    /// The seconds with less deviation that end a shake, in which no other shake begins; a quarter
    /// of a second without motion ends it, too.
    public var rest = 0.25

    /// The sensor's range in g, which makes the strength of a shake that reaches it a lower bound.
    /// If nil, a largest value near 2, 4, 8 or 16 g that repeats is the end of the range.
    public var range: Double?

    public init() {}

    /// The required strength in g, at this sensitivity.
    public var minimumStrength: Double { strength / sensitivity }
    /// The required path in g, at this sensitivity.
    public var minimumPath: Double { path / sensitivity }
  }

  /// The frequency of slow shakes in Hz, for which the windows of time are made.
  static let slowest = 2.5
  /// The seconds over which strength and frequency are measured: a period of the slowest shake.
  public static let window = 1 / slowest
  /// The seconds within which strokes are added up: three periods of a slow shake.
  public static let strokeWindow = 3 / slowest
  /// The path of a movement there and back, in lengths of its longest stroke: two, and two halves.
  static let thereAndBack = 3.0
  /// The longest stroke, in seconds: half a period of a slow shake, and half as much again.
  static let maximumStrokeDuration = 0.3
  /// The quickest stroke, in seconds: half a period of 11 Hz. Hands shake at up to 7 Hz (measured).
  static let minimumStrokeDuration = 0.045
  /// The least length of a stroke in g: a fifth of the strokes of a sine with the least strength.
  static let minimumStrokeLength = 0.5
  /// The seconds over which the change of the acceleration is measured: half a period of 5 Hz.
  static let lag = 0.1
  /// The longest gap in seconds without a new recording.
  public static let maximumGap = 0.5
  /// The largest step back of the clock, in seconds, without a new recording.
  static let maximumStepBack = 1.0
  /// The time constant, in seconds, of the gravity estimate of a device at rest.
  static let gravityTime = 0.3
  /// The change in g (root mean square) that doubles this time constant.
  static let gravityCalm = 0.3
  /// The least acceleration in g that counts as motion.
  static let motion = 0.5
  /// The longest pause, in seconds, between the strokes of a shake: half a period of 2 Hz.
  static let maximumPause = 0.25
}
