#if Live
  import CInput
  import Glibc
  import SystemPackage
  public import Timeline

  /// Waits for devices, deadlines and signals on one thread, and calls those who asked for them.
  ///
  /// Before a deadline fires, everything that can be read is read: a frame that came in time counts
  /// as such, however late the process was woken.
  public final class EventLoop {
    /// Reads everything that can be read now; hears whether nothing will come any more.
    public typealias Handler = (_ isHungUp: Bool) throws -> Void

    /// The next deadline on the monotonic clock; nil if there is none.
    public var nextDeadline: () -> Timestamp? = { nil }
    /// Is called when a deadline has come.
    public var onDeadline: (_ now: Timestamp) throws -> Void = { _ in }

    // Not checked for exclusive access: each wake-up goes through these, and handlers reach them only
    // through functions that change nothing that is being read.
    @exclusivity(unchecked) private var sources: [(descriptor: Int32, handler: Handler)] = []
    @exclusivity(unchecked) private var polled: [pollfd] = []
    private let timer: Descriptor
    private let stopper: Descriptor
    /// What the timer is set to.
    @exclusivity(unchecked) private var armed: Timestamp?
    @exclusivity(unchecked) private var isStopped = false
    /// The signal that ended the loop.
    public private(set) var signal: Int32?

    public init() throws(DeviceError) {
      timer = Descriptor(
        owning: timerfd_create(CLOCK_MONOTONIC, Int32(O_NONBLOCK | O_CLOEXEC)))
      stopper = Descriptor(owning: eventfd(0, Int32(O_NONBLOCK | O_CLOEXEC)))
      guard timer.number >= 0, stopper.number >= 0 else {
        throw DeviceError(Errno(rawValue: errno), device: "timer")
      }
    }

    /// Calls a handler when a descriptor can be read, or has been closed on the other side.
    public func add(_ descriptor: Int32, _ handler: @escaping Handler) {
      sources.append((descriptor, handler))
      polled.removeAll()
    }

    public func remove(_ descriptor: Int32) {
      sources.removeAll { $0.descriptor == descriptor }
      polled.removeAll()
    }

    /// Ends the loop on signals, which no longer end the process. Threads that were started before
    /// must have blocked them.
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

    /// Ends the loop; from any thread.
    public func stop() {
      eventfd_write(stopper.number, 1)
    }

    /// Lets a loop that was stopped run again.
    func restart() {
      var count: eventfd_t = 0
      eventfd_read(stopper.number, &count)
      isStopped = false
    }

    /// Runs until it is stopped, or a handler throws.
    public func run() throws {
      while !isStopped { try step() }
    }

    private func step() throws {
      let deadline = nextDeadline()
      arm(deadline)
      if polled.isEmpty { preparePolling() }
      let count = poll(&polled, nfds_t(polled.count), -1)
      guard count > 0 else { return }
      if polled[0].revents != 0 { isStopped = true }
      try handleReadySources()
      guard !isStopped, let deadline, MonotonicClock.now >= deadline else { return }
      // What came in the meantime comes first.
      if polled.isEmpty { preparePolling() }
      if poll(&polled, nfds_t(polled.count), 0) > 0 { try handleReadySources() }
      if !isStopped { try onDeadline(MonotonicClock.now) }
    }

    /// The stopper, the timer, then the sources.
    private func preparePolling() {
      polled = ([stopper.number, timer.number] + sources.map(\.descriptor)).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
    }

    private func handleReadySources() throws {
      // A handler may add and remove sources.
      for index in 2..<max(2, polled.count) where index < polled.count && polled[index].revents != 0
      {
        let descriptor = polled[index].fd
        guard let source = sources.first(where: { $0.descriptor == descriptor }) else { continue }
        let isHungUp = Int32(polled[index].revents) & (POLLHUP | POLLERR | POLLNVAL) != 0
        try source.handler(isHungUp)
        if polled.isEmpty { return }
      }
    }

    private func arm(_ deadline: Timestamp?) {
      if deadline == armed { return }
      armed = deadline
      var setting = itimerspec()
      if let deadline {
        // A moment of zero would switch the timer off.
        setting.it_value = timespec(Swift.max(deadline, Timestamp(microseconds: 1)))
      }
      timerfd_settime(timer.number, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
  }
#endif
