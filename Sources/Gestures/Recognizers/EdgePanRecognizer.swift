/// Fingers that touch down at an edge of the window and move inward.
///
/// Edges and directions are those of the window, even if its transform turns it. An edge pan begins
/// like a pan, if the fingers moved more inward than along the edge; otherwise it fails. Its
/// direction leads inward: a pan from the left edge goes right. Once it has begun, further fingers
/// may touch down anywhere. ``PanRecognizer/settings`` contains the settings that it shares with a
/// pan.
open class EdgePanRecognizer: PanRecognizer {
  /// A set of edges of a window.
  public struct Edges: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let left = Edges(rawValue: 1)
    public static let right = Edges(rawValue: 2)
    public static let top = Edges(rawValue: 4)
    public static let bottom = Edges(rawValue: 8)
    public static let all: Edges = [.left, .right, .top, .bottom]
  }

  /// The edges from which the pan may begin.
  @exclusivity(unchecked) public final var edges: Edges
  /// Points from the edge to a touch down, inclusive.
  @exclusivity(unchecked) public final var edgeWidth: Double

  /// The edges at which all fingers touched down: two in a corner.
  @exclusivity(unchecked) private final var startEdges: Edges = .all
  @exclusivity(unchecked) private final var inward: Gesture.Direction?

  public init(_ settings: Profile.EdgePan = Profile.standard.edgePan) {
    edges = settings.edges
    edgeWidth = settings.edgeWidth
    super.init(settings.pan)
  }

  open override var kind: Gesture.Kind { .edgePan }
  open override var role: GestureRole { .stroke }

  open override var soughtDirection: Gesture.Direction? { inward }

  open override func reset() {
    super.reset()
    startEdges = .all
    inward = nil
  }

  open override func gesture(at time: Timestamp) -> Gesture {
    var gesture = super.gesture(at: time)
    gesture.direction = inward
    return gesture
  }

  override func reasonAgainstTouchDown(
    _ touches: TouchSet, with event: TouchEvent
  ) -> FailureReason? {
    for touch in touches {
      if touch.isResumed {
        return FailureReason(.resumedTouch, touch: touch.id, time: event.timestamp)
      }
      // Further fingers have to be at an edge that the first ones share.
      let distances = distances(to: touch).filter { startEdges.contains($0.edge) }
      startEdges = Edges(distances.filter { $0.points <= edgeWidth }.map(\.edge))
      if startEdges.isEmpty {
        return FailureReason(
          .position, measured: distances.map(\.points).min(), limit: edgeWidth,
          parameter: \Profile.EdgePan.edgeWidth, touch: touch.id, time: event.timestamp)
      }
    }
    return nil
  }

  override func depart(at time: Timestamp) {
    guard state == .possible, waiting == nil else { return }
    let translation = convert(hand.translation, to: nil)
    var along = -Double.infinity
    var across = 0.0
    for side in Side.all where startEdges.contains(side.edge) {
      guard side.inward.dot(translation) > along else { continue }
      along = side.inward.dot(translation)
      across = abs(side.inward.cross(translation))
      inward = side.direction
    }
    if along > 0 && across <= along { return begin(at: time) }
    fail(
      FailureReason(
        along > 0 ? .deviation : .distance, measured: along > 0 ? across : along,
        limit: max(along, 0), touch: hand.farthest, time: time))
  }

  override func slopParameter(isInitial: Bool) -> FailureReason.Parameter {
    isInitial ? \Profile.EdgePan.pan.stillness.initialSlop : \Profile.EdgePan.pan.stillness.slop
  }

  /// The distances in points from each of the ``edges`` to a touch.
  private final func distances(to touch: Touch) -> [(edge: Edges, points: Double)] {
    guard let window = view?.window else { return [] }
    let location = touch.location
    return Side.all.filter { edges.contains($0.edge) }.map { side in
      let units =
        switch side.direction {
        case .right: location.x - window.bounds.minX
        case .left: window.bounds.maxX - location.x
        case .down: location.y - window.bounds.minY
        default: window.bounds.maxY - location.y
        }
      return (side.edge, units * convert(side.inward, from: nil).length)
    }
  }
}

/// An edge and the direction that leads inward from it.
private struct Side {
  let edge: EdgePanRecognizer.Edges
  let name: String
  let direction: Gesture.Direction
  let inward: Vector

  static let all = [
    Side(edge: .left, name: "left", direction: .right, inward: Vector(dx: 1, dy: 0)),
    Side(edge: .right, name: "right", direction: .left, inward: Vector(dx: -1, dy: 0)),
    Side(edge: .top, name: "top", direction: .down, inward: Vector(dx: 0, dy: 1)),
    Side(edge: .bottom, name: "bottom", direction: .up, inward: Vector(dx: 0, dy: -1)),
  ]
}

// MARK: - Settings

extension Profile {
  /// The settings of edge pans.
  public struct EdgePan: ProfileSettings, Hashable, Sendable {
    /// The settings that it shares with a pan; off, since fingers do not come in from a touchpad's
    /// edge.
    public var pan = Pan(rule: .off)
    /// Points from the edge to a touch down: 20, as in UIKit.
    public var edgeWidth = 20.0
    /// The edges from which the pan may begin.
    public var edges = EdgePanRecognizer.Edges.all

    public var rule: Rule {
      get { pan.rule }
      set { pan.rule = newValue }
    }

    static let table: [SettingDescription<Self>] = [
      .slop(\.pan.stillness.slop),
      .initialSlop(\.pan.stillness.initialSlop),
      .initialDuration(\.pan.stillness.initialDuration),
      .length("edgeWidth", \.edgeWidth, "from the edge to a touch down"),
      .choice(
        "edges", "the edges from which it begins", words: Side.all.map(\.name), isList: true,
        get: { settings in Side.all.filter { settings.edges.contains($0.edge) }.map(\.name) },
        set: { words, settings in
          settings.edges = EdgePanRecognizer.Edges(
            Side.all.filter { words.contains($0.name) }.map(\.edge))
        }),
      .recognitionTiming(\.pan.recognitionTiming),
      .endsOn(\.pan.endsOn),
    ]
  }
}
