import GestureTesting
import Testing

@Suite("The stage")
struct StageTests {
  private final class Button: View {
    private(set) var taps = 0

    convenience init() {
      self.init(frame: Rect(x: 0, y: 0, width: 30, height: 30))
      let recognizer = TapRecognizer()
      recognizer.addAction { [unowned self] _ in taps += 1 }
      addGestureRecognizer(recognizer)
    }

    override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {}
    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {}
    override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {}
    override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {}
  }

  private let inside = Point(x: 10, y: 10)
  private let outside = Point(x: 80, y: 50)

  @Test("Views and recognizers of the test receive the touches that hit them")
  func views() {
    let button = Button()
    let stage = Stage(hand: .perfect) { $0.addSubview(button) }
    stage.play { Tap(at: inside) }
    stage.play { Tap(at: outside) }
    #expect(button.taps == 1)
    #expect(stage.log.gestures.map(\.kind) == [.tap])
    // A recognizer that recognizes cancels the touches of its view.
    #expect(stage.touches(of: button).map(\.phase) == [.began, .cancelled])
    #expect(stage.touches(of: stage.window).map(\.phase) == [.began, .ended])
    #expect(stage.log.touches.map(\.viewName) == ["Button", "Button", "Window", "Window"])
    #expect(stage.log.discardedEvents == 2)
  }

  @Test("Views that a program lays out in points are where they are in its own window")
  func points() throws {
    func layOut(in window: Window) {
      let button = Button()
      button.frame = Rect(
        x: window.bounds.maxX - 30, y: window.bounds.maxY - 30, width: 30, height: 30)
      button.accessibilityIdentifier = "corner"
      window.addSubview(button)
    }
    let own = Window(touchArea: Size(width: 100, height: 70))
    layOut(in: own)
    let stage = Stage(hand: .perfect, pointsPerUnit: 1) { layOut(in: $0) }
    #expect(abs(stage.window.bounds.maxX - own.bounds.maxX) < 1e-9)
    let button = try #require(stage.view("corner") as? Button)
    #expect(abs(button.frame.minX - own.subviews[0].frame.minX) < 1e-9)
    try stage.tap("corner")
    #expect(button.taps == 1)
    stage.touchDown(on: button).lift()
    stage.settle()
    #expect(button.taps == 2)
    // In mm from the corner, as everywhere else.
    let edge = 15 / Window.pointsPerMillimetre
    stage.play { Tap(at: Point(x: 100 - edge, y: 70 - edge)) }
    #expect(button.taps == 3)
  }

