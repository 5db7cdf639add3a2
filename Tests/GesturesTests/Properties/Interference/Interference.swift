import Contacts
import Timeline

@testable import Gestures

/// One change that a program could make in a callback.
struct Interference {
  let stage: InterferenceStage
  var random: SeededGenerator
  /// Whether the applications are being finished, so that no touch may begin.
  let isEnding: Bool

  private mutating func pick<T>(_ elements: [T]) -> T? {
    elements.isEmpty ? nil : elements[random.index(below: elements.count)]
  }

  private mutating func flag() -> Bool { random.index(below: 2) == 0 }

  private mutating func pickSuperview() -> View? {
    flag() ? pick(stage.windows) : pick(stage.views)
  }

  mutating func perform(from place: InterferenceStage.Place, _ count: Int) {
    let kind = random.index(below: 20)
    stage.mix(kind)
    switch kind {
    case 0...13: if let recognizer = pick(stage.recognizers) { change(recognizer, kind) }
    case 14, 15, 16: changeView()
    case 17: changeWindow()
    case 18: changeApplication()
    default: changeOther(place)
    }
  }

  private func note(_ text: @autoclosure () -> String) { stage.note("  * \(text())") }

  // MARK: Recognizers

  private mutating func change(_ recognizer: GestureRecognizer, _ kind: Int) {
    let number = stage.number(recognizer)
    switch kind {
    case 0, 1:
      note("\(number) is disabled")
      recognizer.isEnabled = false
    case 2, 3:
      note("\(number) is enabled")
      recognizer.isEnabled = true
    case 4:
      note("\(number) is removed")
      recognizer.view?.removeGestureRecognizer(recognizer)
    case 5, 6:
      guard let view = pickSuperview() else { return }
      note("\(number) is added to \((view as? WildView)?.name ?? "window")")
      view.addGestureRecognizer(recognizer)
    case 7:
      guard let touch = pick(stage.applications.compactMap { $0?.touches.first }) else { return }
      note("\(number) ignores touch \(touch.number)")
      recognizer.ignore(touch)
    case 8: changeRelation(recognizer)
    case 9:
      if flag() { recognizer.cancelsTouchesInView.toggle() }
      if flag() { recognizer.delaysTouchesBegan.toggle() }
      if flag() { recognizer.delaysTouchesEnded.toggle() }
      note("\(number) changes its delays")
    case 10: changeNumbers(of: recognizer)
    case 11: changeActions(of: recognizer)
    case 12: decide(recognizer)
    default: useElsewhere(recognizer)
    }
  }

  private mutating func changeRelation(_ recognizer: GestureRecognizer) {
    if flag(), let other = pick(stage.recognizers) {
      note("\(stage.number(recognizer)) requires \(stage.number(other)) to fail")
      recognizer.require(toFail: other)
    } else {
      note("\(stage.number(recognizer)) changes its delegate")
      recognizer.delegate = flag() ? stage.delegate : nil
      recognizer.allowedTouchKinds = flag() ? [.finger] : [.finger, .pen]
    }
  }

  private mutating func changeNumbers(of recognizer: GestureRecognizer) {
    note("\(stage.number(recognizer)) changes its numbers")
    let view = pickSuperview()
    switch recognizer {
    case let pan as PanRecognizer:
      pan.setTranslation(Vector(dx: 3, dy: -4), in: view)
      if flag() { pan.minimumNumberOfTouches = 1 + random.index(below: 3) }
    case let pinch as PinchRecognizer: pinch.scale = [1, 0, 2.5, -1][random.index(below: 4)]
    case let rotation as RotationRecognizer: rotation.rotation = random.uniform() * 90 - 45
    case let tap as TapRecognizer: tap.numberOfTapsRequired = [nil, 1, 2][random.index(below: 3)]
    default: break
    }
    let location = recognizer.location(in: view)
    if !location.x.isFinite || !location.y.isFinite { stage.report("a location is not finite") }
    _ = recognizer.location(ofTouch: 0, in: view)
  }

  private mutating func changeActions(of recognizer: GestureRecognizer) {
    guard let record = stage.records[ObjectIdentifier(recognizer)] else { return }
    note("\(record.number) changes its actions")
    if let token = record.token {
      token.remove()
      record.token = nil
    } else {
      let stage = stage
      record.token = recognizer.onAction { [unowned stage] _ in stage.interfere(.action) }
    }
  }

