import Contacts
import Timeline

@testable import Gestures

/// Observes an application and records every violated invariant of its recognizers and touches.
final class InvariantChecker {
  private(set) var violations: [String] = []
  /// All reported gestures, in order.
  private(set) var gestures: [Gesture] = []
  /// The number of outcomes other than taps.
  private(set) var outcomes = 0
  private var states: [ObjectIdentifier: GestureState] = [:]
  private var recognizers: [GestureRecognizer] = []
  private let application: Application
  /// Whether recognizers of related views must not be active at the same time.
  private let isExclusive: Bool

  init(_ application: Application, isExclusive: Bool = false) {
    self.application = application
    self.isExclusive = isExclusive
    application.arbiter.observesChanges = true
    application.arbiter.observer = { [unowned self] in check($0, $1) }
    for window in application.windows { observe(window) }
  }

  func report(_ text: String) {
    if violations.count < 20 { violations.append(text) }
  }

  private func observe(_ view: View) {
    recognizers += view.gestureRecognizers
    (view as? CheckedView)?.report = { [unowned self] in report($0) }
    for subview in view.subviews { observe(subview) }
  }

  private func check(_ recognizer: GestureRecognizer, _ gesture: Gesture) {
    let key = ObjectIdentifier(recognizer)
    let last = states[key] ?? .possible
    let from = last.isFinal ? .possible : last
    if !from.allows(gesture.state) {
      report("\(gesture.kind) went from \(last) to \(gesture.state) at \(gesture.time)")
    }
    states[key] = gesture.state
    if recognizer.state != gesture.state {
      report("\(gesture.kind) reports \(gesture.state) while it is \(recognizer.state)")
    }
    if gesture.start > gesture.time { report("\(gesture.kind) starts after its end") }
    if isExclusive && gesture.state == .began { checkAlone(recognizer) }
    gestures.append(gesture)
    if (gesture.state == .ended || gesture.state == .recognized) && gesture.kind != .tap {
      outcomes += 1
    }
  }

  private func checkAlone(_ recognizer: GestureRecognizer) {
    guard let view = recognizer.view else { return }
    for other in recognizers where other !== recognizer && other.state.isActive {
      guard let otherView = other.view else { continue }
      if view.isDescendant(of: otherView) || otherView.isDescendant(of: view) {
        report("\(recognizer.kind) began beside \(other.kind)")
      }
    }
  }

  /// Checks that nothing is left after the end of a trace.
  func checkIdle() {
    if !application.touches.isEmpty { report("touches are left") }
    if application.nextDeadline != nil { report("a deadline is left") }
    if !application.arbiter.members.isEmpty { report("members are left") }
    for recognizer in recognizers {
      if recognizer.state != .possible { report("\(recognizer.kind) is \(recognizer.state)") }
      if recognizer.downCount != 0 { report("\(recognizer.kind) counts touches") }
      if !recognizer.deadlines.isEmpty { report("\(recognizer.kind) has deadlines") }
      if recognizer.waiting != nil { report("\(recognizer.kind) waits") }
      if recognizer.arbiter != nil { report("\(recognizer.kind) is still a member") }
      if !recognizer.ignoredTouches.isEmpty { report("\(recognizer.kind) ignores touches") }
      if states[ObjectIdentifier(recognizer)]?.isActive ?? false {
        report("\(recognizer.kind) began and never ended")
      }
    }
  }
}

/// A view that checks that each of its touches begins once, and ends or is cancelled once.
final class CheckedView: View {
  var report: (String) -> Void = { _ in }
  private(set) var down: Set<Touch.ID> = []
  private var known: Set<Touch.ID> = []

  override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    for touch in touches {
      if !known.insert(touch.id).inserted { report("touch \(touch.id) began twice") }
      down.insert(touch.id)
    }
  }

  override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    for touch in touches where !down.contains(touch.id) {
      report("touch \(touch.id) moved while not down")
    }
  }

  override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) { finish(touches) }

  override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) { finish(touches) }

  private func finish(_ touches: TouchSet) {
    for touch in touches where down.remove(touch.id) == nil {
      report("touch \(touch.id) finished while not down")
    }
  }
}
