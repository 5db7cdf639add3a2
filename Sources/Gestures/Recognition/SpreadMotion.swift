public import Contacts

/// How the fingers of a hand moved against each other, since the last of them landed.
///
/// Three lengths in points say what a hand does: the way of the centroid, the change of the mean
/// distance from it, and the arc that the fingers went around it. The largest is the gesture.
/// When a finger lifts, the values stay as they were.
public struct SpreadMotion {
  /// How many fingers are followed.
  public private(set) var count = 0
  /// The way of the centroid.
  public private(set) var translation = Vector.zero
  /// The mean distance of the fingers from their centroid at the start.
  public private(set) var startRadius = 0.0
  /// The same, now.
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

  /// Takes the fingers that are down as the new start.
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
    // A span lends its elements, where a loop over the array would copy each of them.
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

  /// The final over the first mean distance.
  public var scale: Double { startRadius > 0 ? radius / startRadius : 1 }

  /// The turn in degrees, positive clockwise, -180 to 180.
  public var rotation: Double {
    guard count > 1 else { return 0 }
    return Trigonometry.degrees(
      from: Vector(dx: 1, dy: 0), to: Vector(dx: along, dy: across))
  }

  /// The length of the arc that the fingers went around the centroid, in points, signed.
  ///
  /// Measured by the sine as long as the turn is below a right angle: recognition does not hang
  /// on an inverse function's last bit.
  public var arc: Double {
    let product = (along * along + across * across).squareRoot()
    guard count > 1, product > 0 else { return 0 }
    let mean = (radius + startRadius) / 2
    let sine = across / product
    return (along > 0 ? sine : (across < 0 ? -2 + -sine : 2 - sine)) * mean
  }

  /// What a movement of several fingers is, by the longest of its three lengths.
  public enum Character: Sendable {
    case translation, expansion, rotation
  }

  /// What the movement is; nil while none of the lengths is beyond `slop`.
  ///
  /// - Parameters:
  ///   - slop: The length in points that decides.
  ///   - dominance: How much longer than the centroid's way the others have to be.
  public func character(slop: Double, dominance: Double) -> Character? {
    let way = translation.length
    let expansion = abs(expansion)
    let arc = abs(arc)
    let longer = max(expansion, arc)
    if longer > slop && longer > dominance * way {
      return expansion >= arc ? .expansion : .rotation
    }
    return way > slop ? .translation : nil
  }
}
