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
        let recorder = Recorder(reader, recording)
        recorders.append(recorder)
        loop.add(reader.descriptor) { [unowned self] in try drain(recorder, isHungUp: $0) }
      }
    }

    /// Runs until the loop is stopped or all devices are unplugged; returns false in the second case.
    public func run() throws -> Bool {
      var failure: (any Error)?
      do { try loop.run() } catch { failure = error }
      let areGone = recorders.allSatisfy(\.isGone)
      for recorder in recorders {
        try drain(recorder, isHungUp: false)
        try end(recorder)
      }
      if let failure { throw failure }
      return !areGone
    }

    public var events: Int { recorders.reduce(0) { $0 + $1.recording.events } }
    public var frames: Int { recorders.reduce(0) { $0 + $1.recording.frames } }
    /// How often the kernel dropped events.
    public var drops: Int { recorders.reduce(0) { $0 + $1.reader.drops } }
    /// Seconds since the session began.
    public var duration: Double { MonotonicClock.now.seconds(since: beginning) }

    private func drain(_ recorder: Recorder, isHungUp: Bool) throws {
      if recorder.isGone { return }
      do {
        while try recorder.reader.read(into: &frame) { try recorder.recording.write(frame) }
        if isHungUp { throw recorder.reader.departure }
      } catch let error as DeviceError where error.problem == .gone {
        recorder.isGone = true
        loop.remove(recorder.reader.descriptor)
        unplugged?(recorder.reader.node)
        if recorders.allSatisfy(\.isGone) { loop.stop() }
      }
    }

    /// Marks the stop with an empty frame, so that a replay fires the deadlines before it, too.
    private func end(_ recorder: Recorder) throws {
      if recorder.recording.events > 0 {
        let time = Timestamp(
          microseconds: MonotonicClock.now.microseconds - beginning.microseconds)
        try recorder.recording.write([
          InputEvent(
            time: time, type: .synchronization, code: SynchronizationCode.report, value: 0)
        ])
      }
      try recorder.recording.finish()
    }
  }
#endif