  /// Decides from outside the recognizer's own callbacks.
  private mutating func decide(_ recognizer: GestureRecognizer) {
    let time = recognizer.arbiter?.now ?? .zero
    let choice = random.index(below: 8)
    note("\(stage.number(recognizer)) decides \(choice)")
    switch choice {
    case 0: recognizer.recognize(at: time)
    case 1: recognizer.begin(at: time)
    case 2: recognizer.change(at: time)
    case 3: recognizer.end(at: time)
    case 4: recognizer.fail(FailureReason(.touches, measured: 1, limit: 2, time: time))
    case 5: recognizer.giveWay(at: time)
    case 6: recognizer.breakOff(at: time)
    default: _ = recognizer.schedule(at: time.advanced(bySeconds: 0.05))
    }
  }

  private mutating func useElsewhere(_ recognizer: GestureRecognizer) {
    guard random.index(below: 4) == 0, !isEnding else { return }
    InterferenceStage.checkUse(recognizer, on: stage)
  }

  // MARK: Views

  private mutating func changeView() {
    guard let view = pick(stage.views) else { return }
    switch random.index(below: 8) {
    case 0, 1:
      note("\(view.name) is removed")
      view.removeFromSuperview()
    case 2, 3, 4:
      guard let superview = pickSuperview(), superview !== view, !superview.isDescendant(of: view)
      else { return }
      note("\(view.name) is added to \((superview as? WildView)?.name ?? "window")")
      superview.insertSubview(view, at: random.index(below: superview.subviews.count + 1))
    case 5:
      note("\(view.name) is hidden: \(!view.isHidden)")
      view.isHidden.toggle()
    case 6:
      note("\(view.name) is transformed")
      let transforms = [.identity, Transform.rotation(degrees: 20), .scale(x: 0, y: 0)]
      view.transform = transforms[random.index(below: 3)]
    default:
      note("\(view.name) becomes or resigns as first responder")
      if flag() { _ = view.becomeFirstResponder() } else { _ = view.resignFirstResponder() }
    }
  }

  private mutating func changeWindow() {
    guard let window = pick(stage.windows), let application = pick(stage.applications),
      let application
    else { return }
    if flag() {
      note("a window is removed")
      window.application?.removeWindow(window)
    } else {
      note("a window is added")
      application.addWindow(window)
    }
  }

  // MARK: Applications

  private mutating func changeApplication() {
    guard let index = pick([0, 1]), let application = stage.applications[index] else { return }
    let time = application.arbiter.now.advanced(
      byMicroseconds: Int64(random.index(below: 3)) * 20_000)
    let choice = random.index(below: 14)
    note("application \(index) changes its state \(choice)")
    switch choice {
    case 0, 1: application.interrupt(at: time)
    case 2, 3, 4: application.resume()
    case 5: application.enterBackground(at: time)
    case 6, 7: application.enterForeground(at: time)
    case 8: application.finish()
    case 9: application.send(MotionEvent(.shake, flag() ? .began : .ended, at: time))
    case 10: application.palmFilter = flag() ? nil : PalmFilter()
    case 11: if random.index(below: 4) == 0 { application.terminate(at: time) }
    default:
      // Only a callback of the application itself must not send.
      guard !isEnding, !application.arbiter.isBusy else { return }
      note("application \(index) receives a frame")
      let contact = Contact(id: 1, position: Point(x: 30 + random.uniform() * 20, y: 30))
      application.send(ContactFrame(time: time, contacts: flag() ? [contact] : []))
    }
  }

  private mutating func changeOther(_ place: InterferenceStage.Place) {
    switch random.index(below: 3) {
    case 0:
      guard let index = pick(Array(stage.recognizers.indices)), stage.recognizers.count > 1
      else { return }
      note("\(stage.number(stage.recognizers[index])) is held by its view only")
      stage.recognizers.remove(at: index)
    case 1:
      guard let index = pick(Array(stage.views.indices)), stage.views[index].down.isEmpty
      else { return }
      note("\(stage.views[index].name) is held by its superview only")
      stage.views.remove(at: index)
    default:
      guard let application = pick(stage.applications), let application else { return }
      note("an application changes its policy")
      application.arbiter.policy = flag() ? ExclusivePolicy() : StandardPolicy()
    }
  }
}
