/// The end of the responder chain, which receives contact frames and motion events.
///
/// ```swift
/// let application = Application()
/// application.addWindow(Window(touchArea: Size(width: 100, height: 60)))
/// application.send(frame)         // for each frame
/// application.advance(to: time)   // while no frame arrives: long presses and taps wait for time
/// application.finish()            // at the end of a trace
/// ```
open class Application: Responder {
  /// The state of the application; only an active one receives events.
  public enum State: String, Sendable, CaseIterable {
    case notRunning, inactive, active, background, suspended
  }

  @exclusivity(unchecked) public internal(set) var state = State.active
  /// Whether ``interrupt(at:)`` was called, and ``resume()`` was not called since.
  private var isInterrupted = false
  /// The time at which an application in the background is suspended.
  @exclusivity(unchecked) private var suspensionTime: Timestamp?
  /// The windows, frontmost last.
  public private(set) var windows: [Window] = []
  /// The window of the last ``Window/makeKey()``.
  var chosenKeyWindow: Window?
  /// The number of touch, motion, hover and scroll callbacks that no responder handled.
  @exclusivity(unchecked) public internal(set) var discardedEvents = 0
  /// The arbiter, which resolves conflicts between the recognizers.
  public let arbiter: Arbiter
  /// The filter that separates palms from fingers; each device gets a copy.
  public final var palmFilter: PalmFilter? {
    didSet { for dispatcher in dispatchers { dispatcher.palmFilter = palmFilter } }
  }

  /// The counter of taps for ``Touch/tapCount``; each device gets a copy.
  public final var tapCounter = TapCounter() {
    didSet { for dispatcher in dispatchers { dispatcher.tapCounter = tapCounter } }
  }

  /// Receives each palm once, of the ``palmFilter`` or of the device.
  public final var palmObserver: ((Palm) -> Void)?

  /// A frame that may be coalesced with a later one; see ``CoalescedTouches``.
  @exclusivity(unchecked) var heldFrame: ContactFrame?
  private var motions: [MotionInProgress] = []
  /// The pointers over views, each with the last event that the view received.
  // A view is retained until the end is delivered to it.
  var hovers: [(view: View, event: HoverEvent)] = []
  /// The dispatchers: one for each device that sent a frame.
  @exclusivity(unchecked) private var dispatchers: [TouchDispatcher] = []
  /// The dispatcher of the last frame, one of ``dispatchers``.
  @exclusivity(unchecked) private var latest: Unmanaged<TouchDispatcher>?
  @exclusivity(unchecked) private(set) var lastTime: Timestamp?

  public init(policy: any ArbitrationPolicy = ExclusivePolicy()) {
    arbiter = Arbiter(policy: policy)
  }

  deinit {
    for window in windows { window.application = nil }
    arbiter.disband()
  }

  /// Adds a window in front of the others, after removing it from its former application.
  public func addWindow(_ window: Window) {
    // A callback may add the window to another application meanwhile.
    while let other = window.application, other !== self { other.removeWindow(window) }
    windows.removeAll { $0 === window }
    windows.append(window)
    window.application = self
    window.joinApplication()
  }

  /// Removes a window; its touches and gestures are cancelled.
  public func removeWindow(_ window: Window) {
    guard window.application === self else { return }
    window.leave(self)
    // A callback may have removed the window, or added it to another application.
    guard window.application === self else { return }
    windows.removeAll { $0 === window }
    if chosenKeyWindow === window { chosenKeyWindow = nil }
    window.application = nil
  }

  // MARK: Callbacks

  /// Called when an interruption begins, before its touches are cancelled.
  open func willResignActive() {}
  /// Called in the background; the application is suspended ``Application/suspensionDelay`` later.
  open func didEnterBackground() {}
  /// Called before the application returns from the background.
  open func willEnterForeground() {}
  /// Called when the application receives touches again.
  open func didBecomeActive() {}
  open func willTerminate() {}
}

// MARK: - Frames

extension Application {
  /// The touches that are down.
  public var touches: TouchSet {
    dispatchers.count == 1
      ? dispatchers[0].touches : TouchSet(dispatchers.flatMap { $0.touches.touches })
  }

  /// The time of the current or last event or deadline; there is no other clock.
  public var now: Timestamp { arbiter.now }

