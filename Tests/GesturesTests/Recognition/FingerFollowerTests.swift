import Contacts
import Gestures
import Testing
import Timeline

/// Fingers in points and seconds, for a follower.
struct HandFollower {
  var follower = FingerFollower()
  private var touches: [Touch.ID: Touch] = [:]

  mutating func down(_ id: Touch.ID, _ x: Double, _ y: Double, at seconds: Double) {
    let point = Point(x: x, y: y)
    let touch = Touch(
      id: id, phase: .began, timestamp: Timestamp(seconds: seconds), location: point,
      point: point)
    touches[id] = touch
    follower.touchesBegan(TouchSet([touch]), with: event(at: seconds))
  }

  mutating func move(_ positions: [Touch.ID: (Double, Double)], at seconds: Double) {
    for (id, position) in positions {
      touches[id]?.phase = .moved
      touches[id]?.timestamp = Timestamp(seconds: seconds)
      touches[id]?.point = Point(x: position.0, y: position.1)
    }
    let moved = TouchSet(positions.keys.compactMap { touches[$0] })
    follower.touchesMoved(moved, with: event(at: seconds))
  }

  mutating func up(_ id: Touch.ID, at seconds: Double) {
    guard var touch = touches[id] else { return }
    touch.phase = .ended
    touch.timestamp = Timestamp(seconds: seconds)
    follower.touchesEnded(TouchSet([touch]), with: event(at: seconds))
    touches[id] = nil
  }

  private func event(at seconds: Double) -> TouchEvent {
    TouchEvent(timestamp: Timestamp(seconds: seconds), touches: TouchSet(touches.values))
  }
}

@Suite("Fingers and transformations, used alone")
struct FingerFollowerTests {
  @Test("A follower measures the hand, finger by finger")
  func follower() {
    var hand = HandFollower()
    #expect(hand.follower.isEmpty)
    hand.down(1, 100, 100, at: 1)
    hand.move([1: (200, 100)], at: 1.1)
    #expect(hand.follower.translation == Vector(dx: 100, dy: 0))
    hand.down(2, 400, 400, at: 1.2)
    #expect(hand.follower.translation == Vector(dx: 100, dy: 0))
    #expect(hand.follower.centroid == Point(x: 300, y: 250))
    #expect(hand.follower.startCentroid == Point(x: 250, y: 250))
    hand.move([2: (400, 300)], at: 1.3)
    #expect(hand.follower.translation == Vector(dx: 100, dy: -50))
    hand.up(2, at: 1.4)
    #expect(hand.follower.translation == Vector(dx: 100, dy: -50))
    #expect(hand.follower.centroid == Point(x: 200, y: 100))
    #expect(hand.follower.downCount == 1)
    #expect(hand.follower.maximumCount == 2)
    #expect(hand.follower.fingers.map(\.id) == [1, 2])
    #expect(hand.follower.fingers.map { $0.end?.seconds } == [nil, 1.4])
    #expect(hand.follower.startTime.seconds == 1)
    #expect(hand.follower.lastTouchDown.seconds == 1.2)
    #expect(isNear(hand.follower.touchDownStagger, 0.2))
    #expect(hand.follower.firstTouchUp?.seconds == 1.4)
    #expect(hand.follower.travel == 100)
    hand.follower.reset()
    #expect(hand.follower.isEmpty)
    #expect(hand.follower.translation == .zero)
    #expect(hand.follower.travel == 0)
    #expect(hand.follower.maximumCount == 0)
  }

  @Test("Movements and lifts of fingers that it does not know are ignored")
  func unknownFingers() {
    var hand = HandFollower()
    hand.down(1, 100, 100, at: 0)
    let copy = hand
    var follower = copy.follower
    var stranger = Touch(
      id: 9, phase: .moved, timestamp: .zero, location: .zero, point: Point(x: 500, y: 500))
    let event = TouchEvent(timestamp: Timestamp(seconds: 0.1), touches: TouchSet([stranger]))
    follower.touchesMoved(TouchSet([stranger]), with: event)
    stranger.phase = .ended
    follower.touchesEnded(TouchSet([stranger]), with: event)
    #expect(follower.downCount == 1)
    #expect(follower.translation == .zero)
    follower.forget(9)
    #expect(follower.downCount == 1)
  }

