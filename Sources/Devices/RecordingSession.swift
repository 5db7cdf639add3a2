#if Live
  import Conversion
  import Evdev
  import Playback
  import TouchFormats
  import Timeline

  /// A session that records devices on a common clock, each to its own file or all to one.
  public final class RecordingSession {
    /// A device and the file of its recording.
    public struct Track: Sendable {
      public var device: DeviceInfo
      /// The path of the file, which tracks share if its format holds several devices.
      public var path: String

      public init(device: DeviceInfo, path: String) {
        self.device = device
        self.path = path
      }
    }

    /// The options of recording.
    public struct Options: Sendable {
      public var format = RecordingFormat.evemu
      /// Whether the devices are grabbed, so that no other program gets their events.
      public var grabs = false
      /// Whether exactly the kernel's events are recorded, with nothing inserted.
      public var isRaw = false
      /// Whether the typed keys are recorded; otherwise they are masked, see ``KeyMask``.
      public var showsKeyCodes = false
      /// Whether only the times of keyboards' key presses are recorded, see ``KeyPressTimes``.
      public var keepsKeyTimesOnly = false
      /// The duration in seconds; nil sets no limit. Grabbing the only keyboard needs one.
      public var duration: Double?

      public init() {}
    }

    /// An event of one of the devices while the others are recorded.
    public enum Notice {
      case unplugged(node: String)
      /// The revocation of access to a present device, as when another session takes the seat.
      case revoked(node: String)
      /// A further error, after the one that ends the session.
      case failed(any Error)
    }

    public var notices: ((Notice) -> Void)?
    /// The session's loop, to which signals can be added.
    public let loop: EventLoop

    private final class Recorder {
      let device: DeviceInfo
      let reader: DeviceReader
      let recording: LiveRecording
      /// The device's index in the file.
      let index: Int
      var isGone = false
      /// Whether reading or writing failed, which it would again.
      var hasFailed = false

      init(_ device: DeviceInfo, _ reader: DeviceReader, _ recording: LiveRecording, _ index: Int) {
        self.device = device
        self.reader = reader
        self.recording = recording
        self.index = index
      }
    }

    private let beginning = MonotonicClock.now
    private let options: Options
    private var recorders: [Recorder] = []
    private var recordings: [LiveRecording] = []
    private var frame: [InputEvent] = []
    private var failures: [any Error] = []

    /// Opens the devices, then the files.
    public init(_ tracks: [Track], options: Options = Options()) throws {
      self.options = options
      loop = try EventLoop()
      if options.grabs, options.duration == nil {
        try KeyboardGrab.check(tracks.map(\.device), among: DeviceList.scan())
      }
      let readers = try tracks.map {
        try DeviceReader(
          node: $0.device.node, origin: beginning, grabs: options.grabs, isRaw: options.isRaw)
      }
      try create(tracks, readers)
      for recorder in recorders {
        try loop.add(recorder.reader.descriptor) { [unowned self] in
          try drain(recorder, isHungUp: $0)
        }
      }
    }

    private func create(_ tracks: [Track], _ readers: [DeviceReader]) throws {
      var paths: [String] = []
      for track in tracks where !paths.contains(track.path) { paths.append(track.path) }
      for path in paths {
        let members = tracks.indices.filter { tracks[$0].path == path }
        let recording = try LiveRecording(
          path: path, format: options.format,
          devices: members.map {
            RecordedDevice(
              description: readers[$0].description, node: readers[$0].node,
              calibration: tracks[$0].device.calibration)
          },
          showsKeyCodes: options.showsKeyCodes, keepsKeyTimesOnly: options.keepsKeyTimesOnly,
          resynchronize: options.isRaw
            ? nil : { device, time in readers[members[device]].resynchronization(at: time) },
          onFailure: loop.stopHandle.stop)
        recordings.append(recording)
        for (index, member) in members.enumerated() {
          recorders.append(Recorder(tracks[member].device, readers[member], recording, index))
        }
      }
    }

    /// Runs until the loop is stopped or no device is left; returns false in the second case.
    ///
    /// Every recording is ended in any case. Throws the first error; the others are notices.
    public func run() throws -> Bool {
      if let duration = options.duration {
        let end = MonotonicClock.now.advanced(bySeconds: duration)
        loop.nextDeadline = { end }
        loop.onDeadline = { [unowned self] _ in loop.stop() }
      }
      attempt { try loop.run() }
      let areGone = recorders.allSatisfy(\.isGone)
      let now = sessionTime
      for recorder in recorders {
        attempt { try drainRest(recorder, until: now) }
        // Other programs get a grabbed device back at once, however long the rest takes.
        recorder.reader.ungrab()
      }
      for recorder in recorders { attempt { try markStop(of: recorder) } }
      for recording in recordings { attempt { try recording.finish { loop.isPatient } } }
      if let first = failures.first {
        for error in failures.dropFirst() { notices?(.failed(error)) }
        throw first
      }
      return !areGone
    }

    public var events: Int { recordings.reduce(0) { $0 + $1.events } }
    public var frames: Int { recordings.reduce(0) { $0 + $1.frames } }
    /// The number of frames left out, because earlier ones could not be written in time.
    public var lostFrames: Int { recordings.reduce(0) { $0 + $1.lostFrames } }
    /// The number of times that the kernel dropped events.
    public var drops: Int { recorders.reduce(0) { $0 + $1.reader.drops } }
    /// The time since the session began, in seconds.
    public var duration: Double { MonotonicClock.now.seconds(since: beginning) }

    private func attempt(_ body: () throws -> Void) {
      do {
        try body()
      } catch  where !failures.contains(where: { "\($0)" == "\(error)" }) {
        failures.append(error)
      } catch {}
    }

    private func drain(_ recorder: Recorder, isHungUp: Bool) throws {
      if recorder.isGone || recorder.hasFailed { return }
      do {
        for _ in 0..<DeviceReader.framesAtOnce {
          guard try recorder.reader.read(into: &frame) else {
            if isHungUp { throw recorder.reader.departure }
            return
          }
          try write(frame, of: recorder)
        }
        loop.handleAgain(recorder.reader.descriptor)
      } catch let error as DeviceError where error.problem == .gone {
        recorder.isGone = true
        loop.remove(recorder.reader.descriptor)
        let node = recorder.reader.node
        notices?(
          DeviceList.isPresent(recorder.device) ? .revoked(node: node) : .unplugged(node: node))
        if recorders.allSatisfy(\.isGone) { loop.stop() }
      } catch {
        recorder.hasFailed = true
        throw error
      }
    }

    private func drainRest(_ recorder: Recorder, until end: Timestamp) throws {
      if recorder.isGone { return }
      do {
        while loop.isPatient, try recorder.reader.read(into: &frame) {
          guard let time = frame.last?.time, time <= end else { return }
          try write(frame, of: recorder)
        }
      } catch let error as DeviceError where error.problem == .gone {}
    }

    private var sessionTime: Timestamp {
      Timestamp(microseconds: MonotonicClock.now.microseconds - beginning.microseconds)
    }

    private func write(_ frame: [InputEvent], of recorder: Recorder) throws {
      try recorder.recording.write(
        frame, device: recorder.index, inserted: recorder.reader.inserted)
    }

    /// Marks the stop with an empty frame, so that a replay fires the deadlines before it, too.
    private func markStop(of recorder: Recorder) throws {
      guard recorder.recording.events > 0, !options.isRaw else { return }
      let end = InputEvent(
        time: sessionTime, type: .synchronization, code: SynchronizationCode.report, value: 0)
      try recorder.recording.write([end], device: recorder.index, inserted: [0..<1])
    }
  }
#endif
