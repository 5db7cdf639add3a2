#if Live
  import CInput
  import Glibc
  import SystemPackage
  public import Timeline

  /// A file descriptor that closes on deinitialization.
  final class Descriptor: Sendable {
    let number: Int32

    /// Takes ownership of the result of a system call; throws the call's error if it failed.
    init(owning number: Int32, of device: String) throws(DeviceError) {
      self.number = number
      if number < 0 { throw DeviceError(Errno(rawValue: errno), device: device) }
    }

    /// Makes a timer of the monotonic clock.
    static func timer() throws(DeviceError) -> Descriptor {
      try Descriptor(
        owning: timerfd_create(CLOCK_MONOTONIC, Int32(O_NONBLOCK | O_CLOEXEC)), of: "timer")
    }

    /// Starts a timer after a time, or at a time of the clock; a time of zero stops the timer.
    func startTimer(_ time: timespec, interval: timespec = timespec(), isAbsolute: Bool = false) {
      var setting = itimerspec(it_interval: interval, it_value: time)
      timerfd_settime(number, isAbsolute ? Int32(TFD_TIMER_ABSTIME) : 0, &setting, nil)
    }

    /// Whether a timer or an event has occurred since the last call, which makes it unreadable.
    @discardableResult func takeCount() -> Bool {
      var count: UInt64 = 0
      return Glibc.read(number, &count, 8) == 8
    }

    /// Makes a descriptor that waits for others.
    static func poller() throws(DeviceError) -> Descriptor {
      try Descriptor(owning: epoll_create1(Int32(EPOLL_CLOEXEC)), of: "timer")
    }

    /// Makes a poller wait until a descriptor is readable or hung up.
    func watch(_ descriptor: Int32, token: UInt64, of device: String) throws(DeviceError) {
      var event = epoll_event()
      event.events = EPOLLIN.rawValue
      event.data.u64 = token
      if epoll_ctl(number, EPOLL_CTL_ADD, descriptor, &event) != 0 {
        throw DeviceError(Errno(rawValue: errno), device: device)
      }
    }

    /// Makes a descriptor that becomes readable when something is written to it.
    static func event(of device: String) throws(DeviceError) -> Descriptor {
      try Descriptor(owning: eventfd(0, Int32(O_NONBLOCK | O_CLOEXEC)), of: device)
    }

    /// Opens a device node, non-blocking and closed on `exec`.
    init(opening path: String, _ access: Int32) throws(Errno) {
      number = open(path, access | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
      if number < 0 { throw Errno(rawValue: errno) }
    }

    deinit { close(number) }
  }

  /// The kernel's clock since boot, the clock of event timestamps.
  public enum MonotonicClock {
    /// The time of `CLOCK_MONOTONIC`.
    public static var now: Timestamp { Timestamp(of: CLOCK_MONOTONIC) }
  }

  extension Timestamp {
    /// The time of a clock of the kernel.
    init(of clock: clockid_t) {
      var time = timespec()
      clock_gettime(clock, &time)
      self.init(seconds: Int64(time.tv_sec), microseconds: Int64(time.tv_nsec) / 1000)
    }
  }

  extension timespec {
    /// Converts a time; negative times become 0.
    init(_ time: Timestamp) {
      let (seconds, microseconds) = max(0, time.microseconds).quotientAndRemainder(
        dividingBy: 1_000_000)
      self.init(tv_sec: Int(seconds), tv_nsec: Int(microseconds) * 1000)
    }
  }
#endif
