import Contacts
import Gestures
import Testing
import Timeline

@Suite("Interruptions and application states")
struct InterruptionTests {
  private final class LoggingApplication: Application {
    var log: [String] = []
    override func willResignActive() { log.append("willResignActive") }
    override func didBecomeActive() { log.append("didBecomeActive") }
    override func didEnterBackground() { log.append("didEnterBackground") }
    override func willEnterForeground() { log.append("willEnterForeground") }
    override func willTerminate() { log.append("willTerminate") }
  }

  @Test("An interruption cancels all touches, and new ones begin only after it")
  func cancels() {
    let stage = TouchStage()
    let view = RecordingView(frame: stage.window.bounds)
    view.isMultipleTouchEnabled = true
    stage.window.addSubview(view)
    stage.frame(at: 0, [1: (10, 10), 2: (50, 10)])
    stage.frame(at: 0.1, isInterrupted: true)
    stage.frame(at: 0.2, [1: (20, 10), 3: (90, 10)], isInterrupted: true)
    stage.frame(at: 0.3, [1: (30, 10), 4: (130, 10)])
    stage.frame(at: 0.4, up: [1, 2, 3, 4])
    #expect(view.log == ["began 1,2", "cancelled 1,2", "began 4", "ended 4"])
  }

  @Test("The application's callbacks run before and after an interruption")
  func callbacks() {
    let application = LoggingApplication()
    application.send(ContactFrame(time: .zero, isInterrupted: true))
    #expect(application.state == .inactive)
    application.send(ContactFrame(time: Timestamp(seconds: 1)))
    #expect(application.state == .active)
    #expect(application.log == ["willResignActive", "didBecomeActive"])
  }

  @Test("An interruption cancels a gesture in progress and drops a tap that waits for another")
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

  @Test("Of recognizers that ran side by side, only the outcome is cancelled by the interruption")
  func outcome() {
    func broken(_ first: (Double, Double), _ second: (Double, Double)) -> [Gesture.Kind] {
      let stage = TouchStage(profile: .standard)
      stage.frame(at: 0, [1: (200, 200), 2: (300, 200)])
      for (id, translation) in [(1, first), (2, second)] {
        stage.move([id], by: translation, lasting: 0.3)
      }
      stage.frame(at: 1, isInterrupted: true)
      return stage.window.gestureRecognizers.filter {
        $0.lastFailure?.cause == .cancelled && stage.gestures.map(\.kind).contains($0.kind)
      }.map(\.kind)
    }
    #expect(broken((-80, 0), (80, 0)) == [.pinch])
    #expect(broken((0, -60), (0, 60)) == [.rotation])
    #expect(broken((0, -80), (0, -80)) == [.pan])
  }

  @Test("The end of a trace cancels touches and then fires the remaining deadlines")
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

