/// A ball in flight, on a wall or at rest, from one event to the next.
///
/// Its motion since the last event is a polynomial on each axis, so that its state at any time is
/// evaluated and not added up: it does not matter at which times anybody looks.
struct Ball: Hashable, Sendable {
  /// How an axis moves.
  enum Contact: Int8 {
    case lower = -1
    case none = 0
    case upper = 1
  }

  /// The moment of the last event in seconds, and what rounding took from it: in an hour of bounces
  /// it would add up.
  var anchor = 0.0
  var anchorRest = 0.0
  /// The motion since.
  var x: Cubic
  var y: Cubic
  /// The wall that the ball lies on.
  var contactX = Contact.none
  var contactY = Contact.none
  /// Seconds after the anchor of the next event; infinite if there is none in sight.
  var next = Double.infinity
  /// The walls that come next on both axes.
  var hitX = WallHit.none
  var hitY = WallHit.none

  /// A ball by the place of its centre and its velocity.
  init(x: Double, y: Double, velocityX: Double, velocityY: Double) {
    self.x = Cubic(place: x, speed: velocityX, acceleration: 0, jerk: 0)
    self.y = Cubic(place: y, speed: velocityY, acceleration: 0, jerk: 0)
  }

  /// Seconds since the anchor.
  @inline(__always) func elapsed(at time: Double) -> Double { (time - anchor) - anchorRest }

  /// Makes the state at a moment the new beginning.
  mutating func moveAnchor(by elapsed: Double) {
    x = Cubic(
      place: x.place(at: elapsed), speed: x.speed(at: elapsed),
      acceleration: x.acceleration(at: elapsed), jerk: x.jerk)
    y = Cubic(
      place: y.place(at: elapsed), speed: y.speed(at: elapsed),
      acceleration: y.acceleration(at: elapsed), jerk: y.jerk)
    // A sum and its error (Knuth's two-sum).
    let sum = anchor + elapsed
    let part = sum - anchor
    anchorRest += (anchor - (sum - part)) + (elapsed - part)
    anchor = sum
  }

  /// Makes a known moment the new beginning.
  mutating func moveAnchor(to time: Double) {
    moveAnchor(by: elapsed(at: time))
    anchor = time
    anchorRest = 0
  }
}

/// A wall that a ball will meet.
struct WallHit: Hashable, Sendable {
  /// Seconds after the anchor; infinite for no wall.
  var time: Double
  /// The speed then, positive toward the upper end of the axis.
  var speed: Double

  static let none = WallHit(time: .infinity, speed: 0)
}

/// The acceleration that drives the balls, in pixels a second squared: linear from a moment on.
struct BallDrive: Hashable, Sendable {
  var start = 0.0
  var x = 0.0
  var y = 0.0
  var slopeX = 0.0
  var slopeY = 0.0
  /// When it ends; infinite where it is held.
  var end = Double.infinity
}
