import Contacts
import Gestures
import Testing
import Timeline

@Suite("Pan with a changing number of fingers")
struct PanFingersTests {
  private let stage = TouchStage()

  /// A pan of finger 1 by 100 points to the right, in 0.1 s.
  private func startedPan(
    _ settings: Profile.Pan = Profile.standard.pan, maximum: Int = .max
  ) -> PanRecognizer {
    let pan = stage.attach(PanRecognizer(settings))
    pan.maximumNumberOfTouches = maximum
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.1)
    return pan
  }

  @Test(
    "A finger that joins far away and lifts again leaves the translation as it is",
    arguments: [Profile.standard.pan, Profile.uikit.pan])
  func joinsAndLifts(settings: Profile.Pan) {
    let pan = startedPan(settings)
    #expect(isNear(pan.translation, Vector(dx: 100, dy: 0)))
    stage.frame(at: 0.11, [2: (400, 390)])
    #expect(isNear(pan.translation, Vector(dx: 100, dy: 0)))
    #expect(pan.numberOfTouches == 2)
    stage.frame(at: 0.2, up: [2])
    #expect(isNear(pan.translation, Vector(dx: 100, dy: 0)))
    stage.move([1], by: (100, 0), lasting: 0.1)
    #expect(isNear(pan.translation, Vector(dx: 200, dy: 0)))
    #expect(isNear(pan.velocity, Vector(dx: 1000, dy: 0), within: 1))
  }

  @Test("The centroid of n fingers moves by a nth of what one of them moves", arguments: 1...5)
  func shareOfOneFinger(count: Int) {
    let pan = startedPan()
    for id in 2..<(count + 1) {
      stage.frame(at: 0.1 + Double(id) * 0.01, [id: (100 + Double(id) * 60, 300)])
    }
    let before = pan.translation
    stage.move([1], by: (0, 60), lasting: 0.1)
    let moved = pan.translation - before
    #expect(isNear(moved, Vector(dx: 0, dy: 60 / Double(count))))
  }

  @Test("All fingers together move the centroid as far as each of them", arguments: 2...5)
  func together(count: Int) {
    let pan = startedPan()
    for id in 2...count {
      stage.frame(at: 0.1 + Double(id) * 0.01, [id: (60 + Double(id) * 60, 250)])
    }
    stage.move(Array(1...count), by: (30, 40), lasting: 0.1)
    #expect(isNear(pan.translation, Vector(dx: 130, dy: 40)))
    for id in 1..<count {
      stage.frame(at: 0.5 + Double(id) * 0.01, up: [id])
      #expect(isNear(pan.translation, Vector(dx: 130, dy: 40)))
    }
    stage.move([count], by: (-30, -40), lasting: 0.1)
    #expect(isNear(pan.translation, Vector(dx: 100, dy: 0)))
  }

  @Test(
    "Two fingers that lift shortly after each other end with their velocity",
    arguments: [0.0, 0.01, 0.02, 0.03, 0.05, 0.06, 0.08],
    [VelocityTracker.Strategy.parabola, .impulse])
  func staggeredLift(stagger: Double, strategy: VelocityTracker.Strategy) {
    let pan = stage.attach(PanRecognizer())
    pan.velocityStrategy = strategy
    var atEnd: Vector?
    pan.onEnd { atEnd = $0.velocity }
    stage.frame(at: 0, [1: (50, 100), 2: (50, 300)])
    stage.move([1, 2], by: (200, 0), lasting: 0.2)
    if stagger > 0 {
      // The first finger is gone in the frame after its last movement; the other one goes on.
      for frame in 1...Int((stagger * 100).rounded()) {
        stage.frame(
          at: 0.2 + Double(frame) * 0.01, [1: (250 + Double(frame) * 10, 100)],
          up: frame == 1 ? [2] : [])
      }
    }
    stage.frame(at: 0.21 + stagger, up: [1, 2])
    #expect(stage.outcomes == ["pan 2 right"])
    #expect(isNear(atEnd?.dx ?? 0, 1000, within: 100))
    #expect(isNear(atEnd?.dy ?? .nan, 0, within: 50))
    #expect(isNear(stage.gestures.last?.velocity?.dx ?? 0, 1000, within: 100))
  }

  @Test("A finger that joins a fast pan does not change its velocity", arguments: [0.0, 0.5, 1])
  func joinKeepsVelocity(share: Double) {
    let pan = startedPan()
    stage.frame(at: 0.11, [1: (210, 100), 2: (400, 300)])
    #expect(isNear(pan.velocity.dx, 1000, within: 100))
    // It moves with the other one, or slower: the centroid has the mean velocity.
    for frame in 1...12 {
      let step = Double(frame) * 10
      stage.frame(at: 0.11 + step / 1000, [1: (210 + step, 100), 2: (400 + step * share, 300)])
    }
    #expect(isNear(pan.velocity.dx, 500 * (1 + share), within: 10))
  }

  @Test("Without a finger that has lifted: location, number of touches, and each touch's location")
  func locationOfFingersDown() {
    let pan = startedPan()
    stage.frame(at: 0.2, [2: (400, 300)])
    #expect(isNear(pan.location(in: nil), Point(x: 300, y: 200)))
    #expect(pan.location(ofTouch: 1, in: nil).map { isNear($0, Point(x: 400, y: 300)) } == true)
    stage.frame(at: 0.3, up: [1])
    #expect(pan.numberOfTouches == 1)
    #expect(isNear(pan.location(in: nil), Point(x: 400, y: 300)))
    #expect(pan.location(ofTouch: 0, in: nil).map { isNear($0, Point(x: 400, y: 300)) } == true)
    #expect(pan.location(ofTouch: 1, in: nil) == nil)
    #expect(pan.state.isActive)
    stage.move([2], by: (0, 50), lasting: 0.1)
    #expect(isNear(pan.location(in: stage.window), Point(x: 400, y: 350)))
    #expect(isNear(pan.translation, Vector(dx: 100, dy: 50)))
  }

  @Test("At the end, the location is where the last finger lifted")
  func locationAtEnd() {
    let pan = startedPan()
    var atEnd: Point?
    pan.onEnd { atEnd = $0.location(in: nil) }
    stage.frame(at: 0.2, [2: (400, 300)])
    stage.frame(at: 0.3, up: [1])
    stage.frame(at: 0.4, up: [2])
    #expect(atEnd.map { isNear($0, Point(x: 400, y: 300)) } == true)
    #expect(stage.gestures.last.map { isNear($0.location, Point(x: 400, y: 300)) } == true)
  }

  @Test("Beyond the maximum number of touches, a finger does not move an active pan")
  func maximumNumber() {
    let pan = startedPan(maximum: 1)
    stage.frame(at: 0.2, [2: (400, 300)])
    stage.move([2], by: (100, 50), lasting: 0.1)
    #expect(isNear(pan.translation, Vector(dx: 100, dy: 0)))
    #expect(pan.numberOfTouches == 1)
    #expect(isNear(pan.location(in: nil), Point(x: 200, y: 100)))
    stage.move([1], by: (50, 0), lasting: 0.1)
    #expect(isNear(pan.translation, Vector(dx: 150, dy: 0)))
    stage.frame(at: 0.6, up: [2])
    #expect(pan.state.isActive)
    stage.frame(at: 0.7, up: [1])
    #expect(stage.outcomes == ["pan 1 right"])
  }

  @Test("The pan ends with its own finger, although an ignored one stays")
  func ignoredFingerStays() {
    let pan = startedPan(maximum: 1)
    let log = StateLog(pan)
    stage.frame(at: 0.2, [2: (400, 300)])
    stage.frame(at: 0.3, up: [1])
    #expect(log.states == [.ended])
    stage.move([2], by: (-100, 0), lasting: 0.1)
    stage.frame(at: 0.5, up: [2])
    #expect(log.states == [.ended])
    #expect(stage.outcomes == ["pan 1 right"])
  }

  @Test("Too many fingers before it begins fail a pan", arguments: [1, 2, 3])
  func tooMany(maximum: Int) {
    let pan = stage.attach(PanRecognizer())
    pan.maximumNumberOfTouches = maximum
    for id in 1...(maximum + 1) {
      stage.frame(at: Double(id) * 0.01, [id: (Double(id) * 100, 100)])
    }
    stage.move(Array(1...(maximum + 1)), by: (0, 100), lasting: 0.1)
    stage.frame(at: 0.5, up: Array(1...(maximum + 1)))
    #expect(stage.outcomes.isEmpty)
    #expect(pan.lastFailure?.cause == .touches)
  }

  @Test(
    "The translation is continuous at every touch down and lift, in points and in a view's units",
    arguments: 0..<40)
  func continuous(seed: Int) {
    let view = View(frame: Rect(x: 0, y: 0, width: 600, height: 400))
    view.isMultipleTouchEnabled = true
    view.transform = .scale(x: 2, y: 2)
    stage.window.addSubview(view)
    let pan = stage.attach(PanRecognizer(seed % 2 == 0 ? Profile.standard.pan : Profile.uikit.pan))
    var steps = RandomSteps(seed: seed, maximumCount: 5)
    var time = 0.0
    var jumps: [Double] = []
    for _ in 0..<80 {
      let former = (pan.translation, pan.translation(in: view))
      let isEmpty = pan.numberOfTouches == 0
      time += 0.06
      switch steps.next() {
      case .down(let id): stage.frame(at: time, [id: steps.positions[id] ?? (0, 0)])
      case .up(let id): stage.frame(at: time, up: [id])
      case .move:
        stage.frame(at: time, steps.positions)
        continue
      }
      if !isEmpty {
        jumps.append((pan.translation - former.0).length)
        jumps.append((pan.translation(in: view) - former.1).length)
      }
    }
    #expect(jumps.count > 10)
    #expect(jumps.max() ?? 1 < 1e-9)
  }

  @Test("The whole translation is the sum of the centroid's movements", arguments: 0..<20)
  func sumOfMovements(seed: Int) {
    let pan = stage.attach(PanRecognizer())
    var steps = RandomSteps(seed: seed + 100, maximumCount: 5)
    var time = 0.0
    var sum = Vector.zero
    func centroid() -> Point {
      let points = steps.positions.values
      let total = points.reduce(Vector.zero) { $0 + Vector(dx: $1.0, dy: $1.1) }
      return .zero + total / Double(points.count)
    }
    for _ in 0..<80 {
      time += 0.06
      let former = steps.positions.isEmpty ? .zero : centroid()
      switch steps.next() {
      case .down(let id): stage.frame(at: time, [id: steps.positions[id] ?? (0, 0)])
      case .up(let id): stage.frame(at: time, up: [id])
      case .move:
        stage.frame(at: time, steps.positions)
        sum = sum + (centroid() - former)
      }
    }
    #expect(sum.length > 1)
    #expect(isNear(pan.translation, sum))
  }
}
