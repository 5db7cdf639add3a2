import Timeline

extension Hand {
  /// A hand without noise, sampled every 10 ms: fingers touch down and up together and move exactly
  /// as the script specifies, to a micrometre, so that machines whose sines differ agree.
  public static let perfect = Hand(
    sensor: Sensor(rate: 100), touchDownStagger: .none, touchUpStagger: .none, tapStagger: .none,
    tapDuration: .constant(0.075), tapInterval: .constant(0.115), tapScatter: .none, tremor: .none,
    roll: .none, spacing: .constant(20), slope: .none, arch: 4, pressure: .constant(0.2),
    touchDownPressure: .constant(1), touchUpPressure: .constant(1))

  /// A hand with the noise measured on people's fingers; each gesture is by another person.
  ///
  /// ``person(_:)`` is the hand of one person.
  public static let human: Hand = {
    var hand = perfect
    hand.sensor = Sensor(rate: 125, resolution: 0.05)
    for measured in measurements { hand[keyPath: measured.quantity] = measured.spread }
    return hand
  }()

  typealias Quantity = any WritableKeyPath<Hand, Spread> & Sendable

  /// The quantities that are mistakes of hands and sensors, rather than habits.
  static let disturbances: [Quantity] = [
    \.touchDownStagger, \.touchUpStagger, \.tapStagger, \.tapScatter, \.tremor, \.roll,
    \.sensor.jitter, \.sensor.noise,
  ]

  /// The hand of one of many people, chosen by the number, on a separate touchpad.
  ///
  /// The same person with another seed makes other gestures. Each quantity has a separate,
  /// independent level, around which the gestures draw (``Habit``). Many people together have the
  /// noise of ``human``.
  public static func person(_ number: UInt64) -> Hand {
    // The item differs from the numbers of a script's actions, and of its sensor (-1).
    var levels = SeededGenerator(seed: number, item: -2)
    var hand = human.seeded(number)
    for measured in measurements {
      let habit = Habit(level: levels.uniform(), deviation: measured.deviation)
      hand[keyPath: measured.quantity] = measured.spread.with(habit)
    }
    return hand
  }

  /// A hand whose every gesture has the stagger, tremor, roll, jitter and noise that only one human
  /// gesture in twenty exceeds, all at once.
  public static let shaky: Hand = {
    var hand = human
    for quantity in disturbances {
      hand[keyPath: quantity] = .constant(human[keyPath: quantity].p95)
    }
    return hand
  }()

  /// A shaky hand without roll.
  public static let unsteady = shaky.with(\.roll, .none)
}

extension Sensor {
  /// A touchpad with a report rate of 125 Hz, 20 units per millimetre and the measured noise; it
  /// loses no frames.
  public static let measured = Hand.human.sensor
}

// MARK: - Measurements

extension Hand {
  /// A quantity as measured on recordings of people's fingers on touchpads, touchscreens and
  /// tablets.
  struct Measured: Sendable {
    var quantity: Quantity
    /// The percentiles of all values together.
    var spread: Spread
    /// The deviation of a person's habit, by the share of the variance that is between people.
    var deviation: Double

    init(_ quantity: Quantity, _ spread: Spread, deviation: Double) {
      self.quantity = quantity
      self.spread = spread
      self.deviation = deviation
    }
  }

  /// The measured quantities, in the order in which ``person(_:)`` draws their levels.
  ///
  /// `make hands` measures them; docs/data/hands-*.csv have the definitions, all intervals and the
  /// recordings. Robots and palms are excluded; lengths are from devices of known resolution only.
  /// A person is a set of recordings on one device.
  static let measurements: [Measured] = [
    Measured(
      \.touchDownStagger,
      Spread(0, p5: 0, p25: 0, p50: 0.011, p75: 0.032, p95: 0.155, p99: 0.532, 0.677),
      deviation: 0.35),
    Measured(
      \.touchUpStagger,
      Spread(0, p5: 0, p25: 0, p50: 0.0059, p75: 0.0163, p95: 0.101, p99: 0.3, 0.365),
      deviation: 0.37),
    // Two fingers; too few people show their differences: a habit is as wide as the spread.
    Measured(
      \.tapStagger, Spread(0, p5: 0, p25: 0, p50: 0, p75: 0.0078, p95: 0.0112, 0.012),
      deviation: 0.7),
    Measured(
      \.tapDuration,
      Spread(0.032, p5: 0.053, p25: 0.066, p50: 0.075, p75: 0.094, p95: 0.118, p99: 0.135, 0.191),
      deviation: 0.22),
    Measured(
      \.tapInterval,
      Spread(0.052, p5: 0.094, p25: 0.108, p50: 0.127, p75: 0.139, p95: 0.151, 0.153),
      deviation: 0.2),
    // An assumption, as is that half of the variance is between people.
    Measured(
      \.tapScatter, Spread(0, p5: 0.2, p25: 0.7, p50: 1.3, p75: 2, p95: 3, 3.5), deviation: 0.26),
    // About the mean; some touchpads suppress it altogether.
    Measured(
      \.tremor, Spread(0, p5: 0, p25: 0, p50: 0.051, p75: 0.111, p95: 0.414, 0.442),
      deviation: 0.13),
    // From the first to the last position of a tap.
    Measured(
      \.roll,
      Spread(0, p5: 0.036, p25: 0.112, p50: 0.334, p75: 0.944, p95: 1.88, p99: 2.82, 3.68),
      deviation: 0.16),
    Measured(
      \.spacing, Spread(11, p5: 13, p25: 21, p50: 24, p75: 27, p95: 34, 40), deviation: 0.14),
    // Two fingers, in taps and in movements up or down.
    Measured(
      \.slope, Spread(-6.1, p5: -2, p25: -0.525, p50: -0.219, p75: -0.055, p95: 0.008, 0.061),
      deviation: 0.32),
    // The range is 255 units.
    Measured(
      \.pressure,
      Spread(0.098, p5: 0.129, p25: 0.169, p50: 0.208, p75: 0.247, p95: 0.29, p99: 0.349, 0.404),
      deviation: 0.15),
    // Both are of touches other than taps.
    Measured(
      \.touchDownPressure,
      Spread(0.054, p5: 0.148, p25: 0.554, p50: 0.769, p75: 0.878, p95: 1, 1), deviation: 0.19),
    Measured(
      \.touchUpPressure,
      Spread(0.062, p5: 0.156, p25: 0.417, p50: 0.641, p75: 0.862, p95: 1, 1), deviation: 0.2),
    // Without lost frames: the deviation of the intervals, to each of which two times contribute,
    // divided by 1.4.
    Measured(
      \.sensor.jitter,
      Spread(0.001, p5: 0.009, p25: 0.021, p50: 0.035, p75: 0.07, p95: 0.151, p99: 0.209, 0.667),
      deviation: 0.22),
    // Rounding to units included: second differences across the direction of movements.
    Measured(
      \.sensor.noise,
      Spread(0.013, p5: 0.016, p25: 0.026, p50: 0.038, p75: 0.058, p95: 0.141, p99: 0.504, 0.867),
      deviation: 0.25),
  ]
}
