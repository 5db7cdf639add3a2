import RealModule

/// The motion of a simulated device over time.
public struct MotionScript: Hashable, Sendable {
  /// A motion and its start.
  public struct Action: Hashable, Sendable {
    /// The start in seconds from the start of the script.
    public var start: Double
    public var motion: Motion

    public init(start: Double, _ motion: Motion) {
      self.start = start
      self.motion = motion
    }

    /// Whether the motion has ended at a time in seconds, with knocks of a length.
    func isOver(at time: Double, knock: Double) -> Bool {
      if case .tap = motion { return time - start >= knock }
      return time - start >= motion.length
    }
  }

  /// An axis of the device.
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

  /// The motions of a script.
  public enum Motion: Hashable, Sendable {
    /// Rotates the device along the shortest path, with a smooth start and end.
    case turn(to: Attitude, duration: Double)
    /// Moves back and forth along an axis, with a frequency in Hz and a peak in g.
    case shake(duration: Double, frequency: Double, peak: Double, axis: Axis)
    /// A knock of 20 ms, or two intervals of a slower sensor, with a peak in g.
    case tap(peak: Double, axis: Axis)
    /// A fall from a height in metres: weightlessness, then an impact and its echo.
    case drop(height: Double)
    /// Steps at a frequency in Hz, with a peak in g along gravity.
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

extension MotionScript {
  /// Returns the measurement of an ideal sensor at a time in seconds, in g, during some actions,
  /// with knocks of a length.
  func acceleration(
    at time: Double, _ attitude: Attitude, of actions: some Sequence<Action>,
    knock: Double = Motion.blowLength
  ) -> Acceleration {
    let gravity = attitude.gravity
    var sum = gravity
    var isFalling = false
    for action in actions {
      let elapsed = time - action.start
      guard elapsed >= 0, !action.isOver(at: time, knock: knock) else { continue }
      if case .drop(let height) = action.motion, elapsed < Motion.fallTime(height) {
        isFalling = true
      }
      sum = sum + action.motion.push(at: elapsed, gravity, knock)
    }
    // A falling sensor does not measure gravity.
    return isFalling ? sum - gravity : sum
  }

  /// Returns the attitude at a time in seconds, after some actions.
  func attitude(at time: Double, after actions: some Sequence<Action>) -> Attitude {
    var attitude = attitude
    for action in actions {
      guard case .turn(let goal, let duration) = action.motion, time >= action.start else {
        continue
      }
      let part = duration > 0 ? min(1, (time - action.start) / duration) : 1
      // Smooth at both ends: the angular speed is zero there.
      attitude = attitude.turned(toward: goal, part: part * part * (3 - 2 * part))
    }
    return attitude
  }
}

extension MotionScript.Motion {
  /// The duration of a knock and of an impact, in seconds.
  static let blowLength = 0.02
  /// The peak of the impact of a fall, in g per m/s of its speed.
  static let blowStrength = 2.5

  /// The duration in seconds.
  public var length: Double {
    switch self {
    case .turn(_, let duration), .shake(let duration, _, _, _), .walk(let duration, _, _): duration
    case .tap: Self.blowLength
    case .drop(let height): Self.fallTime(height) + 4 * Self.blowLength
    }
  }

  /// The duration of a fall from a height, in seconds.
  static func fallTime(_ height: Double) -> Double {
    (2 * max(0, height) / Acceleration.standardGravity).squareRoot()
  }

  /// Returns the acceleration of a motion, without gravity, at a time after its start.
  fileprivate func push(
    at elapsed: Double, _ gravity: Acceleration, _ knock: Double
  ) -> Acceleration {
    switch self {
    case .turn: return .zero
    case .shake(_, let frequency, let peak, let axis):
      return axis.direction * (peak * Self.wave(frequency * elapsed))
    case .tap(let peak, let axis): return axis.direction * (peak * Self.blow(elapsed, knock))
    case .drop(let height):
      let fall = Self.fallTime(height)
      guard elapsed >= fall else { return .zero }
      let speed = Acceleration.standardGravity * fall
      let strength = Self.blowStrength * speed
      // The impact is upward, with an echo of a third of it.
      let echo = elapsed - fall - 2 * Self.blowLength
      return gravity * (-strength * (Self.blow(elapsed - fall) + Self.blow(echo) / 3))
    case .walk(_, let steps, let peak):
      // A step is a sharp rise and a shallow fall: its first two harmonics.
      let phase = steps * elapsed
      return gravity * (peak * (Self.wave(phase) + 0.5 * Self.wave(2 * phase)) / 1.3)
    }
  }

  /// A sine with a period of 1.
  private static func wave(_ phase: Double) -> Double {
    // Sines of large arguments lose digits.
    .sin(2 * .pi * (phase - phase.rounded(.down)))
  }

  /// Half a sine.
  private static func blow(_ elapsed: Double, _ length: Double = Self.blowLength) -> Double {
    elapsed >= 0 && elapsed < length ? .sin(.pi * elapsed / length) : 0
  }
}
