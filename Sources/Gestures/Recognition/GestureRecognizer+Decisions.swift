public import Timeline

// What a subclass says of the touches that it sees; whether it takes effect is up to the arbiter.
extension GestureRecognizer {
  /// Names a deadline, to cancel it by and to know it again.
  public typealias Deadline = Scheduler<GestureRecognizer>.Token

  /// A discrete gesture happened.
  public func recognize(at time: Timestamp) { claim(.recognized, at: time) }

  /// A continuous gesture began.
  public func begin(at time: Timestamp) { claim(.began, at: time) }

  /// A continuous gesture went on; nothing happens while its beginning is not settled.
  public func change(at time: Timestamp) {
    guard state.isActive, let arbiter else { return }
    // A moving finger comes here hundreds of times a second, and mostly nobody listens.
    if !arbiter.passesOver(self, at: time) { arbiter.advance(self, to: .changed, at: time) }
  }

  /// A continuous gesture ended as it should.
  public func end(at time: Timestamp) {
    if waiting == .began {
      waiting = .ended
    } else if state.isActive {
      arbiter?.advance(self, to: .ended, at: time)
    }
  }

  /// It was something else.
  public func fail(_ reason: FailureReason) {
    guard state == .possible else { return }
    arbiter?.fail(self, reason)
  }

  /// A gesture that had begun turned out to be another one, which somebody else reports.
  public func giveWay(at time: Timestamp) { breakOff(because: .prevented, at: time) }

  /// The attempt can't go on: an active gesture is cancelled, a possible one fails.
  public func breakOff(
    because cause: FailureReason.Cause = .cancelled, touch: Touch.ID? = nil, at time: Timestamp
  ) {
    let reason = FailureReason(cause, touch: touch, time: time)
    if state.isActive {
      lastFailure = reason
      arbiter?.advance(self, to: .cancelled, at: time)
    } else {
      fail(reason)
    }
  }

  /// Stops hearing of a touch until it lifts.
  public func ignore(_ touch: Touch) { ignoreTouch(touch.id) }

  func ignoreTouch(_ id: Touch.ID) {
    if !currentlyIgnored.contains(id) { currentlyIgnored = currentlyIgnored + [id] }
  }

  /// Asks for ``deadlineReached(_:at:)`` at a moment, before that moment's events.
  public func schedule(at time: Timestamp) -> Deadline? {
    arbiter?.schedule(self, at: time)
  }

  /// Takes a deadline back.
  public func cancelDeadline(_ deadline: inout Deadline?) {
    if let token = deadline { arbiter?.cancelDeadline(token, of: self) }
    deadline = nil
  }

  private func claim(_ target: GestureState, at time: Timestamp) {
    guard state == .possible, waiting == nil, !isClaiming else { return }
    arbiter?.claim(self, target, at: time)
  }

  /// The recognizer is switched off or taken from its view.
  func cancelFromOutside() {
    guard let arbiter else { return }
    arbiter.withdraw(self)
  }
}
