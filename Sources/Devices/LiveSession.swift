#if Live
  public import Contacts
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
      /// Stops after this many seconds; nil sets no limit. Grabbing the only keyboard needs one.
      public var duration: Double?
      /// Also reports libinput's gestures of the device.
      public var asksLibinput = false
      /// Measures the delay from each frame's timestamp to the end of its processing.
      public var measuresLatency = false
      /// The file to record to, if any, and its format.
      public var recordingPath: String?
      public var recordingFormat = RecordingFormat.evemu
      /// Records which keys were typed; otherwise they are masked, see ``KeyMask``.
      public var showsKeyCodes = false

      public init() {}
    }

    /// Why a session ended.
    public enum Ending: Hashable, Sendable {
      /// The loop was stopped.
      case stopped
      /// The device was unplugged or access to it revoked, and the session does not wait for it.
      case unplugged
    }

    /// A change of the device's availability.
    public enum Notice: Hashable, Sendable {
      case opened(DeviceInfo)
      case unplugged(node: String)
      /// The device is there, but access to it was revoked, as when another session takes the seat.
      case revoked(node: String)
      /// The awaited device is there and cannot be opened; the session goes on waiting.
      case failed(DeviceError)
      case waiting
    }

    /// Receives what is recognized.
    public var observer: ((GestureEngine.Report) -> Void)?
    /// Receives each frame before it is recognized, if touches are reported.
    package var frameObserver: ((ContactFrame) -> Void)?
    /// Receives libinput's gestures.
    public var secondOpinion: ((LibinputGesture) -> Void)?
    public var notices: ((Notice) -> Void)?
    /// Makes a program that receives the device's frames, instead of recognizers.
    public var makeProgram: ((_ touchArea: Size, _ isTouchpad: Bool) throws -> any ContactProgram)?
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
    /// The open device.
    private var device: DeviceInfo?
    /// The device opened first; only the same device replaces it.
    private var returning: ReturningDevice?
    private var description: DeviceDescription?
    /// When to look again for the awaited device; nil while it is open.
    @exclusivity(unchecked) private var nextLook: Timestamp?
    /// Why the awaited device could not be opened, as far as reported.
    private var reportedFailure: DeviceError?
    /// When the session ends by itself.
    @exclusivity(unchecked) private var end: Timestamp?
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
      end = options.duration.map { MonotonicClock.now.advanced(bySeconds: $0) }
      loop.nextDeadline = { [unowned self] in nextDeadline }
      loop.onDeadline = { [unowned self] in try handleDeadlines($0) }
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
    /// The size of the touch area in mm; nil before the device is opened.
    package var touchArea: Size? { engine?.touchArea }
    /// The counts so far.
    public var summary: ReplaySummary { engine?.summary ?? ReplaySummary() }
    /// How often the kernel dropped events.
    public var lostEvents: Int { drops + (reader?.drops ?? 0) }
    /// How many frames the recording lacks, because those before them could not be written in time.
    public var unrecordedFrames: Int { recording?.lostFrames ?? 0 }
    /// Seconds since the session began.
    public var duration: Double { MonotonicClock.now.seconds(since: beginning) }

    /// The earliest deadline: of the engine, to look for the device, or to end.
    private var nextDeadline: Timestamp? {
      var earliest = engine?.nextDeadline.map {
        $0.advanced(byMicroseconds: beginning.microseconds)
      }
      if let nextLook { earliest = min(earliest ?? nextLook, nextLook) }
      if let end { earliest = min(earliest ?? end, end) }
      return earliest
    }

    private func handleDeadlines(_ now: Timestamp) throws {
      engine?.advance(to: sessionTime(now))
      if let end, now >= end { return loop.stop() }
      if let nextLook, now >= nextLook { try look() }
    }

    private func sessionTime(_ time: Timestamp) -> Timestamp {
      Timestamp(microseconds: time.microseconds - beginning.microseconds)
    }
  }

  // MARK: - The device

  extension LiveSession {
    private func openFirst() throws {
      let devices = try DeviceList.scan()
      do {
        try open(DeviceList.find(name, among: devices))
        returning?.noteTwins(among: devices)
      } catch let error as DeviceError where error.problem == .notFound && options.waits {
        wait()
      }
    }

    /// Opens a device. If it has turned out to be another one than the awaited, waiting continues.
    private func open(_ found: DeviceInfo) throws {
      if options.grabs, options.duration == nil {
        try KeyboardGrab.check([found], among: DeviceList.scan())
      }
      let reader = try DeviceReader(
        node: found.node, origin: beginning, grabs: options.grabs)
      if let description, description != reader.description { return }
      let libinput = try options.asksLibinput ? watcher(found.node) : nil
      var device = found
      device.name = reader.description.name
      device.description = reader.description
      if engine == nil { try begin(device, reader) }
      // Unknown to udev, it is only known by its path.
      if returning == nil, found.folder != nil { returning = ReturningDevice(found) }
      self.device = device
      self.reader = reader
      self.libinput = libinput
      nextLook = nil
      reportedFailure = nil
      try loop.add(reader.descriptor) { [unowned self] in try drain(isHungUp: $0) }
      if let libinput {
        try loop.add(libinput.descriptor) { [unowned self] _ in
          libinput.read { self.secondOpinion?($0) }
        }
      }
      notices?(.opened(device))
    }

    private func watcher(_ node: String) throws -> LibinputWatcher {
      try LibinputWatcher(node: node, origin: beginning)
    }

    /// Creates what outlives reconnections of the device.
    private func begin(_ device: DeviceInfo, _ reader: DeviceReader) throws {
      let recorded = RecordedDevice(
        description: reader.description, node: reader.node, calibration: device.calibration)
      if let path = options.recordingPath {
        recording = try LiveRecording(
          path: path, format: options.recordingFormat, devices: [recorded],
          showsKeyCodes: options.showsKeyCodes,
          resynchronize: { [unowned self] in resynchronization(at: $1) },
          onFailure: loop.stopHandle.stop)
      }
      let engine = LiveReplay(device: recorded, options: options.replay)
      if let makeProgram { try engine.run(makeProgram) }
      engine.observer = { [unowned self] in
        measure()
        observer?($0)
      }
      if frameObserver != nil { engine.frameObserver = { [unowned self] in frameObserver?($0) } }
      self.engine = engine
      description = reader.description
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
    /// Seconds between two looks for the awaited device, in case no message announces it: containers get
    /// no messages, and permissions may be granted after them.
    private static let lookInterval = 1.0

    /// Looks for the device whenever devices come and go. Messages only say when: they can be late, lost,
    /// or about a device that is not read until the one before it is closed.
    private func watch() throws {
      let monitor = try DeviceMonitor()
      self.monitor = monitor
      try loop.add(monitor.descriptor) { [unowned self] _ in
        monitor.clear()
        nextLook = MonotonicClock.now
      }
    }

    private func wait() {
      notices?(.waiting)
      // Its successor may have been announced already.
      nextLook = MonotonicClock.now
    }

    /// Opens the awaited device if it is there.
    private func look() throws {
      let devices = try DeviceList.scan()
      if reader == nil {
        nextLook = MonotonicClock.now.advanced(bySeconds: LiveSession.lookInterval)
        for device in awaited(among: devices.filter(\.isReady)) where reader == nil {
          do { try open(device) } catch let error as DeviceError { report(error) }
        }
      } else {
        nextLook = nil
      }
      if reader != nil { returning?.noteTwins(among: devices) }
    }

    private func awaited(among devices: [DeviceInfo]) -> [DeviceInfo] {
      if let returning { return returning.candidates(among: devices) }
      let named = devices.filter { DeviceList.isNamed(name, $0) }
      guard named.isEmpty, let name, name.hasPrefix("/") else { return named }
      return (try? DeviceList.find(name, among: [])).map { [$0] } ?? []
    }

    /// Reports once why the awaited device cannot be opened; one that is gone again is not there.
    private func report(_ error: DeviceError) {
      guard ![.gone, .notFound].contains(error.problem), error != reportedFailure else { return }
      reportedFailure = error
      notices?(.failed(error))
    }

    /// Handles an unplugged device: the state of its touches is unknown from here on.
    private func close(_ reader: DeviceReader) throws {
      loop.remove(reader.descriptor)
      if let libinput { loop.remove(libinput.descriptor) }
      libinput = nil
      drops += reader.drops
      self.reader = nil
      let isRevoked = device.map(DeviceList.isPresent) ?? false
      notices?(isRevoked ? .revoked(node: reader.node) : .unplugged(node: reader.node))
      guard options.waits else {
        ending = .unplugged
        return loop.stop()
      }
      let time = sessionTime(MonotonicClock.now)
      if engine?.origin != nil {
        frame = LiveSession.loss(at: time)
        try processFrame(inserted: [frame.indices])
      }
      recording?.forgetKeys()
      wait()
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
