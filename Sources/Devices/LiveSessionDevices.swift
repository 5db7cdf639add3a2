#if Live
  import Evdev
  import Playback
  import Timeline

  // MARK: - Coming and going

  extension LiveSession {
    /// Adds a device by its name (``DeviceList/find(_:)``); a session that runs opens it.
    @discardableResult public func add(device name: String) throws -> LiveDevice {
      try checkIsExtensible(name)
      let device = LiveDevice(self, name: name)
      devices.append(device)
      if phase == .idle { return device }
      defer { loop.rearm() }
      do {
        try findAndOpen(device)
      } catch {
        devices.removeAll { $0 === device }
        throw error
      }
      return device
    }

    /// Adds a device that was opened elsewhere, for example by `TakeDevice` of logind.
    ///
    /// The session takes over the descriptor, makes it non-blocking, and has it closed by its
    /// ``DeviceOpener``. If an error is thrown, the descriptor remains the caller's, ungrabbed. The
    /// device is paused when access to it is revoked.
    ///
    /// - Parameters:
    ///   - descriptor: An evdev node that is open for reading.
    ///   - node: The node's path, if known; udev's database has the rest.
    @discardableResult public func add(
      descriptor: Int32, node: String? = nil
    ) throws -> LiveDevice {
      let found = try DeviceList.device(of: descriptor, node: node)
      try checkIsExtensible(found.node)
      let device = LiveDevice(self, name: nil, isHandedIn: true)
      try checkIsNew(found.node, for: device)
      devices.append(device)
      do {
        try read(device, from: descriptor, found)
      } catch {
        devices.removeAll { $0 === device }
        throw error
      }
      return device
    }

    /// Removes a device: its touches are cancelled, and its descriptor is closed.
    public func remove(_ device: LiveDevice) throws {
      guard devices.contains(where: { $0 === device }) else { return }
      try device.drainRest(until: sessionTime(MonotonicClock.now))
      try device.leave()
      loop.rearm()
    }

    /// Reads a device from a descriptor, which remains the caller's if an error is thrown.
    private func read(_ device: LiveDevice, from descriptor: Int32, _ info: DeviceInfo) throws {
      let file = DeviceFile(descriptor, closedBy: opener)
      do {
        guard try device.attach(file, info) else { throw otherDevice(info.node) }
        if phase == .running { try device.activate() }
      } catch {
        file.giveBack()
        device.close(device.state)
        throw error
      }
    }

    private func otherDevice(_ node: String) -> DeviceError {
      DeviceError(.unsuitable, device: node, message: "another device than before")
    }

    /// Throws if no device can be added.
    private func checkIsExtensible(_ device: String) throws(DeviceError) {
      if phase == .ended {
        throw DeviceError(.refused, device: device, message: "the session has ended")
      }
      if phase == .running, options.recordingPath != nil {
        throw DeviceError(
          .refused, device: device, message: "a recording has the devices of its start")
      }
    }

    /// Throws if another of the session's devices is open at a node.
    func checkIsNew(_ node: String, for device: LiveDevice) throws(DeviceError) {
      guard devices.contains(where: { $0 !== device && $0.openNode == node }) else { return }
      throw DeviceError(.refused, device: node, message: "the session has this device already")
    }
  }

  // MARK: - Pausing

  extension LiveSession {
    /// Pauses a device, as when another session takes the seat: earlier events are processed, its
    /// touches are cancelled, and its descriptor is closed. Events until it is resumed are lost.
    ///
    /// In a callback about the device itself, its unread events are lost, and the touches are
    /// cancelled and the descriptor is closed after the callback.
    public func pause(_ device: LiveDevice) throws {
      guard devices.contains(where: { $0 === device }) else { return }
      if device.state == .open {
        try device.drainRest(until: sessionTime(MonotonicClock.now))
      }
      guard device.state == .open || device.state == .waiting else { return }
      device.close(.paused)
      try device.loseTouches()
      loop.rearm()
    }

    /// Pauses all devices.
    public func pause() throws {
      for device in devices { try pause(device) }
    }

    /// Reads a paused device again. Fingers that are down by then are resumed touches: they are no
    /// taps, and no gesture that began before the pause continues with them.
    ///
    /// - Parameter descriptor: The device, opened anew; as in ``add(descriptor:node:)`` it remains
    ///   the caller's if an error is thrown. Without it, the session's opener opens the node, at
    ///   the start of a session that has not started.
    ///
    /// A device that is missing by then is awaited if the session waits for devices, and gone
    /// otherwise. Throws other errors, after which the device is still paused;
    /// ``DeviceError/Problem/unsuitable`` for a descriptor of another model.
    public func resume(_ device: LiveDevice, descriptor: Int32? = nil) throws {
      if device.state == .open {
        guard descriptor != nil else { return }
        try pause(device)
      }
      // A callback may have resumed or removed the device.
      guard phase != .ended, device.state != .open, devices.contains(where: { $0 === device })
      else {
        throw DeviceError(
          .refused, device: device.info?.node ?? device.name ?? "device",
          message: device.state == .open
            ? "the device was resumed already" : "the session no longer has this device")
      }
      defer { loop.rearm() }
      if let descriptor {
        let info = try device.info ?? DeviceList.device(of: descriptor, node: nil)
        return try read(device, from: descriptor, info)
      }
      guard phase == .running else {
        device.state = .waiting
        return
      }
      try reopen(device)
      try device.activate()
    }

    /// Resumes all paused devices by opening them. Throws the first error after trying all.
    public func resume() throws {
      var failure: (any Error)?
      for device in devices where device.state == .paused {
        do { try resume(device) } catch { failure = failure ?? error }
      }
      if let failure { throw failure }
    }

    /// Opens a resumed device; one that is missing by then is awaited or gone.
    private func reopen(_ device: LiveDevice) throws {
      do {
        try find(device)
      } catch let error as DeviceError where [.notFound, .gone].contains(error.problem) {
        if options.waits, !device.isHandedIn { return device.wait() }
        if let info = device.info { notices?(.unplugged(node: info.node)) }
        try device.leave()
      }
    }
  }

  // MARK: - Looking for devices

  extension LiveSession {
    /// The seconds between two looks for an awaited device, in case no message announces it:
    /// containers get no messages, and permissions may be granted after them.
    private static let lookInterval = 1.0

    /// Opens the devices of the start, and creates the recording before anything is read.
    func openFirst() throws {
      for device in devices where device.state == .waiting && device.reader == nil {
        if device.info == nil { try find(device) } else { try reopen(device) }
      }
      try beginRecording()
      for device in devices { try device.activate() }
    }

    private func findAndOpen(_ device: LiveDevice) throws {
      try find(device)
      try device.activate()
    }

    /// Opens a named device, or waits for it; one that was open before is opened by its node.
    private func find(_ device: LiveDevice) throws {
      if let info = device.info {
        guard try device.open(info) else { throw otherDevice(info.node) }
        return
      }
      let present = try DeviceList.scan()
      do {
        _ = try device.open(DeviceList.find(device.name, among: present))
        device.returning?.noteTwins(among: present)
      } catch let error as DeviceError where error.problem == .notFound && options.waits {
        device.wait()
      }
    }

    /// Looks for devices whenever devices come and go. Messages only trigger a look: they can be
    /// late, lost, or about a device that is not read until the one before it is closed.
    func watch() throws {
      let monitor = try DeviceMonitor()
      self.monitor = monitor
      try loop.add(monitor.descriptor) { [unowned self] _ in
        monitor.clear()
        for device in devices where device.state == .open || device.state == .waiting {
          device.nextLook = MonotonicClock.now
        }
      }
    }

    /// Looks for the awaited devices whose next look is due.
    func lookIfDue(_ now: Timestamp) throws {
      let due = devices.filter { device in device.nextLook.map { $0 <= now } ?? false }
      if due.isEmpty { return }
      let present = try DeviceList.scan()
      for device in due {
        device.nextLook = nil
        if device.state == .waiting { try look(for: device, among: present) }
        if device.state == .open { device.returning?.noteTwins(among: present) }
      }
    }

    /// Opens an awaited device if it is present.
    private func look(for device: LiveDevice, among present: [DeviceInfo]) throws {
      let nextLook = MonotonicClock.now.advanced(bySeconds: LiveSession.lookInterval)
      device.nextLook = nextLook
      let others = devices.compactMap { $0 === device ? nil : $0.openNode }
      let candidates = awaited(device, among: present.filter(\.isReady))
      for found in candidates where device.state == .waiting && !others.contains(found.node) {
        do {
          guard try device.open(found) else { continue }
          try beginRecording()
          try device.activate()
        } catch let error as DeviceError {
          // A device that stayed open would keep its grab, and could not be opened again.
          if device.state == .waiting {
            device.close(.waiting)
            device.nextLook = nextLook
          }
          report(error, of: device)
        }
      }
    }

    private func awaited(_ device: LiveDevice, among present: [DeviceInfo]) -> [DeviceInfo] {
      if let returning = device.returning { return returning.candidates(among: present) }
      let named = present.filter { DeviceList.isNamed(device.name, $0) }
      guard named.isEmpty, let name = device.name, name.hasPrefix("/") else { return named }
      return (try? DeviceList.find(name, among: [])).map { [$0] } ?? []
    }

    /// Reports once why an awaited device cannot be opened, unless it is gone again.
    private func report(_ error: DeviceError, of device: LiveDevice) {
      guard ![.gone, .notFound].contains(error.problem), error != device.reportedFailure else {
        return
      }
      device.reportedFailure = error
      notices?(.failed(error))
    }
  }

  /// Identifies a device that comes back after it was unplugged.
  ///
  /// The same model with the same serial number is the same device. Most devices have no serial
  /// number: then it is the same one at the same port, or at a new port without a known twin.
  struct ReturningDevice {
    private let device: DeviceInfo
    /// The ports of other devices of the same model.
    private var twinPorts: Set<String> = []

    init(_ device: DeviceInfo) { self.device = device }

    /// Stores the ports of the twins among the devices that are connected beside this one.
    mutating func noteTwins(among devices: [DeviceInfo]) {
      for other in devices where other.folder != device.folder && isTwin(other) {
        twinPorts.insert(other.phys)
      }
    }

    /// The devices that may be this one, the most likely first.
    func candidates(among devices: [DeviceInfo]) -> [DeviceInfo] {
      let possible = devices.filter { other in
        isTwin(other)
          && (!device.uniq.isEmpty || other.phys == device.phys || !twinPorts.contains(other.phys))
      }
      return possible.filter { $0.phys == device.phys } + possible.filter { $0.phys != device.phys }
    }

    private func isTwin(_ other: DeviceInfo) -> Bool {
      other.isSameModel(as: device) && other.uniq == device.uniq
    }
  }
#endif
