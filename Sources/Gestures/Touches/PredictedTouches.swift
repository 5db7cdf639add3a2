/// The probable next positions of a touch, nearest first, for drawing only, until the next event.
public struct PredictedTouches: RandomAccessCollection, Sendable {
  /// The reach of predictions in seconds: 0.025, as in Chromium's `InputPredictor`.
  public static let horizon = 0.025
  /// The shortest interval between two predictions, in seconds: 0.0025, from the same source.
  public static let minimumInterval = 0.0025
  /// The largest predicted speed over that of the last step: a parabola can be steep at its end.
  public static let maximumSpeedup = 2.0

  private let base: Touch
  private var interval = 0.0
  /// The velocity in points per second.
  private var velocity = Vector.zero
  private var locationVelocity = Vector.zero
  public private(set) var endIndex = 0

  /// The prediction from the recent positions of a touch; empty unless the touch is the newest and
  /// follows the one before it within ``horizon``.
  init(from base: Touch, _ tracker: VelocityTracker?, in window: Window?) {
    self.base = base
    guard let tracker, let window, let (newest, previous) = tracker.lastStep,
      newest.time == base.timestamp, newest.point == base.point
    else { return }
    let seconds = newest.time.seconds(since: previous.time)
    guard seconds > 0 && seconds <= PredictedTouches.horizon else { return }
    interval = Swift.max(seconds, PredictedTouches.minimumInterval)
    velocity = tracker.velocity(at: newest.time)
    let speed = velocity.length
    let lastSpeed = newest.point.distance(to: previous.point) / seconds
    let limit = PredictedTouches.maximumSpeedup * lastSpeed
    if speed > limit { velocity = velocity * (limit / speed) }
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
  var tracker = VelocityTracker()
}

extension TouchEvent {
  /// The probable next positions of a touch that moved in this event; empty for other touches, and
  /// at the first request, which starts the recording of positions.
  public func predictedTouches(for touch: Touch) -> PredictedTouches {
    isPredicting = true
    let history = isCurrentMovement(touch) ? histories.first { $0.id == touch.id } : nil
    return PredictedTouches(from: touch, history?.tracker, in: route(for: touch)?.window)
  }

  /// Adds the positions of a frame to the histories, and removes the histories of ended touches.
  func addToHistories(_ frame: ContactFrame, at time: Timestamp, idOffset: Touch.ID) {
    histories.removeAll { history in
      !frame.contacts.contains { $0.id == history.id &- idOffset }
    }
    for contact in frame.contacts {
      let id = contact.id &+ idOffset
      let known = histories.firstIndex { $0.id == id }
      if known == nil { histories.append(TouchHistory(id: id)) }
      histories[known ?? histories.count - 1].tracker.add(contact.point, at: time)
    }
  }
}
