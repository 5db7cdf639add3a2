import Foundation
import GestureTesting
import Testing

@Test func doubleTap() {
  expectGestures(of: FingerScript { Tap(count: 2) }) {
    Tap(count: 2)
  }
}

// The rest is the code of docs/GestureTesting.md, which DocumentationTests compares.

let visit = FingerScript {
  Tap(at: Point(x: 20, y: 30))
  Wait(1)
  Swipe(.left, duration: 0.2, fingers: 3)
  Wait(1)
  Together {
    LongPress(at: Point(x: 15, y: 35), duration: 1.5)
    InSequence {
      Wait(0.9)
      Tap(at: Point(x: 80, y: 35))
    }
  }
  Wait(1)
  Fingers {
    Finger(at: Point(x: 30, y: 20)).rest(0.2).move(to: Point(x: 30, y: 50), over: 0.8)
    Finger(at: Point(x: 60, y: 20), after: 0.1).rest(0.1).move(by: Vector(dx: 0, dy: 30), over: 0.8)
  }
}

@Test func visitByManyHands() {
  for seed in 0..<20 as Range<UInt64> {
    let hand = Hand.human.seeded(seed).sampled(at: 90).dropping(0.02)
    expectGestures(of: visit, on: Stage(.touchscreen(), hand: hand), .including) {
      Tap()
      Swipe(.left, fingers: 3)
      Pan(.down, fingers: 2)
    }
  }
}

@Test func slowSwipe() throws {
  let recording = try LoadedRecording(path: "Traces/pan.evemu")
  let verdict = Verdict(ExpectedGesture(.swipe, direction: .right), in: recording)
  #expect(verdict.unmet.first?.parameter == "swipe.maximumDuration", "\(verdict.text)")
}

@Test func exactly() {
  expectGestures(of: RecordingFile("../../Traces/pinch-out.evemu"), .including) {
    Pinch(.out).scaled(by: 3, within: 0.2).started(at: 0, within: 0.1).lasting(0.2...1.5)
  }
}

final class Canvas: View {
  var strokes = 0
  override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) { strokes += 1 }
  override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {}
}

@Test func viewsOfYourOwn() {
  let canvas = Canvas(frame: Rect(x: 0, y: 0, width: 50, height: 50))
  let stage = Stage { window in
    window.addSubview(canvas)
    window.addGestureRecognizer(SwipeRecognizer())
  }
  stage.play { Swipe(from: Point(x: 40, y: 20), to: Point(x: 10, y: 20)) }
  expectGestures(of: stage) { Swipe(.left) }
  #expect(canvas.strokes == 1)
  #expect(stage.touches(of: canvas).first?.phase == .began)
  #expect(stage.log.failures.isEmpty)
}

@Test(arguments: RecordingFile.all(in: "../../Traces"))
func folder(_ trace: RecordingFile) { expectGestures(of: trace) }

@Test func golden() {
  expectGolden(gesturesOf: visit, "visit", on: Stage(hand: .perfect))
}

@Test func thereAndBack() throws {
  let path = FileManager.default.temporaryDirectory.path + "/visit-\(UUID()).evemu"
  defer { try? FileManager.default.removeItem(atPath: path) }
  try visit.save(to: path, as: .evemu, on: .touchpad())
  let again = try FingerScript(tracing: RecordingFile(path))
  expectGestures(of: again, on: Stage(hand: .perfect.sampled(at: 125)), .including) { Tap() }
}

@Test func whatFailed() {
  let check = GestureCheck(of: FingerScript { Swipe(.left, duration: 0.8) }) { _ in
    [Swipe(.left).expectation]
  }
  #expect(check.failure?.contains("took 0.5") == true)
  #expect(check.log?.failures.contains { $0.kind == .swipe } == true)
}

@Test func tapsAView() throws {
  let stage = Stage { $0.addSubview(Dialog()) }
  try stage.tap("ok")
  #expect(stage.log.gestures(.tap).count == 1)
}

@Test func doubleTaps() {
  expectGestures(of: FingerScript { Tap(count: 2) }) { Tap(count: 2) }
}

@Test func swipes() {
  expectGestures(of: FingerScript { Swipe(.left) }) { Swipe(.left) }
}

@Test func swipesWithThreeFingers() {
  expectGestures(of: FingerScript { Swipe(.left, fingers: 3) }) { Swipe(.left, fingers: 3) }
}

@Test func pinchesByTwo() {
  expectGestures(of: FingerScript { Pinch(from: 30, to: 60) }) { Pinch(.out).scaled(by: 2) }
}

@Test func rotates() {
  expectGestures(of: FingerScript { Rotation(degrees: 90) }) { Rotation(.clockwise).turned(by: 90) }
}

@Test func holdsAndDrags() {
  let press = LongPressRecognizer()
  let stage = Stage { $0.addGestureRecognizer(press) }
  let finger = stage.touchDown(at: Point(x: 30, y: 30))
  stage.wait(0.6)
  #expect(press.state == .began)
  finger.move(to: Point(x: 60, y: 30), over: 0.3)
  finger.lift()
  expectGestures(of: stage) { LongPress() }
}

@Test func holdsAndTaps() {
  let stage = Stage { $0.addSubview(Dialog()) }
  let holding = stage.touchDown(at: Point(x: 10, y: 60))
  stage.wait(0.6)
  stage.touchDown(at: Point(x: 45, y: 15)).lift()
  stage.wait(0.5)
  #expect(holding.isDown && stage.log.gestures(.tap).count == 1)
}

@Test func callsInterrupt() {
  let stage = Stage()
  stage.touchDown(at: Point(x: 20, y: 35)).move(to: Point(x: 60, y: 35))
  stage.interrupt()
  expectGestures(of: stage) { Pan(.right).cancelled() }
}

@Test func replaysAPerson() {
  expectGestures(of: RecordingFile("../../Traces/pinch-out.evemu"), .including) { Pinch(.out) }
}

@Test func doubleTapsOfPeople() {
  expectGestures(of: FingerScript { Tap(count: 2) }, hands: 200, atLeast: 0.99) { Tap(count: 2) }
}

/// The view of the recipes: a dialog with a button.
private final class Dialog: View {
  init() {
    super.init(frame: Rect(x: 0, y: 0, width: 100, height: 40))
    let button = View(frame: Rect(x: 40, y: 10, width: 20, height: 10))
    button.accessibilityIdentifier = "ok"
    button.addGestureRecognizer(TapRecognizer())
    addSubview(button)
  }
}
