import Timeline

extension Hand {
  /// A hand without noise: fingers touch down and up together and move exactly as the script
  /// specifies.
  ///
  /// Frames come every 10 ms; positions are rounded to a micrometre, so that machines whose
  /// sines differ in the last bit agree.
  public static let perfect = Hand(
    sensor: Sensor(rate: 100), touchDownStagger: .none, touchUpStagger: .none, tapStagger: .none,
    tapDuration: .constant(0.075), tapInterval: .constant(0.115), tapScatter: .none, tremor: .none,
    roll: .none, spacing: .constant(20), slope: .none, arch: 4, pressure: .constant(0.2),
    touchDownPressure: .constant(1), touchUpPressure: .constant(1))

  /// A hand with the noise measured on people's fingers; each gesture is by another person.
  ///
  /// ``person(_:)`` is the hand of one person.
  public static let human = Hand(
    sensor: .measured, touchDownStagger: Measured.touchDownStagger.spread,
    touchUpStagger: Measured.touchUpStagger.spread, tapStagger: Measured.tapStagger.spread,
    tapDuration: Measured.tapDuration.spread, tapInterval: Measured.tapInterval.spread,
    tapScatter: Measured.tapScatter.spread, tremor: Measured.tremor.spread,
    roll: Measured.roll.spread, spacing: Measured.spacing.spread, slope: Measured.slope.spread,
    arch: 4, pressure: Measured.pressure.spread,
    touchDownPressure: Measured.touchDownPressure.spread,
    touchUpPressure: Measured.touchUpPressure.spread)

  /// The hand of one of many people, chosen by the number, on a separate touchpad.
  ///
  /// ```swift
  /// let frames = script.frames(on: size, hand: .person(7))
  /// let later = script.frames(on: size, hand: .person(7).seeded(1))  // other gestures, the same person
  /// ```
  ///
  /// Each quantity has a separate level, around which the gestures draw (``Habit``). Levels of
  /// different quantities are independent: the recordings are too few to show whether people who
  /// tap long press hard. The differences between people, and between the gestures of one person,
  /// are measured. Many people together have the noise of ``human``.
  public static func person(_ number: UInt64) -> Hand {
    // The item differs from the numbers of a script's actions, and of its sensor (-1).
    var levels = SeededGenerator(seed: number, item: -2)
    func own(_ quantity: Measured) -> Spread {
      quantity.spread.with(Habit(level: levels.uniform(), deviation: quantity.deviation))
    }
    var hand = human.seeded(number)
    hand.touchDownStagger = own(Measured.touchDownStagger)
    hand.touchUpStagger = own(Measured.touchUpStagger)
    hand.tapStagger = own(Measured.tapStagger)
    hand.tapDuration = own(Measured.tapDuration)
    hand.tapInterval = own(Measured.tapInterval)
    hand.tapScatter = own(Measured.tapScatter)
    hand.tremor = own(Measured.tremor)
    hand.roll = own(Measured.roll)
    hand.spacing = own(Measured.spacing)
    hand.slope = own(Measured.slope)
    hand.pressure = own(Measured.pressure)
    hand.touchDownPressure = own(Measured.touchDownPressure)
    hand.touchUpPressure = own(Measured.touchUpPressure)
    hand.sensor.jitter = own(Measured.jitter)
    hand.sensor.noise = own(Measured.noise)
    return hand
  }

  /// A hand whose every gesture has the stagger, tremor, roll, jitter and noise that only one human
  /// gesture in twenty exceeds, all at once.
  public static let shaky: Hand = {
    var hand = human
    hand.touchDownStagger = .constant(human.touchDownStagger.p95)
    hand.touchUpStagger = .constant(human.touchUpStagger.p95)
    hand.tapStagger = .constant(human.tapStagger.p95)
    hand.tapScatter = .constant(human.tapScatter.p95)
    hand.tremor = .constant(human.tremor.p95)
    hand.roll = .constant(human.roll.p95)
    hand.sensor.jitter = .constant(human.sensor.jitter.p95)
    hand.sensor.noise = .constant(human.sensor.noise.p95)
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
  /// A touchpad with a report rate of 125 Hz, 20 units per millimetre and the measured noise.
  ///
  /// Half of the recordings have a report rate of 82 to 125 Hz (all: 34 to 263). The preset drops
  /// no frames; half of the recordings have gaps in 1.7 % of the frames or more, and one in twenty
  /// in 21 %, including gaps in which nothing changed.
  public static let measured = Sensor(
    rate: 125, jitter: Measured.jitter.spread, noise: Measured.noise.spread, resolution: 0.05)
}

/// A quantity as measured on recordings of people's fingers on touchpads, touchscreens and tablets.
/// `make hands` measures them; docs/data/hands-*.csv have the definitions, all intervals and the
/// recordings. Robots and palms are excluded; lengths are from devices of known resolution only. A
/// person is a set of recordings on one device.
struct Measured: Hashable {
  /// The percentiles of all values together.
  var spread: Spread
  /// The deviation of a person's habit, by the share of the variance that is between people.
  var deviation: Double

  /// The time from first to last touch down of a movement of several fingers, in seconds.
  ///
  /// 131 movements of 35 people; 29 % of the variance is between people.
  static let touchDownStagger = Measured(
    spread: Spread(0, p5: 0, p25: 0, p50: 0.011, p75: 0.032, p95: 0.155, p99: 0.532, 0.677),
    deviation: 0.35)

  /// The time from first to last touch up of a movement of several fingers, in seconds.
  ///
  /// The same movements; 25 % of the variance is between people.
  static let touchUpStagger = Measured(
    spread: Spread(0, p5: 0, p25: 0, p50: 0.0059, p75: 0.0163, p95: 0.101, p99: 0.3, 0.365),
    deviation: 0.37)

