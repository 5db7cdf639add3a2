#if Live
  import CInput
  import Glibc
  import SystemPackage

  /// A timer of a loop, which calls a handler once after each start.
  package final class LoopTimer {
    private let timer: Descriptor
    private let loop: EventLoop

    /// Adds a timer to a loop, not started yet.
    package init(_ loop: EventLoop, _ handler: @escaping () throws -> Void) throws(DeviceError) {
      self.loop = loop
      timer = Descriptor(
        owning: timerfd_create(CLOCK_MONOTONIC, Int32(O_NONBLOCK | O_CLOEXEC)))
      guard timer.number >= 0 else {
        throw DeviceError(Errno(rawValue: errno), device: "timer")
      }
      let number = timer.number
      try loop.add(number) { _ in
        // The timer stays readable until its count is read.
        var count: UInt64 = 0
        Glibc.read(number, &count, MemoryLayout.size(ofValue: count))
        try handler()
      }
    }

    deinit { loop.remove(timer.number) }

    /// Calls the handler after a time in seconds, less than a second; an earlier start no longer
    /// counts.
    package func start(after seconds: Double) {
      var setting = itimerspec()
      setting.it_value.tv_nsec = Int(max(1e-9, min(0.999, seconds)) * 1e9)
      timerfd_settime(timer.number, 0, &setting, nil)
    }
  }
#endif
