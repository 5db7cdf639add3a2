public import Timeline

/// Detects shakes in the samples of an accelerometer, by one of several rules.
///
/// ```swift
/// var detector = ShakeDetector()
/// detector.onBegan = { shake in print("shaken with", shake.strength, "g") }
/// for sample in samples { detector.process(sample) }
/// detector.finish()
/// ```
///
/// Samples may be with or without gravity, at 10 to 400 Hz, evenly spaced or not.
public struct ShakeDetector {
  /// The rule that detects shakes. The rules other than ``standard`` are those of the sample
  /// programs of iPhone development books, with their faults.
  public enum Rule: String, CaseIterable, Sendable {
    /// The rule of strength, frequency, path and contrast; see ``StandardShakeRule``.
    case standard
    /// Every sample with an axis beyond 2 g is a shake; see ``ThresholdShakeRule``.
    case threshold
    /// The fifth such sample within 1.5 s is a shake; see ``CountedShakeRule``.
    case counted
    /// The first sample beyond 2.2 g toward a positive axis is a shake; see ``BreakShakeRule``.
    case `break`
  }

  public let rule: Rule
  private var standard: StandardShakeRule
  private let threshold = ThresholdShakeRule()
  private var counted = CountedShakeRule()
  private var breaking = BreakShakeRule()
  /// Called when a shake is recognized.
  public var onBegan: ((DetectedShake) -> Void)?
  /// Called when a shake is over; with the textbook rules immediately.
  public var onEnded: ((DetectedShake) -> Void)?

  public init(_ rule: Rule = .standard, parameters: StandardShakeRule.Parameters = .init()) {
    self.rule = rule
    standard = StandardShakeRule(parameters)
  }

  /// Processes the next sample; implausible ones are left out.
  public mutating func process(_ sample: AccelerationSample) {
    guard rule == .standard || sample.acceleration.isPlausible else { return }
    switch rule {
    case .standard: if let event = standard.process(sample) { report(event) }
    case .threshold: if threshold.process(sample.acceleration) { reportFiring(sample) }
    case .counted: if counted.process(sample) { reportFiring(sample) }
    case .break: if breaking.process(sample.acceleration) { reportFiring(sample) }
    }
  }

  /// Ends a shake that is in progress, at the end of the samples.
  public mutating func finish() {
    if rule == .standard, let event = standard.finish() { report(event) }
  }

  /// The measures of the strongest motion that was no shake, with ``Rule/standard``.
  public var strongestOther: ShakeMeasures? {
    rule == .standard ? standard.strongestOther : nil
  }

  /// The measures at the last sample, with ``Rule/standard``.
  public mutating func measures() -> ShakeMeasures? {
    rule == .standard ? standard.measures() : nil
  }

  /// Makes ``Rule/break`` ready for another shake.
  public mutating func rearm() { breaking.rearm() }

  private func report(_ event: ShakeEvent) {
    switch event {
    case .began(let shake): onBegan?(shake)
    case .ended(let shake): onEnded?(shake)
    case .completed(let shake):
      onBegan?(shake)
      onEnded?(shake)
    }
  }

  private func reportFiring(_ sample: AccelerationSample) {
    let shake = DetectedShake(
      start: sample.time, time: sample.time, end: sample.time,
      strength: sample.acceleration.largestAxis)
    report(.completed(shake))
  }
}

/// A shake of the device.
public struct DetectedShake: Hashable, Sendable {
  /// The start of the shake's motion.
  public var start: Timestamp
  /// The time of recognition; after ``end`` if calm had to follow.
  public var time: Timestamp
  /// The time of the last measured motion; later for each report until the shake has ended.
  public var end: Timestamp
  /// The largest acceleration without gravity, in g, or a textbook rule's largest axis.
  public var strength: Double
  /// Whether the sensor reached the end of its range, so that ``strength`` is a lower bound.
  public var isAtLeast = false

  /// The duration from ``start`` to ``end`` in seconds.
  public var duration: Double { end.seconds(since: start) }
}

/// The beginning or the end of a shake.
public enum ShakeEvent: Hashable, Sendable {
  /// The beginning of a shake that is in progress.
  case began(DetectedShake)
  /// The end of a shake.
  case ended(DetectedShake)
  /// A shake that was recognized after its end, which happens at the beginning of a recording.
  case completed(DetectedShake)
}
