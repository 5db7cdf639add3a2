#if Live
  import Evdev
  import Playback
  public import Recordings
  import Timeline

  /// Records one or several devices on a common clock, each to its own file.
  public final class RecordingSession {
    /// A device and the file that it is recorded to.
    public struct Track: Sendable {
      public var device: DeviceInfo
      public var path: String

      public init(device: DeviceInfo, path: String) {
        self.device = device
        self.path = path
      }
    }

    /// Receives the nodes of unplugged devices.
    public var unplugged: ((_ node: String) -> Void)?
    /// The session's loop, to which signals can be added.
    public let loop: EventLoop

    private final class Recorder {
      let reader: DeviceReader
      let recording: LiveRecording
      var isGone = false

      init(_ reader: DeviceReader, _ recording: LiveRecording) {
        self.reader = reader
        self.recording = recording
      }
    }

    private let beginning = MonotonicClock.now
    private var recorders: [Recorder] = []
    private var frame: [InputEvent] = []

    private let isRaw: Bool

    /// Opens the devices, then the files.
    ///
    /// - Parameter isRaw: Whether exactly the kernel's events are recorded, with nothing inserted.
    public init(
      _ tracks: [Track], format: RecordingFormat, grabs: Bool = false, isRaw: Bool = false
    ) throws {
      self.isRaw = isRaw
      loop = try EventLoop()
      let readers = try tracks.map {
        try DeviceReader(
          node: $0.device.node, origin: beginning, grabs: grabs, isRaw: isRaw)
      }
      for (reader, track) in zip(readers, tracks) {
        let recording = try LiveRecording(
          path: track.path, format: format,
          devices: [RecordedDevice(description: reader.description, node: reader.node)],
          resynchronize: isRaw ? nil : { reader.resynchronization(at: $1) },
          onFailure: loop.stopHandle.stop)
        let recorder = Recorder(reader, recording)
        recorders.append(recorder)
        try loop.add(reader.descriptor) { [unowned self] in try drain(recorder, isHungUp: $0) }
      }
    }

    /// Runs until the loop is stopped or all devices are unplugged; returns false in the second case.
    public func run() throws -> Bool {
      var failure: (any Error)?
      do { try loop.run() } catch { failure = error }
      let areGone = recorders.allSatisfy(\.isGone)
      let now = sessionTime
      for recorder in recorders {
        try drainRest(recorder, until: now)
        // A grabbed device belongs to the others again, however long the rest takes.
        recorder.reader.ungrab()
      }
      for recorder in recorders { try end(recorder) }
      if let failure { throw failure }
      return !areGone
    }

    public var events: Int { recorders.reduce(0) { $0 + $1.recording.events } }
    public var frames: Int { recorders.reduce(0) { $0 + $1.recording.frames } }
    /// The number of frames that were left out, because those before them could not be written in time.
    public var lostFrames: Int { recorders.reduce(0) { $0 + $1.recording.lostFrames } }
    /// How often the kernel dropped events.
    public var drops: Int { recorders.reduce(0) { $0 + $1.reader.drops } }
    /// Seconds since the session began.
    public var duration: Double { MonotonicClock.now.seconds(since: beginning) }

    private func drain(_ recorder: Recorder, isHungUp: Bool) throws {
      if recorder.isGone { return }
      do {
        var reads = 0
        while try recorder.reader.read(into: &frame) {
          try recorder.recording.write(frame, inserted: recorder.reader.inserted)
          reads += 1
          if reads % 64 == 0, loop.isStopping { return }
        }
        if isHungUp { throw recorder.reader.departure }
      } catch let error as DeviceError where error.problem == .gone {
        recorder.isGone = true
        loop.remove(recorder.reader.descriptor)
        unplugged?(recorder.reader.node)
        if recorders.allSatisfy(\.isGone) { loop.stop() }
      }
    }

    /// Records the events before the stop.
    private func drainRest(_ recorder: Recorder, until end: Timestamp) throws {
      if recorder.isGone { return }
      do {
        while loop.isPatient, try recorder.reader.read(into: &frame) {
          guard let time = frame.last?.time, time <= end else { return }
          try recorder.recording.write(frame, inserted: recorder.reader.inserted)
        }
      } catch let error as DeviceError where error.problem == .gone {}
    }

    private var sessionTime: Timestamp {
      Timestamp(microseconds: MonotonicClock.now.microseconds - beginning.microseconds)
    }

    /// Marks the stop with an empty frame, so that a replay fires the deadlines before it, too.
    private func end(_ recorder: Recorder) throws {
      if recorder.recording.events > 0, !isRaw {
        let end = InputEvent(
          time: sessionTime, type: .synchronization, code: SynchronizationCode.report, value: 0)
        try recorder.recording.write([end], inserted: [0..<1])
      }
      try recorder.recording.finish { loop.isPatient }
    }
  }
#endif
