/// A finger that a test puts down on a stage, moves and lifts, with assertions between.
///
/// ```swift
/// let finger = stage.touchDown(at: Point(x: 20, y: 30))
/// stage.wait(0.6)
/// #expect(menu.isOpen)
/// finger.move(to: Point(x: 60, y: 30), over: 0.3)
/// finger.lift()
/// ```
///
/// Time passes only with ``move(to:over:_:)`` and ``Stage/wait(_:)``; the other fingers rest
/// meanwhile. These fingers are exactly at the test's positions: only scripts have the noise of
/// people.
public final class StageFinger {
  let id: Contact.ID
  /// The stage, which the finger retains; the stage retains the finger only while it is down.
  private let stage: Stage
  /// The position in mm from the top left corner of the touch area.
  public internal(set) var position: Point
  /// Whether the finger is down.
  public var isDown: Bool { stage.fingers.contains { $0 === self } }

  init(id: Contact.ID, position: Point, stage: Stage) {
    self.id = id
    self.position = position
    self.stage = stage
  }

  /// Moves straight to a position within some seconds, at once for 0, if the finger is down.
  public func move(
    to end: Point, over seconds: Double = 0.2, _ profile: MotionProfile = .minimumJerk
  ) {
    stage.move([(self, to: end)], over: seconds, profile)
  }

  /// Moves by a vector in mm within some seconds; does nothing if the finger is up.
  public func move(
    by translation: Vector, over seconds: Double = 0.2, _ profile: MotionProfile = .minimumJerk
  ) {
    move(to: position + translation, over: seconds, profile)
  }

  /// Lifts the finger; does nothing if it is up.
  public func lift() { stage.lift([self]) }
}

extension Stage {
  /// Puts a finger down at a position in mm from the top left corner of the touch area.
  public func touchDown(at position: Point) -> StageFinger { touchDown(at: [position])[0] }

  /// Puts several fingers down at once.
  public func touchDown(at positions: [Point]) -> [StageFinger] {
    begin()
    let fingers = positions.map { makeFinger(at: $0) }
    send()
    return fingers
  }

  /// Puts a finger down in the middle of a view.
  public func touchDown(on view: View) -> StageFinger { touchDown(at: middle(of: view)) }

  /// Moves several fingers at once, each straight to its position.
  public func move(
    _ paths: [(finger: StageFinger, to: Point)], over seconds: Double = 0.2,
    _ profile: MotionProfile = .minimumJerk
  ) {
    let moving = paths.filter(\.finger.isDown).map { path in
      (
        finger: path.finger,
        movement: Movement.straight(
          from: path.finger.position, to: path.to, duration: seconds, profile)
      )
    }
    guard seconds > 0 else {
      for path in paths where path.finger.isDown { path.finger.position = path.to }
      if !moving.isEmpty { send() }
      return
    }
    pass(seconds) { elapsed in
      for (finger, movement) in moving { finger.position = movement.position(at: elapsed) }
    }
  }

  /// Lets some seconds pass, at most an hour; fingers that are down rest.
  public func wait(_ seconds: Double) { pass(seconds) { _ in } }

  /// Lifts fingers at once; fingers that are up are ignored.
  public func lift(_ lifted: [StageFinger]) {
    let count = fingers.count
    fingers.removeAll { finger in lifted.contains { $0 === finger } }
    if fingers.count < count { send() }
  }

  /// Lifts all fingers and lets time pass until every recognizer has decided.
  public func settle() {
    guard isLive else { return }
    lift(fingers)
    end()
  }

  /// Cancels all touches for some seconds, as a call does; fingers that are down stay cancelled.
  public func interrupt(_ seconds: Double = 0.5) {
    isInterrupted = true
    send()
    wait(seconds)
    isInterrupted = false
    fingers = []
    send()
  }
}

// MARK: - Frames

extension Stage {
  private func makeFinger(at position: Point) -> StageFinger {
    if fingers.isEmpty {
      recorder.log.hand = nil
      recorder.log.tracePath = nil
    }
    isLive = true
    fingerCount += 1
    let finger = StageFinger(id: fingerCount, position: position, stage: self)
    fingers.append(finger)
    return finger
  }

  /// Lets time pass, with a frame for each sample; `move` receives the seconds from now.
  private func pass(_ seconds: Double, _ move: (Double) -> Void) {
    let seconds = seconds > 0 ? min(seconds, 3600) : 0
    let start = now
    if !fingers.isEmpty {
      let rate = hand.sensor.usableRate
      var elapsed = 1 / rate
      while elapsed < seconds {
        step(to: elapsed, since: start, move)
        elapsed += 1 / rate
      }
      if seconds > 0 { step(to: seconds, since: start, move) }
    }
    now = start.advanced(bySeconds: seconds)
    application.advance(to: now)
    recorder.log.end = now
  }

  private func step(to elapsed: Double, since start: Timestamp, _ move: (Double) -> Void) {
    move(elapsed)
    now = start.advanced(bySeconds: elapsed)
    send()
  }

  private func send() {
    let contacts = fingers.map { Contact(id: $0.id, position: $0.position) }
    let frame = ContactFrame(time: now, contacts: contacts, isInterrupted: isInterrupted)
    recorder.log.frames.append(frame)
    application.send(frame)
    recorder.log.end = now
  }
}
