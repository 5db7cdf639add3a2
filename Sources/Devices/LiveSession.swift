#if Live
  public import Contacts
  import Conversion
  import Evdev
  public import LibinputOffline
  public import Playback
  import TouchFormats
  public import Timeline

  /// A session that recognizes gestures on live devices, and optionally records them.
  ///
  /// In a program with another loop, ``start()`` opens the devices, ``dispatch()`` is called
  /// whenever ``descriptor`` is readable, and ``end()`` closes the devices once ``ending`` is not
  /// nil, or at any time before. ``reports`` and ``gestures`` do that for tasks.
  ///
  /// Each device has separate recognizers. A session is used by one thread or task at a time; its
  /// callbacks may call everything but ``run()``.
  public final class LiveSession {
    /// The options of recognition, recording and measurement.
    public struct Options: Sendable {
      public var replay = ReplayOptions()
      /// Whether the devices are grabbed, so that no other program gets their events.
      public var grabs = false
      /// Whether the session waits for the named devices at the start and when they are unplugged.
      public var waits = false
      /// The duration in seconds; nil sets no limit. Grabbing the only keyboard needs one.
      public var duration: Double?
      /// Whether libinput's gestures are reported as well; libinput opens the nodes, too.
      public var asksLibinput = false
      /// Whether the delay from each frame's timestamp to the end of its processing is measured.
      public var measuresLatency = false
      /// The file of the recording, if any, and its format. Several devices need a format with
      /// ``/Recordings/RecordingFormat/holdsSeveralDevices``, and have to be present at the start.
      public var recordingPath: String?
      public var recordingFormat = RecordingFormat.evemu
      /// Whether the typed keys are recorded; otherwise they are masked, see ``KeyMask``.
      public var showsKeyCodes = false

      public init() {}
    }

    /// The reason why a session ended.
    public enum Ending: Hashable, Sendable {
      /// The end by a stopped loop, or by ``LiveSession/end()``.
      case stopped
      /// The end because the last device went away, and the session does not wait for it.
      case unplugged
    }

    /// A change of a device's availability.
    public enum Notice: Hashable, Sendable {
      case opened(DeviceInfo)
      case unplugged(node: String)
      /// The revocation of access to a present device, as when another session takes the seat.
      case revoked(node: String)
      /// The awaited device is present and cannot be opened; the session continues to wait.
      case failed(DeviceError)
      case waiting
    }

    /// Receives the reports. Records name their device by its node if the session has had several.
    public var observer: ((GestureEngine.Report) -> Void)?
    /// The reports that wait for ``reports``.
    let reportBuffer = ReportBuffer()
    /// Receives each frame before its recognition, if touches are reported.
    package var frameObserver: ((ContactFrame) -> Void)?
    /// Receives libinput's gestures.
    public var secondOpinion: ((LibinputEvent) -> Void)?
    public var notices: ((Notice) -> Void)?
    /// Makes a program that receives the frames of a device, instead of recognizers.
    public var makeProgram: ((_ touchArea: Size, _ isTouchpad: Bool) throws -> any ContactProgram)?
    /// The session's loop, to which signals and other sources can be added.
    public let loop: EventLoop

    /// The devices in the order in which they were added, without those that are gone.
    public internal(set) var devices: [LiveDevice] = []
    let options: Options
    let opener: DeviceOpener
    /// The zero of the session's times.
    let beginning = MonotonicClock.now
    /// The time of the first event, the zero of records' times; nil before the first event.
    public private(set) var origin: Timestamp?
    /// The size of the touch area of the first device in mm; nil before the device is opened.
    package private(set) var touchArea: Size?
    private(set) var recording: LiveRecording?
    var monitor: DeviceMonitor?
    /// Whether the session ends when no device is left: handed-in devices come and go.
    let endsWithDevices: Bool
    private(set) var phase = Phase.idle
    private var reason = Ending.stopped
    /// Whether a callback has called ``end()``.
    private var mustEnd = false
    private var endTime: Timestamp?
    /// The time of the frame being processed, until its latency is measured.
    private var unmeasured: Timestamp?
    /// Whether the session has had several devices, which records then name.
    private var namesDevices = false
    private var formerSummary = ReplaySummary()
    private var formerDrops = 0
    /// The delays from the timestamp of each frame to its first callback, or to its processing.
    public private(set) var latency: LatencyHistogram?

    enum Phase { case idle, running, ended }

    /// Prepares for one device by its name (``DeviceList/find(_:)``), which is opened at the start.
    public convenience init(
      device name: String?, options: Options = Options(), opener: DeviceOpener = .system
    ) throws {
      try self.init(names: [name], options: options, opener: opener)
    }

    /// Prepares for several devices, which are opened at the start; further ones can be added.
    ///
    /// - Parameters:
    ///   - names: The names of the devices, see ``DeviceList/find(_:)``. Without names, devices are
    ///     added by ``add(device:)`` and ``add(descriptor:node:)``, and the session does not end
    ///     when the last one is unplugged.
    ///   - opener: The opener of the devices' nodes, which closes all descriptors, those handed in
    ///     included.
    public convenience init(
      devices names: [String], options: Options = Options(), opener: DeviceOpener = .system
    ) throws {
      try self.init(names: names, options: options, opener: opener)
    }

    private init(names: [String?], options: Options, opener: DeviceOpener) throws {
      self.options = options
      self.opener = opener
      endsWithDevices = !names.isEmpty && !options.waits
      loop = try EventLoop()
      if options.measuresLatency { latency = LatencyHistogram() }
      devices = names.map { LiveDevice(self, name: $0) }
      if options.waits { try watch() }
    }

    deinit {
      // The program may retain the devices.
      for device in devices { device.discard() }
    }
  }

  // MARK: - The loop

  extension LiveSession {
    /// Runs until the loop is stopped or no device is left.
    public func run() throws -> Ending {
      try start()
      var failure: (any Error)?
      do { try loop.run() } catch { failure = error }
      let ending = try end()
      if let failure { throw failure }
      return ending
    }

    /// Opens the devices; the first call counts. After an error no device is open.
    public func start() throws {
      guard phase == .idle else { return }
      phase = .running
      endTime = options.duration.map { MonotonicClock.now.advanced(bySeconds: $0) }
      loop.nextDeadline = { [unowned self] in nextDeadline }
      loop.onDeadline = { [unowned self] in try handleDeadlines($0) }
      do {
        try openFirst()
      } catch {
        for device in devices { device.close(.gone) }
        release()
        throw error
      }
      loop.rearm()
    }

    /// The descriptor that becomes readable when there is work: input, a passed deadline, a device
    /// that comes or goes, a stopped loop. It is the same for the whole session; only wait for it,
    /// with `poll`, `epoll` or a library's loop. No time-out is needed.
    public var descriptor: Int32 { loop.descriptor }

    /// Handles the available work, and returns without waiting: at most 64 frames of each device,
    /// so that a device that sends without pause delays neither the caller nor the others.
    /// Remaining work makes ``descriptor`` readable.
    ///
    /// A call has no effect before the start, after the end and from a callback. Call ``end()``
    /// after an error.
    public func dispatch() throws {
      guard phase == .running, !devices.contains(where: \.isProcessing) else { return }
      try loop.dispatch()
      if mustEnd, !loop.isDispatching { try end() }
    }

    /// The reason why the session has ended or is to be ended by ``end()``; nil while it continues.
    public var ending: Ending? { phase == .ended || loop.isStopped ? reason : nil }

    /// Ends the session: processes earlier events, cancels the touches that are down, completes the
    /// recording and closes the devices. No callback is called afterwards, and all are released.
    ///
    /// A call from a callback takes effect at the end of ``dispatch()``. Throws the first error;
    /// all devices and files are closed all the same.
    @discardableResult public func end() throws -> Ending {
      guard phase == .running else { return reason }
      if loop.isDispatching || devices.contains(where: \.isProcessing) {
        mustEnd = true
        loop.stop()
        return reason
      }
      loop.stop()
      let now = sessionTime(MonotonicClock.now)
      var failures: [any Error] = []
      func attempt(_ body: () throws -> Void) {
        do { try body() } catch { failures.append(error) }
      }
      for device in devices {
        attempt { try device.drainRest(until: now) }
        // Other programs get a grabbed device back at once, however long the rest takes.
        device.ungrab()
      }
      for device in devices { attempt { try device.finish(at: now) } }
      attempt { try recording?.finish { loop.isPatient } }
      for device in devices { device.close(.gone) }
      release()
      if let first = failures.first { throw first }
      return reason
    }

    /// Releases all state but the counts.
    private func release() {
      phase = .ended
      loop.stop()
      loop.nextDeadline = { nil }
      loop.onDeadline = { _ in }
      if let monitor { loop.remove(monitor.descriptor) }
      monitor = nil
      (observer, frameObserver, secondOpinion) = (nil, nil, nil)
      (notices, makeProgram) = (nil, nil)
    }

    /// The earliest deadline on the kernel's monotonic clock: a recognizer's, the next look for a
    /// device, or the end. ``descriptor`` becomes readable then.
    public var nextDeadline: Timestamp? {
      var earliest = endTime
      for device in devices {
        guard let deadline = device.nextDeadline else { continue }
        earliest = min(earliest ?? deadline, deadline)
      }
      return earliest
    }

    private func handleDeadlines(_ now: Timestamp) throws {
      for device in devices { try device.advance(to: sessionTime(now)) }
      if let endTime, now >= endTime { return loop.stop() }
      try lookIfDue(now)
    }

    func sessionTime(_ time: Timestamp) -> Timestamp {
      Timestamp(microseconds: time.microseconds - beginning.microseconds)
    }
  }

  // MARK: - Counts

  extension LiveSession {
    /// The counts so far.
    public var summary: ReplaySummary {
      var summary = formerSummary
      for device in devices { if let counts = device.engine?.summary { summary.merge(counts) } }
      summary.files = min(1, summary.files)
      return summary
    }

    /// The number of times that the kernel dropped events.
    public var lostEvents: Int { devices.reduce(formerDrops) { $0 + $1.drops } }
    /// The number of frames that the recording lacks, because it could not be written in time.
    public var unrecordedFrames: Int { recording?.lostFrames ?? 0 }
    /// The time since the session began, in seconds.
    public var duration: Double { MonotonicClock.now.seconds(since: beginning) }
  }

  // MARK: - For the devices

  extension LiveSession {
    /// Sets the zero of records' times: the earliest first event, whichever device is read first.
    func findOrigin(_ first: LiveDevice, _ time: Timestamp) {
      var earliest = time
      for device in devices where device !== first {
        if let time = device.firstTime() { earliest = min(earliest, time) }
      }
      origin = earliest
      for device in devices { device.engine?.begin(at: earliest) }
    }

    func didBegin(_ engine: LiveReplay) {
      if let origin { engine.begin(at: origin) }
      if touchArea == nil { touchArea = engine.touchArea }
      if devices.count > 1 { namesDevices = true }
      if namesDevices { for device in devices { device.nameRecords() } }
    }

    func beginMeasuring(_ time: Timestamp?) { unmeasured = latency == nil ? nil : time }

    func measure() {
      guard let time = unmeasured else { return }
      unmeasured = nil
      latency?.add(sessionTime(MonotonicClock.now).microseconds(since: time))
    }

    func beginRecording() throws {
      guard recording == nil, let path = options.recordingPath else { return }
      let recorded = devices.compactMap(\.recorded)
      if recorded.isEmpty { return }
      let format = options.recordingFormat
      if devices.count > 1, !format.holdsSeveralDevices || recorded.count < devices.count {
        throw DeviceError(
          .refused, device: path,
          message: format.holdsSeveralDevices
            ? "a recording of several devices needs all of them at its start"
            : "\(format.rawValue) holds one device; libinput and getevent hold several")
      }
      for (index, device) in devices.enumerated() { device.index = index }
      recording = try LiveRecording(
        path: path, format: format, devices: recorded, showsKeyCodes: options.showsKeyCodes,
        resynchronize: { [unowned self] index, time in resynchronization(of: index, at: time) },
        onFailure: loop.stopHandle.stop)
    }

    /// The state of a device, for a recording that lost frames; the loss if the device is gone.
    private func resynchronization(of index: Int, at time: Timestamp) -> [InputEvent] {
      devices.first { $0.index == index }?.reader?.resynchronization(at: time)
        ?? LiveDevice.loss(at: time)
    }

    /// Removes a device that is gone, except for its counts.
    func drop(_ device: LiveDevice) {
      guard let index = devices.firstIndex(where: { $0 === device }) else { return }
      if let counts = device.engine?.summary { formerSummary.merge(counts) }
      formerDrops += device.drops
      devices.remove(at: index)
      if devices.isEmpty, endsWithDevices {
        reason = .unplugged
        loop.stop()
      }
    }
  }
#endif
