import Contacts
import Timeline

/// Follows the fingers of one gesture, from the first landing to the last lift.
///
/// Recognizers feed it their touches and ask it for what the hand did as a whole. Everything is
/// kept up to date as touches come, so that asking is cheap, and nothing is allocated after the
/// first gestures.
struct HandMotion {
  /// One finger, from its landing to its lift.
  struct Finger {
    var id: Touch.ID
    fileprivate(set) var start: Point
    let startTime: Timestamp
    var point: Point
    var end: Timestamp?
    /// The square of the greatest distance from the landing.
    var travelSquared = 0.0
    /// The arm from the centroid when ``HandMotion/spread`` began.
    var arm = Vector.zero

    /// Whether this is a touch, and still down.
    // Asked of the finger: an `&&` that looks at a span twice makes Swift 6.3.1's optimizer give up.
    @inline(__always)
    func isDown(_ id: Touch.ID) -> Bool { self.id == id && end == nil }

    /// Takes a new place over; true if it is the farthest from the landing so far.
    @inline(__always)
    mutating func move(to place: Point, _ squaredDistance: Double) -> Bool {
      point = place
      guard squaredDistance > travelSquared else { return false }
      travelSquared = squaredDistance
      return true
    }
  }

  /// Seconds within which a finger that vanished and came back is the same one: 0.05. Some pads
  /// give a fast finger a new id in mid-flight, from one frame to the next or the one after.
  static let rejoinTime = 0.05
  /// Points within which it has to come back: 64, 10 mm; fast fingers move 2 m/s.
  static let rejoinDistance = 64.0

  /// The fingers that are down, and those that were; of more than ``memory`` only sums are kept.
  private(set) var fingers: [Finger] = []
  /// How many fingers are kept before those that lifted are summed up: 32. Without a limit, one
  /// that rests while others tap for hours would take more and more memory.
  static let memory = 32
  /// Fingers that are only remembered as sums.
  private var pastCount = 0
  private var pastStarts = Vector.zero
  private var pastWays = Vector.zero
  /// When the first finger landed.
  private(set) var startTime = Timestamp.zero
  /// When the last finger landed.
  private(set) var lastLanding = Timestamp.zero
  /// When a finger lifted first.
  private(set) var firstLift: Timestamp?
  private(set) var downCount = 0
  /// The most fingers at the same time, those included that the device only counts.
  private(set) var maximumCount = 0
  /// Whether a touch never landed, but was there.
  private(set) var isResumed = false
  /// Whether a button was down when a finger landed or moved or, by the time one lifts, ever.
  private(set) var sawButton = false
  /// The greatest distance of any finger from its landing, in points.
  private(set) var travel = 0.0
  private var travelSquared = 0.0
  /// The finger that went farthest.
  private(set) var farthest: Touch.ID?
  /// When a finger went beyond ``slop`` first.
  private(set) var departure: Timestamp?
  /// The mean of the places where the fingers landed.
  private(set) var startCentroid = Point.zero
  /// What the fingers did together while the most of them were down; if that is followed.
  private(set) var spread = SpreadMotion()
  /// Points that a resting finger may wander.
  var slop: Double

  private let followsSpread: Bool
  private let followsVelocity: Bool
  private var tracker = VelocityTracker()

  /// - Parameters:
  ///   - followsSpread: whether ``spread`` is wanted.
  ///   - followsVelocity: whether ``velocity(at:since:)`` is wanted.
  init(slop: Double, followsSpread: Bool = false, followsVelocity: Bool = false) {
    self.slop = slop
    self.followsSpread = followsSpread
    self.followsVelocity = followsVelocity
  }

