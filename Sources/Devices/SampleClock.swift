#if Live
  import Glibc
  import Timeline

  /// The clock that an industrial I/O device stamps its samples with: `current_timestamp_clock`.
  struct SampleClock {
    private let identifier: clockid_t

    /// The wall clock is what devices use unless somebody chose another.
    init(folder: String) {
      let name = AccelerometerBuffer.read(folder, "current_timestamp_clock") ?? ""
      identifier = SampleClock.identifiers[name] ?? CLOCK_REALTIME
    }

    /// The names that the kernel has (`iio_show_timestamp_clock`).
    private static let identifiers: [String: clockid_t] = [
      "realtime": CLOCK_REALTIME, "monotonic": CLOCK_MONOTONIC,
      "monotonic_raw": CLOCK_MONOTONIC_RAW, "realtime_coarse": CLOCK_REALTIME_COARSE,
      "monotonic_coarse": CLOCK_MONOTONIC_COARSE, "boottime": CLOCK_BOOTTIME, "tai": CLOCK_TAI,
    ]

    /// By how many microseconds it is ahead of the monotonic clock now; asked anew for each batch, as
    /// the wall clock is set.
    var ahead: Int64 {
      switch identifier {
      // The coarse one is the same clock, read less often.
      case CLOCK_MONOTONIC, CLOCK_MONOTONIC_COARSE: return 0
      default:
        var time = timespec()
        clock_gettime(identifier == CLOCK_REALTIME_COARSE ? CLOCK_REALTIME : identifier, &time)
        let now = Timestamp(
          seconds: Int64(time.tv_sec), microseconds: Int64(time.tv_nsec) / 1000)
        return now.microseconds(since: MonotonicClock.now)
      }
    }
  }
#endif