  /// Processes a frame, after the deadlines up to its time.
  ///
  /// A callback must not call it: the program ends with a message on standard error. A frame that
  /// is older than the one before gets its time. Contacts may be in any order; of several with the
  /// same id the first counts.
  public func send(_ frame: ContactFrame) {
    if let lastTime, frame.time < lastTime {
      var late = frame
      late.time = lastTime
      return send(late)
    }
    if !frame.isInOrder { return send(frame.inOrder) }
    beginCallbacks()
    pass(to: frame.time)
    dispatcher(for: frame.device)._withUnsafeGuaranteedRef { process(frame, by: $0) }
    arbiter.endCallbacks()
  }

  @inline(__always)
  private func process(_ frame: ContactFrame, by dispatcher: TouchDispatcher) {
    if dispatcher.event.isPredicting {
      dispatcher.event.addToHistories(frame, at: frame.time, idOffset: dispatcher.idOffset)
    }
    let isChanged = frame.isInterrupted != dispatcher.wasInterrupted
    dispatcher.wasInterrupted = frame.isInterrupted
    if isChanged && frame.isInterrupted {
      resignActive(at: frame.time)
    } else if state == .inactive {
      becomeActive()
    }
    if state == .active {
      dispatcher.process(frame)
    } else {
      dispatcher.exclude(frame)
    }
  }

  func existingDispatcher(for device: Int) -> TouchDispatcher? {
    dispatchers.first { $0.device == device }
  }

  /// The dispatcher of a device, made at its first frame; not retained, since each frame uses it.
  @inline(__always)
  private func dispatcher(for device: Int) -> Unmanaged<TouchDispatcher> {
    if let latest, latest._withUnsafeGuaranteedRef({ $0.device == device }) { return latest }
    let dispatcher = Unmanaged.passUnretained(
      existingDispatcher(for: device) ?? makeDispatcher(for: device))
    latest = dispatcher
    return dispatcher
  }

  private func makeDispatcher(for device: Int) -> TouchDispatcher {
    dispatchers.append(TouchDispatcher(device: device, application: self))
    return dispatchers[dispatchers.count - 1]
  }

  // MARK: Time

  /// Advances the time and fires the deadlines up to it; a callback must not call it: the program
  /// ends with a message on standard error.
  public func advance(to time: Timestamp) {
    beginCallbacks()
    pass(to: time)
    arbiter.endCallbacks()
  }

  /// The time of the next deadline; live programs set their timer to it.
  public var nextDeadline: Timestamp? {
    [arbiter.nextDeadline, suspensionTime].compactMap(\.self).min()
  }

  /// Ends a trace: cancels the touches that are down, then fires the remaining deadlines. The next
  /// frame begins another trace.
  public func finish() {
    if arbiter.isBusy { return arbiter.postponed.append { [unowned self] in finish() } }
    beginCallbacks()
    if let lastTime { cancelInput(at: lastTime) }
    arbiter.isFinishing = true
    while let next = nextDeadline { pass(to: next) }
    arbiter.isFinishing = false
    arbiter.finish(at: lastTime ?? .zero)
    for dispatcher in dispatchers { dispatcher.finish() }
    lastTime = nil
    arbiter.endCallbacks()
  }

  private func pass(to time: Timestamp) {
    // The times of a trace may be negative.
    if lastTime == nil { arbiter.now = time }
    arbiter.fireDeadlines(by: time)
    suspendIfDue(by: time)
    lastTime = max(lastTime ?? time, time)
    arbiter.now = max(arbiter.now, time)
  }

  private func beginCallbacks() {
    // A fatal error, since a precondition prints no message in release.
    if arbiter.isBusy {
      fatalError("Application.send or advance called from a callback of another event")
    }
    arbiter.isBusy = true
  }

  /// Performs a change after the running callbacks, at a time not before the last one.
  func change(at time: Timestamp?, _ body: @escaping (Timestamp) -> Void) {
    if arbiter.isBusy {
      return arbiter.postponed.append { [unowned self] in change(at: time, body) }
    }
    beginCallbacks()
    if let time { pass(to: time) }
    body(max(lastTime ?? .zero, time ?? lastTime ?? .zero))
    arbiter.endCallbacks()
  }

