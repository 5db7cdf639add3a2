public import Contacts

/// A tick: down to the right, then twice as far up to the right, with legs that bow as people draw
/// them.
public struct Checkmark: FingerAction, Hashable {
  /// The middle of the tick's width, at the height of its left end; nil for the middle of the touch
  /// area. The corner is at a third of the width.
  public var center: Point?
  /// The width in millimetres.
  public var width: Double
  /// The duration in seconds.
  public var duration: Double

  public init(at center: Point? = nil, width: Double = 30, duration: Double = 0.6) {
    self.center = center
    self.width = width
    self.duration = duration
  }

  public func perform(in plan: inout ScriptPlan) {
    let first = plan.strokeCount
    let third = width / 3
    let middle = plan.position(center)
    let start = middle + Vector(dx: -1.5 * third, dy: 0)
    let corner = middle + Vector(dx: -0.5 * third, dy: third)
    let end = middle + Vector(dx: 1.5 * third, dy: -third)
    let line = Polyline(Self.arc(from: start, to: corner) + Self.arc(from: corner, to: end))
    plan.move([.path(line, duration: duration)])
    plan.expect(IntendedGesture(.checkmark), fromStroke: first)
  }

  /// A leg that bows to the left of the direction of travel, by a tenth of its length: measured
  /// ticks of people bow by a fifth in both legs together.
  private static func arc(from start: Point, to end: Point) -> [Point] {
    let leg = end - start
    let left = Vector(dx: leg.dy, dy: -leg.dx)
    return (0...8).map { step in
      let part = Double(step) / 8
      return start + leg * part + left * (0.4 * part * (1 - part))
    }
  }
}
