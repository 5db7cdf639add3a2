import Contacts
public import Timeline

/// Fingers that land at an edge of the window and move inward.
///
/// It begins like a pan, once the fingers have gone beyond the limit of ``PanRecognizer/stillness``,
/// if they went more inward than along the edge; otherwise it fails. Its direction is the one that
/// leads inward: a pan from the left edge goes right. Fingers that land later may do so anywhere.
public final class EdgePanRecognizer: PanRecognizer {
  /// Edges of a window.
  public struct Edges: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let left = Edges(rawValue: 1)
    public static let right = Edges(rawValue: 2)
    public static let top = Edges(rawValue: 4)
    public static let bottom = Edges(rawValue: 8)
    public static let all: Edges = [.left, .right, .top, .bottom]
  }

  /// The edges that it may begin at: all.
  public var edges = Profile.standard.edgePan.edges
  /// Points from the edge to a landing, inclusive: 20.
  public var edgeWidth = Profile.standard.edgePan.edgeWidth

  /// The edges at which all fingers landed: in a corner there are two.
  private var near: Edges = .all
  private var inward: Gesture.Direction?

  public override init() {
    super.init()
    stillness = Profile.standard.edgePan.stillness
  }

  public override var kind: Gesture.Kind { .edgePan }

  public override var soughtDirection: Gesture.Direction? { inward }

  override var keys: StillnessKeys { .edgePan }

  public override func reset() {
    super.reset()
    near = .all
    inward = nil
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = super.gesture(at: time)
    gesture.direction = inward
    return gesture
  }

  override func reasonAgainstLanding(
    _ touches: TouchSet, with event: TouchEvent
  ) -> FailureReason? {
    for touch in touches {
      if touch.isResumed {
        return FailureReason(.resumedTouch, touch: touch.id, time: event.timestamp)
      }
      let distances = distances(to: touch)
      near.formIntersection(Edges(distances.filter { $0.points <= edgeWidth }.map(\.edge)))
      if near.isEmpty {
        return FailureReason(
          .position, measured: distances.map(\.points).min(), limit: edgeWidth,
          parameter: "edgePan.edgeWidth", touch: touch.id, time: event.timestamp)
      }
    }
    return nil
  }

  override func depart(at time: Timestamp) {
    guard state == .possible, waiting == nil else { return }
    let way = hand.translation
    var best = (along: -Double.infinity, across: 0.0)
    for side in Side.all where near.contains(side.edge) {
      let along = side.inward.dot(way)
      guard along > best.along else { continue }
      best = (along, abs(side.inward.cross(way)))
      inward = side.direction
    }
    if best.along > 0 && best.across <= best.along { return begin(at: time) }
    let isBackward = best.along <= 0
    fail(
      FailureReason(
        isBackward ? .distance : .deviation, measured: isBackward ? best.along : best.across,
        limit: max(best.along, 0), touch: hand.farthest, time: time))
  }

  /// How far a touch is from each of the wanted edges, in points.
  private func distances(to touch: Touch) -> [(edge: Edges, points: Double)] {
    guard let window = view?.window else { return [] }
    let place = touch.location
    return Side.all.filter { edges.contains($0.edge) }.map { side in
      let units =
        switch side.direction {
        case .right: place.x - window.bounds.minX
        case .left: window.bounds.maxX - place.x
        case .down: place.y - window.bounds.minY
        default: window.bounds.maxY - place.y
        }
      return (side.edge, units * window.pointsPerUnit)
    }
  }
}

/// An edge and the way that leads from it.
private struct Side {
  let edge: EdgePanRecognizer.Edges
  let direction: Gesture.Direction
  let inward: Vector

  static let all = [
    Side(edge: .left, direction: .right, inward: Vector(dx: 1, dy: 0)),
    Side(edge: .right, direction: .left, inward: Vector(dx: -1, dy: 0)),
    Side(edge: .top, direction: .down, inward: Vector(dx: 0, dy: 1)),
    Side(edge: .bottom, direction: .up, inward: Vector(dx: 0, dy: -1)),
  ]
}