  // MARK: States

  /// Seconds in the background before suspension: about 10, according to iPhone development books.
  public static let suspensionDelay = 10.0

  /// Interrupts the application, as a call, an alarm or the lock button does: cancels all touches
  /// and accepts no further ones until ``resume()``.
  public func interrupt(at time: Timestamp) {
    change(at: time) { [unowned self] time in
      isInterrupted = true
      resignActive(at: time)
    }
  }

  /// Ends an interruption; fingers that stayed down get no touch until they lift.
  public func resume() {
    change(at: nil) { [unowned self] _ in
      isInterrupted = false
      becomeActive()
    }
  }

  /// Moves the application to the background, as the home button does.
  public func enterBackground(at time: Timestamp) {
    change(at: time) { [unowned self] time in
      resignActive(at: time)
      guard state == .inactive else { return }
      state = .background
      suspensionTime = time.advanced(bySeconds: Application.suspensionDelay)
      didEnterBackground()
    }
  }

  /// Brings the application back from the background or from suspension.
  public func enterForeground(at time: Timestamp) {
    change(at: time) { [unowned self] _ in
      guard state == .background || state == .suspended else { return }
      suspensionTime = nil
      isInterrupted = false
      willEnterForeground()
      state = .inactive
      becomeActive()
    }
  }

  /// Ends the application: cancels all touches and accepts no further events.
  public func terminate(at time: Timestamp) {
    change(at: time) { [unowned self] time in
      guard state != .notRunning else { return }
      resignActive(at: time)
      suspensionTime = nil
      state = .notRunning
      willTerminate()
    }
  }

  private func suspendIfDue(by time: Timestamp) {
    guard let due = suspensionTime, due <= time else { return }
    suspensionTime = nil
    if state == .background { state = .suspended }
  }

  private func resignActive(at time: Timestamp) {
    guard state == .active else { return }
    state = .inactive
    willResignActive()
    cancelInput(at: time)
    arbiter.abandonAll(at: time)
  }

  /// Becomes active unless the program or a device interrupts the application.
  private func becomeActive() {
    guard state == .inactive, !isInterrupted, !dispatchers.contains(where: \.wasInterrupted)
    else { return }
    state = .active
    didBecomeActive()
  }

  private func cancelInput(at time: Timestamp) {
    for dispatcher in dispatchers { dispatcher.cancelAll(at: time) }
    while let motion = motions.first {
      deliver(motion: MotionEvent(motion.kind, .cancelled, at: time))
    }
    endHovers(at: time)
  }

  // MARK: Motions

  /// The window that receives motions: the last one made key, or else the frontmost.
  public var keyWindow: Window? { chosenKeyWindow ?? windows.last }

  /// Delivers a motion event while the application is active, after the running callbacks and the
  /// deadlines up to its time; ignores a second beginning, and an end without a beginning.
  public func send(_ event: MotionEvent) {
    change(at: event.timestamp) { [unowned self] time in
      guard state == .active else { return }
      var event = event
      event.timestamp = time
      deliver(motion: event)
    }
  }

  private func deliver(motion event: MotionEvent) {
    let index = motions.firstIndex { $0.kind == event.kind }
    guard event.phase != .began else {
      guard index == nil else { return }
      let responder: Responder = keyWindow?.firstResponder ?? keyWindow ?? self
      motions.append(MotionInProgress(kind: event.kind, responder: responder))
      return responder.deliver(event)
    }
    guard let index else { return }
    let motion = motions.remove(at: index)
    if let responder = motion.responder {
      responder.deliver(event)
    } else {
      discardedEvents += 1
    }
  }
}

// MARK: - Order of contacts

extension ContactFrame {
  var isInOrder: Bool {
    let contacts = contacts.span
    guard contacts.count > 1 else { return true }
    for index in 1..<contacts.count where contacts[index - 1].id >= contacts[index].id {
      return false
    }
    return true
  }

  /// The frame with its contacts in ascending order of ids, without duplicates.
  var inOrder: ContactFrame {
    var frame = self
    var known: Set<Contact.ID> = []
    frame.contacts = contacts.filter { known.insert($0.id).inserted }.sorted { $0.id < $1.id }
    return frame
  }
}
