import Contacts
import Gestures
import Testing
import Timeline

@Suite("Presses and pans of several fingers")
struct SeveralFingersTests {
  private let stage = TouchStage()

  // MARK: Long press

  @Test(
    "A press of n fingers ends with the lift of any of them",
    arguments: [(1, 1), (2, 1), (2, 2), (3, 2), (5, 4)])
  func anyFinger(count: Int, lifted: Int) {
    let press = stage.attach(LongPressRecognizer())
    press.numberOfTouchesRequired = count
    let log = StateLog(press)
    for id in 1...count { stage.frame(at: Double(id) * 0.01, [id: (Double(id) * 80, 100)]) }
    stage.advance(to: 0.7)
    #expect(log.states == [.began])
    stage.frame(at: 1, up: [lifted])
    #expect(log.states == [.began, .ended])
    stage.move([1], by: (50, 0), lasting: 0.1)
    stage.frame(at: 2, up: Array(1...count))
    #expect(log.states == [.began, .ended])
    #expect(stage.gestures.last?.touches == count)
  }

  @Test("A finger that joins after it began neither ends nor moves it", arguments: [1, 2])
  func joins(count: Int) {
    let press = stage.attach(LongPressRecognizer())
    press.numberOfTouchesRequired = count
    let log = StateLog(press)
    stage.frame(
      at: 0, Dictionary(uniqueKeysWithValues: (1...count).map { ($0, (Double($0) * 80, 100)) }))
    stage.advance(to: 0.6)
    let location = press.location(in: nil)
    stage.frame(at: 0.7, [9: (500, 300)])
    #expect(press.numberOfTouches == count)
    #expect(press.location(in: nil) == location)
    stage.move([9], by: (-100, 0), lasting: 0.1)
    #expect(press.location(in: nil) == location)
    stage.frame(at: 1, up: [9])
    #expect(log.states.allSatisfy { $0 == .began || $0 == .changed })
    stage.frame(at: 1.2, up: [1])
    #expect(log.milestones == [.began, .ended])
  }

