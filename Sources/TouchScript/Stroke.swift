import Contacts
import Timeline

/// One finger from its landing to its lift.
struct Stroke: Hashable, Sendable {
  /// Down from here ...
  var landing: Timestamp
  /// ... to just before here.
  var lift: Timestamp
  var movement: Movement
  /// When the movement starts, not before the landing.
  var motionStart: Timestamp
  var character: Character

  /// What one landing of a finger has of its own.
  struct Character: Hashable, Sendable {
    var seed: UInt64
    /// Millimetres, root mean square for each axis.
    var tremor: Double
    /// Millimetres, standard deviation for each axis.
    var noise: Double
    /// From the first place to the last, by rolling the fingertip.
    var roll: Vector
    /// Shares of the sensor's range.
    var pressure: Double
    var landingPressure: Double
    var liftPressure: Double
  }
}

extension Stroke {
  /// The finger's true place, without the sensor's noise.
  func place(at time: Timestamp) -> Point {
    let seconds = time.seconds(since: motionStart)
    return movement.position(at: seconds) + wandering(at: seconds) + rolling(at: time)
  }

  /// The pressure: a ramp up, an even middle, a ramp down.
  func pressure(at time: Timestamp) -> Double {
    let ramp = Measured.pressureRamp
    let sinceLanding = min(max(time.seconds(since: landing) / ramp, 0), 1)
    let untilLift = min(max(lift.seconds(since: time) / ramp, 0), 1)
    let rising = character.landingPressure + (1 - character.landingPressure) * sinceLanding
    let falling = character.liftPressure + (1 - character.liftPressure) * untilLift
    return character.pressure * min(rising, falling)
  }

  /// Nine tenths of the power are slow (a half of it below 2 Hz, all below 10), the rest is
  /// faster (below 8 and 30 Hz), about as the resting fingers' power was spread.
  private func wandering(at seconds: Double) -> Vector {
    guard character.tremor > 0 else { return .zero }
    func noise(_ axis: UInt64) -> Double {
      let slow = SmoothNoise(seed: character.seed &+ axis, step: 0.1)
      let fast = SmoothNoise(seed: character.seed &+ axis &+ 2, step: 0.033)
      return slow.value(at: seconds) * 0.9.squareRoot() + fast.value(at: seconds) * 0.1.squareRoot()
    }
    return Vector(dx: noise(0), dy: noise(1)) * character.tremor
  }

  /// A quarter of the roll within 20 ms of the landing, a half in the last 30 ms, the rest evenly
  /// between, as measured.
  private func rolling(at time: Timestamp) -> Vector {
    let landed = min(max(time.seconds(since: landing) / 0.02, 0), 1)
    let lifting = min(max(1 - lift.seconds(since: time) / 0.03, 0), 1)
    let whole = lift.seconds(since: landing)
    let elapsed = whole > 0 ? min(max(time.seconds(since: landing) / whole, 0), 1) : 1
    return character.roll * (0.25 * landed + 0.5 * lifting + 0.25 * elapsed)
  }
}
