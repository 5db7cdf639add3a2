/// A tap beside resting fingers: to the left of them, or to the right.
///
/// Fingers rest once they have been down for ``Profile/TipTap/minimumRest``. A finger that touches
/// down then is a tip, reported if it lifts within ``Profile/TipTap/maximumDuration`` while the
/// others stay; a tip that stays longer becomes a resting finger. The direction is the side of the
/// resting fingers on which the tap was; a tap between the outer two has no direction.
open class TipTapRecognizer: GestureRecognizer {
  /// The numbers of fingers that may rest.
  @exclusivity(unchecked) public final var restingCounts = 1...4
  /// The numbers of fingers that may tap together.
  @exclusivity(unchecked) public final var touchCounts = 1...4
  /// The sides on which the tap may be; both include a tap between the resting fingers.
  public final var directions: Set<Gesture.Direction> = [.left, .right]
  @exclusivity(unchecked) public final var settings: Profile.TipTap

  private struct Finger {
    var id: Touch.ID
    var start: Point
    var startTime: Timestamp
    var isTip: Bool
    var isDown = true
  }

  @exclusivity(unchecked) private final var fingers: [Finger] = []
  @exclusivity(unchecked) private final var maximumCount = 0
  /// The most tips that were down at the same time.
  @exclusivity(unchecked) private final var tipCount = 0
  /// The reason why the latest attempt failed.
  @exclusivity(unchecked) private final var miss: FailureReason?
  @exclusivity(unchecked) private final var hasFired = false
  @exclusivity(unchecked) private final var report = Report()

  private struct Report {
    var start = Timestamp.zero
    var location = Point.zero
    var touches = 0
    var direction: Gesture.Direction?
  }

  public init(_ settings: Profile.TipTap = Profile.standard.tipTap) {
    self.settings = settings
  }

  open override var kind: Gesture.Kind { .tipTap }
  open override var role: GestureRole { .tipTap }

  /// True: the same fingers may rest for tap after tap.
  open override var firesRepeatedly: Bool { true }

