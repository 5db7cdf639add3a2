import Contacts
import Timeline

/// A finger from touch down to touch up.
struct Stroke: Hashable, Sendable {
  var touchDown: Timestamp
  /// The first time at which the finger is up again.
  var touchUp: Timestamp
  var movement: Movement
  /// The start of the movement, at the touch down or later.
  var motionStart: Timestamp
  var character: Character

  /// The properties that differ from one touch to the next.
  struct Character: Hashable, Sendable {
    var seed: UInt64
    /// The tremor in millimetres, root mean square for each axis.
    var tremor: Double
    /// The noise in millimetres, standard deviation for each axis.
    var noise: Double
    /// The shift from the first position to the last, caused by the rolling of the fingertip.
    var roll: Vector
    /// The pressures as shares of the sensor's range.
    var pressure: Double
    var touchDownPressure: Double
    var touchUpPressure: Double
  }

  /// The finger's true position, without the sensor's noise.
  func position(at time: Timestamp) -> Point {
    let seconds = time.seconds(since: motionStart)
    return movement.position(at: coasting(seconds)) + wandering(at: seconds) + rolling(at: time)
  }

  /// The time of the movement for a finger that lifts after its end: it slows down to rest, as
  /// people's fingers do (docs/data/hands-percentiles.csv).
  private func coasting(_ seconds: Double) -> Double {
    let late = seconds - movement.duration
    guard late > 0 else { return seconds }
    let slowing = min(late, Self.slowingDuration)
    return movement.duration + slowing - slowing * slowing / (2 * Self.slowingDuration)
  }

  /// The duration of slowing down in seconds; a flick of 240 mm/s goes on for 12 mm.
  private static let slowingDuration = 0.1

  /// The time in which the pressure rises after the touch down, and falls before the touch up, in
  /// seconds; a value between the medians of movements, 50 and 33 ms, and of taps, 0 and 25 ms.
  private static let pressureRamp = 0.03

  /// The pressure, which rises, is constant, and falls.
  func pressure(at time: Timestamp) -> Double {
    let sinceTouchDown = min(max(time.seconds(since: touchDown) / Self.pressureRamp, 0), 1)
    let untilTouchUp = min(max(touchUp.seconds(since: time) / Self.pressureRamp, 0), 1)
    let rising = character.touchDownPressure + (1 - character.touchDownPressure) * sinceTouchDown
    let falling = character.touchUpPressure + (1 - character.touchUpPressure) * untilTouchUp
    return character.pressure * min(rising, falling)
  }

  private func wandering(at seconds: Double) -> Vector {
    guard character.tremor > 0 else { return .zero }
    return SmoothNoise.tremor(at: seconds) { character.seed &+ $0 } * character.tremor
  }

  /// The roll: a quarter within 20 ms of the touch down, a half in the last 30 ms, the rest evenly
  /// between, as measured.
  private func rolling(at time: Timestamp) -> Vector {
    let pressing = min(max(time.seconds(since: touchDown) / 0.02, 0), 1)
    let lifting = min(max(1 - touchUp.seconds(since: time) / 0.03, 0), 1)
    let whole = touchUp.seconds(since: touchDown)
    let elapsed = whole > 0 ? min(max(time.seconds(since: touchDown) / whole, 0), 1) : 1
    return character.roll * (0.25 * pressing + 0.5 * lifting + 0.25 * elapsed)
  }
}

/// Smooth random noise: the tremor of a finger.
///
/// Random values at equal steps of time are the control points of a uniform cubic B-spline. Its
/// power, the eighth power of a sinc, falls to a half at 0.23 divided by the step and to zero at
/// the reciprocal of the step.
struct SmoothNoise: Hashable, Sendable {
  let seed: UInt64
  /// The interval between control points in seconds.
  let step: Double

  /// The factor that brings the root mean square to 1: the mean of the squares of the weights is
  /// 151/315.
  private static let normalization = (315.0 / 151).squareRoot()

  /// The tremor of a finger, whose root mean square for each axis is 1: nine tenths of its power
  /// are slow (half of it below 2 Hz, all below 10), the rest is faster (below 8 and 30 Hz), about
  /// as measured on resting fingers. Each of four noises, numbered from 0, has its own seed.
  static func tremor(at seconds: Double, seed: (UInt64) -> UInt64) -> Vector {
    func noise(_ axis: UInt64) -> Double {
      let slow = SmoothNoise(seed: seed(axis), step: 0.1)
      let fast = SmoothNoise(seed: seed(axis &+ 2), step: 0.033)
      return slow.value(at: seconds) * 0.9.squareRoot() + fast.value(at: seconds) * 0.1.squareRoot()
    }
    return Vector(dx: noise(0), dy: noise(1))
  }

  /// The noise at a time in seconds; its root mean square over a long time is 1.
  func value(at seconds: Double) -> Double {
    let index = (seconds / step).rounded(.down)
    // Scripts end long before that; the guard keeps the conversion from trapping.
    guard index.magnitude < 1e15 else { return 0 }
    let t = seconds / step - index
    let first = Int(index)
    let rest = 1 - t
    let sum =
      control(first) * rest * rest * rest
      + control(first + 1) * (4 - 6 * t * t + 3 * t * t * t)
      + control(first + 2) * (4 - 6 * rest * rest + 3 * rest * rest * rest)
      + control(first + 3) * t * t * t
    return sum / 6 * Self.normalization
  }

  private func control(_ number: Int) -> Double {
    var generator = SeededGenerator(seed: seed, item: number)
    return generator.gaussian()
  }
}
