/// A value of a gesture by the key that records, expectations, tables and schemas use for it.
public enum GestureField: String, CaseIterable, Sendable {
  case time = "time_s"
  case start = "start_s"
  case kind = "gesture"
  case state
  case device
  case touches, taps, direction, axis
  case translation = "translation_mm"
  case velocity = "velocity_mm_s"
  case scale
  case rotation = "rotation_deg"
  case duration = "duration_s"
  case location = "location_mm"
  case name, score
  case runnerUp = "runner_up"
  case runnerUpScore = "runner_up_score"

  /// The value of a field, in the units of its key.
  public enum Value: Hashable, Sendable {
    case text(String)
    case count(Int)
    /// A number that is written with at most the given decimals.
    case number(Double, decimals: Int)
    /// A pair of lengths or velocities, which are written with two decimals.
    case vector(Vector)
  }

  /// The key in records.
  public var key: String { rawValue }

  /// Whether the value has the components x and y.
  public var isVector: Bool { self == .translation || self == .velocity || self == .location }

  /// Whether the value is in seconds, to which the tolerance of an expectation applies.
  public var isTime: Bool { self == .time || self == .start || self == .duration }

  /// The texts that the field can have; nil for numbers and free text.
  public var words: [String]? {
    switch self {
    case .kind: Gesture.Kind.allCases.map(\.rawValue)
    case .state: GestureState.allCases.filter(\.isReported).map(\.rawValue)
    case .direction: Gesture.Direction.allCases.map(\.rawValue)
    case .axis: Gesture.Axis.allCases.map(\.rawValue)
    default: nil
    }
  }

  /// The value of the field in a gesture, with ``time`` and ``start`` since an origin; nil for a
  /// gesture without the value, and for ``device``, whose name only the recording knows.
  public func value(of gesture: Gesture, since origin: Timestamp) -> Value? {
    switch self {
    case .time: .number(gesture.time.seconds(since: origin), decimals: 6)
    case .start: .number(gesture.start.seconds(since: origin), decimals: 6)
    case .kind: .text(gesture.kind.rawValue)
    case .state: .text(gesture.state.rawValue)
    case .device: nil
    case .touches: gesture.touches.map(Value.count)
    case .taps: gesture.taps.map(Value.count)
    case .direction: (gesture.direction?.rawValue).map(Value.text)
    case .axis: (gesture.axis?.rawValue).map(Value.text)
    case .translation: gesture.translation.map(Self.millimetres)
    case .velocity: gesture.velocity.map(Self.millimetres)
    case .scale: gesture.scale.map { .number($0, decimals: 3) }
    case .rotation: gesture.rotation.map { .number($0, decimals: 1) }
    case .duration: gesture.duration.map { .number($0, decimals: 6) }
    case .location:
      Self.millimetres(Vector(dx: gesture.location.x, dy: gesture.location.y))
    case .name: gesture.name.map(Value.text)
    case .score: gesture.score.map { .number($0, decimals: 3) }
    case .runnerUp: gesture.runnerUp.map(Value.text)
    case .runnerUpScore: gesture.runnerUpScore.map { .number($0, decimals: 3) }
    }
  }

  private static func millimetres(_ points: Vector) -> Value {
    .vector(Vector(dx: Quantity.length.outside(points.dx), dy: Quantity.length.outside(points.dy)))
  }
}
