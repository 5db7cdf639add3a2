import Contacts
import Timeline

/// The probable next positions of a touch, nearest first.
///
/// Predictions are for drawing only, so that the ink keeps up with the finger. No recognizer uses
/// them, and the next event supersedes them.
public struct PredictedTouches: RandomAccessCollection, Sendable {
  /// The reach of predictions in seconds: 0.025, as in Chromium's `InputPredictor`.
  public static let horizon = 0.025
  /// The shortest interval between two predictions, in seconds: 0.0025, from the same source.
  public static let minimumInterval = 0.0025
  /// The largest predicted speed, as a multiple of the speed of the last step: a parabola through
  /// few, noisy samples can be steep at its end.
  public static let maximumSpeedup = 2.0

  private let base: Touch
  private var interval = 0.0
  /// The velocity in points per second.
  private var velocity = Vector.zero
  private var locationVelocity = Vector.zero
  public private(set) var endIndex = 0

  init(none base: Touch) { self.base = base }

  /// A prediction from a history whose ``TouchHistory/canPredict`` is true.
  init(from base: Touch, history: TouchHistory, window: Window) {
    self.base = base
    interval = Swift.max(history.interval, PredictedTouches.minimumInterval)
    velocity = history.boundedVelocity
    locationVelocity =
      window.location(ofPoint: base.point + velocity) - window.location(ofPoint: base.point)
    // The addend keeps the last prediction in spite of rounding.
    endIndex = Int(PredictedTouches.horizon / interval + 1e-6)
  }

  public var startIndex: Int { 0 }

  public subscript(index: Int) -> Touch {
    // A fatal error, since a precondition prints no message in release.
    guard indices.contains(index) else { fatalError("predicted touch \(index) of \(count)") }
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

/// The recent positions of a touch, recorded after the first request for predictions.
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

  /// The interval between the last two samples, in seconds.
  var interval: Double { time.seconds(since: previousTime) }

  /// Whether the last two samples have different times that are close enough.
  var canPredict: Bool { interval > 0 && interval <= PredictedTouches.horizon }

  /// The velocity in points per second, limited by ``PredictedTouches/maximumSpeedup``.
  var boundedVelocity: Vector {
    let velocity = tracker.velocity(at: time)
    let limit = PredictedTouches.maximumSpeedup * point.distance(to: previousPoint) / interval
    let speed = velocity.length
    return speed > limit ? velocity * (limit / speed) : velocity
  }
}

extension TouchEvent {
  /// The probable next positions of a touch that moved in this event; empty for other touches.
  ///
  /// The first request starts the recording of positions, so its result is empty; programs without
  /// requests pay nothing.
  public func predictedTouches(for touch: Touch) -> PredictedTouches {
    isPredicting = true
    guard isCurrentMovement(touch), let window = route(for: touch)?.window,
      let history = histories.first(where: { $0.id == touch.id }),
      history.time == touch.timestamp, history.point == touch.point, history.canPredict
    else { return PredictedTouches(none: touch) }
    return PredictedTouches(from: touch, history: history, window: window)
  }

  /// Adds the positions of a frame to the histories, and removes the histories of ended touches.
  func addToHistories(_ frame: ContactFrame, at time: Timestamp, idOffset: Touch.ID) {
    histories.removeAll { history in
      !frame.contacts.contains { $0.id == history.id &- idOffset }
    }
    for contact in frame.contacts {
      let id = contact.id &+ idOffset
      if let index = histories.firstIndex(where: { $0.id == id }) {
        histories[index].add(contact.point, at: time)
      } else {
        histories.append(TouchHistory(id: id, point: contact.point, time: time))
      }
    }
  }
}
