public import Contacts
import Timeline

/// The movement of a hand's fingers relative to each other, since the last of them touched down.
///
/// Three lengths in points describe it: the translation of the centroid, the change of the mean
/// distance from it, and the arc of the fingers around it. The largest decides the gesture. When a
/// finger lifts, the values remain as they were.
public struct SpreadMotion {
  /// How many fingers are followed.
  public private(set) var count = 0
  /// The translation of the centroid.
  public private(set) var translation = Vector.zero
  /// The mean distance of the fingers from their centroid at the start.
  public private(set) var startRadius = 0.0
  /// The current mean distance of the fingers from their centroid.
  public private(set) var radius = 0.0
  /// The sum of the products of the fingers' first and current arms, along and across.
  private var along = 0.0
  private var across = 0.0

  private var startCentroid = Point.zero

  mutating func reset() {
    count = 0
    clear()
  }

  private mutating func clear() {
    translation = .zero
    along = 0
    across = 0
    startRadius = 0
    radius = 0
  }

  /// Starts anew with the fingers that are down.
  mutating func start(_ fingers: inout [HandMotion.Finger], count: Int) {
    self.count = count
    clear()
    startCentroid = SpreadMotion.centroid(of: fingers.span, count: count)
    for index in fingers.indices where fingers[index].end == nil {
      let arm = fingers[index].point - startCentroid
      fingers[index].arm = arm
      startRadius += arm.length / Double(count)
    }
    radius = startRadius
  }

  mutating func update(_ fingers: [HandMotion.Finger]) {
    // A span lends its elements; a loop over the array would copy each of them.
    let fingers = fingers.span
    let centroid = SpreadMotion.centroid(of: fingers, count: count)
    translation = centroid - startCentroid
    guard count > 1 else { return }
    along = 0
    across = 0
    radius = 0
    for index in fingers.indices where fingers[index].end == nil {
      let arm = fingers[index].point - centroid
      along += fingers[index].arm.dot(arm)
      across += fingers[index].arm.cross(arm)
      radius += arm.length / Double(count)
    }
  }

  @inline(__always)
  private static func centroid(of fingers: Span<HandMotion.Finger>, count: Int) -> Point {
    var sum = Vector.zero
    for index in fingers.indices where fingers[index].end == nil {
      sum = sum + (fingers[index].point - .zero)
    }
    return .zero + sum / Double(max(count, 1))
  }
}

extension SpreadMotion {
  /// The change of the mean distance from the centroid, in points; positive when spreading.
  public var expansion: Double { radius - startRadius }

  /// The current over the initial mean distance.
  public var scale: Double { startRadius > 0 ? radius / startRadius : 1 }

  /// The turn in degrees, positive clockwise, -180 to 180.
  public var rotation: Double {
    guard count > 1 else { return 0 }
    return Trigonometry.degrees(
      from: Vector(dx: 1, dy: 0), to: Vector(dx: along, dy: across))
  }

  /// The length of the fingers' arc around the centroid, in points, positive clockwise.
  ///
  /// Below a right angle it is measured by the sine, so recognition does not depend on the last bit of
  /// an inverse function.
  public var arc: Double {
    let product = (along * along + across * across).squareRoot()
    guard count > 1, product > 0 else { return 0 }
    let mean = (radius + startRadius) / 2
    let sine = across / product
    return (along > 0 ? sine : (across < 0 ? -2 + -sine : 2 - sine)) * mean
  }

  /// The kind of a movement of several fingers, by the longest of its three lengths.
  public enum Character: Sendable {
    case translation, expansion, rotation
  }

  /// The kind of the movement; nil while none of the lengths exceeds `slop`.
  ///
  /// - Parameters:
  ///   - slop: The length in points that decides.
  ///   - dominance: The least ratio of the other two lengths to the centroid's translation.
  public func character(slop: Double, dominance: Double) -> Character? {
    let distance = translation.length
    let expansion = abs(expansion)
    let arc = abs(arc)
    let longer = max(expansion, arc)
    if longer > slop && longer > dominance * distance {
      return expansion >= arc ? .expansion : .rotation
    }
    return distance > slop ? .translation : nil
  }
}

extension SpreadMotion {
  /// Why a length does not suffice for its kind of movement.
  ///
  /// - Parameters:
  ///   - length: The expansion or the arc.
  ///   - rival: The other of the two.
  ///   - settings: The section of the recognizer.
  ///   - slop: The points that the length has to exceed.
  ///   - dominance: The least ratio of the length to the centroid's translation.
  ///   - time: When the movement ended.
  func shortfall<Settings: ProfileSettings>(
    of length: Double, beside rival: Double, _ settings: Settings,
    slop: any KeyPath<Settings, Double> & Sendable,
    dominance: any KeyPath<Settings, Double> & Sendable, at time: Timestamp
  ) -> FailureReason {
    let distance = translation.length
    if length > settings[keyPath: slop] {
      if length < rival {
        return FailureReason(.dominance, measured: length / rival, limit: 1, time: time)
      }
      if distance > 0 && length <= settings[keyPath: dominance] * distance {
        return settings.reason(.dominance, length / distance, limit: dominance, at: time)
      }
    }
    return settings.reason(.distance, length, limit: slop, at: time)
  }
}
