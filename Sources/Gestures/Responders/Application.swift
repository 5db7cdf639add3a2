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
  /// Whether the application is in front of the person.
  public enum State: String, Sendable, CaseIterable {
    case notRunning, inactive, active, background, suspended
  }

  public private(set) var state = State.active
  /// The windows, the frontmost last.
  public var windows: [Window] { dispatcher.windows }
  /// How many touch events nobody in the responder chain handled.
  public private(set) var discardedEvents = 0
  /// Settles conflicts between the recognizers.
  public let arbiter: Arbiter
  /// Tells palms from fingers.
  public final var palmFilter: PalmFilter?

  private let dispatcher: TouchDispatcher
  private var lastTime: Timestamp?

  public init(policy: any ArbitrationPolicy = ExclusivePolicy()) {
    arbiter = Arbiter(policy: policy)
    dispatcher = TouchDispatcher(arbiter: arbiter)
  }

  /// Puts a window in front of the others.
  public func addWindow(_ window: Window) {
    dispatcher.windows.append(window)
    window.application = self
  }

  public func removeWindow(_ window: Window) {
    dispatcher.windows.removeAll { $0 === window }
    window.application = nil
  }

  // MARK: Callbacks

  /// A call, an alarm or the lock button: touches have been cancelled, none will come.
  open func willResignActive() {}
  /// Touches come again.
  open func didBecomeActive() {}

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
}

// MARK: - Events

extension Application {
  /// The touches that are down.
  public var touches: TouchSet { dispatcher.touches }

  /// Takes a frame in. Deadlines up to its time fire first; time never runs backward.
  public func send(_ frame: ContactFrame) {
    advance(to: frame.time)
    if frame.isInterrupted != (state == .inactive) {
      if frame.isInterrupted {
        interrupt(at: frame.time)
      } else {
        resume()
      }
    }
    guard state == .active else { return dispatcher.castOut(frame) }
    if palmFilter?.judge(frame) == true { arbiter.abandonAll(at: frame.time) }
    dispatcher.process(frame, judgedPalms: palmFilter?.palms ?? [])
  }

  /// Lets time pass: fires the deadlines up to a moment.
  public func advance(to time: Timestamp) {
    arbiter.fireDeadlines(by: time)
    lastTime = max(lastTime ?? time, time)
    arbiter.now = max(arbiter.now, time)
  }

  /// The moment of the next deadline; live drivers set their timer to it.
  public var nextDeadline: Timestamp? { arbiter.nextDeadline }

  /// The end of a trace: fingers that are down are cancelled, then the remaining deadlines fire.
  public func finish() {
    if let lastTime { dispatcher.cancelAll(at: lastTime) }
    while let next = arbiter.nextDeadline { advance(to: next) }
  }

  /// Cancels all touches and holds further ones back until ``resume()``.
  public func interrupt(at time: Timestamp) {
    guard state == .active else { return }
    state = .inactive
    willResignActive()
    dispatcher.cancelAll(at: time)
    arbiter.abandonAll(at: time)
  }

  /// Lets touches through again; fingers that stayed down are not heard of.
  public func resume() {
    guard state == .inactive else { return }
    state = .active
    didBecomeActive()
  }
}
