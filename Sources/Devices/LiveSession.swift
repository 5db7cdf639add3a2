#if Live
  import Evdev
  public import Playback
  public import Recordings
  public import Timeline

  /// Recognizes gestures on a live device, and optionally records it, until stopped.
  ///
  /// ```swift
  /// let session = try LiveSession(device: nil, options: LiveSession.Options())
  /// session.observer = { report in print(report) }
  /// let ending = try session.run()
  /// ```
  public final class LiveSession {
    /// How a session recognizes, records and measures.
    public struct Options: Sendable {
      public var replay = ReplayOptions()
      /// Grabs the device, so that no other program gets its events.
      public var grabs = false
      /// Waits for the device at the start and when it is unplugged.
      public var waits = false
      /// Also reports libinput's gestures of the device.
      public var asksLibinput = false
      /// Measures the delay from each frame's timestamp to the end of its processing.
      public var measuresLatency = false
      /// The file to record to, if any, and its format.
      public var recordingPath: String?
      public var recordingFormat = RecordingFormat.evemu

      public init() {}
    }

    /// Why a session ended.
    public enum Ending: Hashable, Sendable {
      /// The loop was stopped.
      case stopped
      /// The device was unplugged, and the session does not wait for it.
      case unplugged
    }

    /// A change of the device's availability.
    public enum Notice: Hashable, Sendable {
      case opened(DeviceInfo)
      case unplugged(node: String)
      case waiting
    }

    /// Receives what is recognized.
    public var observer: ((GestureEngine.Report) -> Void)?
    /// Receives libinput's gestures.
    public var secondOpinion: ((LibinputGesture) -> Void)?
    public var notices: ((Notice) -> Void)?
    /// The session's loop, to which signals and other sources can be added.
    public let loop: EventLoop

    private let name: String?
    private let options: Options
    /// The zero of the session's times.
    let beginning = MonotonicClock.now
    private var monitor: DeviceMonitor?
    // Used by every frame, one at a time on one thread, so exclusivity checks are off.
    @exclusivity(unchecked) private var reader: DeviceReader?
    @exclusivity(unchecked) private var engine: LiveReplay?
    @exclusivity(unchecked) private var recording: LiveRecording?
    private var libinput: LibinputWatcher?
    /// The device opened first; only the same device replaces it.
    private var identity: DeviceDescription?
    @exclusivity(unchecked) private var frame: [InputEvent] = []
    /// The time of the frame being processed, until its latency is measured.
    @exclusivity(unchecked) private var unmeasured: Timestamp?
    private var ending = Ending.stopped
    private var drops = 0
    /// Delays from the kernel's timestamp of each frame to its first callback; of a frame without
    /// callbacks, to the end of its processing.
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

    /// Runs until the loop is stopped or the device is unplugged.
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

    /// The time of the first event, the zero of records' times; nil before it.
    public var origin: Timestamp? { engine?.origin }
    /// The counts so far.
    public var summary: ReplaySummary { engine?.summary ?? ReplaySummary() }
    /// How often the kernel dropped events.
    public var lostEvents: Int { drops + (reader?.drops ?? 0) }
    /// How many frames the recording lacks, because those before them could not be written in time.
    public var unrecordedFrames: Int { recording?.lostFrames ?? 0 }
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
      try loop.add(reader.descriptor) { [unowned self] in try drain(isHungUp: $0) }
      try openLibinput(info.node)
      notices?(.opened(info))
    }

    /// Creates what outlives reconnections of the device.
    private func begin(_ reader: DeviceReader) throws {
      if let path = options.recordingPath {
        recording = try LiveRecording(
          path: path, format: options.recordingFormat,
          devices: [RecordedDevice(description: reader.description, node: reader.node)],
          resynchronize: { [unowned self] in resynchronization(at: $1) },
          onFailure: loop.stopHandle.stop)
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
      try loop.add(libinput.descriptor) { [unowned self] _ in
        libinput.read { self.secondOpinion?($0) }
      }
    }

    /// Processes everything that can be read.
    private func drain(isHungUp: Bool) throws {
      guard let reader else { return }
      do {
        var reads = 0
        while try reader.read(into: &frame) {
          try processFrame(inserted: reader.inserted)
          reads += 1
          if reads % 64 == 0, loop.isStopping { return }
        }
        if isHungUp { throw reader.departure }
      } catch let error as DeviceError where error.problem == .gone {
        try close(reader)
      }
    }

    private func processFrame(inserted: [Range<Int>]) throws {
      unmeasured = latency == nil ? nil : frame.last?.time
      engine?.process(&frame)
      measure()
      try recording?.write(frame, inserted: inserted)
    }

    /// The state of the device, for a recording that lost frames; only the loss if the device is gone.
    private func resynchronization(at time: Timestamp) -> [InputEvent] {
      reader?.resynchronization(at: time) ?? LiveSession.loss(at: time)
    }

    private func measure() {
      guard let time = unmeasured else { return }
      unmeasured = nil
      latency?.add(sessionTime(MonotonicClock.now).microseconds(since: time))
    }

    private func finish() throws {
      let now = sessionTime(MonotonicClock.now)
      try drainRest(until: now)
      // A grabbed device belongs to the others again, however long the rest takes.
      reader?.ungrab()
      engine?.advance(to: now)
      if let end = engine?.finish(at: now) { try recording?.write(end, inserted: [end.indices]) }
      try recording?.finish { loop.isPatient }
    }

    /// Processes the events before the stop.
    private func drainRest(until end: Timestamp) throws {
      guard let reader else { return }
      do {
        while loop.isPatient, try reader.read(into: &frame) {
          guard let time = frame.last?.time, time <= end else { return }
          try processFrame(inserted: reader.inserted)
        }
      } catch let error as DeviceError where error.problem == .gone {}
    }
  }

  // MARK: - Hotplug

  extension LiveSession {
    private func watch() throws {
      let monitor = try DeviceMonitor()
      self.monitor = monitor
      try loop.add(monitor.descriptor) { [unowned self] _ in
        while let change = monitor.next() {
          if case .added(let info) = change, reader == nil, isAwaited(info) { try reopen(info) }
        }
      }
    }

    /// Whether a plugged-in device is the one that the session waits for.
    private func isAwaited(_ info: DeviceInfo) -> Bool {
      guard let identity else { return DeviceList.isNamed(name, info) }
      if let description = info.description { return description == identity }
      return info.name == identity.name && info.identity == identity.identity
    }

    /// Opens the awaited device; if it is gone again, waiting continues.
    private func reopen(_ info: DeviceInfo) throws {
      do {
        if let obstacle = info.obstacle { throw obstacle }
        try open(info)
      } catch let error as DeviceError where [.gone, .notFound].contains(error.problem) {}
    }

    /// Handles an unplugged device: the state of its touches is unknown from here on.
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
        frame = LiveSession.loss(at: time)
        try processFrame(inserted: [frame.indices])
      }
      notices?(.waiting)
    }

    /// Lost events, after which nothing touches the device.
    private static func loss(at time: Timestamp) -> [InputEvent] {
      [SynchronizationCode.dropped, SynchronizationCode.report, SynchronizationCode.report].map {
        InputEvent(time: time, type: .synchronization, code: $0, value: 0)
      }
    }
  }

  /// Counts delays to the microsecond in constant memory.
  public struct LatencyHistogram: Sendable {
    /// In microseconds; longer delays count as this one.
    private static let longest = 100_000

    private var counts = [Int32](repeating: 0, count: longest + 1)
    public private(set) var count = 0

    init() {}

    /// Counts a delay in microseconds; negative ones count as 0.
    mutating func add(_ microseconds: Int64) {
      counts[Int(max(0, min(Int64(LatencyHistogram.longest), microseconds)))] += 1
      count += 1
    }

    /// The quantile of the delays, in microseconds, for a share clamped to 0...1; 0 without delays.
    public func quantile(_ share: Double) -> Int {
      let share = share > 0 ? min(share, 1) : 0
      let rank = max(1, Int((share * Double(count)).rounded(.up)))
      var passed = 0
      for (delay, number) in counts.enumerated() {
        passed += Int(number)
        if passed >= rank { return delay }
      }
      return 0
    }

    /// As in `10000 frames, p50 21 us, p99 60 us, p99.9 84 us, max 90 us`.
    public var text: String {
      "\(count) frames, p50 \(quantile(0.5)) us, p99 \(quantile(0.99)) us, "
        + "p99.9 \(quantile(0.999)) us, max \(quantile(1)) us"
    }
  }
#endif
