import Gestures
import Testing

@Suite("What programs ask of recognizers")
struct ConvenienceTests {
  private let stage = TouchStage()

  private func tap(at seconds: Double, lasting duration: Double = 0.05, id: Contact.ID = 1) {
    stage.frame(at: seconds, [id: (100, 100)])
    stage.frame(at: seconds + duration, up: [id])
  }

  // MARK: Taps

  /// A tap that logs its notices.
  private func noticedTap(_ log: @escaping (String) -> Void) -> TapRecognizer {
    let tap = TapRecognizer()
    tap.numberOfTapsRequired = 1
    tap.onTapDown = { _ in log("down") }
    tap.onTapCancel = { _ in log("cancel") }
    tap.onEnd { _ in log("tap") }
    stage.window.addGestureRecognizer(tap)
    return tap
  }

  @Test("A tap reports that fingers are down, and that they tapped")
  func tapDown() {
    var log: [String] = []
    _ = noticedTap { log.append($0) }
    tap(at: 0)
    #expect(log == ["down", "tap"])
  }

  @Test("A tap whose action removes its view is a tap, and not cancelled")
  func tapThatCloses() {
    var log: [String] = []
    let button = View(frame: Rect(x: 0, y: 0, width: 200, height: 200))
    stage.window.addSubview(button)
    let tap = TapRecognizer()
    tap.onTapDown = { _ in log.append("down") }
    tap.onTapCancel = { _ in log.append("cancel") }
    tap.onEnd { _ in
      log.append("tap")
      button.removeFromSuperview()
    }
    button.addGestureRecognizer(tap)
    self.tap(at: 0)
    stage.finish()
    #expect(log == ["down", "tap"])
  }

  @Test("Fingers that turn out not to tap, or that another recognizer takes, are no longer down")
  func tapCancel() {
    for takes in [false, true] {
      let stage = TouchStage()
      var log: [String] = []
      let tap = TapRecognizer()
      tap.onTapDown = { _ in log.append("down") }
      tap.onTapCancel = { _ in log.append("cancel") }
      if takes { stage.window.addGestureRecognizer(PanRecognizer()) }
      stage.window.addGestureRecognizer(tap)
      stage.frame(at: 0, [1: (100, 100)])
      stage.move([1], by: (100, 0), lasting: 0.2)
      #expect(log == ["down", "cancel"])
      stage.frame(at: 0.3, up: [1])
      stage.finish()
      #expect(log == ["down", "cancel"])
    }
  }

  @Test("Fingers of a tap that loses against a double tap are no longer down")
  func lostTap() {
    var log: [String] = []
    let tap = noticedTap { log.append($0) }
    let double = TapRecognizer()
    double.numberOfTapsRequired = 2
    tap.require(toFail: double)
    stage.window.addGestureRecognizer(double)
    self.tap(at: 0)
    #expect(log == ["down"])
    self.tap(at: 0.2, id: 2)
    #expect(log.last == "cancel" && !log.contains("tap"))
    self.tap(at: 2, id: 3)
    stage.finish()
    #expect(log.suffix(2) == ["down", "tap"])
  }

  @Test("In a tap's action its fingers are where they tapped", arguments: [false, true])
  func tappedFingers(waits: Bool) {
    let tap = TapRecognizer()
    tap.numberOfTapsRequired = 1
    let double = TapRecognizer()
    double.numberOfTapsRequired = 2
    if waits { tap.require(toFail: double) }
    for recognizer in [tap, double] { stage.window.addGestureRecognizer(recognizer) }
    var seen: [String] = []
    tap.onEnd { tap in
      seen.append("\(tap.numberOfTouches)")
      seen.append("\(tap.location(ofTouch: 1, in: nil)?.x ?? 0)")
      seen.append("\(tap.location(in: nil).x)")
    }
    stage.frame(at: 0, [1: (100, 100), 2: (200, 100)])
    stage.frame(at: 0.05, up: [1, 2])
    stage.finish()
    #expect(seen == ["2", "200.0", "150.0"])
  }

  // MARK: Actions

