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
    hand.sensor = .measured
    for (quantity, measured) in measurements { hand[keyPath: quantity] = measured.spread }
    return hand
  }()

  typealias Quantity = any WritableKeyPath<Hand, Spread> & Sendable

  /// The measured quantities, in the order in which ``person(_:)`` draws their levels.
  private static let measurements: [(Quantity, Measured)] = [
    (\.touchDownStagger, .touchDownStagger), (\.touchUpStagger, .touchUpStagger),
    (\.tapStagger, .tapStagger), (\.tapDuration, .tapDuration), (\.tapInterval, .tapInterval),
    (\.tapScatter, .tapScatter), (\.tremor, .tremor), (\.roll, .roll), (\.spacing, .spacing),
    (\.slope, .slope), (\.pressure, .pressure), (\.touchDownPressure, .touchDownPressure),
    (\.touchUpPressure, .touchUpPressure), (\.sensor.jitter, .jitter), (\.sensor.noise, .noise),
  ]

  /// The quantities that are mistakes of hands and sensors, rather than habits.
  static let disturbances: [Quantity] = [
    \.touchDownStagger, \.touchUpStagger, \.tapStagger, \.tapScatter, \.tremor, \.roll,
    \.sensor.jitter, \.sensor.noise,
  ]

  /// The hand of one of many people, chosen by the number, on a separate touchpad.
  ///
  /// ```swift
  /// let frames = script.frames(on: size, hand: .person(7))
  /// let later = script.frames(on: size, hand: .person(7).seeded(1))  // other gestures
  /// ```
  ///
  /// Each quantity has a separate, independent level, around which the gestures draw (``Habit``).
  /// Many people together have the noise of ``human``.
  public static func person(_ number: UInt64) -> Hand {
    // The item differs from the numbers of a script's actions, and of its sensor (-1).
    var levels = SeededGenerator(seed: number, item: -2)
    var hand = human.seeded(number)
    for (quantity, measured) in measurements {
      let habit = Habit(level: levels.uniform(), deviation: measured.deviation)
      hand[keyPath: quantity] = measured.spread.with(habit)
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
  public static let unsteady: Hand = {
    var hand = shaky
    hand.roll = .none
    return hand
  }()
}

extension Sensor {
  /// A touchpad with a report rate of 125 Hz, 20 units per millimetre and the measured noise; it
  /// loses no frames.
  public static let measured = Sensor(
    rate: 125, jitter: Measured.jitter.spread, noise: Measured.noise.spread, resolution: 0.05)
}

/// A quantity as measured on recordings of people's fingers on touchpads, touchscreens and tablets.
///
/// `make hands` measures them; docs/data/hands-*.csv have the definitions, all intervals and the
/// recordings. Robots and palms are excluded; lengths are from devices of known resolution only. A
/// person is a set of recordings on one device.
struct Measured: Hashable {
  /// The percentiles of all values together.
  var spread: Spread
  /// The deviation of a person's habit, by the share of the variance that is between people.
  var deviation: Double

  /// The time from first to last touch down of a movement of several fingers, in seconds.
  static let touchDownStagger = Measured(
    spread: Spread(0, p5: 0, p25: 0, p50: 0.011, p75: 0.032, p95: 0.155, p99: 0.532, 0.677),
    deviation: 0.35)

  /// The time from first to last touch up of a movement of several fingers, in seconds.
  static let touchUpStagger = Measured(
    spread: Spread(0, p5: 0, p25: 0, p50: 0.0059, p75: 0.0163, p95: 0.101, p99: 0.3, 0.365),
    deviation: 0.37)

  /// The time from first to last touch down, and touch up, of a tap of two fingers, in seconds. Too
  /// few people show their differences: a habit is as wide as the spread.
  static let tapStagger = Measured(
    spread: Spread(0, p5: 0, p25: 0, p50: 0, p75: 0.0078, p95: 0.0112, 0.012), deviation: 0.7)

  /// The time from touch down to touch up of a tap, in seconds.
  static let tapDuration = Measured(
    spread: Spread(
      0.032, p5: 0.053, p25: 0.066, p50: 0.075, p75: 0.094, p95: 0.118, p99: 0.135, 0.191),
    deviation: 0.22)

  /// The time from touch up to next touch down in a row of taps, in seconds.
  static let tapInterval = Measured(
    spread: Spread(0.052, p5: 0.094, p25: 0.108, p50: 0.127, p75: 0.139, p95: 0.151, 0.153),
    deviation: 0.2)

  /// The distance of a tap from the position of its row of taps, in millimetres: an assumption, as
  /// is that half of the variance is between people.
  static let tapScatter = Measured(
    spread: Spread(0, p5: 0.2, p25: 0.7, p50: 1.3, p75: 2, p95: 3, 3.5), deviation: 0.26)

  /// The wandering of a resting finger, root mean square about its mean, each axis, in millimetres;
  /// some touchpads suppress it altogether.
  static let tremor = Measured(
    spread: Spread(0, p5: 0, p25: 0, p50: 0.051, p75: 0.111, p95: 0.414, 0.442), deviation: 0.13)

  /// The distance from the first to the last position of a tap, in millimetres.
  static let roll = Measured(
    spread: Spread(
      0, p5: 0.036, p25: 0.112, p50: 0.334, p75: 0.944, p95: 1.88, p99: 2.82, 3.68),
    deviation: 0.16)

  /// The distance between neighbouring fingers of one movement or tap, in millimetres.
  static let spacing = Measured(
    spread: Spread(11, p5: 13, p25: 21, p50: 24, p75: 27, p95: 34, 40), deviation: 0.14)

  /// The slope of the line through two fingers of a tap or a movement up or down.
  static let slope = Measured(
    spread: Spread(
      -6.1, p5: -2, p25: -0.525, p50: -0.219, p75: -0.055, p95: 0.008, 0.061), deviation: 0.32)

  /// The pressure in mid-touch as a share of the range of 255 units.
  static let pressure = Measured(
    spread: Spread(
      0.098, p5: 0.129, p25: 0.169, p50: 0.208, p75: 0.247, p95: 0.29, p99: 0.349, 0.404),
    deviation: 0.15)

  /// The pressure in the first frame as a share of that in mid-touch; touches other than taps.
  static let touchDownPressure = Measured(
    spread: Spread(0.054, p5: 0.148, p25: 0.554, p50: 0.769, p75: 0.878, p95: 1, 1),
    deviation: 0.19)

  /// The pressure in the last frame as a share of that in mid-touch; touches other than taps.
  static let touchUpPressure = Measured(
    spread: Spread(0.062, p5: 0.156, p25: 0.417, p50: 0.641, p75: 0.862, p95: 1, 1),
    deviation: 0.2)

  /// The time in which the pressure rises after the touch down, and falls before the touch up, in
  /// seconds; a value between the medians of movements, 50 and 33 ms, and of taps, 0 and 25 ms.
  static let pressureRamp = 0.03

  /// The standard deviation of a frame's time as a share of the interval, without lost frames; that
  /// of the intervals, to each of which two times contribute, divided by 1.4.
  static let jitter = Measured(
    spread: Spread(
      0.001, p5: 0.009, p25: 0.021, p50: 0.035, p75: 0.07, p95: 0.151, p99: 0.209, 0.667),
    deviation: 0.22)

  /// The standard deviation of one position, each axis, in millimetres, rounding to units included:
  /// second differences across the direction of movements.
  static let noise = Measured(
    spread: Spread(
      0.013, p5: 0.016, p25: 0.026, p50: 0.038, p75: 0.058, p95: 0.141, p99: 0.504, 0.867),
    deviation: 0.25)
}
