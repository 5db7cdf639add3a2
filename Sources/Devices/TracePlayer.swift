#if Live
  import CInput
  import Evdev
  import Glibc
  public import Playback
  import Timeline

  /// Plays a recording into devices, each frame at its own moment.
  ///
  /// Moments count from the start, not from the frame before: an error of one is none of the next.
  public final class TracePlayer {
    /// Times as fast as recorded; nil plays as fast as possible.
    public var speed: Double? = 1
    /// Plays again and again until the loop is stopped.
    public var repeats = false
    /// The loop that it runs in, to add signals to.
    public let loop: EventLoop
    /// How often the recording was played to its end.
    public private(set) var rounds = 0
    /// How many events were written.
    public private(set) var events = 0
    /// The latest that a frame was written after its moment, in seconds.
    public private(set) var worstDelay = 0.0

    private let trace: PlayedTrace
    private let devices: [VirtualDevice]
    private var start = Timestamp.zero
    private var next = 0

    /// - Parameter devices: one for each device of the recording.
    public init(_ trace: PlayedTrace, into devices: [VirtualDevice]) throws {
      self.trace = trace
      self.devices = devices
      loop = try EventLoop()
    }

    /// Seconds between two rounds at normal speed: longer than any tap waits for another.
    private static let pause = 1.0

    /// Plays, after a delay in seconds, in which is down already what is down when the recording begins;
    /// ends early when the loop is stopped. Releases what is down.
    public func run(after delay: Double = 0) throws {
      // The kernel groups wake-ups of ordinary processes within 50 microseconds.
      cinput_set_timer_slack(1)
      start = MonotonicClock.now.advanced(bySeconds: delay)
      next = 0
      loop.nextDeadline = { [unowned self] in moment(of: next) }
      loop.onDeadline = { [unowned self] now in try play(by: now) }
      defer { loop.nextDeadline = { nil } }
      if trace.frames.isEmpty { return }
      try begin()
      try loop.run()
      for device in devices { try device.release() }
    }

    /// Leaves the devices there for some seconds, or until the loop is stopped: what is written to a
    /// device is lost to those who have not read it when it is removed.
    public func linger(_ seconds: Double) {
      let end = MonotonicClock.now.advanced(bySeconds: seconds)
      loop.nextDeadline = { end }
      loop.onDeadline = { [unowned self] _ in loop.stop() }
      loop.restart()
      try? loop.run()
    }

    /// When a frame is due.
    private func moment(of index: Int) -> Timestamp {
      guard let speed, index < trace.frames.count else { return start }
      let microseconds = trace.frames[index].time.microseconds(since: trace.frames[0].time)
      if speed == 1 { return start.advanced(byMicroseconds: microseconds) }
      return start.advanced(bySeconds: Double(microseconds) / 1e6 / speed)
    }

    private func begin() throws {
      for (index, device) in devices.enumerated() {
        let events = trace.beginning(of: index)
        if !events.isEmpty { try device.write(events) }
      }
    }

    private func play(by now: Timestamp) throws {
      while next < trace.frames.count, moment(of: next) <= MonotonicClock.now {
        let frame = trace.frames[next]
        let due = moment(of: next)
        try devices[frame.device].write(trace.events[frame.range])
        if speed != nil {
          worstDelay = max(worstDelay, MonotonicClock.now.seconds(since: due))
        }
        events += frame.range.count
        next += 1
        // As fast as possible still lets signals in.
        if speed == nil { break }
      }
      if next == trace.frames.count { try endRound() }
    }

    private func endRound() throws {
      rounds += 1
      guard repeats else { return loop.stop() }
      for device in devices { try device.release() }
      let pause = TracePlayer.pause / (speed ?? 1)
      start = speed == nil ? start : moment(of: next - 1).advanced(bySeconds: pause)
      next = 0
      try begin()
    }
  }
#endif
