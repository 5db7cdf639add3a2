import Contacts
import Testing
import Timeline

@testable import Gestures

/// Random fingers on views and recognizers whose callbacks disable, move and remove each other.
@Suite("Random callbacks")
struct RandomCallbackTests {
  @Test("Each touch begins and ends once, whatever callbacks disable, remove or interrupt")
  func eachTouchEndsOnce() {
    for seed in 0..<200 {
      let stage = RandomCallbackStage(seed: seed)
      stage.play()
      #expect(stage.violations.isEmpty, "seed \(seed): \(stage.violations.prefix(3))")
    }
  }
}

private final class RandomCallbackStage {
  private(set) var violations: [String] = []
  private let application: Application
  private let window: Window
  private var views: [CheckedView] = []
  private var recognizers: [GestureRecognizer] = []
  private var states: [ObjectIdentifier: GestureState] = [:]
  private var random: SeededGenerator
  private let script: [ContactFrame]

  init(seed: Int) {
    random = SeededGenerator(seed: UInt64(seed))
    script = RandomFingers.script(seed: seed, frames: 300)
    application = Application(policy: seed % 2 == 0 ? ExclusivePolicy() : StandardPolicy())
    window = Window(touchArea: Size(width: 100, height: 60))
    application.addWindow(window)
    for index in 0..<4 {
      let view = CheckedView(frame: window.bounds)
      view.bounds.size = Size(
        width: window.bounds.size.width / Double(index + 1), height: window.bounds.size.height)
      view.isMultipleTouchEnabled = true
      view.report = { [unowned self] in report($0) }
      view.onCallback = { [unowned self] in changeSomething() }
      (views.last.map { index == 2 ? window : $0 } ?? window).addSubview(view)
      views.append(view)
    }
    for index in 0..<10 { addRecognizer(index) }
    application.arbiter.observesChanges = true
    application.arbiter.observer = { [unowned self] in check($0, $1) }
  }

  private func addRecognizer(_ index: Int) {
    let recognizer: GestureRecognizer
    switch index % 5 {
    case 0: recognizer = TapRecognizer()
    case 1: recognizer = PanRecognizer()
    case 2: recognizer = LongPressRecognizer()
    case 3: recognizer = SwipeRecognizer()
    default: recognizer = TipTapRecognizer()
    }
    recognizer.delaysTouchesBegan = random.index(below: 3) == 0
    recognizer.delaysTouchesEnded = random.index(below: 3) > 0
    recognizer.cancelsTouchesInView = random.index(below: 3) > 0
    if let other = recognizers.last, random.index(below: 3) == 0 {
      recognizer.require(toFail: other)
    }
    recognizer.addAction { [unowned self] _ in changeSomething() }
    views[random.index(below: views.count)].addGestureRecognizer(recognizer)
    recognizers.append(recognizer)
  }

  private func report(_ text: String) { violations.append(text) }

  private func check(_ recognizer: GestureRecognizer, _ gesture: Gesture) {
    let last = states[ObjectIdentifier(recognizer)] ?? .possible
    if !(last.isFinal ? .possible : last).allows(gesture.state) {
      report("\(gesture.kind) went from \(last) to \(gesture.state)")
    }
    states[ObjectIdentifier(recognizer)] = gesture.state
    changeSomething()
  }

  /// Changes a recognizer, a view or the application, once in twelve calls.
  private func changeSomething() {
    guard random.index(below: 12) == 0 else { return }
    let recognizer = recognizers[random.index(below: recognizers.count)]
    let view = views[random.index(below: views.count)]
    switch random.index(below: 10) {
    case 0...2: recognizer.isEnabled = false
    case 3...5: recognizer.isEnabled = true
    case 6: recognizer.view?.removeGestureRecognizer(recognizer)
    case 7: view.addGestureRecognizer(recognizer)
    case 8: view.removeFromSuperview()
    default: if view.superview == nil { window.addSubview(view) }
    }
    if random.index(below: 20) == 0 {
      application.interrupt(at: .zero)
      application.resume()
    }
    if let touch = application.touches.first, random.index(below: 10) == 0 {
      recognizer.ignore(touch)
    }
  }

  func play() {
    for frame in script { application.send(frame) }
    application.finish()
    for view in views where !view.down.isEmpty { report("touches \(view.down) never ended") }
    for recognizer in recognizers {
      if recognizer.state != .possible { report("\(recognizer.kind) is \(recognizer.state)") }
      if recognizer.downCount != 0 { report("\(recognizer.kind) counts touches") }
      if recognizer.arbiter != nil { report("\(recognizer.kind) is a member") }
    }
    if application.nextDeadline != nil { report("a deadline is left") }
    if application.arbiter.holdsTouchesBack { report("touches are held back") }
  }
}
