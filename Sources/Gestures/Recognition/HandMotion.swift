import Contacts
import Timeline

/// Follows the fingers of one gesture, from the first touch down to the last touch up.
///
/// Recognizers pass their touches to it and read the movement of the hand as a whole. Everything is
/// updated with each touch, so reading is cheap, and nothing is allocated after the first gestures.
struct HandMotion {
  /// One finger, from its touch down to its touch up.
  struct Finger {
    var id: Touch.ID
    fileprivate(set) var start: Point
    let startTime: Timestamp
    var point: Point
    var end: Timestamp?
    /// The square of the greatest distance from the touch down.
    var travelSquared = 0.0
    /// The arm from the centroid when ``HandMotion/spread`` began.
    var arm = Vector.zero

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

  /// Seconds within which a finger that vanishes and reappears is the same one: 0.05. Some touchpads
  /// give a fast finger a new id in mid-gesture, from one frame to the next or the one after.
  static let rejoinTime = 0.05
  /// Points within which it has to reappear: 64, 10 mm; fast fingers move at 2 m/s.
  static let rejoinDistance = 64.0

  /// The fingers that are or were down; beyond ``memory``, only sums are kept.
  private(set) var fingers: [Finger] = []
  /// How many fingers are kept before those that lifted are summed up: 32. Without a limit, a finger
  /// that rests while others tap for hours would take more and more memory.
  static let memory = 32
  /// The fingers of which only sums are kept.
  private var pastCount = 0
  private var pastStarts = Vector.zero
  private var pastTranslations = Vector.zero
  /// When the first finger touched down.
  private(set) var startTime = Timestamp.zero
  /// When the last finger touched down.
  private(set) var lastTouchDown = Timestamp.zero
  /// When the first finger lifted.
  private(set) var firstTouchUp: Timestamp?
  private(set) var downCount = 0
  /// The most fingers at the same time, including those that the device only counts.
  private(set) var maximumCount = 0
  /// Whether a touch was already down when it was first seen.
  private(set) var isResumed = false
  /// Whether a button was down at a touch down or a movement or, by a touch up, at any time.
  private(set) var sawButton = false
  /// The greatest distance of any finger from its touch down, in points.
  private(set) var travel = 0.0
  private var travelSquared = 0.0
  /// The finger that moved farthest.
  private(set) var farthest: Touch.ID?
  /// When the first finger moved beyond ``slop``.
  private(set) var departure: Timestamp?
  /// The centroid of the touch downs.
  private(set) var startCentroid = Point.zero
  /// The movement relative to each other while the most fingers were down, if it is followed.
  private(set) var spread = SpreadMotion()
  /// Points that a resting finger may move.
  var slop: Double

  private let followsSpread: Bool
  private let followsVelocity: Bool
  private var tracker = VelocityTracker()

  /// Creates the motion of a hand without fingers.
  ///
  /// - Parameters:
  ///   - followsSpread: Whether to update ``spread``.
  ///   - followsVelocity: Whether to update ``velocity(at:since:)``.
  init(slop: Double, followsSpread: Bool = false, followsVelocity: Bool = false) {
    self.slop = slop
    self.followsSpread = followsSpread
    self.followsVelocity = followsVelocity
  }

  mutating func reset() {
    fingers.removeAll(keepingCapacity: true)
    pastCount = 0
    pastStarts = .zero
    pastTranslations = .zero
    firstTouchUp = nil
    downCount = 0
    maximumCount = 0
    isResumed = false
    sawButton = false
    travel = 0
    travelSquared = 0
    farthest = nil
    departure = nil
    startCentroid = .zero
    if followsSpread { spread.reset() }
    tracker.reset()
  }
}

// MARK: - Touches

extension HandMotion {
  mutating func touchDown(_ touches: TouchSet, with event: TouchEvent) {
    if fingers.isEmpty { startTime = event.timestamp }
    if fingers.count >= HandMotion.memory { sumUpPast(at: event.timestamp) }
    for touch in touches {
      downCount += 1
      if !rejoin(touch) {
        lastTouchDown = event.timestamp
        if touch.isResumed { isResumed = true }
        fingers.append(
          Finger(
            id: touch.id, start: touch.point, startTime: touch.startTime, point: touch.point))
      }
    }
    if !event.buttons.isEmpty { sawButton = true }
    maximumCount = max(maximumCount, downCount + event.extraFingers)
    startCentroid = meanStart
    if followsSpread && downCount >= spread.count { spread.start(&fingers, count: downCount) }
  }

  mutating func move(_ touches: TouchSet, with event: TouchEvent) {
    var longest = travelSquared
    var farthestIndex: Int?
    var next = 0
    // Spans lend their elements: no touch or finger is copied, nor checked for uniqueness.
    let moved = touches.touches.span
    var span = fingers.mutableSpan
    for position in moved.indices {
      guard let index = HandMotion.index(of: moved[position].id, in: span.span, from: next) else {
        continue
      }
      next = index + 1
      let squared = (moved[position].point - span[index].start).lengthSquared
      if span[index].move(to: moved[position].point, squared), squared > longest {
        longest = squared
        farthestIndex = index
      }
    }
    if let farthestIndex {
      travelSquared = longest
      noteTravel(ofFingerAt: farthestIndex, at: event.timestamp)
    }
    if !event.buttons.isEmpty { sawButton = true }
    if event.extraFingers > 0 { maximumCount = max(maximumCount, downCount + event.extraFingers) }
    if followsSpread && followsAllFingers { spread.update(fingers) }
    if followsVelocity { tracker.add(centroid, at: event.timestamp) }
  }