  @Test("It is a value: a copy goes its own way")
  func valueSemantics() {
    var hand = HandFollower()
    hand.down(1, 100, 100, at: 0)
    var other = hand
    hand.move([1: (200, 100)], at: 0.1)
    other.move([1: (100, 50)], at: 0.1)
    #expect(hand.follower.translation == Vector(dx: 100, dy: 0))
    #expect(other.follower.translation == Vector(dx: 0, dy: -50))
  }

  @Test("A forgotten finger was never there")
  func forget() {
    var hand = HandFollower()
    hand.down(1, 100, 100, at: 0)
    hand.move([1: (150, 100)], at: 0.1)
    hand.down(2, 300, 100, at: 0.2)
    hand.follower.forget(2)
    #expect(hand.follower.downCount == 1)
    #expect(hand.follower.maximumCount == 1)
    #expect(hand.follower.centroid == Point(x: 150, y: 100))
    #expect(hand.follower.startCentroid == Point(x: 100, y: 100))
    #expect(hand.follower.translation == Vector(dx: 50, dy: 0))
  }

  @Test("Restarted, it counts from the current positions")
  func restart() {
    var hand = HandFollower()
    hand.down(1, 100, 100, at: 0)
    hand.down(2, 200, 100, at: 0)
    hand.move([1: (150, 200), 2: (350, 200)], at: 0.1)
    hand.follower.restart()
    #expect(hand.follower.translation == .zero)
    #expect(hand.follower.travel == 0)
    #expect(hand.follower.startCentroid == Point(x: 250, y: 200))
    #expect(hand.follower.transformation.scale == 1)
    hand.move([1: (140, 200), 2: (340, 200)], at: 0.2)
    #expect(hand.follower.translation == Vector(dx: -10, dy: 0))
    #expect(hand.follower.travel == 10)
  }

  @Test(
    "Fingers that rest move by less than the limits",
    arguments: [(0.1, 25.0, false), (0.1, 37, true), (0.4, 25, true), (0.4, 21, false)])
  func stillness(seconds: Double, distance: Double, hasMoved: Bool) {
    var hand = HandFollower()
    hand.down(1, 100, 100, at: 0)
    hand.move([1: (100 + distance, 100)], at: seconds)
    let limits = StillnessLimits(slop: 22, initialSlop: 36, initialDuration: 0.3)
    #expect(hand.follower.hasMoved(by: limits, at: Timestamp(seconds: seconds)) == hasMoved)
  }

  @Test("Many fingers one after the other take no more memory than a few")
  func manyFingers() {
    var hand = HandFollower()
    hand.down(0, 100, 100, at: 0)
    for id in 1...1000 {
      hand.down(id, 300, 300, at: Double(id))
      hand.up(id, at: Double(id) + 0.1)
    }
    #expect(hand.follower.fingers.count <= 40)
    #expect(hand.follower.downCount == 1)
    hand.move([0: (110, 100)], at: 2000)
    #expect(hand.follower.translation == Vector(dx: 10, dy: 0))
  }

  @Test("The report of a follower")
  func report() {
    var hand = HandFollower()
    hand.down(1, 100, 100, at: 1)
    hand.down(2, 200, 100, at: 1)
    let gesture = hand.follower.report(.path, .ended, at: Timestamp(seconds: 3))
    #expect(gesture.kind == .path)
    #expect(gesture.touches == 2)
    #expect(gesture.duration == 2)
    #expect(gesture.location == Point(x: 150, y: 100))
  }

  // MARK: Transformation