  @Test("A finger that joins before it begins is one of the press, which starts anew")
  func joinsBefore() {
    let press = stage.attach(LongPressRecognizer())
    let log = StateLog(press)
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.3, [2: (200, 100)])
    stage.advance(to: 0.7)
    #expect(log.states.isEmpty)
    stage.advance(to: 0.8)
    #expect(log.states == [.began])
    stage.frame(at: 1, up: [2])
    #expect(log.states == [.began, .ended])
  }

  @Test("A finger that lifts before it begins fails the press", arguments: [1, 2])
  func liftsBefore(id: Int) {
    let press = stage.attach(LongPressRecognizer())
    press.numberOfTouchesRequired = 2
    let log = StateLog(press)
    stage.frame(at: 0, [1: (100, 100), 2: (200, 100)])
    stage.frame(at: 0.4, up: [id])
    stage.advance(to: 2)
    #expect(log.states.isEmpty)
    #expect(press.lastFailure?.cause == .tooShort)
  }

  @Test("Movement after it began has no limit, and is reported", arguments: [5.0, 100, 400])
  func movesAfterwards(distance: Double) {
    let press = stage.attach(LongPressRecognizer())
    let log = StateLog(press)
    stage.frame(at: 0, [1: (100, 100)])
    stage.advance(to: 0.5)
    stage.move([1], by: (distance, 0), lasting: 0.2)
    stage.frame(at: 1, up: [1])
    #expect(log.milestones == [.began, .ended])
    #expect(log.count(.changed) >= 20)
    #expect(isNear(stage.gestures.last?.location ?? .zero, Point(x: 100 + distance, y: 100)))
  }

  @Test("Under the exclusive policy, a pan does not begin beside a press that did")
  func pressThenPan() {
    let logs = (
      StateLog(stage.attach(LongPressRecognizer())), StateLog(stage.attach(PanRecognizer()))
    )
    stage.frame(at: 0, [1: (100, 100)])
    stage.advance(to: 0.6)
    stage.move([1], by: (200, 0), lasting: 0.2)
    stage.frame(at: 1, up: [1])
    #expect(logs.0.milestones == [.began, .ended])
    #expect(logs.1.states.isEmpty)
  }

  // MARK: Pan with a minimum of two

  static let pans = [Profile.standard.pan, Profile.uikit.pan]

  /// A pan of two fingers that has begun, with a minimum of two.
  private func pairPan(_ settings: Profile.Pan) -> (PanRecognizer, StateLog) {
    let pan = stage.attach(PanRecognizer(settings))
    pan.minimumNumberOfTouches = 2
    let log = StateLog(pan)
    stage.frame(at: 0, [1: (100, 100), 2: (200, 100)])
    stage.move([1, 2], by: (0, 100), lasting: 0.1)
    return (pan, log)
  }

  @Test("The finger that is left does not move it", arguments: pans)
  func oneLeft(settings: Profile.Pan) {
    let (pan, log) = pairPan(settings)
    #expect(log.milestones == [.began])
    stage.frame(at: 0.2, up: [2])
    let changes = log.count(.changed)
    stage.move([1], by: (200, 100), lasting: 0.2)
    #expect(log.count(.changed) == changes)
    #expect(isNear(pan.translation, Vector(dx: 0, dy: 100)))
    stage.frame(at: 0.5, up: [1])
    #expect(log.milestones == [.began, .ended])
    #expect(stage.gestures.last?.translation.map { isNear($0, Vector(dx: 0, dy: 100)) } == true)
  }

  @Test("With a second finger again, it continues from there", arguments: pans)
  func twoAgain(settings: Profile.Pan) {
    let (pan, log) = pairPan(settings)
    stage.frame(at: 0.2, up: [2])
    stage.move([1], by: (200, 100), lasting: 0.2)
    stage.frame(at: 0.5, [3: (400, 100)])
    #expect(isNear(pan.translation, Vector(dx: 0, dy: 100), within: 1e-9))
    stage.move([1, 3], by: (30, 0), lasting: 0.1)
    #expect(isNear(pan.translation, Vector(dx: 30, dy: 100)))
    #expect(log.states.last == .changed)
    stage.frame(at: 0.7, up: [1])
    stage.move([3], by: (0, 100), lasting: 0.1)
    #expect(isNear(pan.translation, Vector(dx: 30, dy: 100)))
    stage.frame(at: 0.9, up: [3])
    #expect(log.milestones == [.began, .ended])
  }

  @Test("One finger that moves far first does not count", arguments: pans)
  func oneFirst(settings: Profile.Pan) {
    let pan = stage.attach(PanRecognizer(settings))
    pan.minimumNumberOfTouches = 2
    let log = StateLog(pan)
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (200, 100), lasting: 0.2)
    #expect(log.states.isEmpty)
    stage.frame(at: 0.3, [2: (200, 100)])
    #expect(log.states.isEmpty)
    stage.move([1, 2], by: (0, 60), lasting: 0.1)
    #expect(log.milestones == [.began])
    #expect(isNear(pan.translation, Vector(dx: 0, dy: 60)))
  }

  @Test("Set to zero in each action, the sum skips what a single finger moved", arguments: pans)
  func sumOfParts(settings: Profile.Pan) {
    let pan = stage.attach(PanRecognizer(settings))
    pan.minimumNumberOfTouches = 2
    var sum = Vector.zero
    pan.onAction {
      sum = sum + $0.translation
      $0.translation = .zero
    }
    stage.frame(at: 0, [1: (100, 100), 2: (200, 100)])
    stage.move([1, 2], by: (0, 100), lasting: 0.1)
    stage.frame(at: 0.2, up: [2])
    stage.move([1], by: (200, 100), lasting: 0.2)
    stage.frame(at: 0.5, [3: (400, 100)])
    stage.move([1, 3], by: (30, 0), lasting: 0.1)
    stage.frame(at: 0.7, up: [1])
    stage.frame(at: 0.8, up: [3])
    #expect(isNear(sum, Vector(dx: 30, dy: 100)))
  }

  @Test(
    "A pan's velocity does not include the movement of a single remaining finger", arguments: pans)
  func velocityOfOneLeft(settings: Profile.Pan) {
    let (pan, _) = pairPan(settings)
    var fling: Vector?
    pan.onEnd { fling = $0.fling() }
    stage.frame(at: 0.2, up: [2])
    stage.move([1], by: (300, 0), lasting: 0.3)
    #expect(isNear(pan.velocity, .zero, within: 1))
    stage.frame(at: 0.51, up: [1])
    #expect(fling == nil)
    #expect(isNear(stage.gestures.last?.velocity ?? .zero, .zero, within: 1))
  }

  @Test("With a second finger again, the speed is that of both since then", arguments: pans)
  func velocityOfTwoAgain(settings: Profile.Pan) {
    let (pan, _) = pairPan(settings)
    stage.frame(at: 0.2, up: [2])
    stage.move([1], by: (300, 0), lasting: 0.3)
    stage.frame(at: 0.51, [3: (400, 100)])
    stage.move([1, 3], by: (0, 40), lasting: 0.04)
    #expect(isNear(pan.velocity, Vector(dx: 0, dy: 1000), within: 100))
  }

  @Test("Two fingers that lift shortly after each other fling, even with a minimum of two")
  func staggeredFling() {
    let pan = stage.attach(PanRecognizer())
    pan.minimumNumberOfTouches = 2
    var fling: Vector?
    pan.onEnd { fling = $0.fling() }
    stage.frame(at: 0, [1: (50, 100), 2: (50, 300)])
    stage.move([1, 2], by: (200, 0), lasting: 0.2)
    stage.frame(at: 0.21, [1: (260, 100)], up: [2])
    stage.frame(at: 0.22, up: [1])
    #expect(isNear(fling?.dx ?? 0, 1000, within: 100))
  }

  // MARK: Fingers that come and go report nothing by themselves

  @Test("A touch down or a lift during a pan is no change of it", arguments: [2, 3, 5])
  func noChange(fingers: Int) {
    let pan = stage.attach(PanRecognizer())
    let log = StateLog(pan)
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.1)
    let states = log.states
    for id in 2...fingers {
      stage.frame(at: 0.2 + Double(id) * 0.1, [id: (300, Double(id) * 60)])
    }
    for id in 2...fingers { stage.frame(at: 1 + Double(id) * 0.1, up: [id]) }
    #expect(log.states == states)
    stage.frame(at: 2, up: [1])
    #expect(log.states == states + [.ended])
  }

  // MARK: Some of the fingers move

  @Test(
    "Fingers of which some rest do not swipe together",
    arguments: [
      (2, 1), (3, 1), (3, 2), (4, 1), (5, 4),
    ])
  func restingFingers(count: Int, moving: Int) {
    let stage = TouchStage(profile: .standard)
    stage.frame(
      at: 0, Dictionary(uniqueKeysWithValues: (1...count).map { ($0, (Double($0) * 100, 200)) }))
    stage.move(Array(1...moving), by: (0, -150), lasting: 0.15)
    stage.frame(at: 0.17, up: Array(1...count))
    stage.application.finish()
    #expect(!stage.outcomes.contains { $0.hasPrefix("swipe") })
  }

  @Test("Fingers that all move swipe together", arguments: 1...5)
  func movingFingers(count: Int) {
    let stage = TouchStage(profile: .standard)
    stage.frame(
      at: 0, Dictionary(uniqueKeysWithValues: (1...count).map { ($0, (Double($0) * 100, 200)) }))
    stage.move(Array(1...count), by: (0, -150), lasting: 0.15)
    stage.frame(at: 0.17, up: Array(1...count))
    stage.application.finish()
    #expect(stage.outcomes == ["swipe \(count) up"])
  }
}
