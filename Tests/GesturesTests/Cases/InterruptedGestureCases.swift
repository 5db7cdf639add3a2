import Contacts
import Gestures
import Testing
import Timeline

@Suite("Views that move, and applications that stop, in mid-gesture")
struct InterruptedGestureCases {
  typealias Moment = WithdrawalCases.Moment

  private let stage = TouchStage(policy: IndependentPolicy())
  private let view = RecordingView.multipleTouch(frame: Rect(x: 0, y: 0, width: 300, height: 300))
  private let elsewhere = View(frame: Rect(x: 300, y: 0, width: 300, height: 400))

  init() {
    stage.window.addSubview(view)
    stage.window.addSubview(elsewhere)
  }

  @Test(
    "A view that moves to another superview in its window keeps its gesture",
    arguments: Moment.allCases)
  func otherSuperview(moment: Moment) {
    let pan = stage.attach(PanRecognizer(), to: view)
    pan.cancelsTouchesInView = false
    let log = StateLog(pan)
    log.onReport = { [view, elsewhere] in
      if moment == .beganAction && $0.state == .began { elsewhere.addSubview(view) }
      if moment == .changedAction && $0.state == .changed { elsewhere.addSubview(view) }
    }
    view.onTouches = { [view, elsewhere] phase, _, _ in
      if moment == .viewCallback && phase == .moved { elsewhere.addSubview(view) }
    }
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.2)
    if moment == .between { elsewhere.addSubview(view) }
    stage.move([1], by: (0, 100), lasting: 0.2)
    stage.frame(at: 0.5, up: [1])
    #expect(log.milestones == [.began, .ended])
    #expect(isNear(stage.gestures.last?.translation ?? .zero, Vector(dx: 100, dy: 100)))
    #expect(view.log.last == "ended 1")
  }

  /// How an application stops.
  enum Stop: String, CaseIterable {
    case interrupt, background, terminate, finish
  }

  @Test(
    "An application that stops cancels gestures once", arguments: Stop.allCases, Moment.allCases)
  func stop(stop: Stop, moment: Moment) {
    let pan = stage.attach(PanRecognizer(), to: view)
    pan.cancelsTouchesInView = false
    let log = StateLog(pan)
    var isDone = false
    let act = { [application = stage.application] in
      guard !isDone else { return }
      isDone = true
      switch stop {
      case .interrupt: application.interrupt(at: Timestamp(seconds: 0.2))
      case .background: application.enterBackground(at: Timestamp(seconds: 0.2))
      case .terminate: application.terminate(at: Timestamp(seconds: 0.2))
      case .finish: application.finish()
      }
    }
    log.onReport = {
      if moment == .beganAction && $0.state == .began { act() }
      if moment == .changedAction && $0.state == .changed { act() }
    }
    view.onTouches = { phase, _, _ in
      if moment == .viewCallback && phase == .moved && pan.state.isActive { act() }
    }
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.2)
    if moment == .between { act() }
    #expect(log.milestones.prefix(2) == [.began, .cancelled])
    #expect(view.log.contains("cancelled 1"))
    // After the end of a trace, the contact is a new one.
    if stop == .finish { return }
    stage.move([1], by: (100, 0), lasting: 0.2)
    stage.frame(at: 0.5, up: [1])
    #expect(log.milestones == [.began, .cancelled])
    #expect(view.log.count { $0.hasPrefix("cancelled") || $0.hasPrefix("ended") } == 1)
  }

  @Test("A recognizer that is added in mid-touch receives new touches only")
  func addedMeanwhile() {
    stage.frame(at: 0, [1: (50, 50)])
    let pan = stage.attach(PanRecognizer(), to: view)
    let log = StateLog(pan)
    stage.move([1], by: (100, 0), lasting: 0.2)
    #expect(log.states.isEmpty)
    stage.frame(at: 0.3, [2: (200, 200)])
    #expect(pan.numberOfTouches == 1)
    stage.move([2], by: (0, 80), lasting: 0.2)
    #expect(isNear(pan.translation, Vector(dx: 0, dy: 80)))
    stage.frame(at: 0.6, up: [1, 2])
    #expect(log.milestones == [.began, .ended])
  }
}
