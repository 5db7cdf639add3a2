import Contacts
import Testing
import Timeline

@testable import Gestures

/// Random fingers on views and recognizers whose callbacks do anything that callbacks may do.
@Suite("Callbacks that meddle")
struct MeddlingTests {
  @Test("Whatever callbacks switch off, take away or end, each touch has one beginning and one end")
  func anything() {
    for seed in 0..<200 {
      let stage = MeddlingStage(seed: seed)
      stage.play()
      #expect(stage.complaints.isEmpty, "seed \(seed): \(stage.complaints.prefix(3))")
    }
  }
}

/// Small and the same everywhere.
private struct Dice {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(seed) &* 2_862_933_555_777_941_757 &+ 3_037_000_493 }

  mutating func roll(_ sides: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(sides))
  }
}

private final class MeddlingStage {
  final class MeddlingView: View {
    weak var stage: MeddlingStage?
    private var known: Set<Touch.ID> = []
    private(set) var down: Set<Touch.ID> = []

    override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
      for touch in touches {
        if !known.insert(touch.id).inserted { stage?.complain("\(touch.id) began twice") }
        down.insert(touch.id)
      }
      stage?.meddle()
    }
    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
      for touch in touches where !down.contains(touch.id) {
        stage?.complain("\(touch.id) moved and is not down")
      }
      stage?.meddle()
    }
    override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) { leave(touches) }
    override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) { leave(touches) }

    private func leave(_ touches: TouchSet) {
      for touch in touches where down.remove(touch.id) == nil {
        stage?.complain("\(touch.id) left and was not down")
      }
      stage?.meddle()
    }

    func forget() {
      if !down.isEmpty { stage?.complain("\(down) never left") }
      known = []
      down = []
    }
  }

  private(set) var complaints: [String] = []
  private let application: Application
  private let window: Window
  private var views: [MeddlingView] = []
  private var recognizers: [GestureRecognizer] = []
  private var states: [ObjectIdentifier: GestureState] = [:]
  private var dice: Dice
  private let script: [ContactFrame]

  init(seed: Int) {
    dice = Dice(seed)
    script = RandomFingers.script(seed: seed, frames: 300)
    application = Application(policy: seed % 2 == 0 ? ExclusivePolicy() : StandardPolicy())
    window = Window(touchArea: Size(width: 100, height: 60))
    application.addWindow(window)
    for index in 0..<4 {
      let view = MeddlingView(frame: window.bounds)
      view.bounds.size = Size(
        width: window.bounds.size.width / Double(index + 1), height: window.bounds.size.height)
      view.isMultipleTouchEnabled = true
      view.stage = self
      (views.last.map { index == 2 ? window : $0 } ?? window).addSubview(view)
      views.append(view)
    }
    for index in 0..<10 { addRecognizer(index) }
    application.arbiter.observesChanges = true
    application.arbiter.observer = { [unowned self] in hear($0, $1) }
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
    recognizer.delaysTouchesBegan = dice.roll(3) == 0
    recognizer.delaysTouchesEnded = dice.roll(3) > 0
    recognizer.cancelsTouchesInView = dice.roll(3) > 0
    if let other = recognizers.last, dice.roll(3) == 0 { recognizer.require(toFail: other) }
    recognizer.addAction { [unowned self] _ in meddle() }
    views[dice.roll(views.count)].addGestureRecognizer(recognizer)
    recognizers.append(recognizer)
  }

  func complain(_ text: String) { complaints.append(text) }

  private func hear(_ recognizer: GestureRecognizer, _ gesture: Gesture) {
    let last = states[ObjectIdentifier(recognizer)] ?? .possible
    if !(last.isFinal ? .possible : last).allows(gesture.state) {
      complain("\(gesture.kind) went from \(last) to \(gesture.state)")
    }
    states[ObjectIdentifier(recognizer)] = gesture.state
    meddle()
  }

  func meddle() {
    guard dice.roll(12) == 0 else { return }
    let recognizer = recognizers[dice.roll(recognizers.count)]
    let view = views[dice.roll(views.count)]
    switch dice.roll(10) {
    case 0...2: recognizer.isEnabled = false
    case 3...5: recognizer.isEnabled = true
    case 6: recognizer.view?.removeGestureRecognizer(recognizer)
    case 7: view.addGestureRecognizer(recognizer)
    case 8: view.removeFromSuperview()
    default: if view.superview == nil { window.addSubview(view) }
    }
    if dice.roll(20) == 0 {
      application.interrupt(at: .zero)
      application.resume()
    }
    if let touch = application.touches.first, dice.roll(10) == 0 { recognizer.ignore(touch) }
  }

  func play() {
    for frame in script { application.send(frame) }
    application.finish()
    for view in views { view.forget() }
    for recognizer in recognizers {
      if recognizer.state != .possible { complain("\(recognizer.kind) is \(recognizer.state)") }
      if recognizer.downCount != 0 { complain("\(recognizer.kind) counts touches") }
      if recognizer.arbiter != nil { complain("\(recognizer.kind) is a member") }
    }
    if application.nextDeadline != nil { complain("a deadline is left") }
    if application.arbiter.holdsTouchesBack { complain("touches are held back") }
  }
}
