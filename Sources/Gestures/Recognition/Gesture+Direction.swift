public import Contacts

extension Gesture.Direction {
  /// The four directions between left, right, up and down.
  public static let diagonals: Set<Gesture.Direction> = [.upLeft, .upRight, .downLeft, .downRight]

  /// The main direction of a way on the screen, of left, right, up and down; nil if it leads nowhere.
  public init?(of way: Vector) {
    if way == .zero { return nil }
    if abs(way.dx) > abs(way.dy) {
      self = way.dx > 0 ? .right : .left
    } else {
      self = way.dy > 0 ? .down : .up
    }
  }

  /// The directions that lead somewhere on the surface, the upright ones first.
  static let ways: [Gesture.Direction] = [
    .up, .down, .left, .right, .upLeft, .upRight, .downLeft, .downRight,
  ]

  /// One point this way; zero for those that lead nowhere on the surface.
  var vector: Vector {
    // The sine of 45 degrees.
    let half = 0.5.squareRoot()
    return switch self {
    case .left: Vector(dx: -1, dy: 0)
    case .right: Vector(dx: 1, dy: 0)
    case .up: Vector(dx: 0, dy: -1)
    case .down: Vector(dx: 0, dy: 1)
    case .upLeft: Vector(dx: -half, dy: -half)
    case .upRight: Vector(dx: half, dy: -half)
    case .downLeft: Vector(dx: -half, dy: half)
    case .downRight: Vector(dx: half, dy: half)
    case .in, .out, .clockwise, .counterclockwise: .zero
    }
  }
}
