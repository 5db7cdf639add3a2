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
    /// The signal that ended the loop.
    public private(set) var signal: Int32?

    public init() throws(DeviceError) {
      ready = Array(repeating: epoll_event(), count: EventLoop.mostReady)
      poller = Descriptor(owning: epoll_create1(Int32(EPOLL_CLOEXEC)))
      timer = Descriptor(
        owning: timerfd_create(CLOCK_MONOTONIC, Int32(O_NONBLOCK | O_CLOEXEC)))
      stopper = Descriptor(owning: eventfd(0, Int32(O_NONBLOCK | O_CLOEXEC)))
      guard poller.number >= 0, timer.number >= 0, stopper.number >= 0 else {
        throw DeviceError(Errno(rawValue: errno), device: "timer")
      }
      watch(timer.number)
      watch(stopper.number)
    }

    /// The most sources handled at one wake-up; the others follow at the next.
    private static let mostReady = 16

    /// Calls a handler when a descriptor is readable or hung up.
    public func add(_ descriptor: Int32, _ handler: @escaping Handler) {
      sources.append((descriptor, handler))
      watch(descriptor)
    }

    public func remove(_ descriptor: Int32) {
      sources.removeAll { $0.descriptor == descriptor }
      epoll_ctl(poller.number, EPOLL_CTL_DEL, descriptor, nil)
    }

    private func watch(_ descriptor: Int32) {
      var event = epoll_event()
      event.events = EPOLLIN.rawValue
      event.data.fd = descriptor
      epoll_ctl(poller.number, EPOLL_CTL_ADD, descriptor, &event)
    }

    /// Stops the loop on signals, which no longer end the process. Threads started earlier must have
    /// blocked them.
    public func stop(on signals: [Int32]) {
      var set = sigset_t()
      sigemptyset(&set)
      for signal in signals { sigaddset(&set, signal) }
      pthread_sigmask(SIG_BLOCK, &set, nil)
      let descriptor = Descriptor(owning: signalfd(-1, &set, Int32(O_NONBLOCK | O_CLOEXEC)))
      add(descriptor.number) { [unowned self] _ in
        var information = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        if Glibc.read(descriptor.number, &information, size) == size {
          signal = Int32(information.ssi_signo)
          isStopped = true
        }
      }
    }

    /// Stops the loop; callable from any thread.
    public func stop() {
      eventfd_write(stopper.number, 1)
    }

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
#endif
