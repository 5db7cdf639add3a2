#if Live
  import CInput
  public import Evdev
  import Glibc
  import SystemPackage
  import Timeline

  /// A kernel device that programs cannot distinguish from a real one.
  ///
  /// The device exists until its last reference is released, and releases held touches and keys
  /// first.
  public final class VirtualDevice {
    /// The node, as in `/dev/input/event7`.
    public let node: String
    private let file: Descriptor
    private let uinput: OpaquePointer?
    private var held = HeldInput()
    private var bytes: [input_event] = []

    /// Creates a device from its description through `/dev/uinput`.
    ///
    /// The axes have no fuzz: the kernel's filter would change events that have passed it once.
    public init(_ description: DeviceDescription) throws(DeviceError) {
      let path = "/dev/uinput"
      do {
        file = try Descriptor(opening: path, O_WRONLY)
      } catch {
        throw DeviceError(error, device: path, advice: VirtualDevice.advice(error, path))
      }
      guard let model = libevdev_new() else {
        throw DeviceError(.failed, device: path, message: "libevdev does not start")
      }
      defer { libevdev_free(model) }
      description.apply(to: model)
      var uinput: OpaquePointer?
      let result = libevdev_uinput_create_from_device(model, file.number, &uinput)
      guard result == 0, let uinput else {
        throw DeviceError(
          .failed, device: path,
          message: "the kernel refuses the device: \(Errno(rawValue: -result))")
      }
      self.uinput = uinput
      node = libevdev_uinput_get_devnode(uinput).map { String(cString: $0) } ?? path
      bytes.reserveCapacity(256)
    }

    /// Creates a writer to an existing device, as if the device had sent the events itself. The
    /// kernel drops events that the device does not support.
    public init(existing node: String) throws(DeviceError) {
      do {
        file = try Descriptor(opening: node, O_WRONLY)
        _ = try Libevdev(file.number)
      } catch {
        throw DeviceError(opening: node, error)
      }
      uinput = nil
      self.node = node
    }

    deinit {
      try? release()
      if let uinput { libevdev_uinput_destroy(uinput) }
    }

    /// Writes events with the current time.
    public func write(_ events: some Sequence<InputEvent>) throws(DeviceError) {
      bytes.removeAll(keepingCapacity: true)
      for event in events {
        held.process(event)
        var raw = input_event()
        raw.type = event.type.rawValue
        raw.code = event.code
        raw.value = event.value
        bytes.append(raw)
      }
      let size = bytes.count * MemoryLayout<input_event>.stride
      let written = bytes.withUnsafeBytes { Glibc.write(file.number, $0.baseAddress, size) }
      if written == size { return }
      throw DeviceError(written < 0 ? Errno(rawValue: errno) : .ioError, device: node)
    }

    /// Releases the touches and keys that are down.
    public func release() throws(DeviceError) {
      let events = held.releasing()
      if !events.isEmpty { try write(events) }
    }

    private static func advice(_ error: Errno, _ path: String) -> String {
      switch error {
      case .noSuchFileOrDirectory, .operationNotSupportedByDevice:
        "the kernel's module is missing: `sudo modprobe uinput` loads it, and 70-touchstone.rules "
          + "(docs/Devices.md) grants access to the group input"
      case .permissionDenied, .notPermitted: NodeAccess.advice(path)
      default: ""
      }
    }
  }

  extension DeviceDescription {
    fileprivate func apply(to model: OpaquePointer) {
      libevdev_set_name(model, name.isEmpty ? "Touchstone replay" : name)
      libevdev_set_id_bustype(model, Int32(identity.bus))
      libevdev_set_id_vendor(model, Int32(identity.vendor))
      libevdev_set_id_product(model, Int32(identity.product))
      libevdev_set_id_version(model, Int32(identity.version))
      for property in properties {
        libevdev_enable_property(model, UInt32(clamping: property))
      }
      for (type, codes) in codes where DeviceDescription.plainTypes.contains(type) {
        for code in codes { libevdev_enable_event_code(model, UInt32(type), UInt32(code), nil) }
      }
      for (code, axis) in axes.sorted(by: { $0.key < $1.key }) {
        var information = axis.information
        libevdev_enable_event_code(
          model, UInt32(EventType.absolute.rawValue), UInt32(code), &information)
      }
    }

    /// The types whose codes need no parameters: `EV_KEY`, `EV_REL`, `EV_MSC`, `EV_SW`, `EV_LED`.
    private static let plainTypes: Set<UInt16> = [0x01, 0x02, 0x04, 0x05, 0x11]
  }

  extension DeviceDescription.Axis {
    /// The axis in a form that the kernel accepts: with the minimum below the maximum.
    var information: input_absinfo {
      var information = input_absinfo()
      information.minimum = min(minimum, maximum)
      information.maximum = max(minimum, maximum)
      information.flat = flat
      information.resolution = max(0, resolution)
      return information
    }
  }

  /// The touches and keys that events have pressed and not released.
  struct HeldInput {
    private var keys: Set<UInt16> = []
    private var slots: Set<Int32> = []
    private var slot: Int32 = 0
    /// Whether the last frame, and the incomplete one, have contacts of protocol A.
    private var hasPacket = false
    private var nextHasPacket = false
    private var usesPackets = false

    mutating func process(_ event: InputEvent) {
      switch (event.type, event.code) {
      case (.key, let key):
        if event.value != 0 { keys.insert(key) } else { keys.remove(key) }
      case (.absolute, AbsoluteCode.slot): slot = event.value
      case (.absolute, AbsoluteCode.trackingID):
        if event.value >= 0 { slots.insert(slot) } else { slots.remove(slot) }
      case (.absolute, AbsoluteCode.positionX): nextHasPacket = true
      case (.synchronization, SynchronizationCode.multitouchReport): usesPackets = true
      case (.synchronization, SynchronizationCode.report):
        hasPacket = nextHasPacket
        nextHasPacket = false
      default: break
      }
    }

    /// The events that release all held input; empty if nothing is held.
    mutating func releasing() -> [InputEvent] {
      var events: [InputEvent] = []
      func add(_ type: EventType, _ code: UInt16, _ value: Int32) {
        events.append(InputEvent(time: .zero, type: type, code: code, value: value))
      }
      if usesPackets {
        if hasPacket { add(.synchronization, SynchronizationCode.multitouchReport, 0) }
      } else {
        for slot in slots.sorted() {
          add(.absolute, AbsoluteCode.slot, slot)
          add(.absolute, AbsoluteCode.trackingID, -1)
        }
      }
      for key in keys.sorted() { add(.key, key, 0) }
      if !events.isEmpty { add(.synchronization, SynchronizationCode.report, 0) }
      self = HeldInput()
      return events
    }
  }
#endif
