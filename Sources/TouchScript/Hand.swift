/// Whose fingers play a script, and on what sensor: all that a real touch has beyond the intent.
///
/// ```swift
/// let frames = script.frames(on: Size(width: 100, height: 70), hand: .human.seeded(7))
/// ```
///
/// Lengths are in millimetres, times in seconds. Quantities that differ from one gesture to the
/// next are ``Spread``s; each gesture draws its own value.
public struct Hand: Hashable, Sendable {
  /// Decides all chance: the same seed gives the same frames.
  public var seed: UInt64 = 0
  /// What the fingers touch.
  public var sensor: Sensor

  /// From the first to the last landing of the fingers of one movement.
  public var landingStagger: Spread
  /// From the first to the last lift of the fingers of one movement.
  public var liftStagger: Spread
  /// From the first to the last landing, and again lift, of the fingers of one tap.
  public var tapStagger: Spread
  /// How long a finger stays down in a tap.
  public var tapDuration: Spread
  /// From the lift of one tap to the landing of the next in a row of taps.
  public var tapInterval: Spread
  /// How far a tap of a row lands from the place of the row.
  public var tapScatter: Spread
  /// Root mean square of the slow wandering of a resting finger, for each axis.
  public var tremor: Spread
  /// How far the touched area shifts while a finger is put down and lifted.
  public var roll: Spread
  /// Distance between neighbouring fingers.
  public var spacing: Spread
  /// Height over width of the line through the fingers; negative slopes rise to the right.
  public var slope: Spread
  /// How far the outer of three or more fingers stay behind the middle one.
  public var arch: Double
  /// Pressure in mid-touch as a share of the sensor's range.
  public var pressure: Spread
  /// Pressure in the first frame of a touch as a share of that in mid-touch.
  public var landingPressure: Spread
  /// Pressure in the last frame of a touch as a share of that in mid-touch.
  public var liftPressure: Spread
}

/// What a surface reports of the fingers on it, and when.
public struct Sensor: Hashable, Sendable {
  /// Frames a second; 1 to 10,000.
  public var rate: Double
  /// Standard deviation of a frame's time stamp, as a share of the time between two frames; no
  /// stamp is off by more than 0.45 of it.
  public var jitter: Spread
  /// Standard deviation of the white noise of a position for each axis, in millimetres.
  public var noise: Spread
  /// Positions are multiples of this, in millimetres.
  public var resolution: Double
  /// Share of the frames that get lost; never two in a row.
  public var droppedFrames: Double
  /// Whether contacts have a pressure.
  public var reportsPressure: Bool

  public init(
    rate: Double, jitter: Spread = .none, noise: Spread = .none, resolution: Double = 0.001,
    droppedFrames: Double = 0, reportsPressure: Bool = true
  ) {
    self.rate = rate
    self.jitter = jitter
    self.noise = noise
    self.resolution = resolution
    self.droppedFrames = droppedFrames
    self.reportsPressure = reportsPressure
  }
}

extension Hand {
  /// The same hand with another seed.
  public func seeded(_ seed: UInt64) -> Hand {
    var hand = self
    hand.seed = seed
    return hand
  }

  /// The same hand on a sensor of so many frames a second.
  public func sampled(at rate: Double) -> Hand {
    var hand = self
    hand.sensor.rate = rate
    return hand
  }

  /// The same hand on a sensor that loses a share (0 to 1) of its frames, never two in a row.
  public func dropping(_ share: Double) -> Hand {
    var hand = self
    hand.sensor.droppedFrames = share
    return hand
  }

  /// The same hand with so many times the stagger, tremor, roll, jitter and noise.
  public func roughened(by factor: Double) -> Hand {
    var hand = self
    hand.landingStagger = landingStagger.scaled(by: factor)
    hand.liftStagger = liftStagger.scaled(by: factor)
    hand.tapStagger = tapStagger.scaled(by: factor)
    hand.tapScatter = tapScatter.scaled(by: factor)
    hand.tremor = tremor.scaled(by: factor)
    hand.roll = roll.scaled(by: factor)
    hand.sensor.jitter = sensor.jitter.scaled(by: factor)
    hand.sensor.noise = sensor.noise.scaled(by: factor)
    return hand
  }
}
