#if Live
  import CInput
  import Glibc
  import SystemPackage
  public import Timeline

  /// Waits for devices, deadlines and signals on one thread, and calls their handlers.
  ///
  /// Before a deadline fires, everything readable is read: a frame that arrived before the deadline is
  /// processed before it, however late the process wakes.
  public final class EventLoop {
    /// Stops a loop from any thread.
    public struct StopHandle: Sendable {
      fileprivate let stopper: Descriptor

      /// Lets the loop stop after the handler that runs, or at once if none does.
      public func stop() {
        eventfd_write(stopper.number, 1)
      }
    }

    /// Reads everything that can be read now; the argument says whether the other side has hung up.
    public typealias Handler = (_ isHungUp: Bool) throws -> Void

    /// The next deadline on the monotonic clock; nil if no deadline is pending.
    public var nextDeadline: () -> Timestamp? = { nil }
    /// Called when a deadline has passed.
    public var onDeadline: (_ now: Timestamp) throws -> Void = { _ in }

    // Used by every wake-up; handlers reach these only through methods that do not change what is being
    // read, so exclusivity checks are off.
    @exclusivity(unchecked) private var sources: [(descriptor: Int32, handler: Handler)] = []
    /// The events of the last wake-up.
    @exclusivity(unchecked) private var ready: [epoll_event]
    private let poller: Descriptor
    private let timer: Descriptor
    private let stopper: Descriptor
    /// The deadline that the timer is set to.
    @exclusivity(unchecked) private var armed: Timestamp?
    @exclusivity(unchecked) private var isStopped = false
    /// Becomes readable when a signal of ``stop(on:)`` has come.
    private var signals: Descriptor?
    private var interruptions = Interruptions()
    /// The first signal that came.
    public var signal: Int32? { interruptions.first }

    public init() throws(DeviceError) {
      ready = Array(repeating: epoll_event(), count: EventLoop.mostReady)
      poller = Descriptor(owning: epoll_create1(Int32(EPOLL_CLOEXEC)))
      timer = Descriptor(
        owning: timerfd_create(CLOCK_MONOTONIC, Int32(O_NONBLOCK | O_CLOEXEC)))
      stopper = Descriptor(owning: eventfd(0, Int32(O_NONBLOCK | O_CLOEXEC)))
      guard poller.number >= 0, timer.number >= 0, stopper.number >= 0 else {
        throw DeviceError(Errno(rawValue: errno), device: "timer")
      }
      try watch(timer.number)
      try watch(stopper.number)
    }

    /// The most sources handled at one wake-up; the others follow at the next.
    private static let mostReady = 16

    /// Calls a handler when a descriptor is readable or hung up.
    public func add(_ descriptor: Int32, _ handler: @escaping Handler) throws(DeviceError) {
      try watch(descriptor)
      sources.append((descriptor, handler))
    }

    public func remove(_ descriptor: Int32) {
      sources.removeAll { $0.descriptor == descriptor }
      // It fails if the descriptor is closed, which removed it.
      epoll_ctl(poller.number, EPOLL_CTL_DEL, descriptor, nil)
    }

    private func watch(_ descriptor: Int32) throws(DeviceError) {
      var event = epoll_event()
      event.events = EPOLLIN.rawValue
      event.data.fd = descriptor
      if epoll_ctl(poller.number, EPOLL_CTL_ADD, descriptor, &event) != 0 {
        throw DeviceError(Errno(rawValue: errno), device: "descriptor \(descriptor)")
      }
    }

    /// Stops the loop on signals, which no longer end the process. Threads started earlier must have
    /// blocked them.
    public func stop(on signals: [Int32]) throws(DeviceError) {
      var set = sigset_t()
      sigemptyset(&set)
      for signal in signals { sigaddset(&set, signal) }
      pthread_sigmask(SIG_BLOCK, &set, nil)
      let descriptor = Descriptor(owning: signalfd(-1, &set, Int32(O_NONBLOCK | O_CLOEXEC)))
      if descriptor.number < 0 { throw DeviceError(Errno(rawValue: errno), device: "signals") }
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

    /// Whether what is left to do may take time: until a second signal, and for two seconds after the first.
    public var isPatient: Bool {
      readSignals()
      return interruptions.allowWaiting(at: MonotonicClock.now)
    }

    /// Whether the loop will stop, although a handler that has more to read than it can process does not
    /// return. It asks the kernel, so it is for every few dozen frames.
    var isStopping: Bool {
      var polled = [stopper, signals].compactMap { $0 }.map {
        pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0)
      }
      return isStopped || poll(&polled, nfds_t(polled.count), 0) > 0
    }

    /// Stops the loop; for other threads there is ``stopHandle``.
    public func stop() { stopHandle.stop() }

    /// Stops the loop from any thread.
    public var stopHandle: StopHandle { StopHandle(stopper: stopper) }

    /// Makes a stopped loop usable again.
    func restart() {
      var count: eventfd_t = 0
      eventfd_read(stopper.number, &count)
      isStopped = false
    }

    /// Runs until it is stopped or a handler throws.
    public func run() throws {
      while !isStopped { try step() }
    }

    private func step() throws {
      let deadline = nextDeadline()
      arm(deadline)
      try handleReadySources(waiting: -1)
      guard !isStopped, let deadline, MonotonicClock.now >= deadline else { return }
      // Input that arrived meanwhile comes first.
      try handleReadySources(waiting: 0)
      if !isStopped { try onDeadline(MonotonicClock.now) }
    }

    /// Waits for sources to become readable and calls their handlers.
    ///
    /// - Parameter timeout: in milliseconds; -1 waits without limit.
    private func handleReadySources(waiting timeout: Int32) throws {
      let count = epoll_wait(poller.number, &ready, Int32(ready.count), timeout)
      if count < 0, errno != EINTR { throw DeviceError(Errno(rawValue: errno), device: "input") }
      for index in 0..<max(0, Int(count)) {
        let descriptor = ready[index].data.fd
        if descriptor == stopper.number { isStopped = true }
        // A handler may add and remove sources.
        guard let source = sources.first(where: { $0.descriptor == descriptor }) else { continue }
        let isHungUp = ready[index].events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
        try source.handler(isHungUp)
      }
    }

    private func arm(_ deadline: Timestamp?) {
      if deadline == armed { return }
      armed = deadline
      var setting = itimerspec()
      if let deadline {
        // A time of zero would disarm the timer.
        setting.it_value = timespec(Swift.max(deadline, Timestamp(microseconds: 1)))
      }
      timerfd_settime(timer.number, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
  }

  /// The signals that a loop has received.
  struct Interruptions {
    private(set) var first: Int32?
    private var count = 0
    private var deadline = Timestamp.max

    /// How long after the first signal a program may take to end, in seconds: far less than the time after
    /// which service managers kill (`docker stop` 10 s, systemd 90 s).
    private static let patience = 2.0

    mutating func add(_ signal: Int32, at time: Timestamp) {
      count += 1
      guard first == nil else { return }
      first = signal
      deadline = time.advanced(bySeconds: Interruptions.patience)
    }

    func allowWaiting(at time: Timestamp) -> Bool { count < 2 && time < deadline }
  }
#endif
