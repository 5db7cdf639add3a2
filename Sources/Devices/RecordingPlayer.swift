#if Live
  import CInput
  import Evdev
  import Glibc
  public import Playback
  import Timeline

  /// A player of a recording into devices, with each frame at its recorded time.
  ///
  /// Times are relative to the start, not to the previous frame, so that delays do not accumulate.
  public final class RecordingPlayer {
    /// The speed factor; nil plays as fast as possible.
    public var speed: Double? = 1
    /// Whether the player repeats until the loop is stopped.
    public var repeats = false
    /// The player's loop, to which signals can be added.
    public let loop: EventLoop
    /// The number of times that the recording has been played to its end.
    public private(set) var rounds = 0
    /// The number of events written.
    public private(set) var events = 0
    /// The largest delay of a frame, in seconds.
    public private(set) var worstDelay = 0.0

    private let trace: PlayedTrace
    private let devices: [VirtualDevice]
    private var start = Timestamp.zero
    private var next = 0

    /// Creates a player of a recording into one device for each of its own; throws if there are
    /// fewer, or if frames refer to events that the recording lacks.
    public init(_ trace: PlayedTrace, into devices: [VirtualDevice]) throws {
      for frame in trace.frames {
        guard devices.indices.contains(frame.device) else {
          throw DeviceError(
            .failed, device: "device \(frame.device) of the recording",
            message: "there are \(devices.count) devices to play into")
        }
        guard frame.range.clamped(to: trace.events.indices) == frame.range else {
          throw DeviceError(
            .failed, device: "device \(frame.device) of the recording",
            message: "a frame has events \(frame.range) of \(trace.events.count)")
        }
      }
      self.trace = trace
      self.devices = devices
      loop = try EventLoop()
    }

    /// The pause between rounds at normal speed in seconds: more than the interval of taps.
    private static let pause = 1.0

    /// Plays after a delay in seconds, before which touches and keys are pressed that are down at
    /// the recording's start; releases all at the end. Ends early if the loop is stopped: a
    /// stop ends one run, a signal all later ones, too.
    public func run(after delay: Double = 0) throws {
      // The kernel groups wake-ups of ordinary processes within 50 microseconds.
      let slack = cinput_timer_slack()
      cinput_set_timer_slack(1)
      defer { if slack > 0 { cinput_set_timer_slack(UInt(slack)) } }
      start = MonotonicClock.now.advanced(bySeconds: delay)
      next = 0
      loop.nextDeadline = { [unowned self] in dueTime(of: next) }
      loop.onDeadline = { [unowned self] now in try play(by: now) }
      defer { loop.nextDeadline = { nil } }
      if trace.frames.isEmpty { return }
      defer { resetLoop() }
      try begin()
      try loop.run()
      for device in devices { try device.release() }
    }

    /// Lets the loop run again, unless a signal has stopped it.
    private func resetLoop() {
      if loop.signal == nil { loop.restart() }
    }

    /// Keeps the devices for some seconds, since programs lose unread events of removed ones.
    public func linger(_ seconds: Double) {
      let end = MonotonicClock.now.advanced(bySeconds: seconds)
      loop.nextDeadline = { end }
      loop.onDeadline = { [unowned self] _ in loop.stop() }
      loop.restart()
      try? loop.run()
      resetLoop()
    }

    private func dueTime(of index: Int) -> Timestamp {
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
      while next < trace.frames.count, dueTime(of: next) <= MonotonicClock.now {
        let frame = trace.frames[next]
        let due = dueTime(of: next)
        try devices[frame.device].write(trace.events[frame.range])
        if speed != nil {
          worstDelay = max(worstDelay, MonotonicClock.now.seconds(since: due))
        }
        events += frame.range.count
        next += 1
        // At full speed, too, signals are handled between frames.
        if speed == nil { break }
      }
      if next == trace.frames.count { try endRound() }
    }

    private func endRound() throws {
      rounds += 1
      guard repeats else { return loop.stop() }
      for device in devices { try device.release() }
      let pause = RecordingPlayer.pause / (speed ?? 1)
      start = speed == nil ? start : dueTime(of: next - 1).advanced(bySeconds: pause)
      next = 0
      try begin()
    }
  }
#endif
