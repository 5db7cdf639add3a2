import Contacts
public import Timeline

/// A tap beside fingers that rest: to the left of them, or to the right.
///
/// Fingers rest once they have been down for ``minimumRest``; what lands then taps, if it lifts
/// within ``maximumDuration`` while they stay. Each such tap is reported when it lifts, one after
/// the other. A tip that stays too long rests as well. The direction is where the tap was, seen from
/// the middle of the resting fingers; between the outer two of them there is none.
public final class TipTapRecognizer: GestureRecognizer {
  /// How many fingers may rest.
  public var restingCounts = 1...4
  /// How many fingers may tap together.
  public var touchCounts = 1...4
  /// Where the tap may be. If it may be left and right, one between the resting fingers counts, too.
  public var directions: Set<Gesture.Direction> = [.left, .right]
  /// How far a finger may wander, whether it rests or taps.
  @exclusivity(unchecked) public var stillness = Profile.standard.tipTap.stillness
  /// Seconds from the landing of the last resting finger to that of the tip.
  public var minimumRest = Profile.standard.tipTap.minimumRest
  /// Seconds from the tip's first landing to its last lift.
  public var maximumDuration = Profile.standard.tipTap.maximumDuration

  private struct Finger {
    var id: Touch.ID
    var start: Point
    var landing: Timestamp
    var isTip: Bool
    var isDown = true
  }

  @exclusivity(unchecked) private var fingers: [Finger] = []
  private var maximumCount = 0
  /// Why the latest attempt was none.
  private var miss: FailureReason?
  private var hasFired = false
  private var report = Report()

  private struct Report {
    var start = Timestamp.zero
    var location = Point.zero
    var touches = 0
    var direction: Gesture.Direction?
  }

  public override var kind: Gesture.Kind { .tipTap }

  /// The same fingers may rest for tap after tap.
  public override var firesRepeatedly: Bool { true }

  public override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    let time = event.timestamp
    if let touch = touches.first(where: \.isResumed) {
      return fail(FailureReason(.resumedTouch, touch: touch.id, time: time))
    }
    if !event.buttons.isEmpty {
      return fail(FailureReason(.button, touch: touches.first?.id, time: time))
    }
    settleOldTips(at: time)
    // What lands before the others rest will rest with them; what lands beside a tip taps with it.
    let lastRest = fingers.last { !$0.isTip }?.landing
    let rest = lastRest.map { time.seconds(since: $0) } ?? 0
    let isTip = lastRest != nil && (rest >= minimumRest || fingers.contains { $0.isTip })
    if lastRest != nil && !isTip {
      miss = FailureReason(
        .tooShort, measured: rest, limit: minimumRest, parameter: "tipTap.minimumRest",
        touch: touches.first?.id, time: time)
    }
    for touch in touches {
      fingers.append(
        Finger(id: touch.id, start: touch.point, landing: time, isTip: isTip))
    }
    maximumCount = max(maximumCount, fingers.count)
    let limit = isTip ? touchCounts.upperBound : restingCounts.upperBound
    let count = fingers.count { $0.isTip == isTip }
    if count > limit {
      fail(.fingers(count, limit: limit, touch: touches.first?.id, at: time))
    }
  }

  public override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    for touch in touches {
      guard let finger = fingers.first(where: { $0.id == touch.id && $0.isDown }) else {
        continue
      }
      let age = event.timestamp.seconds(since: finger.landing)
      let travel = touch.point.distance(to: finger.start)
      let limit = stillness.slop(afterSeconds: age)
      guard travel > limit else { continue }
      return fail(
        FailureReason(
          .movement, measured: travel, limit: limit,
          parameter: stillness.key(afterSeconds: age, .tipTap), touch: touch.id,
          time: event.timestamp))
    }
  }

  public override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    let time = event.timestamp
    if !event.usedButtons.isEmpty {
      return fail(FailureReason(.button, touch: touches.first?.id, time: time))
    }
    settleOldTips(at: time)
    for index in fingers.indices where touches.first(id: fingers[index].id) != nil {
      fingers[index].isDown = false
    }
    let tips = fingers.filter { $0.isTip }
    if !fingers.contains(where: { $0.isDown && !$0.isTip }) {
      if let reason = reasonAtEnd(at: time) { fail(reason) }
    } else if !tips.isEmpty && !tips.contains(where: \.isDown) {
      complete(tips, at: time)
    } else {
      fingers.removeAll { !$0.isDown && !$0.isTip }
    }
  }

  public override func didFire() {
    hasFired = true
    miss = nil
  }

  public override func reset() {
    fingers.removeAll(keepingCapacity: true)
    maximumCount = 0
    hasFired = false
    miss = nil
  }

  public override func gesture(at time: Timestamp) -> Gesture {
    var gesture = Gesture(
      kind: kind, state: state, time: time, start: report.start, location: report.location,
      touches: report.touches)
    gesture.direction = report.direction
    gesture.duration = time.seconds(since: report.start)
    return gesture
  }
}

// MARK: - Steps

extension TipTapRecognizer {
  /// A tip that stayed too long has come to rest.
  private func settleOldTips(at time: Timestamp) {
    guard let landing = fingers.first(where: { $0.isTip })?.landing else { return }
    let duration = time.seconds(since: landing)
    guard duration > maximumDuration else { return }
    miss = FailureReason(
      .duration, measured: duration, limit: maximumDuration,
      parameter: "tipTap.maximumDuration", touch: fingers.first { $0.isTip }?.id, time: time)
    for index in fingers.indices { fingers[index].isTip = false }
    fingers.removeAll { !$0.isDown }
  }

  /// Why nothing came of the fingers; nil where something did.
  private func reasonAtEnd(at time: Timestamp) -> FailureReason? {
    if let miss { return miss }
    if hasFired { return nil }
    if maximumCount < 2 { return .fingers(maximumCount, limit: 2, at: time) }
    return FailureReason(.taps, measured: 0, limit: 1, time: time)
  }

  /// All tips have lifted, and others still rest.
  private func complete(_ tips: [Finger], at time: Timestamp) {
    let resting = fingers.filter { !$0.isTip && $0.isDown }
    fingers.removeAll { $0.isTip || !$0.isDown }
    let place = TipTapRecognizer.middle(of: tips)
    report = Report(
      start: tips.first?.landing ?? time, location: place, touches: resting.count + tips.count,
      direction: TipTapRecognizer.side(of: place, from: resting.map(\.start.x)))
    if resting.count < restingCounts.lowerBound {
      miss = .fingers(resting.count, limit: restingCounts.lowerBound, at: time)
    } else if resting.count > restingCounts.upperBound {
      // Tips that stayed too long have joined them.
      miss = .fingers(resting.count, limit: restingCounts.upperBound, at: time)
    } else if tips.count < touchCounts.lowerBound {
      miss = .fingers(tips.count, limit: touchCounts.lowerBound, touch: tips.first?.id, at: time)
    } else if !directions.isSuperset(of: report.direction.map { [$0] } ?? [.left, .right]) {
      miss = FailureReason(.position, touch: tips.first?.id, time: time)
    } else {
      recognize(at: time)
    }
  }

  private static func middle(of fingers: [Finger]) -> Point {
    var sum = Vector.zero
    for finger in fingers { sum = sum + (finger.start - .zero) }
    return .zero + sum / Double(max(fingers.count, 1))
  }

  private static func side(of place: Point, from resting: [Double]) -> Gesture.Direction? {
    if let leftmost = resting.min(), place.x < leftmost { return .left }
    if let rightmost = resting.max(), place.x > rightmost { return .right }
    return nil
  }
}
