import Timeline

/// Finds shakes in the samples of an accelerometer, by the rule of a profile.
///
/// ```swift
/// var detector = ShakeDetector()
/// detector.onBegan = { shake in print("shaken with", shake.strength, "g") }
/// for sample in samples { detector.process(sample) }
/// detector.finish()
/// ```
///
/// Samples come with or without gravity, at 10 to 400 Hz, evenly or not. Whoever wants the fewest
/// nanoseconds uses the rules themselves: ``StandardShakeRule`` and the textbook's ``ThresholdShakeRule``,
/// ``CountedShakeRule`` and ``BreakShakeRule``.
public struct ShakeDetector {
  /// Which rule decides.
  public enum Profile: Hashable, Sendable {
    /// Energy and reversals against what went before; see ``StandardShakeRule``.
    case standard
    /// The textbook's simplest: every sample with an axis beyond 2 g fires.
    case textbook
    /// The textbook's counted shake: the fifth such sample within 1.5 s.
    case textbookCounted
    /// The textbook's ShakeAndBreak: beyond 2.2 g toward a positive axis, once.
    case textbookBreak
  }

  public let profile: Profile
  private var standard: StandardShakeRule
  private let threshold = ThresholdShakeRule()
  private var counted = CountedShakeRule()
  private var breaking = BreakShakeRule()
  /// Is called when a shake is recognized.
  public var onBegan: ((Shake) -> Void)?
  /// Is called when a shake is over; of the textbook's rules at once.
  public var onEnded: ((Shake) -> Void)?

  public init(_ profile: Profile = .standard, parameters: StandardShakeRule.Parameters = .init()) {
    self.profile = profile
    standard = StandardShakeRule(parameters)
  }

  /// Takes the next sample.
  public mutating func process(_ sample: AccelerationSample) {
    switch profile {
    case .standard:
      if let event = standard.process(sample) { report(event) }
    case .textbook:
      if threshold.process(sample.acceleration) { reportFiring(sample) }
    case .textbookCounted:
      if counted.process(sample) { reportFiring(sample) }
    case .textbookBreak:
      if breaking.process(sample.acceleration) { reportFiring(sample) }
    }
  }

  /// Ends a shake that is going on: the samples are over.
  public mutating func finish() {
    if profile == .standard, let event = standard.finish() { report(event) }
  }

  /// Puts the textbook's broken screen back together, as a touch does there.
  public mutating func rearm() {
    breaking.rearm()
  }

  private func report(_ event: ShakeEvent) {
    switch event {
    case .began(let shake): onBegan?(shake)
    case .ended(let shake): onEnded?(shake)
    }
  }

  private func reportFiring(_ sample: AccelerationSample) {
    let shake = Shake(
      start: sample.time, time: sample.time, end: sample.time,
      strength: sample.acceleration.largestAxis)
    onBegan?(shake)
    onEnded?(shake)
  }
}
