#if Live
  import Evdev
  public import Playback
  public import Recordings
  public import Timeline

  /// A device, the recognizers on it, and a recording of what they see, until somebody stops it.
  ///
  /// ```swift
  /// let session = try LiveSession(device: nil, options: LiveSession.Options())
  /// session.observer = { report in print(report) }
  /// let ending = try session.run()
  /// ```
  public final class LiveSession {
    public struct Options: Sendable {
      public var replay = ReplayOptions()
      /// Nobody else gets the device's events.
      public var grabs = false
      /// Waits for the device, at the start and when it is unplugged.
      public var waits = false
      /// Shows what libinput makes of the same device.
      public var asksLibinput = false
      /// Measures how long after its own time each frame has been dealt with.
      public var measuresLatency = false
      /// Where to record to, if anywhere, and in which format.
      public var recordingPath: String?
      public var recordingFormat = RecordingFormat.evemu

      public init() {}
    }

    public enum Ending: Hashable, Sendable {
      /// Somebody stopped it.
      case stopped
      /// The device was unplugged, and nobody wanted to wait for it.
      case unplugged
    }

    /// Something that people may want to know, such as that the device is back.
    public enum Notice: Hashable, Sendable {
      case opened(DeviceInfo)
      case unplugged(node: String)
      case waiting
    }

    /// Hears what was recognized.
    public var observer: ((Replay.Report) -> Void)?
    /// Hears what libinput recognized.
    public var secondOpinion: ((LibinputGesture) -> Void)?
    public var notices: ((Notice) -> Void)?
    /// The loop that it runs in, to add signals and others to.
    public let loop: EventLoop

    private let name: String?
    private let options: Options
    /// When the session began, from which all its times count.
    let beginning = MonotonicClock.now
    private var monitor: DeviceMonitor?
    // What every frame touches is not checked for exclusive access: one thread, one frame at a time.
    @exclusivity(unchecked) private var reader: DeviceReader?
    @exclusivity(unchecked) private var engine: LiveReplay?
    @exclusivity(unchecked) private var recording: LiveRecording?
    private var libinput: LibinputWatcher?
    /// The device that was opened first: another one does not take its place.
    private var identity: DeviceDescription?
    @exclusivity(unchecked) private var frame: [InputEvent] = []
    /// The time of the frame that is being dealt with, until its latency is known.
    @exclusivity(unchecked) private var unmeasured: Timestamp?
    private var ending = Ending.stopped
    private var drops = 0
    /// From the kernel's time of each frame to the first callback for it or, where there is none, until
    /// it has been dealt with.
    @exclusivity(unchecked) public private(set) var latency: LatencyHistogram?

    /// Opens the device.
    ///
    /// - Parameter name: see ``DeviceList/find(_:)``.
    public init(device name: String?, options: Options = Options()) throws {
      self.name = name
      self.options = options
      loop = try EventLoop()
      if options.waits { try watch() }
      if options.measuresLatency { latency = LatencyHistogram() }
      frame.reserveCapacity(256)
    }

    /// Runs until the loop is stopped or the device is gone.
    public func run() throws -> Ending {
      loop.nextDeadline = { [unowned self] in
        engine?.nextDeadline.map { $0.advanced(byMicroseconds: beginning.microseconds) }
      }
      loop.onDeadline = { [unowned self] in engine?.advance(to: sessionTime($0)) }
      defer { loop.nextDeadline = { nil } }
      try openFirst()
      var failure: (any Error)?
      do { try loop.run() } catch { failure = error }
      try finish()
      if let failure { throw failure }
      return ending
    }

    /// The first event, from which records count; nil before there was one.
    public var origin: Timestamp? { engine?.origin }
    /// What went through.
    public var summary: ReplaySummary { engine?.summary ?? ReplaySummary() }
    /// How often the kernel lost events.
    public var lostEvents: Int { drops + (reader?.drops ?? 0) }
    /// Seconds since the session began.
    public var duration: Double { MonotonicClock.now.seconds(since: beginning) }

    private func sessionTime(_ time: Timestamp) -> Timestamp {
      Timestamp(microseconds: time.microseconds - beginning.microseconds)
    }
  }

  // MARK: - The device

  extension LiveSession {
    private func openFirst() throws {
      do {
        try open(DeviceList.find(name))
      } catch let error as DeviceError where error.problem == .notFound && options.waits {
        notices?(.waiting)
      }
    }

    private func open(_ info: DeviceInfo) throws {
      let reader = try DeviceReader(
        node: info.node, origin: beginning, grabs: options.grabs)
      if engine == nil { try begin(reader) }
      self.reader = reader
      loop.add(reader.descriptor) { [unowned self] in try drain(isHungUp: $0) }
      try openLibinput(info.node)
      notices?(.opened(info))
    }

    /// What is there once, however often the device is plugged in and out.
    private func begin(_ reader: DeviceReader) throws {
      if let path = options.recordingPath {
        recording = try LiveRecording(
          path: path, format: options.recordingFormat,
          device: RecordedDevice(description: reader.description, node: reader.node))
      }
      let engine = LiveReplay(description: reader.description, options: options.replay)
      engine.observer = { [unowned self] in
        measure()
        observer?($0)
      }
      self.engine = engine
      identity = reader.description
    }

    private func openLibinput(_ node: String) throws {
      guard options.asksLibinput else { return }
      let libinput = try LibinputWatcher(node: node, origin: beginning)
      self.libinput = libinput
      loop.add(libinput.descriptor) { [unowned self] _ in
        libinput.read { self.secondOpinion?($0) }
      }
    }

    /// Takes in all that can be read.
    private func drain(isHungUp: Bool) throws {
      guard let reader else { return }
      do {
        while try reader.read(into: &frame) { try take() }
        if isHungUp { throw reader.departure }
      } catch let error as DeviceError where error.problem == .gone {
        try close(reader)
      }
    }

    private func take() throws {
      unmeasured = latency == nil ? nil : frame.last?.time
      engine?.process(&frame)
      measure()
      try recording?.write(frame)
    }

    private func measure() {
      guard let time = unmeasured else { return }
      unmeasured = nil
      latency?.add(sessionTime(MonotonicClock.now).microseconds(since: time))
    }

    private func finish() throws {
      // What came before the stop counts.
      if let reader {
        do {
          while try reader.read(into: &frame) { try take() }
        } catch let error as DeviceError where error.problem == .gone {}
      }
      let now = sessionTime(MonotonicClock.now)
      engine?.advance(to: now)
      if let end = engine?.finish(at: now) { try recording?.write(end) }
      try recording?.finish()
    }
  }

  // MARK: - Hotplug

  extension LiveSession {
    private func watch() throws {
      let monitor = try DeviceMonitor()
      self.monitor = monitor
      loop.add(monitor.descriptor) { [unowned self] _ in
        while let change = monitor.next() {
          if case .added(let info) = change, reader == nil, isMine(info) { try reopen(info) }
        }
      }
    }

    /// Whether a device that was plugged in is the one that is waited for.
    private func isMine(_ info: DeviceInfo) -> Bool {
      guard let identity else { return DeviceList.isNamed(name, info) }
      if let description = info.description { return description == identity }
      return info.name == identity.name && info.identity == identity.identity
    }

    /// Opens the device that was waited for; one that is gone again is waited for once more.
    private func reopen(_ info: DeviceInfo) throws {
      do {
        if let obstacle = info.obstacle { throw obstacle }
        try open(info)
      } catch let error as DeviceError where [.gone, .notFound].contains(error.problem) {}
    }

    /// The device is gone: its touches are of unknown fate, and so is what follows.
    private func close(_ reader: DeviceReader) throws {
      loop.remove(reader.descriptor)
      if let libinput { loop.remove(libinput.descriptor) }
      libinput = nil
      drops += reader.drops
      self.reader = nil
      notices?(.unplugged(node: reader.node))
      guard options.waits else {
        ending = .unplugged
        return loop.stop()
      }
      let time = sessionTime(MonotonicClock.now)
      if engine?.origin != nil {
        frame = [
          SynchronizationCode.dropped, SynchronizationCode.report, SynchronizationCode.report,
        ]
        .map { InputEvent(time: time, type: .synchronization, code: $0, value: 0) }
        try take()
      }
      notices?(.waiting)
    }
  }
#endif