  /// Makes the fingers' distances count from their current positions.
  mutating func restartTravel() {
    for index in fingers.indices {
      fingers[index].start = fingers[index].point
      fingers[index].travelSquared = 0
    }
    pastStarts = pastStarts + pastTranslations
    pastTranslations = .zero
    travel = 0
    travelSquared = 0
    farthest = nil
    departure = nil
    startCentroid = meanStart
  }

  /// Makes the velocity ignore the movement so far.
  mutating func restartVelocity() { tracker.reset() }

  /// True when the last finger has lifted.
  mutating func touchUp(_ touches: TouchSet, with event: TouchEvent) -> Bool {
    var next = 0
    for touch in touches {
      guard let index = HandMotion.index(of: touch.id, in: fingers.span, from: next) else {
        continue
      }
      next = index + 1
      fingers[index].end = event.timestamp
      downCount -= 1
    }
    if firstTouchUp == nil { firstTouchUp = event.timestamp }
    // A resting finger has no events during a click.
    if !event.usedButtons.isEmpty { sawButton = true }
    return downCount == 0
  }

  /// The index of a finger that is down. Touches arrive in about the same order, so the search begins
  /// after the last one's index.
  @inline(__always)
  private static func index(of id: Touch.ID, in fingers: Span<Finger>, from next: Int) -> Int? {
    for index in next..<fingers.count where fingers[index].isDown(id) { return index }
    for index in 0..<next where fingers[index].isDown(id) { return index }
    return nil
  }

  /// Replaces the fingers that lifted too long ago to reappear by their sums.
  private mutating func sumUpPast(at time: Timestamp) {
    fingers.removeAll { finger in
      guard let end = finger.end, time.seconds(since: end) > HandMotion.rejoinTime else {
        return false
      }
      pastCount += 1
      pastStarts = pastStarts + (finger.start - .zero)
      pastTranslations = pastTranslations + (finger.point - finger.start)
      return true
    }
  }

  /// Continues a finger that has just vanished, if the touch is its return.
  private mutating func rejoin(_ touch: Touch) -> Bool {
    for index in fingers.indices {
      guard let end = fingers[index].end,
        touch.timestamp.seconds(since: end) <= HandMotion.rejoinTime,
        touch.point.distance(to: fingers[index].point) <= HandMotion.rejoinDistance
      else { continue }
      fingers[index].id = touch.id
      fingers[index].end = nil
      follow(touch.point, fingerAt: index, at: touch.timestamp)
      if fingers.allSatisfy({ $0.end == nil }) { firstTouchUp = nil }
      return true
    }
    return false
  }

  private mutating func follow(_ point: Point, fingerAt index: Int, at time: Timestamp) {
    let squared = (point - fingers[index].start).lengthSquared
    guard fingers[index].move(to: point, squared), squared > travelSquared else { return }
    travelSquared = squared
    noteTravel(ofFingerAt: index, at: time)
  }

  /// Updates the travel after a finger has moved farther than any before.
  private mutating func noteTravel(ofFingerAt index: Int, at time: Timestamp) {
    travel = travelSquared.squareRoot()
    farthest = fingers[index].id
    if departure == nil && travel > slop { departure = time }
  }
}

// MARK: - Measures

extension HandMotion {
  /// Whether no finger has touched down since the last reset.
  var isEmpty: Bool { fingers.isEmpty }

  /// Whether ``spread`` is the movement of several fingers that are all still down.
  var followsAllFingers: Bool { downCount > 1 && downCount == spread.count }

  /// Seconds from the first touch down to the last.
  var touchDownStagger: Double { lastTouchDown.seconds(since: startTime) }

  /// The mean translation of all fingers, each from its own touch down.
  @inline(__always)
  var translation: Vector {
    guard !fingers.isEmpty else { return .zero }
    var sum = pastTranslations
    let span = fingers.span
    for index in span.indices { sum = sum + (span[index].point - span[index].start) }
    return sum / Double(fingers.count + pastCount)
  }

  private var meanStart: Point {
    var sum = pastStarts
    for finger in fingers { sum = sum + (finger.start - .zero) }
    return fingers.isEmpty ? .zero : .zero + sum / Double(fingers.count + pastCount)
  }

  /// The centroid of the fingers' latest positions.
  @inline(__always)
  var centroid: Point { startCentroid + translation }

  /// The velocity of ``centroid`` in points per second; zero if it is not followed.
  ///
  /// - Parameter start: Movement before this time does not count.
  func velocity(at time: Timestamp, since start: Timestamp? = nil) -> Vector {
    tracker.velocity(at: time, since: start)
  }

  /// Whether the hand moved beyond the slop, which is larger at first: older touchpads let a tap jump by
  /// several millimetres.
  func hasMoved(by limits: StillnessLimits, at time: Timestamp) -> Bool {
    travel > limits.slop(afterSeconds: time.seconds(since: startTime))
  }
}

extension HandMotion {
  /// A report with the fields that all gestures of the hand have.
  func report(_ kind: Gesture.Kind, _ state: GestureState, at time: Timestamp) -> Gesture {
    var gesture = Gesture(
      kind: kind, state: state, time: time, start: startTime, location: centroid,
      touches: maximumCount)
    gesture.duration = time.seconds(since: startTime)
    return gesture
  }
}
