import RealModule

extension MotionScript {
  /// What an ideal sensor measures at a time in seconds, in g.
  public func acceleration(at time: Double) -> Acceleration {
    let gravity = attitude(at: time).gravity
    var sum = gravity
    var isFalling = false
    for action in actions {
      let elapsed = time - action.start
      guard elapsed >= 0, elapsed < action.motion.length else { continue }
      if case .drop(let height) = action.motion, elapsed < Motion.fallTime(height) {
        isFalling = true
      }
      sum = sum + action.motion.push(at: elapsed, gravity)
    }
    // Who falls feels nothing of gravity.
    return isFalling ? sum - gravity : sum
  }

  /// The attitude at a time in seconds: the turns one after the other.
  public func attitude(at time: Double) -> Attitude {
    var attitude = attitude
    for action in actions {
      guard case .turn(let goal, let duration) = action.motion, time >= action.start else {
        continue
      }
      let part = duration > 0 ? min(1, (time - action.start) / duration) : 1
      // Smoothly begun and ended: the angular speed is zero at both ends.
      attitude = attitude.turned(toward: goal, part: part * part * (3 - 2 * part))
    }
    return attitude
  }
}

extension MotionScript.Motion {
  /// What a motion adds to gravity, so many seconds after its start.
  fileprivate func push(at elapsed: Double, _ gravity: Acceleration) -> Acceleration {
    switch self {
    case .turn: return .zero
    case .shake(_, let frequency, let peak, let axis):
      return axis.direction * (peak * Self.wave(frequency * elapsed))
    case .tap(let peak, let axis):
      return axis.direction * (peak * Self.blow(elapsed))
    case .drop(let height):
      let fall = Self.fallTime(height)
      guard elapsed >= fall else { return .zero }
      let speed = Acceleration.standardGravity * fall
      let strength = Self.blowStrength * speed
      // Thrown up, and once more by a third.
      let echo = elapsed - fall - 2 * Self.blowLength
      return gravity * (-strength * (Self.blow(elapsed - fall) + Self.blow(echo) / 3))
    case .walk(_, let steps, let peak):
      // A step is a sharp rise and a shallow fall: the first two partials of it.
      let phase = steps * elapsed
      return gravity * (peak * (Self.wave(phase) + 0.5 * Self.wave(2 * phase)) / 1.3)
    }
  }

  /// A sine with a period of 1.
  private static func wave(_ phase: Double) -> Double {
    // Far from zero a sine loses digits.
    .sin(2 * .pi * (phase - phase.rounded(.down)))
  }

  /// Half a sine of ``blowLength``.
  private static func blow(_ elapsed: Double) -> Double {
    elapsed >= 0 && elapsed < blowLength ? .sin(.pi * elapsed / blowLength) : 0
  }
}
