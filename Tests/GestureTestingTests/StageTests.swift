import GestureTesting
import Testing

@Suite("The stage")
struct StageTests {
  private final class Button: View {
    private(set) var taps = 0

    convenience init() {
      self.init(frame: Rect(x: 0, y: 0, width: 200, height: 200))
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

  @Test("Recognizers and views of one's own get the touches that hit them")
  func views() {
    let button = Button()
    let stage = Stage(hand: .perfect) { $0.addSubview(button) }
    stage.play { Tap(at: inside) }
    stage.play { Tap(at: outside) }
    #expect(button.taps == 1)
    #expect(stage.log.gestures.map(\.kind) == [.tap])
    // A recognizer that acts takes its touches from the view.
    #expect(stage.touches(of: button).map(\.phase) == [.began, .cancelled])
    #expect(stage.touches(of: stage.window).map(\.phase) == [.began, .ended])
    #expect(stage.log.touches.map(\.viewName) == ["Button", "Button", "Window", "Window"])
    #expect(stage.log.discardedEvents == 2)
  }

  @Test("What was recognized and failed on one's own views can be expected")
  func expectations() {
    let stage = Stage(hand: .perfect) { $0.addSubview(Button()) }
    expectGestures(of: FingerScript { Tap(at: inside) }, on: stage) { Tap(at: inside) }
    stage.play { Swipe(from: inside, to: outside) }
    #expect(stage.log.failures.map(\.kind) == [.tap])
    let check = GestureCheck(of: stage) { _ in
      [Tap().expectation, Tap().expectation, Swipe(.right).expectation]
    }
    #expect(check.failure?.contains("no recognizer watched for a swipe") == true)
    #expect(check.failure?.contains("no tap: tap failed at") == true)
  }

  @Test("Plays follow each other in time and know nothing of each other")
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

  @Test("Only the last play of a stage is held against its script")
  func lastPlay() {
    let stage = Stage()
    stage.play { Swipe(.up) }
    expectGestures(of: FingerScript { Tap() }, on: stage)
  }

  @Test("A shake goes up the responder chain, among the touches")
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
    #expect(stage.log.happenings.count == 1)
  }

  @Test("A way is handed on")
  func move() {
    let home = GeographicPlace(latitude: 48.1, longitude: 11.6)
    let stage = Stage(hand: .perfect)
    var heard: [(GeographicPlace, Double, Double)] = []
    stage.onMove = { heard.append(($0, $1.seconds, $2.seconds)) }
    stage.play { Move(to: home, over: 3) }
    #expect(heard.count == 1)
    #expect(heard.first?.0 == home)
    #expect(heard.first?.2 == 3)
  }

  @Test("Palms rest on touchpads only")
  func devices() {
    #expect(Stage(.touchpad()).application.palmFilter != nil)
    #expect(Stage(.touchscreen()).application.palmFilter == nil)
    expectGestures(of: tour, on: Stage(.touchscreen()))
  }

  @Test("The profile decides")
  func profiles() {
    let script = FingerScript { Swipe(.left, duration: 0.8) }
    var slow = Profile.standard
    slow.swipe.maximumDuration = 1
    expectGestures(of: script, on: Stage(profile: .standard, hand: .perfect)) { Pan(.left) }
    expectGestures(of: script, on: Stage(profile: slow, hand: .perfect)) { Swipe(.left) }
  }

  @Test("A stage that goes leaves its views alone")
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
