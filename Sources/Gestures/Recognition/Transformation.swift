/// The common movement, the spread and the turn of two and more fingers.
///
/// ``scale`` and ``rotation`` count from the first two fingers. The largest of three lengths in
/// points, the ``translation`` of the centroid, the ``expansion`` of the mean distance from it and
/// the ``arc`` around it, decides the ``character(slop:dominance:)``. All of them continue when a
/// finger touches down or lifts, and rest while fewer than two are down.
public struct Transformation: Sendable {
  /// The number of fingers that are down.
  public private(set) var count = 0
  /// The mean distance of the fingers from their centroid, in points, at least half a point.
  public private(set) var radius = 0.0

  /// The values at the last touch down or touch up.
  private var carried = Carried()
  private var anchor = Point.zero
  private var centroid = Point.zero
  /// The radius at the last touch down or touch up.
  private(set) var startRadius = 0.0
  /// The radius at which ``scale`` is 1.
  private(set) var baseRadius = 1.0
  /// The sums of the products of the fingers' first and current arms, along and across.
  private var along = 0.0
  private var across = 0.0
  /// The number of whole turns, clockwise.
  private var turns = 0
  /// A vector of length 1 that has turned by the carried rotation.
  private var carriedDirection = Vector(dx: 1, dy: 0)

  private struct Carried {
    var translation = Vector.zero
    var expansion = 0.0
    var arc = 0.0
    var scale = 1.0
    var rotation = 0.0
  }

  /// The smallest radius in points, so that no scale is infinite.
  static let smallestRadius = 0.5

  public init() {}

  // MARK: Fingers

  /// Continues with the fingers that are down.
  mutating func takeOver(_ fingers: inout [FingerFollower.Finger], count: Int, centroid: Point) {
    if self.count > 1 {
      carried = Carried(
        translation: translation, expansion: expansion, arc: arc, scale: scale, rotation: rotation)
    }
    if self.count > 1 || carried.rotation != 0 {
      carriedDirection = Vector(
        dx: Trigonometry.cosine(degrees: carried.rotation),
        dy: Trigonometry.sine(degrees: carried.rotation))
    }
    self.count = count
    anchor = centroid
    self.centroid = centroid
    guard count > 1 else { return }
    along = 0
    across = 0
    turns = 0
    var sum = 0.0
    for index in fingers.indices where fingers[index].end == nil {
      let arm = fingers[index].point - centroid
      fingers[index].arm = arm
      along += arm.lengthSquared
      sum += arm.length
    }
    radius = max(sum / Double(count), Transformation.smallestRadius)
    startRadius = radius
    baseRadius = radius / carried.scale
  }

  /// Follows the fingers that are down, of which there are at least two.
  mutating func update(_ fingers: [FingerFollower.Finger], centroid: Point) {
    // A span lends its elements; a loop over the array would copy each of them.
    let fingers = fingers.span
    let former = Vector(dx: along, dy: across)
    var sum = 0.0
    along = 0
    across = 0
    for index in fingers.indices where fingers[index].end == nil {
      let arm = fingers[index].point - centroid
      along += fingers[index].arm.dot(arm)
      across += fingers[index].arm.cross(arm)
      sum += arm.length
    }
    // Adding zero turns -0, which would be half a turn backward, into 0.
    across += 0
    radius = max(sum / Double(count), Transformation.smallestRadius)
    self.centroid = centroid
    guard (former.dy < 0) != (across < 0) else { return }
    // A passage of half a turn.
    let step = former.cross(Vector(dx: along, dy: across))
    if former.dy >= 0 && step > 0 { turns += 1 }
    if former.dy < 0 && step < 0 { turns -= 1 }
  }

  // MARK: Since the last finger touched down or lifted

  /// The change of the distance between two fingers, in points.
  var spanChange: Double { count > 1 ? 2 * (radius - startRadius) : 0 }

  /// The turn in degrees.
  var turn: Double { rotation - carried.rotation }

  /// Counts the scale from a distance between two fingers that is larger by some points.
  mutating func shiftScale(by points: Double) {
    let shifted = max(baseRadius + points / 2, Transformation.smallestRadius)
    if count <= 1 { carried.scale *= baseRadius / shifted }
    baseRadius = shifted
  }

  /// A vector that turns with the fingers, so that angles are computed only when they are read.
  @inline(__always)
  var direction: Vector {
    Vector(
      dx: along * carriedDirection.dx - across * carriedDirection.dy,
      dy: along * carriedDirection.dy + across * carriedDirection.dx)
  }

  // MARK: Measures

  /// The current over the initial distance between the fingers.
  public var scale: Double { count > 1 ? radius / baseRadius : carried.scale }

  /// The turn in degrees, positive clockwise; it may exceed a whole turn.
  public var rotation: Double {
    guard count > 1 else { return carried.rotation }
    let turn = Trigonometry.degrees(from: Vector(dx: 1, dy: 0), to: Vector(dx: along, dy: across))
    return carried.rotation + turn + 360 * Double(turns)
  }

  /// The translation of the centroid while two and more fingers were down, in points.
  @inline(__always)
  public var translation: Vector { carried.translation + (centroid - anchor) }

  /// The change of the mean distance from the centroid, in points; positive when spreading.
  @inline(__always)
  public var expansion: Double {
    carried.expansion + (count > 1 ? radius - startRadius : 0)
  }

  /// The length of the fingers' arc around the centroid, in points, positive clockwise.
  // By the sine below a right angle: recognition must not depend on the last bit of an inverse.
  @inline(__always)
  public var arc: Double {
    guard count > 1 else { return carried.arc }
    let product = (along * along + across * across).squareRoot()
    guard product > 0 else { return carried.arc }
    let mean = (radius + startRadius) / 2
    let sine = across / product
    return carried.arc + (along > 0 ? sine : (across < 0 ? -2 + -sine : 2 - sine)) * mean
  }

  /// Whether ``arc`` may exceed a length: a false answer is certain, and costs less than the arc.
  @inline(__always)
  func mayTurn(beyond length: Double) -> Bool {
    guard carried.arc == 0 && along > 0 else { return true }
    let mean = (radius + startRadius) / 2
    return across * across * mean * mean > 0.99 * length * length
      * (along * along + across * across)
  }

  /// The kind of a movement of several fingers, by the longest of its three lengths.
  public enum Character: Sendable {
    case translation, expansion, rotation
  }

  /// The kind of the movement; nil while none of the lengths exceeds `slop`, in points. The other
  /// two lengths have to exceed `dominance` times the centroid's translation.
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

  /// The reason why the expansion or the arc does not suffice: it has to exceed the slop and the
  /// other one of the two, `rival`, and dominate the centroid's translation.
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
