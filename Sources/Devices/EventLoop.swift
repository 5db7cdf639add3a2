#if Live
  import CInput
  import Glibc
  import SystemPackage
  public import Timeline

  /// Waits for devices, deadlines and signals on one thread, and calls their handlers.
  ///
  /// ``run()`` waits by itself. A program with another loop waits until ``descriptor`` is readable
  /// and calls ``dispatch()``.
  ///
  /// All readable input is read before a deadline fires: a frame that arrived before the deadline
  /// is processed before it, however late the process wakes.
  public final class EventLoop {
    /// A handle that stops a loop from any thread.
    public struct StopHandle: Sendable {
      fileprivate let stopper: Descriptor

      /// Lets the loop stop after the running handler, or at once without one.
      public func stop() { eventfd_write(stopper.number, 1) }
    }

    /// Reads all available input; `isHungUp` says that the other end is closed.
    public typealias Handler = (_ isHungUp: Bool) throws -> Void

    /// The next deadline on the monotonic clock; nil if no deadline is pending.
    public var nextDeadline: () -> Timestamp? = { nil }
    /// Called when a deadline has passed.
    public var onDeadline: (_ now: Timestamp) throws -> Void = { _ in }

    // Exclusivity checks are off, since every wake-up uses these; handlers reach them only through
    // methods that do not change values being read.
    private var sources: [Source] = []
    private var nextToken = EventLoop.firstToken
    /// The sources with input that their handlers have left unread.
    private var unfinished: [UInt64] = []
    private var ready: [epoll_event]
    private let poller: Descriptor
    private let timer: Descriptor
    private let stopper: Descriptor
    private var armed: Timestamp?
    /// Whether the loop was stopped.
    public private(set) var isStopped = false
    private(set) var isDispatching = false
    /// The descriptor that becomes readable when a signal of ``stop(on:)`` has come.
    private var signals: Descriptor?
    private var interruptions = Interruptions()
    /// The first signal that came.
    public var signal: Int32? { interruptions.first }

    public init() throws(DeviceError) {
      ready = Array(repeating: epoll_event(), count: Int(EventLoop.firstToken))
      poller = try Descriptor.poller()
      timer = try Descriptor.timer()
      stopper = try Descriptor.event(of: "timer")
      try poller.watch(timer.number, token: EventLoop.timerToken, of: "timer")
      try poller.watch(stopper.number, token: EventLoop.stopperToken, of: "timer")
    }

    /// A descriptor with its handler, by a token: its number may belong to another file by then.
    private struct Source {
      var token: UInt64
      var descriptor: Int32
      var handler: Handler
    }

    private static let timerToken: UInt64 = 0
    private static let stopperToken: UInt64 = 1
    private static let firstToken: UInt64 = 2

    /// Calls a handler when a descriptor is readable or hung up.
    public func add(_ descriptor: Int32, _ handler: @escaping Handler) throws(DeviceError) {
      try poller.watch(descriptor, token: nextToken, of: "descriptor \(descriptor)")
      sources.append(Source(token: nextToken, descriptor: descriptor, handler: handler))
      nextToken += 1
      // A wake-up has room for all sources, so that no deadline fires before a source is read.
      if ready.count < sources.count + Int(EventLoop.firstToken) { ready.append(epoll_event()) }
    }

    public func remove(_ descriptor: Int32) {
      sources.removeAll { $0.descriptor == descriptor }
      // The call fails for a closed descriptor, which is removed already.
      epoll_ctl(poller.number, EPOLL_CTL_DEL, descriptor, nil)
    }

    /// Calls the handler of a descriptor again at the next ``dispatch()``, readable or not: for
    /// handlers that leave input unread, so that one source does not delay the others.
    public func handleAgain(_ descriptor: Int32) {
      unfinished += sources.filter { $0.descriptor == descriptor }.map(\.token)
    }

    /// Stops the loop on signals, which no longer end the process; earlier threads must block them.
    public func stop(on signals: [Int32]) throws(DeviceError) {
      var set = sigset_t()
      sigemptyset(&set)
      for signal in signals { sigaddset(&set, signal) }
      pthread_sigmask(SIG_BLOCK, &set, nil)
      let descriptor = try Descriptor(
        owning: signalfd(-1, &set, Int32(O_NONBLOCK | O_CLOEXEC)), of: "signals")
      self.signals = descriptor
      try add(descriptor.number) { [unowned self] _ in
        readSignals()
        isStopped = true
      }
    }

    private func readSignals() {
      guard let signals else { return }
      var information = signalfd_siginfo()
      let size = MemoryLayout<signalfd_siginfo>.size
      while Glibc.read(signals.number, &information, size) == size {
        interruptions.add(Int32(information.ssi_signo), at: MonotonicClock.now)
      }
    }

    /// Whether shutdown may still block: until a second signal, and two seconds after the first.
    public var isPatient: Bool {
      readSignals()
      return interruptions.allowWaiting(at: MonotonicClock.now)
    }

    /// Stops the loop; other threads use ``stopHandle``.
    public func stop() {
      isStopped = true
      stopHandle.stop()
    }

    /// The handle that stops the loop from any thread.
    public var stopHandle: StopHandle { StopHandle(stopper: stopper) }

    func restart() {
      stopper.takeCount()
      isStopped = false
    }

    /// Runs until it is stopped or a handler throws.
    public func run() throws {
      rearm()
      while !isStopped { try dispatch(waiting: -1) }
    }

    /// The epoll descriptor, which is readable with a source, at the next deadline and when the
    /// loop is stopped; only wait for it.
    public var descriptor: Int32 { poller.number }

    /// Handles the ready sources and deadlines without waiting; without effect from a handler.
    public func dispatch() throws {
      if !isStopped { try dispatch(waiting: 0) }
    }

    /// Sets the timer to the next deadline, after it has changed outside of ``dispatch()``.
    public func rearm() { arm(unfinished.isEmpty ? nextDeadline() : .zero) }

    /// - Parameter timeout: The time in milliseconds; -1 waits without limit.
    private func dispatch(waiting timeout: Int32) throws {
      if isDispatching { return }
      isDispatching = true
      defer {
        isDispatching = false
        rearm()
      }
      let again = unfinished
      unfinished = []
      for token in again { try sources.first { $0.token == token }?.handler(false) }
      try handleReadySources(waiting: again.isEmpty ? timeout : 0)
      guard !isStopped, let deadline = nextDeadline(), MonotonicClock.now >= deadline else {
        return
      }
      // Input that arrived meanwhile is handled first.
      try handleReadySources(waiting: 0)
      if !isStopped { try onDeadline(MonotonicClock.now) }
    }

    /// Waits for sources to become readable and calls their handlers.
    private func handleReadySources(waiting timeout: Int32) throws {
      let count = epoll_wait(poller.number, &ready, Int32(ready.count), timeout)
      if count < 0, errno != EINTR { throw DeviceError(Errno(rawValue: errno), device: "input") }
      for index in 0..<max(0, Int(count)) {
        // A handler may add and remove sources.
        let (token, events) = (ready[index].data.u64, ready[index].events)
        if token == EventLoop.stopperToken { isStopped = true }
        guard let source = sources.first(where: { $0.token == token }) else { continue }
        try source.handler(events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0)
      }
    }

    private func arm(_ deadline: Timestamp?) {
      if deadline == armed { return }
      armed = deadline
      // A deadline of zero must not stop the timer.
      let time = deadline.map { timespec(max($0, Timestamp(microseconds: 1))) } ?? timespec()
      timer.startTimer(time, isAbsolute: true)
    }
  }

  struct Interruptions {
    private(set) var first: Int32?
    private var count = 0
    private var deadline = Timestamp.max

    /// The seconds after the first signal that a program may take to end: far less than the time
    /// after which service managers kill (`docker stop` 10 s, systemd 90 s).
    private static let patience = 2.0

    mutating func add(_ signal: Int32, at time: Timestamp) {
      count += 1
      guard first == nil else { return }
      first = signal
      deadline = time.advanced(bySeconds: Interruptions.patience)
    }

    func allowWaiting(at time: Timestamp) -> Bool { count < 2 && time < deadline }
  }

  /// A timer of a loop, which calls a handler once after each start.
  package final class LoopTimer {
    private let timer: Descriptor
    private let loop: EventLoop

    /// Adds a timer to a loop, not started yet.
    package init(_ loop: EventLoop, _ handler: @escaping () throws -> Void) throws(DeviceError) {
      self.loop = loop
      let timer = try Descriptor.timer()
      self.timer = timer
      try loop.add(timer.number) { _ in
        timer.takeCount()
        try handler()
      }
    }

    deinit { loop.remove(timer.number) }

    /// Calls the handler after some seconds, less than one; an earlier start no longer counts.
    package func start(after seconds: Double) {
      timer.startTimer(timespec(tv_sec: 0, tv_nsec: Int(max(1e-9, min(0.999, seconds)) * 1e9)))
    }
  }
#endif