  /// The time from first to last touch down, and touch up, of a tap of two fingers, in seconds.
  ///
  /// 36 taps of 5 people, too few to show their differences: a habit is as wide as the spread.
  static let tapStagger = Measured(
    spread: Spread(0, p5: 0, p25: 0, p50: 0, p75: 0.0078, p95: 0.0112, 0.012), deviation: 0.7)

  /// The time from touch down to touch up of a tap, in seconds.
  ///
  /// 156 touches of 23 people; 61 % of the variance is between people.
  static let tapDuration = Measured(
    spread: Spread(
      0.032, p5: 0.053, p25: 0.066, p50: 0.075, p75: 0.094, p95: 0.118, p99: 0.135, 0.191),
    deviation: 0.22)

  /// The time from touch up to next touch down in a row of taps, in seconds.
  ///
  /// 23 intervals of 16 people, most of them tap and drags; 66 % of the variance is between people.
  static let tapInterval = Measured(
    spread: Spread(0.052, p5: 0.094, p25: 0.108, p50: 0.127, p75: 0.139, p95: 0.151, 0.153),
    deviation: 0.2)

  /// The distance of a tap from the position of its row of taps, in millimetres.
  ///
  /// An assumption: five measured tap and drags have 0.35 to 2.9 mm, two rows of taps on devices of
  /// guessed resolution about 2 and 3.5 mm. That half of the variance is between people is assumed,
  /// too.
  static let tapScatter = Measured(
    spread: Spread(0, p5: 0.2, p25: 0.7, p50: 1.3, p75: 2, p95: 3, 3.5), deviation: 0.26)

  /// The wandering of a resting finger, root mean square about its mean, each axis, in millimetres.
  ///
  /// 18 fingers of 6 people; some touchpads suppress it altogether. 83 % of the variance is between
  /// people and devices. 89 % of the power is below 4 Hz, 9 % from 4 to 8 Hz.
  static let tremor = Measured(
    spread: Spread(0, p5: 0, p25: 0, p50: 0.051, p75: 0.111, p95: 0.414, 0.442), deviation: 0.13)

  /// The distance from the first to the last position of a tap, in millimetres.
  ///
  /// 76 touches of 7 people; 76 % of the variance is between people and devices. A quarter of the
  /// distance is in the first 20 ms and a half in the last 30 ms.
  static let roll = Measured(
    spread: Spread(
      0, p5: 0.036, p25: 0.112, p50: 0.334, p75: 0.944, p95: 1.88, p99: 2.82, 3.68),
    deviation: 0.16)

  /// The distance between neighbouring fingers of one movement or tap, in millimetres.
  ///
  /// 50 pairs of 10 people; 80 % of the variance is between people.
  static let spacing = Measured(
    spread: Spread(11, p5: 13, p25: 21, p50: 24, p75: 27, p95: 34, 40), deviation: 0.14)

  /// The slope of the line through two fingers, height over width, of a tap or a movement up or
  /// down.
  ///
  /// 34 pairs of 8 people; 37 % of the variance is between people.
  static let slope = Measured(
    spread: Spread(
      -6.1, p5: -2, p25: -0.525, p50: -0.219, p75: -0.055, p95: 0.008, 0.061), deviation: 0.32)

  /// The pressure in mid-touch as a share of the range of 255 units.
  ///
  /// 412 touches of 46 people on touchpads; 79 % of the variance is between people and devices.
  static let pressure = Measured(
    spread: Spread(
      0.098, p5: 0.129, p25: 0.169, p50: 0.208, p75: 0.247, p95: 0.29, p99: 0.349, 0.404),
    deviation: 0.15)

  /// The pressure in the first frame as a share of that in mid-touch.
  ///
  /// 259 touches other than taps of 46 people; 68 % of the variance is between people and devices.
  /// The median time to reach nine tenths is 50 ms.
  static let touchDownPressure = Measured(
    spread: Spread(0.054, p5: 0.148, p25: 0.554, p50: 0.769, p75: 0.878, p95: 1, 1),
    deviation: 0.19)

  /// The pressure in the last frame as a share of that in mid-touch.
  ///
  /// The same touches; 67 % of the variance is between people and devices. The median time from
  /// nine tenths to the touch up is 33 ms.
  static let touchUpPressure = Measured(
    spread: Spread(0.062, p5: 0.156, p25: 0.417, p50: 0.641, p75: 0.862, p95: 1, 1),
    deviation: 0.2)

  /// The time in which the pressure rises after the touch down, and falls before the touch up, in
  /// seconds.
  ///
  /// The value is between the medians of movements, 50 and 33 ms, and those of 87 taps, 0 and 25
  /// ms.
  static let pressureRamp = 0.03

  /// The standard deviation of a frame's time, as a share of the interval, without lost frames.
  ///
  /// 165 recordings on 50 devices; 60 % of the variance is between devices. It is the deviation of
  /// the intervals divided by 1.4, since two times contribute to each.
  static let jitter = Measured(
    spread: Spread(
      0.001, p5: 0.009, p25: 0.021, p50: 0.035, p75: 0.07, p95: 0.151, p99: 0.209, 0.667),
    deviation: 0.22)

  /// The standard deviation of one position, each axis, in millimetres, rounding to units included.
  ///
  /// Second differences across the direction of 92 movements on 13 devices; 54 % of the
  /// variance is between devices.
  static let noise = Measured(
    spread: Spread(
      0.013, p5: 0.016, p25: 0.026, p50: 0.038, p75: 0.058, p95: 0.141, p99: 0.504, 0.867),
    deviation: 0.25)
}
