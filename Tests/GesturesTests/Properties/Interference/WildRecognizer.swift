import Timeline

@testable import Gestures

/// A recognizer of one's own that decides at random, also at odd times.
final class WildRecognizer: GestureRecognizer {
  enum Style: CaseIterable {
    /// Is recognized when the last finger lifts.
    case discrete
    /// Begins with a movement and ends with the last finger.
    case continuous
    /// Never ends what it has begun.
    case careless
    /// Begins at a deadline.
    case patient
    /// Sets another deadline at each deadline.
    case restless
    /// Fires with each movement.
    case repeating
    /// Begins a new attempt with each touch.
    case series
    /// Claims in every callback.
    case greedy
  }

  let style: Style
  /// How many deadlines it sets at most.
  var deadlinesLeft = 40
  private unowned let stage: InterferenceStage
  private let rank: Int
  private let isDiscrete: Bool

  init(_ style: Style, rank: Int, isDiscrete: Bool, on stage: InterferenceStage) {
    self.style = style
    self.stage = stage
    self.rank = rank
    self.isDiscrete = isDiscrete
  }

  override var role: GestureRole {
    GestureRole(rank: rank, movement: rank == 2 ? .translation : nil, leavesTouches: rank < 2)
  }
  override var firesRepeatedly: Bool { style == .repeating }

  private var time: Timestamp { arbiter?.now ?? .zero }

  private func interfere() {
    stage.interfere(.recognizer)
    if style == .greedy { claim() }
  }

  private func claim() {
    if isDiscrete {
      recognize(at: time)
    } else if state.isActive {
      change(at: time)
    } else {
      begin(at: time)
    }
  }

  private func scheduleNext(_ delay: Int64) {
    guard deadlinesLeft > 0 else { return }
    deadlinesLeft -= 1
    _ = schedule(at: time.advanced(byMicroseconds: delay))
  }

  override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    super.touchesBegan(touches, with: event)
    interfere()
    switch style {
    case .patient: scheduleNext(150_000)
    case .restless: scheduleNext(30_000)
    case .series:
      restart(with: touches, FailureReason(.taps, measured: 1, limit: 2, time: event.timestamp))
    default: break
    }
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
    guard style != .careless else { return }
    if style == .series { scheduleNext(50_000) }
    guard numberOfTouches == 0 else { return }
    if style == .discrete { recognize(at: event.timestamp) }
    if state.isActive || waiting != nil { end(at: event.timestamp) }
  }

  override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
    interfere()
    if style != .careless { super.touchesCancelled(touches, with: event) }
  }

  override func deadlineReached(_ deadline: Deadline, at time: Timestamp) {
    interfere()
    switch style {
    case .patient, .series: claim()
    case .restless:
      scheduleNext(deadlinesLeft > 100 ? 20_000 : 0)
      if stage.draw(4) == 0 { claim() }
    default: break
    }
  }

  override func touchesTaken(by other: GestureRecognizer, at time: Timestamp) {
    interfere()
    if stage.draw(3) == 0 { claim() }
  }

  override func didFire() { interfere() }

  override func reset() {
    interfere()
    if stage.draw(16) == 0 { scheduleNext(20_000) }
  }

  override func shouldReceive(_ event: TouchEvent) -> Bool { answer(true) }
  override func shouldReceive(_ touch: Touch, with event: TouchEvent) -> Bool { answer(true) }
  override func canPrevent(_ other: GestureRecognizer) -> Bool { answer(true) }
  override func canBePrevented(by other: GestureRecognizer) -> Bool { answer(true) }
  override func shouldRequireFailure(of other: GestureRecognizer) -> Bool { answer(false) }
  override func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { answer(false) }

  private func answer(_ usual: Bool) -> Bool {
    interfere()
    return stage.draw(8) == 0 ? !usual : usual
  }
}

/// Answers at random.
final class WildDelegate: GestureRecognizerDelegate {
  private unowned let stage: InterferenceStage

  init(on stage: InterferenceStage) { self.stage = stage }

  private func answer(_ usual: Bool) -> Bool {
    stage.interfere(.delegate)
    return stage.draw(8) == 0 ? !usual : usual
  }

  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { answer(true) }
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldReceive event: TouchEvent
  ) -> Bool { answer(true) }
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    answer(true)
  }
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { answer(false) }
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool { answer(false) }
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool { answer(false) }
}

/// A view that checks the phases of each touch that it receives, and interferes.
final class WildView: View {
  private unowned let stage: InterferenceStage
  let name: String
  private(set) var down: Set<Int> = []
  private var known: Set<Int> = []

  init(_ name: String, frame: Rect, on stage: InterferenceStage) {
    self.name = name
    self.stage = stage
    super.init(frame: frame)
  }

  override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    for touch in touches {
      stage.note("    \(name) receives began \(touch.number)")
      if !known.insert(touch.number).inserted { stage.report("a view receives began twice") }
      down.insert(touch.number)
      stage.mix(touch.number)
    }
    stage.interfere(.view)
  }

  override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    for touch in touches where !down.contains(touch.number) {
      stage.note("    \(name) receives moved \(touch.number)")
      stage.report("a view receives moved of a touch that is not down")
    }
    stage.interfere(.view)
  }

  override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    finish(touches, "ended")
  }

  override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
    finish(touches, "cancelled")
  }

  private func finish(_ touches: TouchSet, _ phase: String) {
    for touch in touches {
      stage.note("    \(name) receives \(phase) \(touch.number)")
      if down.remove(touch.number) == nil {
        stage.report("a view receives \(phase) of a touch that is not down")
      }
      stage.mix(-touch.number)
    }
    stage.interfere(.view)
  }

  override func point(inside point: Point, with event: TouchEvent?) -> Bool {
    stage.interfere(.hitTest)
    return super.point(inside: point, with: event)
  }

  override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    stage.interfere(.view)
    return stage.draw(16) > 0
  }

  override var canBecomeFirstResponder: Bool { true }

  override func resignFirstResponder() -> Bool {
    stage.interfere(.view)
    return stage.draw(4) == 0 ? false : super.resignFirstResponder()
  }

  override func motionBegan(_ motion: MotionEvent.Kind, with event: MotionEvent) {
    stage.interfere(.view)
  }

  override func motionEnded(_ motion: MotionEvent.Kind, with event: MotionEvent) {
    stage.interfere(.view)
  }
}

/// An application whose changes of state interfere.
final class WildApplication: Application {
  weak var stage: InterferenceStage?

  override func willResignActive() { stage?.interfere(.application) }
  override func didEnterBackground() { stage?.interfere(.application) }
  override func willEnterForeground() { stage?.interfere(.application) }
  override func didBecomeActive() { stage?.interfere(.application) }
  override func willTerminate() { stage?.interfere(.application) }
}
