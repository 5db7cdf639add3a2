public import Contacts
public import Timeline

/// The end of the responder chain, and the way in for contact frames.
///
/// ```swift
/// let application = Application()
/// application.addWindow(Window(surface: Size(width: 100, height: 60)))
/// application.send(frame)      // as many as there are
/// application.finish()         // at the end of a trace
/// ```
open class Application: Responder {
  /// Whether the application is in front of the person; only an active one receives events.
  public enum State: String, Sendable, CaseIterable {
    case notRunning, inactive, active, background, suspended
  }

  @exclusivity(unchecked) public internal(set) var state = State.active
  /// Whether the program has interrupted it, and not resumed since.
  @exclusivity(unchecked) var isInterrupted = false
  /// When an application in the background is put to sleep.
  @exclusivity(unchecked) var suspensionTime: Timestamp?
  /// The windows, the frontmost last.
  public private(set) var windows: [Window] = [] {
    didSet { for dispatcher in dispatchers { dispatcher.windows = windows } }
  }
  /// The window that ``Window/makeKey()`` was called for.
  var chosenKeyWindow: Window?
  /// How many touch and motion events nobody in the responder chain handled.
  @exclusivity(unchecked) public internal(set) var discardedEvents = 0
  /// Settles conflicts between the recognizers.
  public let arbiter: Arbiter
  /// Tells palms from fingers, for each device by itself.
  public final var palmFilter: PalmFilter? {
    didSet { for dispatcher in dispatchers { dispatcher.palmFilter = palmFilter } }
  }

  /// A frame that a later one may still be told of together with.
  @exclusivity(unchecked) var heldFrame: ContactFrame?
  /// The motions that have begun.
  var motions: [MotionInProgress] = []
  /// One for each device that sent a frame.
  @exclusivity(unchecked) private var dispatchers: [TouchDispatcher] = []
  @exclusivity(unchecked) private(set) var lastTime: Timestamp?
  /// Callbacks are running; what they ask for that ends touches waits until they are done.
  @exclusivity(unchecked) private var isBusy = false
  @exclusivity(unchecked) private var postponed: [() -> Void] = []

  public init(policy: any ArbitrationPolicy = ExclusivePolicy()) {
    arbiter = Arbiter(policy: policy)
  }

  deinit {
    for window in windows { window.application = nil }
    arbiter.disband()
  }

  /// Puts a window in front of the others; it leaves the application that it was in.
  public func addWindow(_ window: Window) {
    if window.application === self {
      windows.removeAll { $0 === window }
    } else {
      window.application?.removeWindow(window)
    }
    windows.append(window)
    window.application = self
  }

  public func removeWindow(_ window: Window) {
    windows.removeAll { $0 === window }
    if chosenKeyWindow === window { chosenKeyWindow = nil }
    window.application = nil
  }

  // MARK: Callbacks

  /// A call, an alarm or the lock button: touches have been cancelled, none will come.
  open func willResignActive() {}
  /// The person went elsewhere; ``Application/suspensionDelay`` later the application sleeps.
  open func didEnterBackground() {}
  /// The person comes back.
  open func willEnterForeground() {}
  /// Touches come again.
  open func didBecomeActive() {}
  /// The application ends.
  open func willTerminate() {}

  open override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
    discardedEvents += 1
  }
  open override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
    discardedEvents += 1
  }
  open override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
    discardedEvents += 1
  }
  open override func touchesCancelled(_ touches: TouchSet, with event: TouchEvent) {
    discardedEvents += 1
  }
  open override func motionBegan(_ motion: MotionEvent.Kind, with event: MotionEvent) {
    discardedEvents += 1
  }
  open override func motionEnded(_ motion: MotionEvent.Kind, with event: MotionEvent) {
    discardedEvents += 1
  }
  open override func motionCancelled(_ motion: MotionEvent.Kind, with event: MotionEvent) {
    discardedEvents += 1
  }
}

// MARK: - Events

extension Application {
  /// The touches that are down.
  public var touches: TouchSet {
    dispatchers.count == 1
      ? dispatchers[0].touches : TouchSet(dispatchers.flatMap { $0.touches.touches })
  }

