import Contacts
import Gestures
import Testing
import Timeline

@Suite("After a recognizer was disabled or removed in mid-gesture")
struct ReenablingTests {
  private let stage = TouchStage(policy: IndependentPolicy())
  private let view = RecordingView.multipleTouch(frame: Rect(x: 0, y: 0, width: 300, height: 300))

  init() {
    stage.window.addSubview(view)
  }

  @Test(
    "Disabled and enabled while a finger is down, a pan ignores it and begins with a new one",
    arguments: [true, false])
  func newFinger(inAction: Bool) {
    let pan = stage.attach(PanRecognizer(), to: view)
    let log = StateLog(pan)
    let toggle = { (recognizer: GestureRecognizer) in
      recognizer.isEnabled = false
      recognizer.isEnabled = true
    }
    if inAction {
      log.onReport = { if $0.state == .began && log.count(.began) == 1 { toggle($0) } }
    }
    stage.frame(at: 0, [1: (50, 50)])
    stage.move([1], by: (100, 0), lasting: 0.2)
    if !inAction { toggle(pan) }
    #expect(log.milestones == [.began, .cancelled])
    stage.move([1], by: (0, 100), lasting: 0.2)
    #expect(log.milestones == [.began, .cancelled])
    #expect(pan.numberOfTouches == 0)

    stage.frame(at: 0.5, [2: (250, 250)])
    #expect(pan.numberOfTouches == 1)
    stage.move([1, 2], by: (-60, 10), lasting: 0.2)
    #expect(log.milestones == [.began, .cancelled, .began])
    #expect(isNear(pan.translation, Vector(dx: -60, dy: 10)))
    #expect(isNear(pan.location(in: nil), Point(x: 190, y: 260)))
    stage.frame(at: 0.8, up: [1])
    #expect(pan.state.isActive)
    stage.move([2], by: (-60, 0), lasting: 0.2)
    #expect(isNear(pan.translation, Vector(dx: -120, dy: 10)))
    stage.frame(at: 1.2, up: [2])
    #expect(log.milestones == [.began, .cancelled, .began, .ended])
    #expect(stage.gestures.last?.touches == 1)
  }

  @Test("A new finger taps and presses beside the old one")
  func newTapAndPress() {
    let tap = stage.attach(TapRecognizer(), to: view)
    tap.numberOfTapsRequired = 1
    let press = stage.attach(LongPressRecognizer(), to: view)
    let logs = (StateLog(tap), StateLog(press))
    stage.frame(at: 0, [1: (50, 50)])
    for recognizer in [tap, press] {
      recognizer.isEnabled = false
      recognizer.isEnabled = true
    }
    stage.advance(to: 2)
    #expect(logs.1.states.isEmpty)
    stage.tap(2, at: 2, (250, 250))
    #expect(logs.0.states == [.recognized])
    stage.frame(at: 3, [3: (250, 250)])
    stage.advance(to: 3.6)
    #expect(logs.1.states == [.began])
    #expect(press.numberOfTouches == 1)
    stage.frame(at: 4, up: [1])
    #expect(logs.1.states == [.began])
    stage.frame(at: 4.1, up: [3])
    #expect(logs.1.milestones == [.began, .ended])
  }

  /// How a program takes a recognizer out of the game and returns it.
  enum Absence: String, CaseIterable {
    case disabled, removed, viewRemoved, windowRemoved
  }

  @Test("Enabled or attached again, it works in the next gesture", arguments: Absence.allCases)
  func nextGesture(absence: Absence) {
    let pan = stage.attach(PanRecognizer(), to: view)
    let log = StateLog(pan)
    stage.frame(at: 0, [1: (50, 50)])
    stage.move([1], by: (100, 0), lasting: 0.2)
    switch absence {
    case .disabled: pan.isEnabled = false
    case .removed: view.removeGestureRecognizer(pan)
    case .viewRemoved: view.removeFromSuperview()
    case .windowRemoved: stage.application.removeWindow(stage.window)
    }
    stage.frame(at: 0.3, up: [1])
    switch absence {
    case .disabled: pan.isEnabled = true
    case .removed: view.addGestureRecognizer(pan)
    case .viewRemoved: stage.window.addSubview(view)
    case .windowRemoved: stage.application.addWindow(stage.window)
    }
    stage.frame(at: 1, [2: (50, 50)])
    stage.move([2], by: (0, 100), lasting: 0.2)
    stage.frame(at: 1.3, up: [2])
    #expect(log.milestones == [.began, .cancelled, .began, .ended])
    #expect(isNear(stage.gestures.last?.translation ?? .zero, Vector(dx: 0, dy: 100)))
  }

  @Test(
    "A recognizer that moves to another application in mid-gesture works there",
    arguments: [true, false])
  func otherApplication(inAction: Bool) {
    let other = TouchStage()
    let pan = stage.attach(PanRecognizer(), to: view)
    let log = StateLog(pan)
    if inAction {
      log.onReport = {
        if $0.state == .changed && log.count(.changed) == 1 {
          other.window.addGestureRecognizer($0)
        }
      }
    }
    stage.frame(at: 0, [1: (50, 50)])
    stage.move([1], by: (100, 0), lasting: 0.2)
    if !inAction { other.window.addGestureRecognizer(pan) }
    #expect(log.milestones == [.began, .cancelled])
    other.frame(at: 5, [1: (400, 300)])
    other.move([1], by: (-100, 0), lasting: 0.1)
    #expect(log.milestones == [.began, .cancelled, .began])
    // The old finger goes on in the old application.
    stage.move([1], by: (100, 100), lasting: 0.2)
    stage.frame(at: 0.5, up: [1])
    stage.application.finish()
    #expect(pan.state == .changed)
    #expect(isNear(pan.translation, Vector(dx: -100, dy: 0)))
    other.frame(at: 5.2, up: [1])
    #expect(log.milestones == [.began, .cancelled, .began, .ended])
    #expect(other.outcomes == ["pan 1 left"])
    #expect(stage.outcomes.isEmpty)
  }

  @Test("A window that moves to another application in mid-gesture works there")
  func windowToOtherApplication() {
    let other = TouchStage()
    let pan = stage.attach(PanRecognizer(), to: view)
    let log = StateLog(pan)
    stage.frame(at: 0, [1: (50, 50)])
    stage.move([1], by: (100, 0), lasting: 0.2)
    other.application.addWindow(stage.window)
    #expect(log.milestones == [.began, .cancelled])
    #expect(stage.application.windows.isEmpty)
    stage.move([1], by: (0, 100), lasting: 0.2)
    stage.frame(at: 0.5, up: [1])
    other.frame(at: 0, [1: (50, 50)])
    other.move([1], by: (0, 100), lasting: 0.2)
    other.frame(at: 0.3, up: [1])
    #expect(log.milestones == [.began, .cancelled, .began, .ended])
  }

  @Test("Nothing is left when the application is deallocated in mid-gesture")
  func applicationDeallocated() {
    let pan = PanRecognizer()
    do {
      let other = TouchStage()
      other.attach(pan)
      other.frame(at: 0, [1: (50, 50)])
      other.move([1], by: (100, 0), lasting: 0.2)
      #expect(pan.state.isActive)
    }
    #expect(pan.view == nil)
    #expect(pan.state == .possible)
    let log = StateLog(pan)
    stage.attach(pan)
    stage.frame(at: 0, [1: (50, 50)])
    stage.move([1], by: (100, 0), lasting: 0.2)
    stage.frame(at: 0.3, up: [1])
    #expect(log.milestones == [.began, .ended])
  }
}