  @Test(
    "Scale, rotation, expansion, arc and character of two fingers",
    arguments: [(0.0, 2.0), (90, 1), (45, 1.5), (-120, 0.5)])
  func transformation(degrees: Double, scale: Double) {
    var hand = HandFollower()
    hand.down(1, 200, 300, at: 0)
    hand.down(2, 400, 300, at: 0)
    #expect(hand.follower.transformation.scale == 1)
    #expect(hand.follower.transformation.rotation == 0)
    #expect(hand.follower.transformation.count == 2)
    for step in 1...10 {
      let part = Double(step) / 10
      let length = 100 * (1 + (scale - 1) * part)
      let arm = Vector(
        dx: length * Trigonometry.cosine(degrees: degrees * part),
        dy: length * Trigonometry.sine(degrees: degrees * part))
      hand.move(
        [1: (300 - arm.dx, 300 - arm.dy), 2: (300 + arm.dx, 300 + arm.dy)], at: part / 10)
    }
    let result = hand.follower.transformation
    #expect(isNear(result.scale, scale))
    #expect(isNear(result.rotation, degrees))
    #expect(isNear(result.expansion, 100 * (scale - 1)))
    #expect(result.arc * degrees >= 0)
    #expect(isNear(result.translation, .zero))
    let character = result.character(slop: 26, dominance: 0.7)
    if scale == 1 { #expect(character == .rotation) }
    if degrees == 0 { #expect(character == .expansion) }
    #expect(result.character(slop: 1000, dominance: 0.7) == nil)
  }

  @Test("A new one is at rest")
  func newTransformation() {
    let transformation = Transformation()
    #expect(transformation.scale == 1)
    #expect(transformation.rotation == 0)
    #expect(transformation.count == 0)
    #expect(transformation.character(slop: 0, dominance: 1) == nil)
  }

  @Test("Fingers on one another have a finite scale")
  func coincident() {
    var hand = HandFollower()
    hand.down(1, 200, 300, at: 0)
    hand.down(2, 200, 300, at: 0)
    hand.move([2: (300, 300)], at: 0.1)
    #expect(hand.follower.transformation.scale.isFinite)
    hand.move([2: (200, 300)], at: 0.2)
    #expect(isNear(hand.follower.transformation.scale, 1))
    #expect(hand.follower.transformation.rotation.isFinite)
  }

  // MARK: Taps

  @Test("A series counts taps, and measures how far a new touch is")
  func tapSeries() {
    var taps = TapSeries()
    let near = TouchSet([
      Touch(id: 5, phase: .began, timestamp: .zero, location: .zero, point: Point(x: 130, y: 140))
    ])
    #expect(taps.isEmpty)
    #expect(taps.distance(to: near) == .infinity)
    for round in 0..<3 {
      var hand = HandFollower()
      hand.down(1, 100, 100, at: Double(round))
      hand.down(2, 200, 100, at: Double(round))
      hand.up(1, at: Double(round) + 0.1)
      hand.up(2, at: Double(round) + 0.12)
      taps.add(hand.follower, at: Timestamp(seconds: Double(round) + 0.12))
    }
    #expect(taps.count == 3)
    #expect(taps.touches == 2)
    #expect(taps.start == .zero)
    #expect(taps.end == Timestamp(seconds: 2.12))
    #expect(taps.location == Point(x: 150, y: 100))
    #expect(taps.positions == [Point(x: 100, y: 100), Point(x: 200, y: 100)])
    #expect(taps.distance(to: near) == 50)
    #expect(taps.distance(to: TouchSet()) == .infinity)
    taps.reset()
    #expect(taps.isEmpty)
    #expect(taps.distance(to: near) == .infinity)
  }

  // MARK: Paths

  @Test(
    "A path keeps its ends, and a bounded number of points", arguments: [10, 300, 5000, 100_000])
  func path(count: Int) {
    var path = StrokePath()
    for index in 0..<count { path.add(Point(x: Double(index) * 2, y: 0)) }
    path.close()
    #expect(path.points.first == .zero)
    #expect(path.points.last == Point(x: Double(count - 1) * 2, y: 0))
    #expect(path.points.count <= 257)
    #expect(path.points.count >= min(count, 100))
    #expect(zip(path.points, path.points.dropFirst()).allSatisfy { $0.x < $1.x })
    path.reset()
    #expect(path.points.isEmpty)
    path.add(Point(x: 3, y: 4))
    #expect(path.points == [Point(x: 3, y: 4)])
  }

  @Test("Points nearer than one point to the last are dropped, but not the end")
  func spacing() {
    var path = StrokePath()
    for x in [0.0, 0.4, 0.9, 1.0, 1.5, 1.9] { path.add(Point(x: x, y: 0)) }
    #expect(path.points.map(\.x) == [0, 1])
    path.close()
    #expect(path.points.map(\.x) == [0, 1, 1.9])
  }
}
