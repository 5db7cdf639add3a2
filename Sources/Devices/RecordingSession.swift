#if Live
  import Evdev
  import Playback
  public import Recordings
  import Timeline

  /// Records one or several devices on a common clock, each to a file of its own.
  public final class RecordingSession {
    /// What is recorded where.
    public struct Track: Sendable {
      public var device: DeviceInfo
      public var path: String

      public init(device: DeviceInfo, path: String) {
        self.device = device
        self.path = path
      }
    }

    /// Hears of devices that were unplugged.
    public var unplugged: ((_ node: String) -> Void)?
    /// The loop that it runs in, to add signals to.
    public let loop: EventLoop

    private final class Lane {
      let reader: DeviceReader
      let recording: LiveRecording
      var isGone = false

      init(_ reader: DeviceReader, _ recording: LiveRecording) {
        self.reader = reader
        self.recording = recording
      }
    }

    private let beginning = MonotonicClock.now
    private var lanes: [Lane] = []
    private var frame: [InputEvent] = []

    /// Opens the devices, then the files.
    public init(_ tracks: [Track], format: RecordingFormat, grabs: Bool = false) throws {
      loop = try EventLoop()
      let readers = try tracks.map {
        try DeviceReader(node: $0.device.node, origin: beginning, grabs: grabs)
      }
      for (reader, track) in zip(readers, tracks) {
        let recording = try LiveRecording(
          path: track.path, format: format,
          device: RecordedDevice(description: reader.description, node: reader.node))
        let lane = Lane(reader, recording)
        lanes.append(lane)
        loop.add(reader.descriptor) { [unowned self] in try drain(lane, isHungUp: $0) }
      }
    }

    /// Runs until the loop is stopped or all devices are gone; false if they are.
    public func run() throws -> Bool {
      var failure: (any Error)?
      do { try loop.run() } catch { failure = error }
      let areGone = lanes.allSatisfy(\.isGone)
      for lane in lanes {
        try drain(lane, isHungUp: false)
        try end(lane)
      }
      if let failure { throw failure }
      return !areGone
    }

    public var events: Int { lanes.reduce(0) { $0 + $1.recording.events } }
    public var frames: Int { lanes.reduce(0) { $0 + $1.recording.frames } }
    /// How often the kernel lost events.
    public var drops: Int { lanes.reduce(0) { $0 + $1.reader.drops } }
    /// Seconds since the session began.
    public var duration: Double { MonotonicClock.now.seconds(since: beginning) }

    private func drain(_ lane: Lane, isHungUp: Bool) throws {
      if lane.isGone { return }
      do {
        while try lane.reader.read(into: &frame) { try lane.recording.write(frame) }
        if isHungUp { throw lane.reader.departure }
      } catch let error as DeviceError where error.problem == .gone {
        lane.isGone = true
        loop.remove(lane.reader.descriptor)
        unplugged?(lane.reader.node)
        if lanes.allSatisfy(\.isGone) { loop.stop() }
      }
    }

    /// An empty frame marks the stop: what was decided by then was decided while it was recorded.
    private func end(_ lane: Lane) throws {
      if lane.recording.events > 0 {
        let time = Timestamp(
          microseconds: MonotonicClock.now.microseconds - beginning.microseconds)
        try lane.recording.write([
          InputEvent(
            time: time, type: .synchronization, code: SynchronizationCode.report, value: 0)
        ])
      }
      try lane.recording.finish()
    }
  }
#endif