  /// Takes a frame in; not from a callback of another one.
  ///
  /// Deadlines up to its time fire first. Time never runs backward: a frame that is older than the
  /// one before counts as of the same moment. Contacts may come in any order; of several with one
  /// id the first counts.
  public func send(_ frame: ContactFrame) {
    if let lastTime, frame.time < lastTime {
      var late = frame
      late.time = lastTime
      return send(late)
    }
    if !frame.isInOrder { return send(frame.inOrder) }
    beginCallbacks()
    let beginsTrace = lastTime == nil
    pass(to: frame.time)
    let dispatcher = dispatcher(for: frame.device)
    if dispatcher.event.isPredicting {
      dispatcher.event.note(frame, at: frame.time, idOffset: dispatcher.idOffset)
    }
    if frame.isInterrupted != dispatcher.wasInterrupted {
      dispatcher.wasInterrupted = frame.isInterrupted
      if frame.isInterrupted {
        resignActive(at: frame.time)
      } else {
        becomeActive()
      }
    } else if beginsTrace {
      becomeActive()
    }
    if state == .active {
      dispatcher.process(frame)
    } else {
      dispatcher.castOut(frame)
    }
    endCallbacks()
  }

  /// Lets time pass: fires the deadlines up to a moment; not from a callback.
  public func advance(to time: Timestamp) {
    beginCallbacks()
    pass(to: time)
    endCallbacks()
  }

  /// The moment of the next deadline; live drivers set their timer to it.
  public var nextDeadline: Timestamp? {
    [arbiter.nextDeadline, suspensionTime].compactMap(\.self).min()
  }

  /// The end of a trace: fingers that are down are cancelled, then the remaining deadlines fire.
  ///
  /// The next frame, if there is one, begins another trace.
  public func finish() {
    if isBusy { return postponed.append { [unowned self] in finish() } }
    beginCallbacks()
    if let lastTime {
      cancelAll(at: lastTime)
      cancelMotions(at: lastTime)
    }
    while let next = nextDeadline { pass(to: next) }
    arbiter.finish(at: lastTime ?? .zero)
    for dispatcher in dispatchers {
      dispatcher.forget()
      dispatcher.wasInterrupted = false
      dispatcher.event.histories.removeAll()
    }
    lastTime = nil
    endCallbacks()
  }

  /// Changes the state outside of other callbacks, at a moment that is not before the last one.
  func change(at time: Timestamp?, _ body: @escaping (Timestamp) -> Void) {
    if isBusy { return postponed.append { [unowned self] in change(at: time, body) } }
    beginCallbacks()
    if let time { pass(to: time) }
    body(max(lastTime ?? .zero, time ?? lastTime ?? .zero))
    endCallbacks()
  }
}

// MARK: - Steps

extension Application {
  func existingDispatcher(for device: Int) -> TouchDispatcher? {
    for index in dispatchers.indices where dispatchers[index].device == device {
      return dispatchers[index]
    }
    return nil
  }

  /// The dispatcher of a device; a device that sends its first frame gets one.
  private func dispatcher(for device: Int) -> TouchDispatcher {
    if let dispatcher = existingDispatcher(for: device) { return dispatcher }
    let dispatcher = TouchDispatcher(device: device, arbiter: arbiter)
    dispatcher.windows = windows
    dispatcher.palmFilter = palmFilter
    dispatchers.append(dispatcher)
    return dispatcher
  }

  private func cancelAll(at time: Timestamp) {
    for dispatcher in dispatchers { dispatcher.cancelAll(at: time) }
  }

  private func pass(to time: Timestamp) {
    arbiter.fireDeadlines(by: time)
    suspendIfDue(by: time)
    lastTime = max(lastTime ?? time, time)
    arbiter.now = max(arbiter.now, time)
  }

  func resignActive(at time: Timestamp) {
    guard state == .active else { return }
    state = .inactive
    willResignActive()
    cancelAll(at: time)
    cancelMotions(at: time)
    arbiter.abandonAll(at: time)
  }

  /// Lets touches through, if neither the program nor a device has interrupted it.
  func becomeActive() {
    guard state == .inactive, !isInterrupted, !dispatchers.contains(where: \.wasInterrupted)
    else { return }
    state = .active
    didBecomeActive()
  }

  private func beginCallbacks() {
    precondition(!isBusy, "time can't pass, nor a frame come, while another is being delivered")
    isBusy = true
  }

  /// Does what callbacks asked for, in their order.
  private func endCallbacks() {
    isBusy = false
    while !postponed.isEmpty { postponed.removeFirst()() }
  }
}
