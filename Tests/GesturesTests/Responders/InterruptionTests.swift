import Contacts
import Gestures
import Testing
import Timeline

@Suite("Interruptions and ends")
struct InterruptionTests {
  private final class LoggingApplication: Application {
    var log: [String] = []
    override func willResignActive() { log.append("willResignActive") }
    override func didBecomeActive() { log.append("didBecomeActive") }
  }

  @Test("An interruption cancels every touch, and none comes until it is over")
  func cancels() {
    let stage = TouchStage()
    let view = LoggingView(frame: stage.window.bounds)
    view.isMultipleTouchEnabled = true
    stage.window.addSubview(view)
    stage.frame(at: 0, [1: (10, 10), 2: (50, 10)])
    stage.frame(at: 0.1, isInterrupted: true)
    stage.frame(at: 0.2, [1: (20, 10), 3: (90, 10)], isInterrupted: true)
    stage.frame(at: 0.3, [1: (30, 10), 4: (130, 10)])
    stage.frame(at: 0.4, up: [1, 2, 3, 4])
    #expect(view.log == ["began 1,2", "cancelled 1,2", "began 4", "ended 4"])
  }

  @Test("The application is told before and after")
  func callbacks() {
    let application = LoggingApplication()
    application.send(ContactFrame(time: .zero, isInterrupted: true))
    #expect(application.state == .inactive)
    application.send(ContactFrame(time: Timestamp(seconds: 1)))
    #expect(application.state == .active)
    #expect(application.log == ["willResignActive", "didBecomeActive"])
  }

  @Test("A gesture in progress is cancelled, a tap that waits for another is forgotten")
  func recognizers() {
    let stage = TouchStage(profile: .standard)
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.2)
    stage.frame(at: 0.3, isInterrupted: true)
    stage.frame(at: 0.4, up: [1])
    #expect(stage.gestures.map(\.state) == [.began, .cancelled])
    stage.frame(at: 1, [2: (100, 100)])
    stage.frame(at: 1.1, up: [2])
    stage.frame(at: 1.2, isInterrupted: true)
    stage.frame(at: 3)
    #expect(stage.gestures.count == 2)
  }

  @Test("Of those that went on side by side, the one that it was is cancelled in earnest")
  func outcome() {
    func broken(_ first: (Double, Double), _ second: (Double, Double)) -> [Gesture.Kind] {
      let stage = TouchStage(profile: .standard)
      stage.frame(at: 0, [1: (200, 200), 2: (300, 200)])
      for (id, way) in [(1, first), (2, second)] { stage.move([id], by: way, lasting: 0.3) }
      stage.frame(at: 1, isInterrupted: true)
      return stage.window.gestureRecognizers.filter {
        $0.lastFailure?.cause == .cancelled && stage.gestures.map(\.kind).contains($0.kind)
      }.map(\.kind)
    }
    #expect(broken((-80, 0), (80, 0)) == [.pinch])
    #expect(broken((0, -60), (0, 60)) == [.rotation])
    #expect(broken((0, -80), (0, -80)) == [.pan])
  }

  @Test("At the end of a trace fingers are cancelled, and then what waits comes")
  func finish() {
    let stage = TouchStage(profile: .standard)
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, up: [1])
    stage.finish()
    #expect(stage.outcomes == ["tap 1 ×1"])
    #expect(stage.application.touches.isEmpty)

    let pressed = TouchStage(profile: .standard)
    pressed.frame(at: 0, [1: (100, 100)])
    pressed.frame(at: 0.49, [1: (100, 100)])
    pressed.finish()
    #expect(pressed.gestures.isEmpty)
  }

  @Test("A deadline fires before the events of its moment")
  func deadlineFirst() {
    let stage = TouchStage(profile: .standard)
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.5, up: [1])
    #expect(stage.gestures.map(\.state) == [.began, .ended])
  }
}