  @Test("A deadline fires before the events of the same time")
  func deadlineFirst() {
    let stage = TouchStage(profile: .standard)
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.5, up: [1])
    #expect(stage.gestures.map(\.state) == [.began, .ended])
  }

  @Test("An interruption by the program lasts until the program resumes")
  func held() {
    let stage = TouchStage()
    let view = RecordingView(frame: stage.window.bounds)
    stage.window.addSubview(view)
    stage.frame(at: 0, [1: (10, 10)])
    stage.application.interrupt(at: Timestamp(seconds: 0.1))
    stage.frame(at: 0.2, [1: (20, 10)])
    stage.frame(at: 0.3, up: [1])
    stage.frame(at: 0.4, [2: (20, 10)])
    #expect(stage.application.state == .inactive)
    #expect(view.log == ["began 1", "cancelled 1"])
    stage.application.resume()
    stage.frame(at: 0.5, [3: (20, 10)])
    #expect(view.log.last == "began 3")
  }

  @Test("Deadlines before an interruption fire first")
  func deadlinesBeforeInterruption() {
    let stage = TouchStage(profile: .standard)
    stage.frame(at: 0, [1: (100, 100)])
    stage.application.interrupt(at: Timestamp(seconds: 1))
    #expect(stage.gestures.map(\.state) == [.began, .cancelled])
    #expect(stage.gestures.map(\.time.seconds) == [0.5, 1])
  }

  @Test("A frame older than the one before has the time of that one")
  func backwardTime() {
    let stage = TouchStage(profile: .standard)
    stage.frame(at: 1, [1: (100, 100)])
    stage.frame(at: 0.9, up: [1])
    stage.finish()
    #expect(stage.outcomes == ["tap 1 ×1"])
    #expect(stage.gestures.first?.duration == 0)
  }

  @Test("After the end of a trace, contact ids and times start again")
  func anotherTrace() {
    let stage = TouchStage(profile: .standard)
    for _ in 0..<2 {
      stage.frame(at: 5, [1: (100, 100)])
      stage.finish()
      stage.frame(at: 0, [1: (100, 100)])
      stage.frame(at: 0.1, up: [1])
      stage.finish()
    }
    #expect(stage.outcomes == ["tap 1 ×1", "tap 1 ×1"])
    #expect(stage.gestures.map(\.start) == [.zero, .zero])
  }

  @Test("Deallocating an application during a gesture resets its recognizers")
  func released() {
    weak var arbiter: Arbiter?
    let pan = PanRecognizer()
    do {
      let stage = TouchStage()
      arbiter = stage.application.arbiter
      stage.window.addGestureRecognizer(pan)
      stage.frame(at: 0, [1: (100, 100)])
      stage.move([1], by: (100, 0), lasting: 0.1)
      #expect(pan.state == .changed)
    }
    #expect(arbiter == nil)
    let stage = TouchStage()
    stage.window.addGestureRecognizer(pan)
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (100, 0), lasting: 0.1)
    stage.frame(at: 0.2, up: [1])
    #expect(stage.outcomes == ["pan 1 right"])
  }

  @Test("The application goes to the background, and is suspended 10 s later")
  func background() {
    let application = LoggingApplication()
    application.enterBackground(at: Timestamp(seconds: 1))
    #expect(application.state == .background)
    #expect(application.nextDeadline == Timestamp(seconds: 11))
    application.advance(to: Timestamp(seconds: 10.999999))
    #expect(application.state == .background)
    application.advance(to: Timestamp(seconds: 11))
    #expect(application.state == .suspended)
    application.enterForeground(at: Timestamp(seconds: 20))
    #expect(application.state == .active)
    #expect(
      application.log == [
        "willResignActive", "didEnterBackground", "willEnterForeground", "didBecomeActive",
      ])
  }

  @Test(
    "Only an active application receives events",
    arguments: [Application.State.inactive, .background, .suspended, .notRunning])
  func onlyActive(state: Application.State) {
    let stage = TouchStage()
    let view = RecordingView(frame: stage.window.bounds)
    stage.window.addSubview(view)
    switch state {
    case .inactive: stage.application.interrupt(at: .zero)
    case .background: stage.application.enterBackground(at: Timestamp(seconds: 15))
    case .suspended: stage.application.enterBackground(at: .zero)
    default: stage.application.terminate(at: .zero)
    }
    stage.frame(at: 20, [1: (10, 10)])
    stage.frame(at: 20.1, up: [1])
    #expect(stage.application.state == state)
    #expect(view.log.isEmpty)
  }

  @Test("Entering the background cancels touches, and returning does not revive them")
  func leaving() {
    let stage = TouchStage()
    let view = RecordingView(frame: stage.window.bounds)
    stage.window.addSubview(view)
    stage.frame(at: 0, [1: (10, 10)])
    stage.application.enterBackground(at: Timestamp(seconds: 1))
    stage.application.enterForeground(at: Timestamp(seconds: 2))
    stage.frame(at: 3, [1: (20, 10)])
    stage.frame(at: 4, up: [1])
    #expect(view.log == ["began 1", "cancelled 1"])
  }

  @Test("Releasing a key does not end an interruption by the program")
  func keyWithinInterruption() {
    let stage = TouchStage()
    stage.frame(at: 0)
    stage.application.interrupt(at: Timestamp(seconds: 0.1))
    stage.frame(at: 0.2, isInterrupted: true)
    stage.frame(at: 0.3)
    #expect(stage.application.state == .inactive)
    stage.application.resume()
    #expect(stage.application.state == .active)
  }

  @Test("An interruption by two devices ends when both report its end")
  func twoInterruptions() {
    let stage = TouchStage()
    for (seconds, device, isInterrupted) in [(0, 0, true), (1, 1, true), (2, 0, false)] {
      stage.application.send(
        ContactFrame(
          time: Timestamp(seconds: Double(seconds)), device: device, isInterrupted: isInterrupted))
      #expect(stage.application.state == .inactive)
    }
    stage.application.send(ContactFrame(time: Timestamp(seconds: 3), device: 1))
    #expect(stage.application.state == .active)
  }

  @Test("The end of a trace leaves no deadline, including that of suspension")
  func suspension() {
    let stage = TouchStage()
    stage.frame(at: 0)
    stage.application.enterBackground(at: Timestamp(seconds: 1))
    stage.finish()
    #expect(stage.application.nextDeadline == nil)
    #expect(stage.application.state == .suspended)
  }

  @Test("The end of a trace ends an interruption by a device")
  func interruptionAtEnd() {
    let stage = TouchStage()
    stage.frame(at: 0, isInterrupted: true)
    stage.finish()
    stage.application.send(
      ContactFrame(
        time: .zero, contacts: [Contact(id: 1, position: Point(x: 20, y: 20))], device: 1))
    #expect(stage.application.state == .active)
    #expect(stage.application.touches.count == 1)
  }

  @Test("The end of a trace does not end an interruption by the program")
  func programInterruptionAtEnd() {
    let stage = TouchStage()
    stage.application.interrupt(at: .zero)
    stage.finish()
    stage.frame(at: 0, [1: (10, 10)])
    #expect(stage.application.state == .inactive)
  }
}

@Suite("Views that move, and applications that stop, in mid-gesture")
struct InterruptedGestureTests {
  typealias Moment = WithdrawalTests.Moment

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

  @Test("An interruption ends with its trace, even if the time advances before the next one")
  func nextTrace() {
    let stage = TouchStage(profile: .standard)
    stage.frame(at: 0, isInterrupted: true)
    stage.finish()
    stage.application.advance(to: Timestamp(seconds: 0.5))
    stage.began([1: (100, 100)], at: 1)
    stage.ended(1, at: 1.1)
    stage.finish()
    #expect(stage.outcomes == ["tap 1 ×1"])
  }

  @Test("Traces with negative times have the gestures of others", arguments: [0.0, -1000])
  func negativeTimes(origin: Double) {
    let stage = TouchStage(profile: .standard)
    stage.began([1: (100, 100)], at: origin)
    stage.ended(1, at: origin + 2)
    for start in [4.0, 8] {
      stage.began([Int(start): (100, 100)], at: origin + start)
      stage.ended(Int(start), at: origin + start + 0.1)
    }
    stage.finish()
    #expect(stage.outcomes == ["longPress 1", "tap 1 ×1", "tap 1 ×1"])
  }
}
