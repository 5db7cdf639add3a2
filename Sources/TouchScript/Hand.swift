/// The noise of fingers and of the sensor that they touch: the difference between a real touch and
/// its intent.
///
/// Lengths are in millimetres, times in seconds. Quantities that differ from one gesture to the
/// next are ``Spread``s; each gesture draws a separate value.
public struct Hand: Hashable, Sendable {
  /// The seed of all random values: the same seed makes the same frames.
  public var seed: UInt64 = 0
  /// The sensor that the fingers touch.
  public var sensor: Sensor

  /// The time from the first to the last touch down of the fingers of one movement.
  public var touchDownStagger: Spread
  /// The time from the first to the last touch up of the fingers of one movement.
  public var touchUpStagger: Spread
  /// The time from the first to the last touch down, and touch up, of the fingers of one tap.
  public var tapStagger: Spread
  /// The time from touch down to touch up of a tap.
  public var tapDuration: Spread
  /// The time from the touch up of one tap to the touch down of the next in a row of taps.
  public var tapInterval: Spread
  /// The distance of a tap from the position of its row of taps.
  public var tapScatter: Spread
  /// The wandering of a resting finger, root mean square for each axis.
  public var tremor: Spread
  /// The distance by which a contact shifts while a finger is put down and lifted.
  public var roll: Spread
  /// The distance between neighbouring fingers.
  public var spacing: Spread
  /// The slope of the line through the fingers, height over width; negative slopes rise to the
  /// right.
  public var slope: Spread
  /// The distance of the outer of three or more fingers behind the middle one.
  public var arch: Double
  /// The pressure in mid-touch as a share of the sensor's range.
  public var pressure: Spread
  /// The pressure in the first frame of a touch as a share of that in mid-touch.
  public var touchDownPressure: Spread
  /// The pressure in the last frame of a touch as a share of that in mid-touch.
  public var touchUpPressure: Spread
}

/// The rate and the noise of a touch sensor.
public struct Sensor: Hashable, Sendable {
  /// The report rate in hertz, from 1 to 10,000; a script is played at the nearest of these rates,
  /// and at 1 if the rate is not a number.
  public var rate: Double
  /// The standard deviation of a frame's time stamp, as a share of the time between two frames; no
  /// stamp is off by more than 0.45 of it.
  public var jitter = Spread.none
  /// The standard deviation of the white noise of a position for each axis, in millimetres.
  public var noise = Spread.none
  /// The step of positions in millimetres.
  public var resolution = 0.001
  /// The share of the frames that are lost; never two in a row.
  public var droppedFrames = 0.0
  /// Whether contacts have a pressure.
  public var reportsPressure = true

  /// The rate at which a script is played.
  package var usableRate: Double { rate > 1 ? min(rate, 10_000) : 1 }
}

extension Hand {
  /// The same hand with another seed.
  public func seeded(_ seed: UInt64) -> Hand { with(\.seed, seed) }

  /// The same hand on a sensor with the given report rate in hertz.
  public func sampled(at rate: Double) -> Hand { with(\.sensor.rate, rate) }

  /// The same hand on a sensor that loses a share (0 to 1) of its frames, never two in a row.
  public func dropping(_ share: Double) -> Hand { with(\.sensor.droppedFrames, share) }

  /// The hand with another value of a property.
  func with<Value>(_ property: WritableKeyPath<Hand, Value>, _ value: Value) -> Hand {
    var hand = self
    hand[keyPath: property] = value
    return hand
  }

  /// The same hand with its stagger, tremor, roll, jitter and noise multiplied by a factor.
  public func roughened(by factor: Double) -> Hand {
    var hand = self
    for quantity in Self.disturbances {
      hand[keyPath: quantity] = hand[keyPath: quantity].scaled(by: factor)
    }
    return hand
  }
}
