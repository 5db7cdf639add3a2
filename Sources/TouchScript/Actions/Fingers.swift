public import Contacts

/// Fingers that each go their own way, and come and go when they like.
///
/// ```swift
/// Fingers {
///   Finger(at: Point(x: 30, y: 40)).rest(1)
///   Finger(at: Point(x: 60, y: 40), after: 0.3).move(to: Point(x: 60, y: 20), over: 0.2, .linear)
/// }
/// ```
///
/// Nobody knows what such fingers mean; say it with ``meaning``, where it matters.
public struct Fingers: FingerAction, Hashable {
  public var fingers: [Finger]
  /// The gesture that they must give together; its times are those of the fingers.
  public var meaning: ExpectedGesture?

  public init(_ fingers: [Finger], meaning: ExpectedGesture? = nil) {
    self.fingers = fingers
    self.meaning = meaning
  }

  /// Fingers in braces, one below the other.
  public init(meaning: ExpectedGesture? = nil, @FingersBuilder _ fingers: () -> [Finger]) {
    self.init(fingers(), meaning: meaning)
  }

  public func perform(in plan: inout ScriptPlan) {
    let first = plan.strokeCount
    plan.land(fingers.map { ($0.movement, after: $0.delay) })
    if let meaning { plan.expect(meaning, fromStroke: first) }
  }
}

/// One finger's way from its landing to its lift; part of ``Fingers``.
public struct Finger: Hashable, Sendable {
  /// Seconds from the start of the action to the landing.
  public var delay: Double
  /// What it does, one after the other; it lifts when the last one is over.
  public private(set) var legs: [Movement]

  /// A finger that lands in a place, so many seconds after the start of the action.
  public init(at place: Point, after delay: Double = 0) {
    self.delay = delay
    legs = [.still(place, duration: 0)]
  }

  init(_ movement: Movement, after delay: Double) {
    self.delay = delay
    legs = [movement]
  }

  var movement: Movement { legs.count == 1 ? legs[0] : .course(legs) }
}

extension Finger {
  /// Where the finger is now.
  public var place: Point { legs.last?.end ?? .zero }

  /// The finger stays where it is, for so many seconds.
  public func rest(_ seconds: Double) -> Finger {
    adding(.still(place, duration: seconds))
  }

  /// The finger goes straight to a place, within so many seconds.
  public func move(
    to end: Point, over seconds: Double, _ profile: MotionProfile = .minimumJerk
  ) -> Finger {
    adding(profile.movement(from: place, to: end, duration: seconds))
  }

  /// The finger goes by so many millimetres, within so many seconds.
  public func move(
    by way: Vector, over seconds: Double, _ profile: MotionProfile = .minimumJerk
  ) -> Finger {
    move(to: place + way, over: seconds, profile)
  }

  /// The finger draws a line through places, starting and stopping smoothly.
  public func draw(_ path: [Point], over seconds: Double) -> Finger {
    adding(.path(Polyline([place] + path), duration: seconds))
  }

  private func adding(_ leg: Movement) -> Finger {
    var finger = self
    finger.legs.append(leg)
    return finger
  }
}

/// How a finger's speed changes on a straight way.
public enum MotionProfile: Hashable, Sendable {
  /// Constant speed.
  case linear
  /// Starts and stops smoothly, as hands do.
  case minimumJerk
  /// Starts smoothly and is still moving at the end, at so many mean speeds (0 to 2.5).
  case flick(liftOff: Double)

  /// The movement with this profile.
  public func movement(from start: Point, to end: Point, duration: Double) -> Movement {
    switch self {
    case .linear: .linear(from: start, to: end, duration: duration)
    case .minimumJerk: .minimumJerk(from: start, to: end, duration: duration)
    case .flick(let liftOff): .flick(from: start, to: end, duration: duration, liftOff: liftOff)
    }
  }
}

/// Lets fingers stand one below the other in braces.
@resultBuilder
public enum FingersBuilder {
  public static func buildExpression(_ finger: Finger) -> [Finger] { [finger] }
  public static func buildExpression(_ fingers: [Finger]) -> [Finger] { fingers }
  public static func buildBlock(_ parts: [Finger]...) -> [Finger] { parts.flatMap { $0 } }
  public static func buildOptional(_ part: [Finger]?) -> [Finger] { part ?? [] }
  public static func buildEither(first part: [Finger]) -> [Finger] { part }
  public static func buildEither(second part: [Finger]) -> [Finger] { part }
  public static func buildArray(_ parts: [[Finger]]) -> [Finger] { parts.flatMap { $0 } }
}