  open override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .began, with: event)
    let time = event.timestamp
    if let touch = touches.first(where: \.isResumed) {
      return fail(FailureReason(.resumedTouch, touch: touch.id, time: time))
    }
    if !event.buttons.isEmpty {
      return fail(FailureReason(.button, touch: touches.first?.id, time: time))
    }
    settleOldTips(at: time)
    // A finger that touches down before the others rest will rest with them, one that touches down
    // beside a tip taps with it.
    let lastRest = fingers.last { !$0.isTip }?.startTime
    let rest = lastRest.map { time.seconds(since: $0) } ?? 0
    let isTip = lastRest != nil && (rest >= settings.minimumRest || fingers.contains { $0.isTip })
    if lastRest != nil && !isTip {
      miss = settings.reason(
        .tooShort, rest, limit: \.minimumRest, touch: touches.first?.id, at: time)
    }
    for touch in touches {
      fingers.append(Finger(id: touch.id, start: touch.point, startTime: time, isTip: isTip))
    }
    maximumCount = max(maximumCount, fingers.count)
    let limit = isTip ? touchCounts.upperBound : restingCounts.upperBound
    let count = fingers.count { $0.isTip == isTip && $0.isDown }
    if isTip { tipCount = max(tipCount, count) }
    if count > limit {
      fail(.fingers(count, limit: limit, touch: touches.first?.id, at: time))
    }
  }

  open override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .moved, with: event)
    for touch in touches {
      guard let finger = fingers.first(where: { $0.id == touch.id && $0.isDown }) else { continue }
      let age = event.timestamp.seconds(since: finger.startTime)
      let travel = touch.point.distance(to: finger.start)
      guard travel > settings.stillness.slop(afterSeconds: age) else { continue }
      return fail(
        settings.reason(
          .movement, travel,
          limit: settings.stillness.allowsInitialSlop(afterSeconds: age)
            ? \.stillness.initialSlop : \.stillness.slop,
          touch: touch.id, at: event.timestamp))
    }
  }

  open override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    follow(touches, .ended, with: event)
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

  open override func didFire() {
    hasFired = true
    miss = nil
  }

  open override func reset() {
    fingers.removeAll(keepingCapacity: true)
    maximumCount = 0
    tipCount = 0
    hasFired = false
    miss = nil
  }

  open override func gesture(at time: Timestamp) -> Gesture {
    var gesture = makeReport(
      at: time, from: report.start, location: report.location, touches: report.touches)
    gesture.direction = report.direction
    gesture.duration = time.seconds(since: gesture.start)
    return gesture
  }

  // MARK: Steps

  /// Makes tips that stayed too long resting fingers.
  private final func settleOldTips(at time: Timestamp) {
    guard let tip = fingers.first(where: { $0.isTip }) else { return }
    let duration = time.seconds(since: tip.startTime)
    guard duration > settings.maximumDuration else { return }
    miss = settings.reason(.duration, duration, limit: \.maximumDuration, touch: tip.id, at: time)
    for index in fingers.indices { fingers[index].isTip = false }
    tipCount = 0
    fingers.removeAll { !$0.isDown }
  }

  /// The reason why no tap was recognized; nil if one was.
  private final func reasonAtEnd(at time: Timestamp) -> FailureReason? {
    if let miss { return miss }
    if hasFired { return nil }
    if maximumCount < 2 { return .fingers(maximumCount, limit: 2, at: time) }
    return FailureReason(.taps, measured: 0, limit: 1, time: time)
  }

  /// Completes a tap: all tips have lifted, and other fingers still rest.
  private final func complete(_ tips: [Finger], at time: Timestamp) {
    let resting = fingers.filter { !$0.isTip && $0.isDown }
    fingers.removeAll { $0.isTip || !$0.isDown }
    let tipCount = tipCount
    self.tipCount = 0
    let location = tips.map(\.start).centroid
    report = Report(
      start: tips.first?.startTime ?? time, location: location,
      touches: resting.count + tipCount,
      direction: TipTapRecognizer.side(of: location, from: resting.map(\.start.x)))
    if resting.count < restingCounts.lowerBound {
      miss = .fingers(resting.count, limit: restingCounts.lowerBound, at: time)
    } else if resting.count > restingCounts.upperBound {
      // The number includes tips that stayed too long.
      miss = .fingers(resting.count, limit: restingCounts.upperBound, at: time)
    } else if tipCount < touchCounts.lowerBound {
      miss = .fingers(tipCount, limit: touchCounts.lowerBound, touch: tips.first?.id, at: time)
    } else if !directions.isSuperset(of: report.direction.map { [$0] } ?? [.left, .right]) {
      miss = FailureReason(.position, touch: tips.first?.id, time: time)
    } else {
      recognize(at: time)
    }
  }

  private static func side(of location: Point, from resting: [Double]) -> Gesture.Direction? {
    if let leftmost = resting.min(), location.x < leftmost { return .left }
    if let rightmost = resting.max(), location.x > rightmost { return .right }
    return nil
  }
}

// MARK: - Settings

extension Profile {
  /// The settings of tip-taps.
  public struct TipTap: ProfileSettings, Hashable, Sendable {
    /// The rule is off: on a touchpad a thumb often rests while other fingers tap.
    public var rule = Rule.off
    /// The limits for resting and tapping fingers: as for a tap.
    public var stillness = Tap().stillness
    /// Seconds from the touch down of the last resting finger to that of the tip: a tap's stagger.
    public var minimumRest = Tap().maximumStagger
    /// Seconds from the tip's first touch down to its last touch up: as for a tap.
    public var maximumDuration = Tap().maximumDuration

    static let table: [SettingDescription<Self>] = [
      .slop(\.stillness.slop),
      .initialSlop(\.stillness.initialSlop),
      .initialDuration(\.stillness.initialDuration),
      .duration("minimumRest", \.minimumRest, "from the last resting finger to the tip"),
      .duration("maximumDuration", \.maximumDuration, "of the tip"),
    ]
  }
}
