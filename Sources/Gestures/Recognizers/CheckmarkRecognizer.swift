import Contacts
public import Timeline

/// One finger that draws a tick: down to the right, then up to the right.
///
/// Decided when the finger lifts. The corner is the place farthest from the line between the
/// ends; the two legs have to be straight, point the right ways, and the second one is the longer.
/// Nothing depends on the sampling rate or on the size.
public final class CheckmarkRecognizer: GestureRecognizer {
  /// Points of each leg.
  public var minimumLeg = Profile.standard.checkmark.minimumLength
  /// Degrees of the turn at the corner.
  public var minimumTurn = Profile.standard.checkmark.minimumAngle
  public var maximumTurn = Profile.standard.checkmark.maximumAngle
  /// The second leg's length over the first's.
  public var minimumLegRatio = Profile.standard.checkmark.minimumLegRatio
  /// A leg's length over the way that the finger took along it.
  public var minimumStraightness = Profile.standard.checkmark.minimumStraightness

  private var path = StrokePath()
  private var startTime = Timestamp.zero
  private var hasLanded = false

  public override var kind: Gesture.Kind { .checkmark }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    guard let touch = touches.first else { return }
    let count = touches.count + (hasLanded ? 1 : 0)
    if count > 1 {
      return fail(
        FailureReason(.touches, measured: Double(count), limit: 1, time: event.timestamp))
    }
    if touch.isResumed {
      return fail(FailureReason(.unsuitableTouch, touch: touch.id, time: event.timestamp))
    }
    hasLanded = true
    startTime = event.timestamp
    path.add(touch.point)
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    if let touch = touches.first { path.add(touch.point) }
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    path.close()
    if let reason = reasonAgainst(at: event.timestamp) {
      fail(reason)
    } else {
      recognize(at: event.timestamp)
    }
  }

  public override func reset() {
    path.reset()
    hasLanded = false
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = Gesture(
      kind: kind, state: state, time: time, start: startTime,
      location: path.points.first ?? .zero, touches: 1)
    gesture.duration = time.seconds(since: startTime)
    return gesture
  }
}

// MARK: - The shape

extension CheckmarkRecognizer {
  private func reasonAgainst(at time: Timestamp) -> FailureReason? {
    let points = path.points
    guard let start = points.first, let end = points.last,
      let index = CheckmarkRecognizer.corner(of: points)
    else { return FailureReason(.distance, measured: 0, limit: minimumLeg, time: time) }
    let down = points[index] - start
    let up = end - points[index]
    if min(down.length, up.length) < minimumLeg {
      return FailureReason(
        .distance, measured: min(down.length, up.length), limit: minimumLeg, time: time)
    }
    if up.length < down.length * minimumLegRatio {
      return FailureReason(
        .ratio, measured: up.length / down.length, limit: minimumLegRatio, time: time)
    }
    if down.dy <= 0 || down.dx < 0 || up.dy >= 0 || up.dx <= 0 {
      return FailureReason(.deviation, time: time)
    }
    let angle = Trigonometry.angleBetween(down, up) ?? 0
    if angle < minimumTurn || angle > maximumTurn {
      let limit = angle < minimumTurn ? minimumTurn : maximumTurn
      return FailureReason(.angle, measured: angle, limit: limit, time: time)
    }
    let straightness = min(
      down.length / CheckmarkRecognizer.length(of: points[...index], leg: down.length),
      up.length / CheckmarkRecognizer.length(of: points[index...], leg: up.length))
    if straightness < minimumStraightness {
      return FailureReason(
        .ratio, measured: straightness, limit: minimumStraightness, time: time)
    }
    return nil
  }

  /// The place farthest from the line between the ends.
  private static func corner(of points: [Point]) -> Int? {
    guard let start = points.first, let end = points.last else { return nil }
    let chord = end - start
    var best: (index: Int, distance: Double)?
    for (index, point) in points.enumerated() {
      let distance = abs(chord.cross(point - start))
      if distance > best?.distance ?? 0 { best = (index, distance) }
    }
    return best?.index
  }

  /// The way along a leg, in strides of at least a quarter of it.
  ///
  /// A sensor's noise and a trembling finger make the way from sample to sample longer, the more so
  /// the more often it is sampled; a bow or a kink shows in four strides just as well.
  private static func length(of points: ArraySlice<Point>, leg: Double) -> Double {
    guard var last = points.first, let end = points.last else { return 0 }
    var sum = 0.0
    for point in points {
      let stride = last.distance(to: point)
      if stride >= leg / 4 {
        sum += stride
        last = point
      }
    }
    return sum + last.distance(to: end)
  }
}
