#if Live
  import CInput
  public import Evdev
  import Glibc
  import SystemPackage
  public import Timeline

  /// Reads the frames of one device as they arrive.
  ///
  /// ```swift
  /// let reader = try DeviceReader(node: "/dev/input/event5")
  /// var frame: [InputEvent] = []
  /// while try reader.read(into: &frame) { show(frame) }  // until there are no more
  /// ```
  ///
  /// Events that a recording would lack are inserted, so that its reader knows as much as the
  /// kernel and libevdev: values that the device sent before the first event; and the whole state
  /// after `SYN_DROPPED`, or if something is touched, pressed or switched on at the start.
  /// ``inserted`` has their indices. A raw reader inserts nothing.
  public final class DeviceReader {
    public let node: String
    /// The device description; the values of its axes are 0, since they arrive as events.
    public let description: DeviceDescription
    /// The descriptor that becomes readable when there are events.
    public var descriptor: Int32 { file.number }
    /// The zero of the events' times, on the kernel's monotonic clock.
    public let origin: Timestamp
    /// The number of times that the kernel dropped events because they were not read in time.
    public private(set) var drops = 0
    /// The indices of the last frame's events that did not come from the device, in order.
    public private(set) var inserted: [Range<Int>] = []

    private let file: DeviceFile
    private var kernelInput: KernelInput?
    private let libevdev: Libevdev
    // Exclusivity checks are off, since every frame uses it, and no callback runs during access.
    private var state: DeviceState
    /// The events of the incomplete frame.
    private var pending: [InputEvent] = []
    private var hasBegun = false
    /// Whether ``pending`` contains the incomplete frame only, without an earlier one.
    private var isPendingFresh = true
    /// Whether the device is to be grabbed once no key is down.
    private var awaitsGrab: Bool
    private var hasTouchDown = false

    /// Opens a device read-only.
    ///
    /// - Parameters:
    ///   - origin: The zero of the events' times, on the kernel's monotonic clock.
    ///   - grabs: Whether this reader receives the events exclusively, and the desktop none. The
    ///     grab waits for the release of keys and touches that are down: without it the desktop
    ///     would keep them down.
    ///   - isRaw: Whether the reader delivers exactly the kernel's events.
    public convenience init(
      node: String, origin: Timestamp = .zero, grabs: Bool = false, isRaw: Bool = false
    ) throws(DeviceError) {
      let file = try DeviceFile(opening: node, with: .system)
      try self.init(file, node: node, origin: origin, grabs: grabs, isRaw: isRaw)
    }

    init(
      _ file: DeviceFile, node: String, origin: Timestamp, grabs: Bool, isRaw: Bool = false,
      isReturning: Bool = false
    ) throws(DeviceError) {
      self.file = file
      self.node = node
      self.origin = origin
      do {
        libevdev = try Libevdev(file.number)
      } catch {
        throw DeviceError(opening: node, error)
      }
      // Kernels since 3.4 support the clock; test beds without it have other times.
      libevdev_set_clock_id(libevdev.handle, CLOCK_MONOTONIC)
      description = libevdev.description
      state = DeviceState(libevdev, description, isReturning: isReturning)
      kernelInput = isRaw ? KernelInput(file) : nil
      pending.reserveCapacity(256)
      awaitsGrab = grabs
      if grabs { try grab() }
    }

    // A descriptor that outlives its reader, such as a refused one, must not stay grabbed.
    deinit { ungrab() }

    /// The most frames read before other devices have their turn: most kernel buffers have fewer.
    static let framesAtOnce = 64

    /// Replaces the events of `frame` by those of the next frame; false when none is complete.
    ///
    /// The last event is a `SYN_REPORT`. A resynchronization produces two frames at once. A raw
    /// reader delivers the events so far, whether frames are complete or not. Throws
    /// ``DeviceError/Problem/gone`` when the device is unplugged.
    public func read(into frame: inout [InputEvent]) throws(DeviceError) -> Bool {
      if kernelInput != nil { return try readRaw(into: &frame) }
      discardDeliveredFrame()
      var event = input_event()
      while true {
        let result = libevdev_next_event(libevdev.handle, DeviceReader.flags, &event)
        switch result {
        case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
          let event = InputEvent(event, since: origin)
          pending.append(event)
          if event.isTouchDown { hasTouchDown = true }
          if event.isReport {
            if hasTouchDown || !hasBegun { complete(event.time) }
            hasTouchDown = false
            isPendingFresh = false
            swap(&frame, &pending)
            return true
          }
        case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
          synchronize(InputEvent(event, since: origin).time)
          hasTouchDown = false
          isPendingFresh = false
          swap(&frame, &pending)
          return true
        case -EAGAIN, -EINTR:
          if awaitsGrab { try grab() }
          frame.removeAll(keepingCapacity: true)
          return false
        default:
          throw DeviceError(Errno(rawValue: -result), device: node)
        }
      }
    }

    /// Grabs the device, unless a key or a touch is down.
    private func grab() throws(DeviceError) {
      if libevdev.hasKeyDown { return }
      let result = libevdev_grab(libevdev.handle, LIBEVDEV_GRAB)
      guard result == 0 else { throw DeviceError(grabbing: node, Errno(rawValue: -result)) }
      // A key may have gone down just before the grab. Another descriptor is asked, since the
      // kernel would discard the events of keys that wait in the queue of this one.
      let other = try? Descriptor(opening: node, O_RDONLY)
      if let other, let now = try? Libevdev(other.number), now.hasKeyDown {
        libevdev_grab(libevdev.handle, LIBEVDEV_UNGRAB)
      } else {
        awaitsGrab = false
      }
    }

    /// Empties the buffer of the frame before the last one, when latency does not matter.
    private func discardDeliveredFrame() {
      if isPendingFresh { return }
      isPendingFresh = true
      pending.removeAll(keepingCapacity: true)
      if !inserted.isEmpty { inserted = [] }
    }

    /// The flags of a blocking descriptor, although it does not block: without them libevdev would
    /// read from the kernel before each event in its queue.
    private static let flags = UInt32(
      LIBEVDEV_READ_FLAG_NORMAL.rawValue | LIBEVDEV_READ_FLAG_BLOCKING.rawValue)

    func ungrab() { libevdev_grab(libevdev.handle, LIBEVDEV_UNGRAB) }

    /// The error for a removed device, for callers that detect the removal without reading.
    public var departure: DeviceError {
      DeviceError(.operationNotSupportedByDevice, device: node)
    }

    /// Inserts the values that the frame presupposes.
    private func complete(_ time: Timestamp) {
      if !hasBegun {
        hasBegun = true
        let count = state.begin(&pending)
        if count > 0 { inserted.append(0..<count) }
      }
      let count = state.complete(&pending)
      // The values precede the SYN_REPORT.
      let end = pending.count - 1
      if count > 0 { inserted.append(end - count..<end) }
    }

    /// Lets libevdev read the state from the kernel, and emits it in place of the lost events.
    private func synchronize(_ time: Timestamp) {
      drops += 1
      var latest = time
      var event = input_event()
      while libevdev_next_event(libevdev.handle, UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue), &event)
        == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue)
      {
        latest = max(latest, InputEvent(event, since: origin).time)
      }
      hasBegun = true
      // The incomplete frame's part of the state is included in it.
      let momentary = pending.filter { !DeviceReader.stateTypes.contains($0.type.rawValue) }
      pending.removeAll(keepingCapacity: true)
      state.append(to: &pending, at: latest, momentary: momentary)
      // All events are inserted but SYN_DROPPED, the momentary events and the two SYN_REPORTs.
      inserted = [2..<pending.count - 1 - momentary.count]
    }

    /// The types that change the device's state: `EV_SYN`, `EV_KEY`, `EV_ABS`, `EV_SW`, `EV_LED`.
    private static let stateTypes: Set<UInt16> = [0x00, 0x01, 0x03, 0x05, 0x11]

    /// The whole state as a frame that begins with `SYN_DROPPED`, in place of frames that are lost.
    public func resynchronization(at time: Timestamp) -> [InputEvent] {
      var frame: [InputEvent] = []
      state.append(to: &frame, at: time)
      return frame
    }
  }

  // MARK: - Raw

  extension DeviceReader {
    private func readRaw(into frame: inout [InputEvent]) throws(DeviceError) -> Bool {
      do throws(Errno) {
        guard try kernelInput?.read(into: &frame, since: origin) == true else { return false }
      } catch {
        throw DeviceError(error, device: node)
      }
      drops += frame.count {
        $0.type == .synchronization && $0.code == SynchronizationCode.dropped
      }
      return true
    }
  }

  extension InputEvent {
    /// Whether this is a touch down, by tracking id or by the key of single touch.
    fileprivate var isTouchDown: Bool {
      value >= 0
        && (code == AbsoluteCode.trackingID && type == .absolute
          || code == KeyCode.touch && type == .key)
    }

    init(_ event: input_event, since origin: Timestamp) {
      // The kernel counts from boot without an overflow; other times (a test's FIFO) must not trap.
      let time = Int64(event.time.tv_sec) &* 1_000_000 &+ Int64(event.time.tv_usec)
      self.init(
        time: Timestamp(microseconds: time &- origin.microseconds),
        type: EventType(rawValue: event.type), code: event.code, value: event.value)
    }
  }

  /// A device's events as they arrive, in batches of whole frames.
  ///
  /// A batch contains all frames since the previous one; the device's state replaces events that
  /// the kernel dropped meanwhile. The sequence ends when its task is cancelled and throws when the
  /// device is unplugged. It supports one iterator.
  public struct DeviceEvents: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private let source: BatchSource<InputEvent>

    /// Opens a device read-only; see ``DeviceReader/init(node:origin:grabs:)``.
    public init(node: String, origin: Timestamp = .zero, grabs: Bool = false) throws(DeviceError) {
      let reader = try DeviceReader(node: node, origin: origin, grabs: grabs)
      source = try BatchSource(
        reader.descriptor, device: node, limit: 1024, departure: reader.departure
      ) { try reader.read(into: &$0) }
    }

    public func makeAsyncIterator() -> DeviceEvents { self }

    /// Waits for the next batch.
    public mutating func next() async throws -> [InputEvent]? { try await source.next() }
  }

  /// A reader of a device's events exactly as the kernel sends them.
  struct KernelInput {
    private let file: DeviceFile
    /// The events of one read: as many as the kernel stores for most devices.
    private var buffer = [input_event](repeating: input_event(), count: 64)
    /// The bytes of an incomplete event at the start of the buffer, which test beds may send.
    private var partial = 0

    init(_ file: DeviceFile) { self.file = file }

    /// Replaces `events` by the arrived ones; returns false if no event has arrived.
    mutating func read(
      into events: inout [InputEvent], since origin: Timestamp
    ) throws(Errno) -> Bool {
      events.removeAll(keepingCapacity: true)
      let (descriptor, offset) = (file.number, partial)
      var error: Errno?
      let count = buffer.withUnsafeMutableBytes { bytes in
        let count = Glibc.read(
          descriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset)
        if count < 0 { error = Errno(rawValue: errno) }
        return count
      }
      if let error {
        if error == .resourceTemporarilyUnavailable || error == .interrupted { return false }
        throw error
      }
      let size = MemoryLayout<input_event>.stride
      let (whole, rest) = (offset + count).quotientAndRemainder(dividingBy: size)
      for event in buffer[..<whole] { events.append(InputEvent(event, since: origin)) }
      if whole > 0, rest > 0 { buffer[0] = buffer[whole] }
      partial = rest
      return !events.isEmpty
    }
  }
#endif
