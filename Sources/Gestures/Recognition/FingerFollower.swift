/// Follows the fingers of a gesture, and measures how the hand moves as a whole.
///
/// ```swift
/// var fingers = FingerFollower()
/// fingers.touchesBegan(touches, with: event)
/// fingers.touchesMoved(touches, with: event)
/// fingers.translation      // of the centroid of the fingers that are down
/// fingers.transformation   // scale and rotation of two and more fingers
/// ```
///
/// Only fingers that are down move the hand. ``translation``, ``Transformation/scale`` and
/// ``Transformation/rotation`` are continuous when a finger touches down or lifts. Recognizers that
/// receive the same touches share one. It allocates nothing while fingers move.
public struct FingerFollower {
  /// A finger from its touch down to its touch up.
  public struct Finger: Sendable {
    public internal(set) var id: Touch.ID
    /// The position of the touch down, in points.
    public internal(set) var start: Point
    public internal(set) var startTime: Timestamp
    /// The current position in points, or the last one.
    public internal(set) var point: Point
    /// The time of the touch up; nil while the finger is down.
    public internal(set) var end: Timestamp?
    /// The square of the greatest distance from ``start``.
    var travelSquared = 0.0
    /// The vector from the centroid to the finger when the ``Transformation`` took it over.
    var arm = Vector.zero
    /// The hand's translation when the finger touched down, and when it lifted.
    var translationAtStart = Vector.zero
    var translationAtEnd = Vector.zero

    /// Whether this is the finger of a touch, and still down.
    // A method of the finger: an `&&` that reads a span twice defeats the optimizer of Swift 6.3.1.
    @inline(__always)
    func isDown(_ id: Touch.ID) -> Bool { self.id == id && end == nil }

    /// Updates the position; true if it is the farthest from the touch down so far.
    @inline(__always)
    mutating func move(to position: Point, _ squaredDistance: Double) -> Bool {
      point = position
      guard squaredDistance > travelSquared else { return false }
      travelSquared = squaredDistance
      return true
    }
  }

  /// Seconds within which a finger that some touchpads give a new id in mid-gesture reappears.
  static let rejoinTime = 0.05
  /// Points within which the finger has to reappear: 64, 10 mm; fast fingers move at 2 m/s.
  package static let rejoinDistance = 64.0
  /// Seconds of movement that a velocity may not contradict: 0.03, two to four reports of a device.
  static let recentTime = 0.03
  /// Seconds within which fingers lift together: 0.15, the limit of taps (measured).
  static let liftTime = 0.15
  /// The most fingers that are kept: one may rest while others tap for hours.
  static let memory = 32

  /// The fingers that are or were down, in this order; beyond 32, those that lifted are forgotten.
  public private(set) var fingers: [Finger] = []
  /// The time of the first touch down.
  public private(set) var startTime = Timestamp.zero
  /// The time of the last touch down.
  public private(set) var lastTouchDown = Timestamp.zero
  /// The time of the first touch up.
  public private(set) var firstTouchUp: Timestamp?
  /// The time of the last touch up.
  public private(set) var lastTouchUp: Timestamp?
  /// The number of fingers that are down.
  public private(set) var downCount = 0
  /// The most fingers at the same time, including those that the device only counts.
  public private(set) var maximumCount = 0
  /// Whether a touch was already down when it was first seen.
  public private(set) var isResumed = false
  /// The buttons that were down at a touch down or a movement or, by a touch up, at any time.
  public private(set) var buttons: ContactFrame.Buttons = []
  /// The greatest distance of any finger from its touch down, in points.
  public private(set) var travel = 0.0
  /// The finger that moved farthest.
  public private(set) var farthest: Touch.ID?
  /// The centroid of all touch downs, in points.
  public var startCentroid: Point {
    startCount > 0 ? .zero + starts / Double(startCount) : centroid
  }
  /// The centroid of the fingers that are down or, if none is, of the last that were; in points.
  public private(set) var centroid = Point.zero
  /// The spread and the turn of two and more fingers.
  public private(set) var transformation = Transformation()

