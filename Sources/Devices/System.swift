#if Live
  import CInput
  import Glibc
  import SystemPackage
  public import Timeline

  /// A file descriptor that closes on deinitialization.
  final class Descriptor: Sendable {
    let number: Int32

    /// Takes ownership of the descriptor that a system call returned; throws the call's error if
    /// the call failed.
    init(owning number: Int32, of device: String) throws(DeviceError) {
      self.number = number
      if number < 0 { throw DeviceError(Errno(rawValue: errno), device: device) }
    }

    /// Makes a timer of the monotonic clock.
    static func timer() throws(DeviceError) -> Descriptor {
      try Descriptor(
        owning: timerfd_create(CLOCK_MONOTONIC, Int32(O_NONBLOCK | O_CLOEXEC)), of: "timer")
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

    deinit {
      close(number)
    }
  }

  /// The kernel's clock since boot, the clock of event timestamps.
  public enum MonotonicClock {
    /// The time of `CLOCK_MONOTONIC`.
    public static var now: Timestamp {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Timestamp(
        seconds: Int64(time.tv_sec), microseconds: Int64(time.tv_nsec) / 1000)
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