  mutating func reset() {
    fingers.removeAll(keepingCapacity: true)
    pastCount = 0
    pastStarts = .zero
    pastWays = .zero
    firstLift = nil
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
  mutating func land(_ touches: TouchSet, with event: TouchEvent) {
    if fingers.isEmpty { startTime = event.timestamp }
    if fingers.count >= HandMotion.memory { sumUpPast(at: event.timestamp) }
    for touch in touches {
      downCount += 1
      if !rejoin(touch) {
        lastLanding = event.timestamp
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
    // Spans lend their elements: neither a touch nor a finger is copied, and nothing is checked
    // for each of them.
    let places = touches.touches.span
    var span = fingers.mutableSpan
    for place in places.indices {
      guard let index = HandMotion.index(of: places[place].id, in: span.span, from: next) else {
        continue
      }
      next = index + 1
      let squared = (places[place].point - span[index].start).lengthSquared
      if span[index].move(to: places[place].point, squared), squared > longest {
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

  /// Forgets the ways so far: they count from where the fingers are.
  mutating func restartWays() {
    for index in fingers.indices {
      fingers[index].start = fingers[index].point
      fingers[index].travelSquared = 0
    }
    pastStarts = pastStarts + pastWays
    pastWays = .zero
    travel = 0
    travelSquared = 0
    farthest = nil
    departure = nil
    startCentroid = meanStart
  }

  /// Leaves the way so far out of the velocity.
  mutating func restartVelocity() { tracker.reset() }

  /// True when the last finger has lifted.
  mutating func lift(_ touches: TouchSet, with event: TouchEvent) -> Bool {
    var next = 0
    for touch in touches {
      guard let index = HandMotion.index(of: touch.id, in: fingers.span, from: next) else {
        continue
      }
      next = index + 1
      fingers[index].end = event.timestamp
      downCount -= 1
    }
    if firstLift == nil { firstLift = event.timestamp }
    // A finger that lay still heard nothing of a click.
    if !event.usedButtons.isEmpty { sawButton = true }
    return downCount == 0
  }

  /// Where a finger that is down stands. Touches come in about the same order, so that the search
  /// begins at the place after the last one's.
  @inline(__always)
  private static func index(of id: Touch.ID, in fingers: Span<Finger>, from next: Int) -> Int? {
    for index in next..<fingers.count where fingers[index].isDown(id) { return index }
    for index in 0..<next where fingers[index].isDown(id) { return index }
    return nil
  }

  /// Forgets the fingers that lifted too long ago to come back, all but their sums.
  private mutating func sumUpPast(at time: Timestamp) {
    fingers.removeAll { finger in
      guard let end = finger.end, time.seconds(since: end) > HandMotion.rejoinTime else {
        return false
      }
      pastCount += 1
      pastStarts = pastStarts + (finger.start - .zero)
      pastWays = pastWays + (finger.point - finger.start)
      return true
    }
  }

  /// Takes a landing for the return of a finger that has just vanished.
  private mutating func rejoin(_ touch: Touch) -> Bool {
    for index in fingers.indices {
      guard let end = fingers[index].end,
        touch.timestamp.seconds(since: end) <= HandMotion.rejoinTime,
        touch.point.distance(to: fingers[index].point) <= HandMotion.rejoinDistance
      else { continue }
      fingers[index].id = touch.id
      fingers[index].end = nil
      follow(touch.point, fingerAt: index, at: touch.timestamp)
      if fingers.allSatisfy({ $0.end == nil }) { firstLift = nil }
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

  /// A finger has gone farther than any before.
  private mutating func noteTravel(ofFingerAt index: Int, at time: Timestamp) {
    travel = travelSquared.squareRoot()
    farthest = fingers[index].id
    if departure == nil && travel > slop { departure = time }
  }
}

// MARK: - Measures

extension HandMotion {
  /// Whether no finger has been here since the last reset.
  var isEmpty: Bool { fingers.isEmpty }

  /// Whether ``spread`` is that of several fingers, and all of them are still down.
  var followsAllFingers: Bool { downCount > 1 && downCount == spread.count }

  /// Seconds from the first landing to the last.
  var landingStagger: Double { lastLanding.seconds(since: startTime) }

  /// The mean way of all fingers, each from its own landing.
  @inline(__always)
  var translation: Vector {
    guard !fingers.isEmpty else { return .zero }
    var sum = pastWays
    let span = fingers.span
    for index in span.indices { sum = sum + (span[index].point - span[index].start) }
    return sum / Double(fingers.count + pastCount)
  }

  private var meanStart: Point {
    var sum = pastStarts
    for finger in fingers { sum = sum + (finger.start - .zero) }
    return fingers.isEmpty ? .zero : .zero + sum / Double(fingers.count + pastCount)
  }

  /// The mean of the places where the fingers are, or were last.
  @inline(__always)
  var centroid: Point { startCentroid + translation }

  /// The velocity of ``centroid`` in points a second; zero when it is not followed.
  ///
  /// - Parameter start: What was before this moment does not count.
  func velocity(at time: Timestamp, since start: Timestamp? = nil) -> Vector {
    tracker.velocity(at: time, since: start)
  }

  /// Whether the hand moved, by a limit that is wider while the touch is young: older pads let a
  /// tap jump by several millimetres.
  func hasMoved(by limits: StillnessLimits, at time: Timestamp) -> Bool {
    travel > limits.slop(afterSeconds: time.seconds(since: startTime))
  }
}

extension HandMotion {
  /// What every report of the hand's gestures tells.
  func report(_ kind: Gesture.Kind, _ state: GestureState, at time: Timestamp) -> Gesture {
    var gesture = Gesture(
      kind: kind, state: state, time: time, start: startTime, location: centroid,
      touches: maximumCount)
    gesture.duration = time.seconds(since: startTime)
    return gesture
  }
}
