#if Live
  import CInput
  public import Evdev
  import Glibc
  import SystemPackage
  public import Timeline

  /// Reads the frames of one device as they happen.
  ///
  /// ```swift
  /// let reader = try DeviceReader(node: "/dev/input/event5")
  /// var frame: [InputEvent] = []
  /// while try reader.read(into: &frame) { show(frame) }  // until there is no more for now
  /// ```
  ///
  /// What a recording of these events lacks is put in, so that its reader sees what the kernel and
  /// libevdev know: values that the device told before the first event; and after `SYN_DROPPED`, or
  /// where touches are down at the start, the whole state.
  public final class DeviceReader {
    public let node: String
    /// What the device says of itself; the values of its axes are 0, since they come as events.
    public let description: DeviceDescription
    /// Is readable when there are events.
    public var descriptor: Int32 { file.number }
    /// What times count from, on the kernel's monotonic clock.
    public let origin: Timestamp
    /// How often the kernel lost events because they were not read in time.
    public private(set) var drops = 0

    private let file: Descriptor
    private let libevdev: Libevdev
    // What every frame touches is not checked for exclusive access: nothing else can reach it then.
    @exclusivity(unchecked) private var state: DeviceState
    /// The events of the frame that is coming in.
    @exclusivity(unchecked) private var pending: [InputEvent] = []
    @exclusivity(unchecked) private var hasBegun = false
    /// Whether ``pending`` holds nothing but the frame that is coming in.
    @exclusivity(unchecked) private var hasForgotten = true
    /// Whether the frame that is coming in tells of a landing.
    @exclusivity(unchecked) private var hasLanding = false

    /// Opens a device for reading only.
    ///
    /// - Parameters:
    ///   - origin: what times count from, on the kernel's monotonic clock.
    ///   - grabs: whether nobody else, the desktop included, gets events while this reader lives.
    public init(
      node: String, origin: Timestamp = .zero, grabs: Bool = false
    ) throws(DeviceError) {
      self.node = node
      self.origin = origin
      do {
        file = try Descriptor(opening: node, O_RDONLY)
        libevdev = try Libevdev(file.number)
      } catch {
        if error == .inappropriateIOCTLForDevice {
          throw DeviceError(.unsuitable, device: node, message: "this is no input device")
        }
        throw DeviceError(
          error, device: node,
          advice: error == .permissionDenied ? NodeAccess.advice(node) : "")
      }
      // Kernels since 3.4 know it; the only ones that don't are test beds, with times of their own.
      libevdev_set_clock_id(libevdev.handle, CLOCK_MONOTONIC)
      if grabs, libevdev_grab(libevdev.handle, LIBEVDEV_GRAB) != 0 {
        throw DeviceError(
          .failed, device: node, message: "another program has taken the device for itself")
      }
      description = libevdev.description
      state = DeviceState(libevdev)
      pending.reserveCapacity(256)
    }

    /// Replaces the events of `frame` by those of the next frame; false if there is none now.
    ///
    /// The last event is a `SYN_REPORT`; where the state is told anew, two frames may come at once.
    /// Throws ``DeviceError/Problem/gone`` when the device is unplugged.
    public func read(into frame: inout [InputEvent]) throws(DeviceError) -> Bool {
      forgetFrame()
      var event = input_event()
      while true {
        let result = libevdev_next_event(libevdev.handle, DeviceReader.flags, &event)
        switch result {
        case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
          let event = InputEvent(event, since: origin)
          pending.append(event)
          if event.isLanding { hasLanding = true }
          if event.isReport {
            if hasLanding || !hasBegun { complete(event.time) }
            hasLanding = false
            hasForgotten = false
            swap(&frame, &pending)
            return true
          }
        case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
          synchronize(InputEvent(event, since: origin).time)
          hasForgotten = false
          swap(&frame, &pending)
          return true
        case -EAGAIN, -EINTR:
          frame.removeAll(keepingCapacity: true)
          return false
        default:
          throw DeviceError(Errno(rawValue: -result), device: node)
        }
      }
    }

    /// Makes room for the next frame where the one before the last still stands, after the last one has
    /// been dealt with: nobody waits for it then.
    private func forgetFrame() {
      if hasForgotten { return }
      hasForgotten = true
      pending.removeAll(keepingCapacity: true)
    }

    /// As for a descriptor that blocks, which it does not: otherwise libevdev would ask the kernel for
    /// more before each event that it has already.
    private static let flags = UInt32(
      LIBEVDEV_READ_FLAG_NORMAL.rawValue | LIBEVDEV_READ_FLAG_BLOCKING.rawValue)

    /// Says that the device is gone: for those who hear of it without reading.
    public var departure: DeviceError {
      DeviceError(.operationNotSupportedByDevice, device: node)
    }

    /// Puts in what the frame takes for known.
    private func complete(_ time: Timestamp) {
      if !hasBegun {
        hasBegun = true
        if state.wasTouched {
          // The frame is part of the state that libevdev knows by now.
          pending.removeAll(keepingCapacity: true)
          state.append(to: &pending, at: time)
          return
        }
        state.begin(&pending)
      }
      state.complete(&pending)
    }

    /// Lets libevdev ask the kernel for the state, and tells it as events in place of those lost.
    private func synchronize(_ time: Timestamp) {
      drops += 1
      var latest = time
      var event = input_event()
      while libevdev_next_event(
        libevdev.handle, UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue), &event)
        == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue)
      {
        latest = max(latest, InputEvent(event, since: origin).time)
      }
      hasBegun = true
      pending.removeAll(keepingCapacity: true)
      state.append(to: &pending, at: latest)
    }
  }

  extension InputEvent {
    /// Whether a finger lands, by its tracking id or by the key of single touch.
    fileprivate var isLanding: Bool {
      value >= 0
        && (code == AbsoluteCode.trackingID && type == .absolute
          || code == KeyCode.touch && type == .key)
    }

    init(_ event: input_event, since origin: Timestamp) {
      // The kernel's clock counts from the start of the machine: nothing overflows that it tells, and
      // what else tells times (a test's FIFO) must not trap.
      let time = Int64(event.time.tv_sec) &* 1_000_000 &+ Int64(event.time.tv_usec)
      self.init(
        time: Timestamp(microseconds: time &- origin.microseconds),
        type: EventType(rawValue: event.type), code: event.code, value: event.value)
    }
  }
#endif