  @Test("A view that is laid out in points on a stage of millimetres is beside it, and says so")
  func wrongUnit() throws {
    let button = Button(frame: Rect(x: 300, y: 225, width: 40, height: 30))
    button.accessibilityIdentifier = "ok"
    let stage = Stage(hand: .perfect) { $0.addSubview(button) }
    let error = try #require(throws: Stage.ViewOutside.self) { try stage.tap("ok") }
    #expect(
      error.description
        == "the middle of \"ok\" is at 320, 240 mm, beside a touchpad of 100 x 70 mm: views of a "
        + "stage are laid out in millimetres, unless it has another pointsPerUnit")
    #expect(button.taps == 0)
  }

  @Test("Gestures and failures of the test's own views can be expected")
  func expectations() {
    let stage = Stage(hand: .perfect) { $0.addSubview(Button()) }
    expectGestures(of: FingerScript { Tap(at: inside) }, on: stage) { Tap(at: inside) }
    stage.play { Swipe(from: inside, to: outside) }
    #expect(stage.log.failures.map(\.kind) == [.tap])
    let check = GestureCheck(of: stage) { _ in
      [Tap().expectation, Tap().expectation, Swipe(.right).expectation]
    }
    #expect(check.failure?.contains("no recognizer for a swipe") == true)
    #expect(check.failure?.contains("no tap: tap failed at") == true)
  }

  @Test("Plays follow each other in time and do not influence each other")
  func plays() {
    let stage = Stage(hand: .perfect)
    stage.play { Tap() }
    stage.play { Tap() }
    let gestures = stage.log.gestures
    #expect(gestures.map(\.taps) == [1, 1])
    #expect(gestures.count == 2 && gestures[1].start > gestures[0].time)
    #expect(stage.log.meanings.count == 2)
    #expect(stage.log.meanings.last?.start == gestures.last?.start)
  }

  @Test("A script on a stage is judged by its own play, with braces and without")
  func ownPlay() {
    let stage = Stage()
    stage.play { Swipe(.up) }
    let script = FingerScript { Tap() }
    expectGestures(of: script, on: stage)
    expectGestures(of: script, on: stage) { Tap().recognized(at: 0.45, within: 0.2) }
    let trace = RecordingFile("../../Traces/pinch-out.evemu")
    expectGestures(of: trace, on: stage) { Pinch(.out).started(at: 0, within: 0.1) }
    expectGestures(of: stage) {
      Swipe(.up)
      Tap()
      Tap()
      Pinch(.out)
    }
  }

  @Test("The log of a play counts its times from its start, and has nothing of earlier plays")
  func part() throws {
    let stage = Stage(hand: .perfect)
    stage.play { Swipe(.left, duration: 0.8) }
    let part = stage.play { Swipe(.right, duration: 0.8) }
    #expect(part.start > .zero && part.gestures.count == 1 && part.meanings.count == 1)
    #expect(part.frames.count < stage.log.frames.count)
    let sentence = try #require(part.reasons(.swipe).first)
    #expect(sentence.contains("failed at 0.77"))
    #expect(part.records.first?.time ?? 9 < 2)
    #expect(stage.log.records.last?.time ?? 0 > 2)
    let check = GestureCheck(of: part) { _ in [Swipe(.right).expectation] }
    let message = try #require(check.failure)
    #expect(message.contains("No swipe to the right: the movement took 0.550 s"))
    #expect(!message.contains("swipe left"))
  }

  @Test(
    "Positions of braced actions are those of the stage's device",
    arguments: [StageDevice.touchpad(), .touchscreen(), .touchpad(width: 40, height: 30)])
  func devices(_ device: StageDevice) {
    // Three fingers there have no room on a usual touchpad.
    let tap = Tap(at: Point(x: device.size.width - 5, y: device.size.height - 5), fingers: 3)
    let script = FingerScript { tap }
    expectGestures(of: script, on: Stage(device, hand: .perfect)) { tap.near(.zero, within: 999) }
    expectGestures(of: script, on: Stage(device, hand: .perfect)) { tap }
    expectGestures(of: script, on: Stage(device, hand: .perfect)) { tap.lasting(0...1) }
  }

  @Test("Actions imply a position of their own only until one is given")
  func given() {
    let tap = Tap(at: Point(x: 150, y: 85), fingers: 3)
    let far = GestureCheck(of: FingerScript { tap }, on: Stage(.touchscreen())) { _ in
      [tap.near(Point(x: 20, y: 20))]
    }
    #expect(far.failure?.contains("mm from (20, 20) mm") == true)
  }

  @Test("A shake goes up the responder chain, in order with the touches")
  func shake() {
    final class Listener: Window {
      var heard: [String] = []
      override func motionBegan(_ motion: MotionEvent.Kind, with event: MotionEvent) {
        heard.append("began \(event.timestamp.seconds)")
      }
      override func motionEnded(_ motion: MotionEvent.Kind, with event: MotionEvent) {
        heard.append("ended \(event.timestamp.seconds)")
      }
    }
    let listener = Listener(touchArea: Size(width: 10, height: 10))
    let stage = Stage(hand: .perfect) { $0.application?.addWindow(listener) }
    stage.play {
      Wait(1)
      Shake(0.5)
    }
    #expect(listener.heard == ["began 1.0", "ended 1.5"])
    #expect(stage.log.deviceEvents.count == 1)
  }

  @Test("A movement of the device is passed to onMove")
  func move() {
    let home = GeographicPosition(latitude: 48.1, longitude: 11.6)
    let stage = Stage(hand: .perfect)
    var heard: [(GeographicPosition, Double, Double)] = []
    stage.onMove = { heard.append(($0, $1.seconds, $2.seconds)) }
    stage.play { Move(to: home, over: 3) }
    #expect(heard.count == 1)
    #expect(heard.first?.0 == home)
    #expect(heard.first?.2 == 3)
  }

  @Test("Only touchpads ignore palms")
  func devices() {
    #expect(Stage(.touchpad()).application.palmFilter != nil)
    #expect(Stage(.touchscreen()).application.palmFilter == nil)
    expectGestures(of: tour, on: Stage(.touchscreen()))
  }

  @Test("Views are in millimetres, as fingers are")
  func millimetres() {
    let button = Button()
    let stage = Stage(.touchpad(width: 80, height: 50), hand: .perfect) { $0.addSubview(button) }
    #expect(stage.window.bounds == Rect(x: 0, y: 0, width: 80, height: 50))
    stage.play { Tap(at: Point(x: 29.5, y: 29.5)) }
    stage.play { Tap(at: Point(x: 30.5, y: 29.5)) }
    #expect(button.taps == 1)
    let location = stage.touches(of: button).first?.location(in: button)
    #expect(location?.distance(to: Point(x: 29.5, y: 29.5)) ?? 1 < 1e-9)
    // Thresholds do not depend on the unit of the window.
    expectGestures(of: stage.log) {
      Tap(at: Point(x: 29.5, y: 29.5)).near(Point(x: 29.5, y: 29.5), within: 0.1)
    }
  }

  @Test("Edge pans and tip-taps are recognized where the profile switches them on")
  func optionalKinds() {
    var profile = Profile.standard
    profile.edgePan.rule = .standard
    profile.tipTap.rule = .standard
    let script = FingerScript {
      for edge in [IntendedGesture.Direction.left, .right, .up, .down] {
        EdgePan(edge)
        Wait(1)
      }
      TipTap(.left)
      Wait(1)
      TipTap(.right, fingers: 2)
    }
    expectGestures(of: script, on: Stage(profile: profile, hand: .perfect), .including) { script }
  }

  @Test("The profile of a stage decides what is recognized")
  func profiles() {
    let script = FingerScript { Swipe(.left, duration: 0.8) }
    var slow = Profile.standard
    slow.swipe.maximumDuration = 1
    expectGestures(of: script, on: Stage(profile: .standard, hand: .perfect)) { Pan(.left) }
    expectGestures(of: script, on: Stage(profile: slow, hand: .perfect)) { Swipe(.left) }
  }

  @Test("A view can move from one stage to the next")
  func lifetime() {
    let button = Button()
    do {
      let stage = Stage(hand: .perfect) { $0.addSubview(button) }
      stage.play { Tap(at: inside) }
    }
    let next = Stage(hand: .perfect) { $0.addSubview(button) }
    next.play { Tap(at: inside) }
    #expect(button.taps == 2)
  }
}
