extension Hand {
  /// No noise: fingers touch down and up together and move exactly as the script says.
  ///
  /// Frames come every 10 ms; positions are rounded to a micrometre, so that machines whose
  /// sines differ in the last bit agree.
  public static let perfect = Hand(
    sensor: Sensor(rate: 100), touchDownStagger: .none, touchUpStagger: .none, tapStagger: .none,
    tapDuration: .constant(0.075), tapInterval: .constant(0.115), tapScatter: .none, tremor: .none,
    roll: .none, spacing: .constant(20), slope: .none, arch: 4, pressure: .constant(0.2),
    touchDownPressure: .constant(1), touchUpPressure: .constant(1))

  /// Noise as measured on people's fingers.
  public static let human = Hand(
    sensor: .measured, touchDownStagger: Measured.touchDownStagger,
    touchUpStagger: Measured.touchUpStagger, tapStagger: Measured.tapStagger,
    tapDuration: Measured.tapDuration, tapInterval: Measured.tapInterval,
    tapScatter: Measured.tapScatter, tremor: Measured.tremor, roll: Measured.roll,
    spacing: Measured.spacing, slope: Measured.slope, arch: 4, pressure: Measured.pressure,
    touchDownPressure: Measured.touchDownPressure, touchUpPressure: Measured.touchUpPressure)

  /// The hand of one of many people, whom the number chooses.
  public static func person(_ number: UInt64) -> Hand { human.seeded(number) }

  /// Stagger, tremor, roll, jitter and noise that only one human gesture in twenty exceeds, all at
  /// once in every gesture.
  public static let shaky: Hand = {
    var hand = human
    hand.touchDownStagger = .constant(Measured.touchDownStagger.p95)
    hand.touchUpStagger = .constant(Measured.touchUpStagger.p95)
    hand.tapStagger = .constant(Measured.tapStagger.p95)
    hand.tapScatter = .constant(Measured.tapScatter.p95)
    hand.tremor = .constant(Measured.tremor.p95)
    hand.roll = .constant(Measured.roll.p95)
    hand.sensor.jitter = .constant(Measured.jitter.p95)
    hand.sensor.noise = .constant(Measured.noise.p95)
    return hand
  }()

  /// Stagger, tremor, jitter and noise of at least the 95th percentiles of both measurements of them,
  /// in every gesture; without roll.
  ///
  /// The second measurement, over 151 movements in the same recordings, has 195 ms from the first to the
  /// last touch down, 144 ms from the first to the last touch up, and a jitter of 0.152.
  public static let unsteady: Hand = {
    var hand = shaky
    hand.touchDownStagger = .constant(0.2)
    hand.touchUpStagger = .constant(0.15)
    hand.sensor.jitter = .constant(0.155)
    hand.roll = .none
    return hand
  }()
}

extension Sensor {
  /// A touchpad with a report rate of 125 Hz, 20 units per millimetre and the measured noise.
  ///
  /// Of the 35 devices measured, half have a report rate of 89 to 123 Hz (all: 34 to 234). The preset
  /// drops no frames; of the recordings, half have gaps in 1.5 % of the frames and one in twenty in
  /// 12 %, including gaps in which nothing changed.
  public static let measured = Sensor(
    rate: 125, jitter: Measured.jitter, noise: Measured.noise, resolution: 0.05)
}

/// Percentiles measured on recordings of people's fingers on touchpads, touchscreens and tablets.
///
/// Without robots and palms; lengths are from devices of known resolution only.
enum Measured {
  /// From first to last touch down of a movement of several fingers, in seconds.
  ///
  /// 136 movements in 127 recordings: half within 11 ms, three in four within 32 ms, 95 % within
  /// 177 ms, the slowest 677 ms. The longest are cut off at 221 ms.
  static let touchDownStagger = Spread(0, p5: 0, p25: 0, p50: 0.011, p75: 0.032, p95: 0.177, 0.221)

  /// From first to last touch up of a movement of several fingers, in seconds.
  ///
  /// The same 136 movements: half within 7 ms, 95 % within 99 ms, the slowest 365 ms, cut off
  /// likewise.
  static let touchUpStagger = Spread(0, p5: 0, p25: 0, p50: 0.007, p75: 0.017, p95: 0.099, 0.221)

  /// From first to last touch down of a tap of two fingers, in seconds.
  ///
  /// 18 taps in 6 recordings: half at once, three in four within 10 ms, all within 12 ms. A robot took
  /// up to 36 ms, which the highest value covers.
  static let tapStagger = Spread(0, p5: 0, p25: 0, p50: 0.004, p75: 0.0105, p95: 0.012, 0.04)

