import Contacts
import Timeline

/// Where a touch will probably be in the next moments, the nearest first.
///
/// It is a guess for drawing, so that the ink keeps up with the finger; nothing is recognized by it, and
/// the next event makes it worthless: draw it, throw it away.
public struct PredictedTouches: RandomAccessCollection, Sendable {
  /// How far a prediction reaches, in seconds: 0.025, the number of Chromium's `InputPredictor`.
  public static let horizon = 0.025
  /// The shortest interval between two predictions, in seconds: 0.0025, of the same source.
  public static let minimumInterval = 0.0025
  /// How many times as fast as in its last step a touch may go on. A parabola through few, trembling
  /// samples can be steep at its end; twice leaves it room for a finger that speeds up.
  public static let maximumSpeedup = 2.0

  private let base: Touch
  private let interval: Double
  /// What the touch moves in a second.
  private let velocity: Vector
  private let locationVelocity: Vector
  public let endIndex: Int

  /// No prediction.
  init(none base: Touch) {
    self.base = base
    interval = 0
    velocity = .zero
    locationVelocity = .zero
    endIndex = 0
  }

  /// A prediction from a history that ``TouchHistory/canPredict``.
  init(from base: Touch, history: TouchHistory, window: Window) {
    self.base = base
    interval = Swift.max(history.interval, PredictedTouches.minimumInterval)
    velocity = history.boundedVelocity
    locationVelocity =
      window.location(ofPoint: base.point + velocity) - window.location(ofPoint: base.point)
    // Rounding must not take the last one away.
    endIndex = Int(PredictedTouches.horizon / interval + 1e-6)
  }

  public var startIndex: Int { 0 }

  public subscript(index: Int) -> Touch {
    precondition(indices.contains(index), "there are \(count) predicted touches")
    let earlier = Double(index) * interval
    let later = Double(index + 1) * interval
    var touch = base
    touch.phase = .moved
    touch.timestamp = base.timestamp.advanced(bySeconds: later)
    touch.previousPoint = base.point + velocity * earlier
    touch.previousLocation = base.location + locationVelocity * earlier
    touch.point = base.point + velocity * later
    touch.location = base.location + locationVelocity * later
    return touch
  }
}

/// Where a touch was of late; kept only once somebody asked for a prediction.
struct TouchHistory {
  let id: Touch.ID
  private var tracker = VelocityTracker()
  private(set) var time: Timestamp
  private(set) var point: Point
  private var previousTime: Timestamp
  private var previousPoint: Point

  init(id: Touch.ID, point: Point, time: Timestamp) {
    self.id = id
    self.time = time
    self.point = point
    previousTime = time
    previousPoint = point
    tracker.add(point, at: time)
  }

  mutating func add(_ point: Point, at time: Timestamp) {
    previousTime = self.time
    previousPoint = self.point
    self.time = time
    self.point = point
    tracker.add(point, at: time)
  }

  /// Seconds from the last sample but one to the last.
  var interval: Double { time.seconds(since: previousTime) }

  /// Whether there are two samples at different times that are near enough to each other.
  var canPredict: Bool { interval > 0 && interval <= PredictedTouches.horizon }

  /// Points a second; see ``PredictedTouches/maximumSpeedup``.
  var boundedVelocity: Vector {
    let velocity = tracker.velocity(at: time)
    let limit = PredictedTouches.maximumSpeedup * point.distance(to: previousPoint) / interval
    let speed = velocity.length
    return speed > limit ? velocity * (limit / speed) : velocity
  }
}
