import Contacts
import Gestures
import Timeline

/// An application whose changes of state interfere.
final class FuzzApplication: Application {
  weak var stage: EngineStage?

  override func willResignActive() { stage?.interfere() }
  override func didEnterBackground() { stage?.interfere() }
  override func willEnterForeground() { stage?.interfere() }
  override func didBecomeActive() { stage?.interfere() }
}

/// A view that checks the phases of each touch that it receives, and interferes.
final class FuzzView: View {
  private unowned let stage: EngineStage
  private(set) var down: Set<Touch.ID> = []

  init(frame: Rect, on stage: EngineStage) {
    self.stage = stage
    super.init(frame: frame)
  }

  override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    for touch in touches {
      promise(down.insert(touch.id).inserted, "a view receives one began of a touch")
    }
    stage.interfere()
  }

  override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    for touch in touches { promise(down.contains(touch.id), "a touch moves while it is down") }
    stage.interfere()
  }

  override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) { finish(touches) }

  override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) { finish(touches) }

  private func finish(_ touches: TouchSet) {
    for touch in touches { promise(down.remove(touch.id) != nil, "a touch ends once in a view") }
    stage.interfere()
  }

  override func point(inside point: Point, with event: TouchEvent?) -> Bool {
    stage.interfere()
    return super.point(inside: point, with: event)
  }

  override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    stage.answer(true)
  }

  override var canBecomeFirstResponder: Bool { true }
}

/// Answers at random.
final class FuzzDelegate: GestureRecognizerDelegate {
  private unowned let stage: EngineStage

  init(on stage: EngineStage) { self.stage = stage }

  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { stage.answer(true) }
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldReceive event: TouchEvent
  ) -> Bool { stage.answer(true) }
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    stage.answer(true)
  }
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { stage.answer(false) }
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool { stage.answer(false) }
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool { stage.answer(false) }
}

/// A recognizer of one's own that decides at odd times.
final class FuzzRecognizer: GestureRecognizer {
  enum Style: CaseIterable {
    /// Is recognized when the last finger lifts.
    case discrete
    /// Begins with a movement and ends with the last finger.
    case continuous
    /// Never ends what it has begun.
    case careless
    /// Begins at a deadline.
    case patient
    /// Fires with each movement.
    case repeating
    /// Claims in every callback.
    case greedy
  }

  private let style: Style
  private let rank: Int
  private unowned let stage: EngineStage
  private var deadlinesLeft = 20

  init(_ style: Style, rank: Int, on stage: EngineStage) {
    self.style = style
    self.rank = rank
    self.stage = stage
  }

  override var role: GestureRole {
    GestureRole(rank: rank, movement: rank == 2 ? .translation : nil, leavesTouches: rank < 2)
  }
  override var firesRepeatedly: Bool { style == .repeating }

  private func interfere() {
    stage.interfere()
    if style == .greedy { claim() }
  }

  private func claim() {
    if state.isActive { change(at: stage.now) } else { begin(at: stage.now) }
  }

  private func scheduleNext() {
    guard deadlinesLeft > 0 else { return }
    deadlinesLeft -= 1
    _ = schedule(at: stage.now.advanced(byMicroseconds: 150_000))
  }

  override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    super.touchesBegan(touches, with: event)
    interfere()
    if style == .patient { scheduleNext() }
  }

  override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    super.touchesMoved(touches, with: event)
    interfere()
    switch style {
    case .continuous, .careless: claim()
    case .repeating: recognize(at: event.timestamp)
    default: if state.isActive { change(at: event.timestamp) }
    }
  }

  override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    super.touchesEnded(touches, with: event)
    interfere()
    guard style != .careless, numberOfTouches == 0 else { return }
    if style == .discrete { recognize(at: event.timestamp) }
    if state.isActive { end(at: event.timestamp) }
  }

  override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
    interfere()
    if style != .careless { super.touchesCancelled(touches, with: event) }
  }

  override func deadlineReached(_ deadline: Deadline, at time: Timestamp) {
    interfere()
    if style == .patient { claim() }
  }

  override func touchesTaken(by other: GestureRecognizer, at time: Timestamp) { interfere() }
  override func didFire() { interfere() }
  override func reset() {
    interfere()
    if style == .patient { scheduleNext() }
  }
  override func shouldReceive(_ touch: Touch, with event: TouchEvent) -> Bool { stage.answer(true) }
  override func canPrevent(_ other: GestureRecognizer) -> Bool { stage.answer(true) }
  override func canBePrevented(by other: GestureRecognizer) -> Bool { stage.answer(true) }
  override func shouldRequireFailure(of other: GestureRecognizer) -> Bool { stage.answer(false) }
  override func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { stage.answer(false) }
}
