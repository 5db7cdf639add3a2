#if Live
  import Conversion
  import Evdev
  import Playback
  import TouchFormats
  import Timeline

  /// A device of a ``LiveSession``, with separate recognizers.
  public final class LiveDevice {
    /// The state of reading from the device.
    public enum State: Hashable, Sendable {
      /// The state before the session starts, or while it waits for the device.
      case waiting
      case open
      /// The state of a device that is closed until ``LiveSession/resume(_:descriptor:)``.
      case paused
      /// The state of a device that was removed or unplugged, or whose session has ended.
      case gone
    }

    public internal(set) var state = State.waiting
    /// The scan's information about the device; nil before it is found.
    public private(set) var info: DeviceInfo?

    /// The requested name; nil for the only touch device.
    let name: String?
    let isHandedIn: Bool
    /// The index in the recording.
    var index = 0
    // Exclusivity checks are off, since every frame uses it, one at a time on one thread.
    private(set) var reader: DeviceReader?
    private(set) var engine: LiveReplay?
    /// Whether the engine may be calling back.
    private(set) var isProcessing = false
    private var frame: [InputEvent] = []
    /// Whether ``frame`` was read ahead.
    private var isFrameRead = false
    /// Whether input may be unread, before which no deadline fires.
    private var hasMore = false
    /// Whether the engine has to be notified that the touches are lost.
    private var owesLoss = false
    private var isFinished = false
    private var libinput: LibinputWatcher?
    private var description: DeviceDescription?
    private var firstNode: String?
    private var formerDrops = 0
    /// The device opened first; only the same device replaces it.
    var returning: ReturningDevice?
    /// The time of the next look for the awaited device; nil while it is not awaited.
    var nextLook: Timestamp?
    /// The reported reason why the awaited device could not be opened.
    var reportedFailure: DeviceError?
    /// An unowned reference to the session, which outlives its devices' callbacks.
    private unowned let session: LiveSession

    init(_ session: LiveSession, name: String?, isHandedIn: Bool = false) {
      self.session = session
      self.name = name
      self.isHandedIn = isHandedIn
      frame.reserveCapacity(256)
    }

    /// The open node; the node of an unplugged device may belong to another one by now.
    var openNode: String? { reader?.node }

    var drops: Int { formerDrops + (reader?.drops ?? 0) }

    /// The device in the form of recordings.
    var recorded: RecordedDevice? {
      guard let info, let description else { return nil }
      return RecordedDevice(
        description: description, node: info.node, calibration: info.calibration)
    }
  }

  // MARK: - Opening and closing

  extension LiveDevice {
    /// Opens a device through the session's opener; returns false if it is not the awaited one.
    func open(_ found: DeviceInfo) throws -> Bool {
      try session.checkIsNew(found.node, for: self)
      if session.options.grabs, session.options.duration == nil {
        let grabbed = session.devices.compactMap { $0.openNode == nil ? nil : $0.info }
        try KeyboardGrab.check([found] + grabbed, among: DeviceList.scan())
      }
      return try attach(DeviceFile(opening: found.node, with: session.opener), found)
    }

    /// Prepares to read an open device; returns false if it is another one than before.
    func attach(_ file: DeviceFile, _ found: DeviceInfo) throws -> Bool {
      let reader = try DeviceReader(
        file, node: found.node, origin: session.beginning, grabs: session.options.grabs,
        isReturning: engine?.hasEvents == true)
      if let description, description != reader.description { return false }
      let libinput =
        try session.options.asksLibinput
        ? LibinputWatcher(node: found.node, origin: session.beginning) : nil
      var device = found
      device.name = reader.description.name
      device.description = reader.description
      description = reader.description
      info = device
      firstNode = firstNode ?? found.node
      if engine == nil { try begin() }
      // A device unknown to udev is only identified by its path.
      if returning == nil, found.folder != nil { returning = ReturningDevice(found) }
      self.reader = reader
      self.libinput = libinput
      return true
    }

    /// Creates the engine and the recording, which outlive reconnections of the device.
    private func begin() throws {
      guard let recorded else { return }
      let engine = LiveReplay(device: recorded, options: session.options.replay)
      if let makeProgram = session.makeProgram { try engine.run(makeProgram) }
      let session = session
      engine.observer = { [unowned session] in
        session.measure()
        session.observer?($0)
        session.reportBuffer.append($0)
      }
      if session.frameObserver != nil {
        engine.frameObserver = { [unowned session] in session.frameObserver?($0) }
      }
      self.engine = engine
      session.didBegin(engine)
    }

    func activate() throws {
      // A callback may have activated the device.
      guard state != .open, let reader, let info else { return }
      do {
        try session.loop.add(reader.descriptor) { [self] in try drain(isHungUp: $0) }
        if let libinput {
          let session = session
          try session.loop.add(libinput.descriptor) { [unowned session] _ in
            libinput.read { session.secondOpinion?($0) }
          }
        }
      } catch {
        close(state)
        throw error
      }
      state = .open
      nextLook = nil
      reportedFailure = nil
      session.notices?(.opened(info))
    }

    /// Stops reading, closes the descriptor and sets a new state.
    func close(_ state: State) {
      self.state = state
      nextLook = nil
      guard let reader else { return }
      session.loop.remove(reader.descriptor)
      if let libinput { session.loop.remove(libinput.descriptor) }
      libinput = nil
      formerDrops += reader.drops
      hasMore = false
      isFrameRead = false
      self.reader = nil
    }

    func ungrab() { reader?.ungrab() }

    /// Names the device in records by the node that it had first, as its recording does.
    func nameRecords() { engine?.deviceName = firstNode }
  }

  // MARK: - Processing

  extension LiveDevice {
    /// The next time with work that needs no input, on the kernel's monotonic clock.
    var nextDeadline: Timestamp? {
      let deadline = engine?.nextDeadline?.advanced(byMicroseconds: session.beginning.microseconds)
      guard let nextLook else { return deadline }
      return min(deadline ?? nextLook, nextLook)
    }

    /// Processes the available frames, up to a number of them.
    private func drain(isHungUp: Bool) throws {
      guard let reader else { return }
      hasMore = false
      do {
        for _ in 0..<DeviceReader.framesAtOnce {
          guard try readFrame(reader) else {
            if isHungUp { throw reader.departure }
            return
          }
          try processFrame(inserted: reader.inserted)
          // A callback may have paused the device.
          if self.reader !== reader { return }
        }
        hasMore = true
        session.loop.handleAgain(reader.descriptor)
      } catch let error as DeviceError where error.problem == .gone && self.reader === reader {
        try lose()
      }
    }

    private func readFrame(_ reader: DeviceReader) throws(DeviceError) -> Bool {
      if isFrameRead {
        isFrameRead = false
        return true
      }
      return try reader.read(into: &frame)
    }

    /// The time of the first unprocessed event, which is read ahead; nil without one.
    func firstTime() -> Timestamp? {
      guard let reader else { return nil }
      if !isFrameRead {
        // An error returns when the device is read.
        guard (try? reader.read(into: &frame)) == true else { return nil }
        isFrameRead = true
        session.loop.handleAgain(reader.descriptor)
      }
      return frame.first?.time
    }

    private func processFrame(inserted: [Range<Int>]) throws {
      if session.origin == nil, let time = frame.first?.time { session.findOrigin(self, time) }
      session.beginMeasuring(frame.last?.time)
      isProcessing = true
      engine?.process(&frame)
      isProcessing = false
      session.measure()
      try session.recording?.write(frame, device: index, inserted: inserted)
      try settle()
    }

    /// Fires the deadlines up to a time of the session, unless there is input before it.
    func advance(to time: Timestamp) throws {
      if hasMore || isProcessing { return }
      isProcessing = true
      engine?.advance(to: time)
      isProcessing = false
      try settle()
    }

    /// Processes the events before the end.
    func drainRest(until end: Timestamp) throws {
      guard let reader, !isProcessing else { return }
      do {
        while session.loop.isPatient, try readFrame(reader) {
          guard let time = frame.last?.time, time <= end else { return }
          try processFrame(inserted: reader.inserted)
          if self.reader !== reader { return }
        }
      } catch let error as DeviceError where error.problem == .gone {}
    }

    /// Ends the recognition: cancels the touches that are down, and fires the last deadlines.
    func finish(at time: Timestamp) throws {
      if isFinished { return }
      isFinished = true
      isProcessing = true
      engine?.advance(to: time)
      let end = engine?.finish(at: time)
      isProcessing = false
      if let end { try session.recording?.write(end, device: index, inserted: [end.indices]) }
    }
  }

  // MARK: - Losses

  extension LiveDevice {
    /// The events of a loss, after which no contact is on the device.
    static func loss(at time: Timestamp) -> [InputEvent] {
      let mark = InputEvent.loss(at: time)
      return mark + mark.suffix(1)
    }

    /// Handles a device that was unplugged or to which access was revoked.
    private func lose() throws {
      guard let info else { return }
      let isRevoked = DeviceList.isPresent(info)
      // The service that handed out the device hands it out again.
      let isManaged = isHandedIn || !session.opener.isSystem
      let waits = session.options.waits && !isHandedIn
      close(isRevoked && isManaged ? .paused : waits ? .waiting : .gone)
      owesLoss = state != .gone
      session.notices?(isRevoked ? .revoked(node: info.node) : .unplugged(node: info.node))
      try settle()
      // A callback may have opened the device again.
      if state == .waiting { wait() }
    }

    /// Starts to look for the device.
    func wait() {
      state = .waiting
      session.notices?(.waiting)
      // The successor may have been announced already.
      nextLook = MonotonicClock.now
    }

    /// Cancels the touches, whose state is unknown from here on, after the engine's callbacks.
    func loseTouches() throws {
      owesLoss = true
      try settle()
    }

    /// Removes the device from the session, after the engine's callbacks.
    func leave() throws {
      close(.gone)
      try settle()
    }

    /// Closes the descriptor while the session is deinitialized.
    func discard() {
      state = .gone
      libinput = nil
      reader = nil
    }

    /// Performs the work that had to wait until the engine had returned from its callbacks.
    private func settle() throws {
      if isProcessing { return }
      while owesLoss {
        owesLoss = false
        session.recording?.forgetKeys(of: index)
        guard let engine, engine.hasEvents else { break }
        var loss = LiveDevice.loss(at: session.sessionTime(MonotonicClock.now))
        isProcessing = true
        engine.process(&loss)
        isProcessing = false
        try session.recording?.write(loss, device: index, inserted: [loss.indices])
      }
      if state == .gone {
        defer { session.drop(self) }
        try finish(at: session.sessionTime(MonotonicClock.now))
      }
    }
  }
#endif