  @Test("Actions for states receive those states only")
  func states() {
    let pan = PanRecognizer()
    stage.window.addGestureRecognizer(pan)
    var log: [String] = []
    pan.onBegin { _ in log.append("begin") }
    pan.onChange { log.append("\($0.state)") }
    pan.onEnd { _ in log.append("end") }
    pan.onCancel { _ in log.append("cancel") }
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, [1: (200, 100)])
    stage.frame(at: 0.2, [1: (210, 100)])
    stage.frame(at: 0.3, up: [1])
    #expect(log == ["begin", "began", "changed", "end"])
    stage.frame(at: 1, [1: (100, 100)])
    stage.frame(at: 1.1, [1: (200, 100)])
    stage.frame(at: 1.2, cancelled: [1])
    #expect(log.suffix(3) == ["begin", "began", "cancel"])
  }

  private final class Target {
    var count = 0
  }

  @Test("A target is not retained, and its actions end with it")
  func target() {
    let pan = PanRecognizer()
    stage.window.addGestureRecognizer(pan)
    var target: Target? = Target()
    weak let reference = target
    if let target {
      pan.onAction(for: target) { target, _ in target.count += 1 }
      pan.onBegin(for: target) { target, _ in target.count += 1 }
      pan.onChange(for: target) { target, _ in target.count += 1 }
      pan.onEnd(for: target) { target, _ in target.count += 1 }
      pan.onCancel(for: target) { target, _ in target.count += 100 }
    }
    stage.frame(at: 0, [1: (100, 100)])
    stage.frame(at: 0.1, [1: (200, 100)])
    stage.frame(at: 0.2, up: [1])
    #expect(target?.count == 5)
    target = nil
    #expect(reference == nil)
    stage.frame(at: 1, [1: (100, 100)])
    stage.frame(at: 1.1, [1: (200, 100)])
    stage.frame(at: 1.2, up: [1])
  }

  // MARK: Flings and time

  @Test("A fling is in the units of the view, and none below its minimum", arguments: [1.0, 2.0])
  func fling(pointsPerUnit: Double) {
    stage.window.pointsPerUnit = pointsPerUnit
    let pan = PanRecognizer()
    stage.window.addGestureRecognizer(pan)
    var flings: [Vector?] = []
    pan.onEnd { pan in
      flings = [pan.fling(), pan.fling(in: nil), pan.fling(atLeast: 1001)]
    }
    stage.frame(at: 0, [1: (100, 100)])
    stage.move([1], by: (200, 0), lasting: 0.2)
    stage.frame(at: 0.2, up: [1])
    #expect(abs((flings.first??.dx ?? 0) - 1000) < 1e-6)
    #expect(abs((flings.dropFirst().first??.dx ?? 0) - 1000 / pointsPerUnit) < 1e-6)
    #expect(flings.last == .some(nil))
  }

  @Test("The application's time in an action is that of the event or the deadline")
  func now() {
    let press = LongPressRecognizer()
    stage.window.addGestureRecognizer(press)
    let application = stage.application
    var times: [Double] = []
    press.onAction { [unowned application] _ in times.append(application.now.seconds) }
    stage.frame(at: 1, [1: (100, 100)])
    stage.frame(at: 3, up: [1])
    #expect(times == [1.5, 3])
  }
}

@Suite("A touchpad that keeps the wrong contact")
struct ExchangedFingersTests {
  @Test("If the contact that is left jumps to the finger that is still down, nothing has moved")
  func exchanged() {
    let stage = TouchStage(PanRecognizer())
    stage.began([1: (0, 0), 2: (200, 0)], at: 0)
    for step in 1...10 {
      let y = 10 * Double(step)
      stage.moved([1: (0, y), 2: (200, y)], at: Double(step) / 100)
    }
    // Finger 1 has lifted, but contact 2 ends, and contact 1 goes where finger 2 is.
    stage.ended(2, at: 0.11)
    stage.moved([1: (200, 110)], at: 0.12)
    stage.moved([1: (200, 120)], at: 0.13)
    stage.ended(1, at: 0.14)
    #expect(stage.finalGestures.first?.translation == Vector(dx: 0, dy: 120))
    #expect(stage.finalGestures.first?.location == Point(x: 200, y: 120))
  }

  @Test("A jump to anywhere else is a movement")
  func jump() {
    let stage = TouchStage(PanRecognizer())
    stage.began([1: (0, 0), 2: (200, 0)], at: 0)
    stage.moved([1: (0, 100), 2: (200, 100)], at: 0.1)
    stage.ended(2, at: 0.11)
    stage.moved([1: (100, 100)], at: 0.12)
    stage.ended(1, at: 0.14)
    #expect(stage.finalGestures.first?.translation == Vector(dx: 100, dy: 100))
  }

  @Test("Recognizers with UIKit's meaning take an exact number of taps and fingers")
  func exact() {
    let tap = TapRecognizer(taps: 2, touches: 3, Profile.uikit.tap)
    #expect(tap.numberOfTapsRequired == 2 && tap.touchCounts == 3...3)
    #expect(tap.settings == Profile.uikit.tap)
    #expect(TapRecognizer(taps: 1).touchCounts == 1...1)
    let press = LongPressRecognizer(touches: 2, taps: 1)
    #expect(press.numberOfTapsRequired == 1 && press.touchCounts == 2...2)
    #expect(LongPressRecognizer(touches: 1).numberOfTapsRequired == 0)
    let swipe = SwipeRecognizer(.up, touches: 2)
    #expect(swipe.directions == [.up] && swipe.touchCounts == 2...2)
    #expect(SwipeRecognizer(.left).touchCounts == 1...1)
  }

  @Test("A tap of one finger is no tap of two", arguments: 1...2)
  func fingers(count: Int) {
    let stage = TouchStage(TapRecognizer(taps: 1, touches: 1))
    stage.frame(at: 0, count == 1 ? [1: (100, 100)] : [1: (100, 100), 2: (200, 100)])
    stage.frame(at: 0.1, up: Array(1...count))
    #expect(stage.outcomes == (count == 1 ? ["tap 1 ×1"] : []))
  }
}