  /// From touch down to touch up of a tap, in seconds.
  ///
  /// 149 touches in 31 recordings: 53 to 115 ms in nine of ten, all within 124 ms.
  static let tapDuration = Spread(
    0.04, p5: 0.053, p25: 0.066, p50: 0.075, p75: 0.089, p95: 0.115, 0.124)

  /// From touch up to next touch down in a row of taps, in seconds.
  ///
  /// 14 tap-and-drags in as many recordings: 83 to 139 ms in nine of ten. Double taps are too
  /// rare to measure (one had 93 ms).
  static let tapInterval = Spread(
    0.08, p5: 0.083, p25: 0.105, p50: 0.115, p75: 0.127, p95: 0.139, 0.14)

  /// From the position of a row of taps to one of them, in millimetres.
  ///
  /// An assumption: two measured rows, on devices of guessed resolution, had taps 4 and 7 mm apart.
  static let tapScatter = Spread(0, p5: 0.2, p25: 0.7, p50: 1.3, p75: 2, p95: 3, 3.5)

  /// Root mean square of a resting finger's wandering about its mean, each axis, in millimetres.
  ///
  /// 21 fingers resting for 0.3 to 3 s in 11 recordings: half within 0.08 mm, 95 % within 0.50 mm;
  /// their farthest positions are 0.43 mm apart in half of them and 2 mm in one of twenty. Some pads
  /// suppress it altogether. 89 % of the power is below 4 Hz, 9 % from 4 to 8 Hz.
  static let tremor = Spread(0, p5: 0, p25: 0.02, p50: 0.08, p75: 0.2, p95: 0.5, 0.54)

  /// From the first to the last position of a tap, in millimetres.
  ///
  /// 76 touches in 13 recordings: half within 0.33 mm, 95 % within 1.9 mm, the farthest 3.7 mm. A
  /// quarter of the distance is in the first 20 ms and a half in the last 30 ms.
  static let roll = Spread(0, p5: 0.04, p25: 0.11, p50: 0.33, p75: 0.94, p95: 1.88, 3.7)

  /// Between neighbouring fingers of one movement or tap, in millimetres.
  ///
  /// 69 pairs in 50 recordings: 13 to 31 mm in nine of ten, half within 24 mm. Reduced a little, so that
  /// four fingers have room to move on a small pad.
  static let spacing = Spread(13, p5: 14, p25: 18, p50: 21, p75: 24, p95: 27, 30)

  /// Height over width of the line through two fingers.
  ///
  /// The same 69 pairs: half within 16 degrees (slope 0.29), without the quarter of pairs that are nearly
  /// vertical.
  static let slope = Spread(-0.6, p5: -0.45, p25: -0.2, p50: 0, p75: 0.2, p95: 0.45, 0.6)

  /// Pressure in mid-touch as a share of the range of 255 units.
  ///
  /// 347 touches in 158 recordings: 0.12 to 0.30 in nine of ten.
  static let pressure = Spread(0.1, p5: 0.12, p25: 0.16, p50: 0.2, p75: 0.24, p95: 0.3, 0.41)

  /// Pressure in the first frame as a share of that in mid-touch.
  ///
  /// 260 touches other than taps in 138 recordings: half above 0.79. The median time to reach nine tenths
  /// is 40 ms.
  static let touchDownPressure = Spread(
    0.15, p5: 0.16, p25: 0.56, p50: 0.79, p75: 0.9, p95: 1, 1)

  /// Pressure in the last frame as a share of that in mid-touch.
  ///
  /// The same touches: half above 0.65. The median time from nine tenths to the touch up is 32 ms.
  static let touchUpPressure = Spread(0.15, p5: 0.16, p25: 0.43, p50: 0.65, p75: 0.87, p95: 1, 1)

  /// How long the pressure rises after the touch down, and falls before the touch up, in seconds.
  ///
  /// Near the medians of those touches; those of 87 taps are 0 and 25 ms.
  static let pressureRamp = 0.03

  /// Standard deviation of the time between frames, as a share of it, without lost frames.
  ///
  /// 171 recordings: a median of 0.06, and 0.20 in one of twenty. Two timestamps contribute to each
  /// interval, so the deviation of one is smaller by a factor of 1.4.
  static let jitter = Spread(0.005, p5: 0.012, p25: 0.027, p50: 0.044, p75: 0.076, p95: 0.141, 0.2)

  /// Standard deviation of one position, each axis, in millimetres.
  ///
  /// From second differences across the direction of 98 straight movements in 48 recordings:
  /// 0.043 mm in the median, 0.14 mm in one of twenty, rounding to units included.
  static let noise = Spread(0, p5: 0.016, p25: 0.028, p50: 0.043, p75: 0.066, p95: 0.138, 0.43)
}