  private var travelSquared = 0.0
  /// The sum and the number of all touch downs.
  private var starts = Vector.zero
  private var startCount = 0
  /// The translation before the last touch down or lift, and the centroid after it.
  private var carried = Vector.zero
  private var anchor = Point.zero
  private var tracker = VelocityTracker()
  /// The tracker at the first touch up of the last fingers, and the time of that touch up.
  private var trackerOfAll = VelocityTracker()
  private var partingTime: Timestamp?
  /// The most fingers before the last touch down, in case that touch is ignored.
  private var formerMaximum = 0
  /// The number of the last delivery of touches that was followed.
  var delivery = -1

  public init() {}

  /// Forgets all fingers.
  public mutating func reset() {
    // The storage stays, so that fingers which touch down do not allocate it again.
    fingers.removeAll(keepingCapacity: true)
    let storage = fingers
    self = FingerFollower()
    fingers = storage
  }

  // MARK: Touches

  /// Adds fingers.
  public mutating func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    if fingers.isEmpty { startTime = event.timestamp }
    if fingers.count >= FingerFollower.memory { forgetPast(at: event.timestamp) }
    var translation = translation
    for touch in touches {
      downCount += 1
      if let missed = rejoin(touch, translation) {
        translation = translation + missed / Double(downCount)
      } else {
        lastTouchDown = event.timestamp
        if touch.isResumed { isResumed = true }
        var finger = Finger(
          id: touch.id, start: touch.point, startTime: touch.startTime, point: touch.point)
        finger.translationAtStart = translation
        fingers.append(finger)
        starts = starts + (touch.point - .zero)
        startCount += 1
      }
    }
    takeOver(translation)
    partingTime = nil
    buttons.formUnion(event.buttons)
    formerMaximum = maximumCount
    maximumCount = max(maximumCount, downCount + event.extraFingers)
    if tracker.isEmpty { tracker.add(.zero + translation, at: event.timestamp) }
  }

  /// Moves fingers; touches of others are ignored.
  public mutating func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    if let lastTouchUp,
      event.timestamp.seconds(since: lastTouchUp) <= FingerFollower.rejoinTime
    {
      exchangeFingers(touches)
    }
    if let farthest = move(touches) {
      travel = travelSquared.squareRoot()
      self.farthest = fingers[farthest].id
    }
    if downCount > 0 { centroid = centroidOfFingersDown }
    if downCount > 1 { transformation.update(fingers, centroid: centroid) }
    if !event.buttons.isEmpty { buttons.formUnion(event.buttons) }
    if event.extraFingers > 0 { maximumCount = max(maximumCount, downCount + event.extraFingers) }
    tracker.add(.zero + translation, at: event.timestamp)
  }

  /// Updates the positions; returns the index of a finger that has moved farther than any before.
  @inline(__always)
  private mutating func move(_ touches: TouchSet) -> Int? {
    var longest = travelSquared
    var farthest: Int?
    var next = 0
    // Spans lend their elements: no touch or finger is copied, nor checked for uniqueness.
    let moved = touches.touches.span
    var span = fingers.mutableSpan
    for position in moved.indices {
      guard let index = FingerFollower.index(of: moved[position].id, in: span.span, from: next)
      else { continue }
      next = index + 1
      let squared = (moved[position].point - span[index].start).lengthSquared
      if span[index].move(to: moved[position].point, squared), squared > longest {
        longest = squared
        farthest = index
      }
    }
    travelSquared = longest
    return farthest
  }

  /// Lifts fingers, also those whose touches were cancelled.
  public mutating func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    let before = translation
    var next = 0
    for touch in touches {
      guard let index = FingerFollower.index(of: touch.id, in: fingers.span, from: next) else {
        continue
      }
      next = index + 1
      fingers[index].end = event.timestamp
      fingers[index].translationAtEnd = before
      downCount -= 1
    }
    takeOver(before)
    if downCount > 0, !isParting(at: event.timestamp) {
      trackerOfAll = tracker
      partingTime = event.timestamp
    }
    if firstTouchUp == nil { firstTouchUp = event.timestamp }
    lastTouchUp = event.timestamp
    // A resting finger receives no events during a click.
    buttons.formUnion(event.usedButtons)
  }

  /// Removes a finger that is down as if it had never touched down, except from ``travel`` and the
  /// start.
  public mutating func forget(_ id: Touch.ID) {
    guard let index = FingerFollower.index(of: id, in: fingers.span, from: 0) else { return }
    let before = translation
    let finger = fingers.remove(at: index)
    downCount -= 1
    starts = starts - (finger.start - .zero)
    startCount -= 1
    if finger.startTime == lastTouchDown { maximumCount = max(formerMaximum, downCount) }
    takeOver(before)
  }

  /// Makes all distances count from the current positions.
  public mutating func restart() {
    starts = .zero
    startCount = downCount
    fingers.removeAll { $0.end != nil }
    for index in fingers.indices {
      fingers[index].start = fingers[index].point
      fingers[index].travelSquared = 0
      fingers[index].translationAtStart = .zero
      starts = starts + (fingers[index].point - .zero)
    }
    travel = 0
    travelSquared = 0
    farthest = nil
    transformation = Transformation()
    takeOver(.zero)
    tracker.reset()
    partingTime = nil
  }

  /// Whether the first of several fingers that lift together has lifted.
  private func isParting(at time: Timestamp) -> Bool {
    partingTime.map { time.seconds(since: $0) <= FingerFollower.liftTime } ?? false
  }

  /// Continues from a translation with the fingers that are down.
  private mutating func takeOver(_ translation: Vector) {
    if downCount > 0 { centroid = centroidOfFingersDown }
    carried = translation
    anchor = centroid
    transformation.takeOver(&fingers, count: downCount, centroid: centroid)
  }

  @inline(__always)
  private var centroidOfFingersDown: Point {
    let fingers = fingers.span
    var sum = Vector.zero
    for index in fingers.indices where fingers[index].end == nil {
      sum = sum + (fingers[index].point - .zero)
    }
    return .zero + sum / Double(downCount)
  }

  /// The index of a finger that is down; touches arrive in about the order of the fingers.
  @inline(__always)
  private static func index(of id: Touch.ID, in fingers: Span<Finger>, from next: Int) -> Int? {
    for index in next..<fingers.count where fingers[index].isDown(id) { return index }
    for index in 0..<next where fingers[index].isDown(id) { return index }
    return nil
  }

  private mutating func forgetPast(at time: Timestamp) {
    fingers.removeAll { finger in
      finger.end.map { time.seconds(since: $0) > FingerFollower.rejoinTime } ?? false
    }
  }

  // MARK: Fingers that reappear

  /// Continues a finger that has just vanished, and returns its movement while it was not seen,
  /// beyond the movement of the others; nil if the touch is another finger.
  private mutating func rejoin(_ touch: Touch, _ translation: Vector) -> Vector? {
    for index in fingers.indices {
      guard let end = fingers[index].end,
        touch.timestamp.seconds(since: end) <= FingerFollower.rejoinTime,
        touch.point.distance(to: fingers[index].point) <= FingerFollower.rejoinDistance
      else { continue }
      let own = touch.point - fingers[index].point
      let others = translation - fingers[index].translationAtEnd
      fingers[index].id = touch.id
      fingers[index].end = nil
      let squared = (touch.point - fingers[index].start).lengthSquared
      if fingers[index].move(to: touch.point, squared), squared > travelSquared {
        travelSquared = squared
        travel = squared.squareRoot()
        farthest = touch.id
      }
      if fingers.allSatisfy({ $0.end == nil }) { firstTouchUp = nil }
      return own - others
    }
    return nil
  }

  // MARK: Fingers that take the place of others

  /// Corrects which of two fingers lifted: some touchpads end the one that stays, and the other
  /// jumps.
  private mutating func exchangeFingers(_ touches: TouchSet) {
    for touch in touches {
      guard let index = FingerFollower.index(of: touch.id, in: fingers.span, from: 0),
        touch.point.distance(to: fingers[index].point) > FingerFollower.rejoinDistance,
        let other = fingers.firstIndex(where: { finger in
          guard let end = finger.end else { return false }
          return touch.timestamp.seconds(since: end) <= FingerFollower.rejoinTime
            && touch.point.distance(to: finger.point) <= FingerFollower.rejoinDistance
        })
      else { continue }
      let before = translation
      var (down, lifted) = (fingers[index], fingers[other])
      swap(&down.start, &lifted.start)
      swap(&down.startTime, &lifted.startTime)
      swap(&down.point, &lifted.point)
      swap(&down.travelSquared, &lifted.travelSquared)
      fingers[index] = down
      fingers[other] = lifted
      takeOver(before)
    }
  }

  // MARK: Measures

  func contains(_ id: Touch.ID) -> Bool { fingers.contains { $0.isDown(id) } }

  /// Makes a scale of 1 the distance that is larger by some points, or smaller.
  mutating func shiftScale(by points: Double) { transformation.shiftScale(by: points) }

  /// Whether no finger has touched down since the last reset.
  public var isEmpty: Bool { fingers.isEmpty }

  /// Seconds from the first touch down to the last.
  public var touchDownStagger: Double { lastTouchDown.seconds(since: startTime) }

  /// The translation of the fingers' centroid in points, each finger counting while it is down.
  @inline(__always)
  public var translation: Vector { carried + (centroid - anchor) }

  /// The velocity of ``translation`` in points per second; zero for fingers that have stopped.
  ///
  /// Once all fingers have lifted it is that of their common movement, until the first of those
  /// that lifted within 0.15 s, since a last finger that slows down does not slow the hand down; or
  /// that of the last fingers, if they went on faster. Movement before `start` does not count.
  // Inlined, or the whole value would be copied for the call.
  @inline(__always)
  public func velocity(
    at time: Timestamp, since start: Timestamp? = nil,
    by strategy: VelocityTracker.Strategy = .parabola
  ) -> Vector {
    let last = FingerFollower.velocity(of: tracker, at: time, since: start, by: strategy)
    guard downCount == 0, let partingTime, let lastTouchUp, isParting(at: lastTouchUp) else {
      return last
    }
    let parting = partingTime.advanced(byMicroseconds: time.microseconds(since: lastTouchUp))
    let together = FingerFollower.velocity(
      of: trackerOfAll, at: parting, since: start, by: strategy)
    return together.lengthSquared > last.lengthSquared ? together : last
  }

  private static func velocity(
    of tracker: borrowing VelocityTracker, at time: Timestamp, since start: Timestamp?,
    by strategy: VelocityTracker.Strategy
  ) -> Vector {
    let velocity = tracker.velocity(at: time, since: start, by: strategy)
    // A parabola through a movement that slows down can lead backward, against the fingers.
    let recent = time.advanced(bySeconds: -FingerFollower.recentTime)
    if let displacement = tracker.displacement(since: recent), velocity.dot(displacement) <= 0 {
      return .zero
    }
    return velocity
  }

  /// Whether the hand moved beyond the slop, which is larger at first: older touchpads let taps
  /// jump.
  public func hasMoved(by limits: StillnessLimits, at time: Timestamp) -> Bool {
    travel > limits.slop(afterSeconds: time.seconds(since: startTime))
  }

  /// The translation of the hand while a finger was down.
  func translation(during finger: Finger) -> Vector {
    (finger.end == nil ? translation : finger.translationAtEnd) - finger.translationAtStart
  }

  /// A report with the fields that all gestures of several fingers have.
  public func report(_ kind: Gesture.Kind, _ state: GestureState, at time: Timestamp) -> Gesture {
    var gesture = Gesture(
      kind: kind, state: state, time: time, start: startTime, location: centroid,
      touches: maximumCount)
    gesture.duration = time.seconds(since: startTime)
    return gesture
  }
}
