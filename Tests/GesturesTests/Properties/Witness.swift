import Contacts
import Timeline

@testable import Gestures

/// Watches an application and writes down every promise that it breaks.
final class Witness {
  private(set) var complaints: [String] = []
  /// Everything that was reported, in order.
  private(set) var gestures: [Gesture] = []
  /// How many of them were outcomes other than taps.
  private(set) var outcomes = 0
  private var states: [ObjectIdentifier: GestureState] = [:]
  private var recognizers: [GestureRecognizer] = []
  private let application: Application
  /// Whether related recognizers must not be active at the same time.
  private let isExclusive: Bool

  init(_ application: Application, isExclusive: Bool = false) {
    self.application = application
    self.isExclusive = isExclusive
    application.arbiter.observesChanges = true
    application.arbiter.observer = { [unowned self] in hear($0, $1) }
    for window in application.windows { enlist(window) }
  }

  func complain(_ text: String) {
    if complaints.count < 20 { complaints.append(text) }
  }

  private func enlist(_ view: View) {
    recognizers += view.gestureRecognizers
    (view as? WatchedView)?.witness = self
    for subview in view.subviews { enlist(subview) }
  }

  private func hear(_ recognizer: GestureRecognizer, _ gesture: Gesture) {
    let key = ObjectIdentifier(recognizer)
    let last = states[key] ?? .possible
    let from = last.isFinal ? .possible : last
    if !from.allows(gesture.state) {
      complain("\(gesture.kind) went from \(last) to \(gesture.state) at \(gesture.time)")
    }
    states[key] = gesture.state
    if recognizer.state != gesture.state {
      complain("\(gesture.kind) reports \(gesture.state) while it is \(recognizer.state)")
    }
    if gesture.start > gesture.time { complain("\(gesture.kind) starts after its end") }
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
        complain("\(recognizer.kind) began beside \(other.kind)")
      }
    }
  }

  /// Call it after the end: nothing must be left over.
  func checkIdle() {
    if !application.touches.isEmpty { complain("touches are left") }
    if application.nextDeadline != nil { complain("a deadline is left") }
    if !application.arbiter.members.isEmpty { complain("members are left") }
    for recognizer in recognizers {
      if recognizer.state != .possible { complain("\(recognizer.kind) is \(recognizer.state)") }
      if recognizer.downCount != 0 { complain("\(recognizer.kind) counts touches") }
      if recognizer.deadlineCount != 0 { complain("\(recognizer.kind) has deadlines") }
      if recognizer.waiting != nil { complain("\(recognizer.kind) waits") }
      if recognizer.arbiter != nil { complain("\(recognizer.kind) is still a member") }
      if !recognizer.ignoredTouches.isEmpty { complain("\(recognizer.kind) ignores touches") }
      if states[ObjectIdentifier(recognizer)]?.isActive ?? false {
        complain("\(recognizer.kind) began and never ended")
      }
    }
  }
}

/// A view that checks the life of each touch that it gets.
final class WatchedView: View {
  unowned var witness: Witness?
  private(set) var down: Set<Touch.ID> = []
  private var known: Set<Touch.ID> = []

  override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    for touch in touches {
      if !known.insert(touch.id).inserted { witness?.complain("touch \(touch.id) began twice") }
      down.insert(touch.id)
    }
  }

  override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    for touch in touches where !down.contains(touch.id) {
      witness?.complain("touch \(touch.id) moved and is not down")
    }
  }

  override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) { leave(touches) }

  override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) { leave(touches) }

  private func leave(_ touches: TouchSet) {
    for touch in touches where down.remove(touch.id) == nil {
      witness?.complain("touch \(touch.id) left and was not down")
    }
  }
}
