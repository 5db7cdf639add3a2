#if Live
  import Glibc
  public import Timeline

  /// The kernel's clock since the machine started, which events are stamped with.
  public enum MonotonicClock {
    /// `CLOCK_MONOTONIC`
    public static var now: Timestamp {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Timestamp(
        seconds: Int64(time.tv_sec), microseconds: Int64(time.tv_nsec) / 1000)
    }

    /// Sleeps until a moment, or until a signal is handled; late by what the system takes to wake it.
    static func sleep(until moment: Timestamp) {
      var time = timespec(moment)
      clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
    }
  }

  extension timespec {
    /// A moment; one before the clock's start becomes its start.
    init(_ moment: Timestamp) {
      let (seconds, microseconds) = max(0, moment.microseconds).quotientAndRemainder(
        dividingBy: 1_000_000)
      self.init(tv_sec: Int(seconds), tv_nsec: Int(microseconds) * 1000)
    }
  }
#endif
