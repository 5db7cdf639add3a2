import GestureTesting
import Testing

@Suite("Fingers that a test moves")
struct StageFingerTests {
  private let left = Point(x: 20, y: 35)
  private let right = Point(x: 80, y: 35)

  @Test("A tap is recognized once no other can follow")
  func tap() {
    let stage = Stage()
    let finger = stage.touchDown(at: left)
    #expect(finger.isDown && stage.log.gestures.isEmpty)
    stage.wait(0.08)
    finger.lift()
    #expect(!finger.isDown)
    stage.wait(1)
    #expect(stage.log.gestures.map(\.kind) == [.tap])
    #expect(stage.log.gestures.first?.taps == 1)
  }

  @Test("Assertions stand between movements")
  func pan() {
    let stage = Stage()
    let finger = stage.touchDown(at: left)
    finger.move(to: right, over: 1)
    #expect(finger.position == right)
    #expect(stage.log.changes.contains { $0.kind == .pan && $0.to == .began })
    #expect(stage.log.gestures.isEmpty)
    finger.lift()
    #expect(stage.log.gestures(.pan).map(\.direction) == [.right])
    #expect(stage.log.hand == nil)
  }

  @Test("Fingers move together, each to its own position")
  func pinch() {
    let stage = Stage()
    let fingers = stage.touchDown(at: [Point(x: 45, y: 35), Point(x: 55, y: 35)])
    stage.move([(fingers[0], to: left), (fingers[1], to: right)], over: 0.6)
    stage.lift(fingers)
    #expect(stage.log.gestures(.pinch).map(\.direction) == [.out])
    #expect(stage.log.frames.last?.contacts.isEmpty == true)
  }

  @Test("Frames come at the rate of the stage's sensor, and one where a movement ends")
  func frames() {
    let stage = Stage(hand: .perfect.sampled(at: 100))
    let finger = stage.touchDown(at: left)
    finger.move(to: right, over: 0.105, .linear)
    #expect(stage.log.frames.count == 12)
    #expect(stage.log.frames.last?.contacts.first?.position == right)
    #expect(stage.now.seconds == 0.105)
    finger.lift()
    stage.wait(5)
    #expect(stage.log.frames.count == 13)
    #expect(stage.now.seconds == 5.105)
  }

  @Test("A finger touches the middle of a view, which its identifier finds")
  func views() throws {
    let button = View(frame: Rect(x: 60, y: 40, width: 20, height: 10))
    button.accessibilityIdentifier = "ok"
    let box = View(frame: Rect(x: 10, y: 5, width: 90, height: 60))
    let stage = Stage { window in
      window.addSubview(box)
      box.addSubview(button)
      button.addGestureRecognizer(TapRecognizer())
    }
    #expect(stage.view("cancel") == nil)
    let found = try #require(stage.view("ok"))
    #expect(found === button)
    let finger = stage.touchDown(on: found)
    #expect(finger.position == Point(x: 80, y: 50))
    stage.wait(0.1)
    finger.lift()
    stage.wait(1)
    #expect(stage.gestures(of: button).map(\.kind) == [.tap])
    #expect(stage.gestures(of: box).isEmpty)
    #expect(try stage.tap("ok").gestures.map(\.kind) == [.tap])
    let error = #expect(throws: Stage.MissingView.self) { try stage.tap("cancel") }
    #expect(error?.description == "no view has the accessibility identifier \"cancel\"")
  }

  @Test("An interruption cancels the touches, and its fingers are up")
  func interruption() {
    let stage = Stage()
    let finger = stage.touchDown(at: left)
    finger.move(to: right, over: 0.5)
    stage.interrupt()
    #expect(!finger.isDown)
    #expect(stage.log.gestures.map(\.state) == [.cancelled])
    finger.move(to: left)
    finger.lift()
    #expect(stage.log.frames.last?.contacts.isEmpty == true)
  }

  @Test("A play lifts the fingers of the test first")
  func play() {
    let stage = Stage(hand: .perfect)
    let finger = stage.touchDown(at: left)
    stage.wait(0.05)
    let log = stage.play { Swipe(.left) }
    #expect(!finger.isDown)
    #expect(log.gestures.map(\.kind) == [.swipe])
    expectGestures(of: log) { Swipe(.left) }
  }

  @Test("A finger keeps the stage that it is on")
  func alone() {
    let finger = Stage().touchDown(at: left)
    finger.move(to: right)
    finger.lift()
    #expect(finger.position == right && !finger.isDown)
  }

  @Test("A movement that takes no time is made at once")
  func jump() {
    let stage = Stage()
    let finger = stage.touchDown(at: left)
    finger.move(to: right, over: 0)
    #expect(finger.position == right)
    #expect(stage.log.frames.last?.contacts.first?.position == right)
    #expect(stage.now.seconds == 0)
  }

  @Test("A failure before the recognizers have decided says so")
  func unsettled() throws {
    let stage = Stage()
    let finger = stage.touchDown(at: left)
    stage.wait(0.08)
    finger.lift()
    let list = FailureList()
    let hint = "recognizers may still wait: stage.wait or stage.settle lets time pass"
    expectGestures(of: stage, reporting: list.fail) { Tap() }
    #expect(try #require(list.failures.first?.message).contains(hint))
    stage.settle()
    expectGestures(of: stage) { Tap() }
    expectGestures(of: stage, reporting: list.fail) { Tap(count: 2) }
    #expect(try #require(list.failures.last?.message).contains(hint) == false)
  }

  @Test(
    "No duration and no position traps",
    arguments: [-1, 0, .nan, .infinity, 1e300] as [Double])
  func hostile(value: Double) {
    let stage = Stage(hand: .perfect.sampled(at: value))
    let finger = stage.touchDown(at: Point(x: value, y: value))
    finger.move(to: left, over: value.isFinite ? min(value, 1) : value.isNaN ? value : 1)
    stage.wait(min(value, 1))
    finger.lift()
    finger.lift()
    #expect(!finger.isDown)
  }
}
