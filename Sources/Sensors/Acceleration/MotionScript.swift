/// What happens to a simulated device, second by second.
public struct MotionScript: Hashable, Sendable {
  /// Something that happens, from a time on.
  public struct Action: Hashable, Sendable {
    /// Seconds from the start.
    public var start: Double
    public var motion: Motion

    public init(start: Double, _ motion: Motion) {
      self.start = start
      self.motion = motion
    }
  }

  public enum Axis: String, CaseIterable, Hashable, Sendable {
    case x
    case y
    case z

    public var direction: Acceleration {
      switch self {
      case .x: Acceleration(x: 1, y: 0, z: 0)
      case .y: Acceleration(x: 0, y: 1, z: 0)
      case .z: Acceleration(x: 0, y: 0, z: 1)
      }
    }
  }

  public enum Motion: Hashable, Sendable {
    /// Turns the device on the shortest way, gently begun and ended.
    case turn(to: Attitude, duration: Double)
    /// To and fro along an axis, with a frequency in Hz and a peak in g.
    case shake(duration: Double, frequency: Double, peak: Double, axis: Axis)
    /// A knock of 20 ms with a peak in g.
    case tap(peak: Double, axis: Axis)
    /// A fall from a height in metres: weightless, then a blow and its echo.
    case drop(height: Double)
    /// Steps, so many a second, which rise and fall by a peak in g along gravity.
    case walk(duration: Double, steps: Double, peak: Double)
  }

  /// The attitude at the start.
  public var attitude: Attitude
  public var actions: [Action]
  /// The length in seconds.
  public var duration: Double

  public init(attitude: Attitude = .upright, duration: Double, actions: [Action] = []) {
    self.attitude = attitude
    self.duration = duration
    self.actions = actions
  }
}

extension MotionScript.Motion {
  /// In m/s²: what a fall is accelerated by.
  private static let gravity = Acceleration.standardGravity
  /// How long a knock and a blow last, in seconds.
  static let blowLength = 0.02
  /// The peak of the blow that ends a fall, in g for each m/s of its speed.
  static let blowStrength = 2.5

  /// Seconds from its start to its end.
  public var length: Double {
    switch self {
    case .turn(_, let duration): duration
    case .shake(let duration, _, _, _): duration
    case .tap: Self.blowLength
    case .drop(let height): Self.fallTime(height) + 4 * Self.blowLength
    case .walk(let duration, _, _): duration
    }
  }

  /// Seconds that a fall from a height takes.
  static func fallTime(_ height: Double) -> Double {
    (2 * max(0, height) / gravity).squareRoot()
  }
}
