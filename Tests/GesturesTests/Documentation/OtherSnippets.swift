import Contacts
import Gestures
import Testing
import Timeline

@Suite("Programs of the other articles")
struct OtherSnippets {
  final class Sketch: View {
    var ink: [Point] = []
    var ghost: [Point] = []

    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
      for touch in touches {
        ink += event.coalescedTouches(for: touch).map { $0.location(in: self) }
        ghost = event.predictedTouches(for: touch).map { $0.location(in: self) }
      }
    }
  }

  @Test("A view that draws coalesced and predicted touches")
  func sketch() {
    let stage = TouchStage()
    let sketch = Sketch(frame: stage.window.bounds)
    stage.window.addSubview(sketch)
    stage.application.send([frame(0, [1: 10]), frame(8, [1: 20]), frame(16, [1: 30])])
    stage.application.send([frame(24, [1: 40]), frame(32, [1: 50])])
    #expect(sketch.ink.map { $0.x.rounded() } == [20, 30, 40, 50])
    #expect(sketch.ghost.first?.x.rounded() == 60)
  }

  @Test("A profile with other numbers, on a window in pixels")
  func profile() {
    let view = View(frame: Rect(x: 0, y: 0, width: 1920, height: 1080))
    view.isMultipleTouchEnabled = true

    var profile = Profile.standard
    profile.longPress.minimumDuration = 0.8  // seconds
    profile.tap.radius = 45  // points of 1/163 inch
    profile.rotation.rule = .off
    let gestures = RecognizerSet(profile: profile)
    gestures.attach(to: view)

    let application = Application(policy: gestures.policy)
    application.palmFilter = gestures.palmFilter
    let pixels = Rect(x: 0, y: 0, width: 1920, height: 1080)
    let window = Window(frame: pixels, dotsPerInch: 96)
    application.addWindow(window)

    window.addSubview(view)
    var kinds: [String] = []
    application.arbiter.observer = { kinds.append("\($1.kind) \($1.time.seconds)") }
    application.send(frame(0, [1: 100]))
    application.advance(to: Timestamp(seconds: 1))
    #expect(kinds == ["longPress 0.8"])
    #expect(!gestures.recognizers.contains { $0.kind == .rotation })
    #expect(window.pointsPerUnit == 163 / 96.0)
  }

  @Test("A view that is shaken")
  func shaking() {
    final class Dice: View {
      var throwCount = 0
      override var canBecomeFirstResponder: Bool { true }
      override func motionEnded(_ motion: MotionEvent.Kind, with event: MotionEvent) {
        throwCount += 1
      }
    }

    let application = Application()
    let window = Window(touchArea: Size(width: 70, height: 120))  // mm
    application.addWindow(window)
    let dice = Dice(frame: window.bounds)
    window.addSubview(dice)
    dice.becomeFirstResponder()
    application.send(MotionEvent(.shake, .began, at: Timestamp(seconds: 2)))
    application.send(MotionEvent(.shake, .ended, at: Timestamp(seconds: 2.6)))
    #expect(dice.throwCount == 1)
  }

  @Test("A view that is scrolled by wheel")
  func scrolling() {
    final class ScrollingView: View {
      override func scrolled(_ event: ScrollEvent) {
        bounds.origin = bounds.origin + event.delta
      }
    }

    let application = Application()
    let window = Window(touchArea: Size(width: 70, height: 120))  // mm
    application.addWindow(window)
    let list = ScrollingView(frame: window.bounds)
    window.addSubview(list)
    for step in 1...3 {
      application.send(
        ScrollEvent(
          by: Vector(dx: 0, dy: 40), wheel: .init(y: 120), point: Point(x: 20, y: 30),
          at: Timestamp(seconds: Double(step))))
    }
    #expect(list.bounds.origin == Point(x: 0, y: 120))
  }
}
